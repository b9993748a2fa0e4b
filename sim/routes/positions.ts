/** sim/routes/positions: `GET /positions` and `GET /closed-positions` (4.8, 4.7), filtered, sorted and paged. */
import { invariant } from '../../base/result.ts';
import { unitsToNumber } from '../../base/units.ts';
import type { ParamValues } from '../query.ts';
import type { Holding, HoldingSet } from '../views/holdings.ts';
import type { PositionRow } from '../views/position-row.ts';
import type { TokenCards } from '../views/token-card.ts';
import type { Views } from '../views/views.ts';
import { okJson, type RouteFunction } from './call.ts';

/** A sort key. `priced` keys change with the market; the others only with the holdings. */
type SortKey = { readonly priced: boolean; readonly of: (row: PositionRow) => number | string };
type SortKeys = ReadonlyMap<string, SortKey>;

type PositionList = {
  readonly keys: SortKeys;
  readonly closed: boolean;
  /** Whether a holding belongs on the list. */
  readonly belongs: (holding: Holding) => boolean;
  /** The further filters of this route. */
  readonly filter?: (params: ParamValues) => (row: PositionRow) => boolean;
};

/** The route of a list. An unknown wallet has no positions. */
function positionRoute(list: PositionList): RouteFunction {
  return ({ views }, { params }) => {
    views.catchUp();
    const person = views.people.byAddress(String(params['user']));
    return okJson(
      person === undefined ? '[]' : page(list, views, views.holdings.ofWallet(person.account.index), params),
    );
  };
}

function page(list: PositionList, views: Views, holdings: HoldingSet, params: ParamValues): string {
  const { positions: rows, tokens } = views;
  const accepts = list.filter?.(params) ?? (() => true);
  const limit = Number(params['limit']);
  let skip = Number(params['offset']);
  const passes = marketAndTitle(params, tokens);
  let count = 0;
  let items = '';
  for (const holding of sorted(list, views, holdings, params)) {
    if (count >= limit) break;
    const row = rows.rowOf(holding);
    if (!accepts(row) || !passes(row)) continue;
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    items = count === 0 ? rows.text(row, list.closed) : `${items},${rows.text(row, list.closed)}`;
    count += 1;
  }
  return `[${items}]`;
}

function sorted(
  { keys, closed, belongs }: PositionList,
  { positions: rows, seen }: Views,
  holdings: HoldingSet,
  { sortBy, sortDirection }: ParamValues,
): readonly Holding[] {
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
  return holdings.remembered(`${closed}:${sortBy}:${sign}`, make, key.priced ? seen : undefined);
}

function compareTokens(a: PositionRow, b: PositionRow): number {
  return compare(a.card.conditionId, b.card.conditionId) || a.card.outcome - b.card.outcome;
}

/** Numbers by size, texts by code units. */
function compare<Value extends number | string>(a: Value, b: Value): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function marketAndTitle(params: ParamValues, tokens: TokenCards): (row: PositionRow) => boolean {
  const { market, title } = params;
  const markets = typeof market === 'object' && market.length > 0 ? tokens.marketsByConditions(market) : undefined;
  const words = typeof title === 'string' ? title.toLowerCase() : '';
  return ({ card }) =>
    (markets === undefined || markets.has(card.market.index)) && (words === '' || card.titleFolded.includes(words));
}

const still = (of: SortKey['of']): SortKey => ({ priced: false, of });
const priced = (of: SortKey['of']): SortKey => ({ priced: true, of });

const OPEN_KEYS: SortKeys = new Map([
  ['CURRENT', priced((row) => row.currentValue)],
  ['INITIAL', still((row) => row.initialValue)],
  ['TOKENS', still((row) => row.holding.size)],
  ['CASHPNL', priced((row) => row.cashPnl)],
  ['PERCENTPNL', priced((row) => row.percentPnl)],
  ['TITLE', still((row) => row.card.title)],
  ['RESOLVING', still((row) => row.card.endDate)],
  ['PRICE', priced((row) => row.price)],
  ['AVGPRICE', still((row) => row.avgPrice)],
]);

/** The open positions of a wallet. */
export const positions = positionRoute({
  keys: OPEN_KEYS,
  closed: false,
  belongs: ({ size }) => size > 0,
  filter({ sizeThreshold, redeemable, mergeable }) {
    const threshold = Number(sizeThreshold);
    return (row) =>
      unitsToNumber(row.holding.size, 6) >= threshold &&
      (redeemable !== true || row.redeemable) &&
      (mergeable !== true || row.mergeable);
  },
});

const CLOSED_KEYS: SortKeys = new Map([
  ['REALIZEDPNL', still((row) => row.holding.realizedPnl)],
  ['TITLE', still((row) => row.card.title)],
  ['PRICE', priced((row) => row.price)],
  ['AVGPRICE', still((row) => row.avgPrice)],
  ['TIMESTAMP', still((row) => Math.floor(row.holding.changedAt / 1000))],
]);

/** The closed positions of a wallet. One that is opened again leaves the list. */
export const closedPositions = positionRoute({ keys: CLOSED_KEYS, closed: true, belongs: ({ size }) => size === 0 });
