/**
 * sim/routes/position-list: the common part of `/positions` and `/closed-positions`: filters by market and title, a total
 * order, pages. In both directions ties are in order of condition id, then outcome index.
 */
import { invariant } from '../../spec/result.ts';
import type { Holding, HoldingSet } from '../views/holdings.ts';
import type { PositionRow, PositionRows } from '../views/position-row.ts';
import type { TokenCards } from '../views/token-card.ts';
import type { ParamValues } from './call.ts';

/** A sort key. `priced` keys change with the market; the others only with the holdings. */
export type SortKey = { readonly priced: boolean; readonly of: (row: PositionRow) => number | string };
export type SortKeys = ReadonlyMap<string, SortKey>;

export type ListQuery = {
  readonly holdings: HoldingSet;
  readonly rows: PositionRows;
  readonly params: ParamValues;
  readonly tokens: TokenCards;
  readonly keys: SortKeys;
  readonly closed: boolean;
  /** The version of all prices: changes when one of them does. */
  readonly moment: number;
  /** Whether a holding belongs on the list. */
  readonly belongs: (holding: Holding) => boolean;
  /** A further filter of this route. */
  readonly accepts: (row: PositionRow) => boolean;
};

/** The page as JSON. */
export function positionList(query: ListQuery): string {
  const { params, rows, accepts, closed } = query;
  const limit = Number(params['limit']);
  let skip = Number(params['offset']);
  const passes = marketAndTitle(params, query.tokens);
  let count = 0;
  let items = '';
  for (const holding of sorted(query)) {
    if (count >= limit) break;
    const row = rows.rowOf(holding);
    if (!accepts(row) || !passes(row)) continue;
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    items = count === 0 ? rows.text(row, closed) : `${items},${rows.text(row, closed)}`;
    count += 1;
  }
  return `[${items}]`;
}

function sorted({ holdings, rows, params, keys, closed, moment, belongs }: ListQuery): readonly Holding[] {
  const { sortBy, sortDirection } = params;
  const key = keys.get(String(sortBy));
  invariant(key !== undefined, `sort key ${String(sortBy)} is in the table`);
  const sign = sortDirection === 'ASC' ? 1 : -1;
  const make = (): readonly Holding[] => {
    const entries = holdings.all.filter(belongs).map((holding) => {
      const row = rows.rowOf(holding);
      return { holding, row, value: key.of(row) };
    });
    entries.sort((a, b) => sign * compare(a.value, b.value) || compareTokens(a.row, b.row));
    return entries.map((entry) => entry.holding);
  };
  return holdings.remembered(`${closed}:${sortBy}:${sign}`, make, key.priced ? moment : undefined);
}

function compareTokens(a: PositionRow, b: PositionRow): number {
  return compare(a.card.conditionId, b.card.conditionId) || a.card.outcome - b.card.outcome;
}

/** Numbers by size, texts by code units. */
function compare<Value extends number | string>(a: Value, b: Value): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** The filters `market` and `title`; titles match in any case. */
function marketAndTitle(params: ParamValues, tokens: TokenCards): (row: PositionRow) => boolean {
  const { market, title } = params;
  const markets = typeof market === 'object' && market.length > 0 ? tokens.marketsByConditions(market) : undefined;
  const words = typeof title === 'string' ? title.toLowerCase() : '';
  return ({ card }) =>
    (markets === undefined || markets.has(card.market.index)) && (words === '' || card.titleFolded.includes(words));
}
