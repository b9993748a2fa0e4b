/** sim/routes/wallets: positions (interface 4.7, 4.8), activity (4.9) and holders (4.10), filtered, sorted, paged. */

import { invariant } from '../../base/result.ts';
import { formatMicro, unitsToNumber } from '../../base/units.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { ParamValues } from '../query.ts';
import type { Holding, HoldingSet } from '../views/holdings.ts';
import type { Movement } from '../views/movement.ts';
import type { PositionRow } from '../views/position-row.ts';
import type { TokenCards } from '../views/token-card.ts';
import type { Views } from '../views/views.ts';
import { okJson, type RouteFunction } from './call.ts';

/** A sort key. `priced` keys change with the market; the others only with the holdings. */
type SortKey = { readonly priced: boolean; readonly of: (row: PositionRow) => number | string };
type SortKeys = Readonly<Record<string, SortKey>>;

type PositionList = Readonly<{
  keys: SortKeys;
  closed: boolean;
  /** Whether a holding belongs on the list. */
  belongs: (holding: Holding) => boolean;
  /** The further filters of this route. */
  filter?: (params: ParamValues) => (row: PositionRow) => boolean;
}>;

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
  const key = keys[String(sortBy)];
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

function compareTokens(a: PositionRow, b: PositionRow) {
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

const COMMON_KEYS: SortKeys = {
  TITLE: still((row) => row.card.title),
  PRICE: priced((row) => row.price),
  AVGPRICE: still((row) => row.avgPrice),
};
const OPEN_KEYS: SortKeys = {
  ...COMMON_KEYS,
  CURRENT: priced((row) => row.currentValue),
  INITIAL: still((row) => row.initialValue),
  TOKENS: still((row) => row.holding.size),
  CASHPNL: priced((row) => row.cashPnl),
  PERCENTPNL: priced((row) => row.percentPnl),
  RESOLVING: still((row) => row.card.endDate),
};

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

const CLOSED_KEYS: SortKeys = {
  ...COMMON_KEYS,
  REALIZEDPNL: still((row) => row.holding.realizedPnl),
  TIMESTAMP: still((row) => Math.floor(row.holding.changedAt / 1000)),
};

/** The closed positions of a wallet. One that is opened again leaves the list. */
export const closedPositions = positionRoute({ keys: CLOSED_KEYS, closed: true, belongs: ({ size }) => size === 0 });

const LIMIT_DEFAULT = 100;

/** An unknown wallet has an empty feed. */
export const activity: RouteFunction = ({ views }, { params }) => {
  views.catchUp();
  const person = views.people.byAddress(String(params['user']));
  if (person === undefined) return okJson('[]');
  const limit = Number(params['limit'] ?? LIMIT_DEFAULT);
  const page = views.activity.page(person.account.index, Number(params['offset'] ?? 0), limit);
  return okJson(`[${page.map((movement) => entryText(views, movement)).join(',')}]`);
};

export function entryText(views: Views, movement: Movement): string {
  const { type, side, size, cash, source } = movement;
  const { json } = views.tokens.card(movement.market, movement.outcome);
  const person = views.people.person(movement.wallet);
  const transactions = type === 'TRADE' ? views.ids.tradeTransaction : views.ids.ledgerTransaction;
  return (
    `{${person.wallet},"timestamp":${Math.floor(movement.at / 1000)},"type":"${type}"` +
    `,"size":${formatMicro(size)},"usdcSize":${formatMicro(cash)}` +
    `,"transactionHash":"${transactions.encode(source)}"` +
    `,"price":${formatMicro(movement.price)},"side":"${side}"` +
    `,${json.asset},${json.market},${json.outcome},${person.names}}`
  );
}

/** One group per token of each requested market, in order of request and outcome, without unknown markets. */
export const holders: RouteFunction = ({ views }, { params }) => {
  views.catchUp();
  const limit = Number(params['limit']);
  const smallest = Number(params['minBalance']);
  const groups: string[] = [];
  const { market: conditions } = params;
  const markets = views.tokens.marketsByConditions(typeof conditions === 'object' ? conditions : []);
  for (const market of markets) {
    const top = topHolders(views, market, limit, smallest);
    groups.push(groupText(views, market, 0, top), groupText(views, market, 1, top));
  }
  return okJson(`[${groups.join(',')}]`);
};

/** The largest holdings of both tokens together, none below `smallest` shares. */
function topHolders(views: Views, market: number, limit: number, smallest: number): readonly Holding[] {
  const first = ranked(views, market, 0);
  const second = ranked(views, market, 1);
  const top: Holding[] = [];
  let taken = 0;
  while (top.length < limit) {
    const one = first[taken];
    const other = second[top.length - taken];
    const isFirst = one !== undefined && (other === undefined || compareHoldings(views, one, other) < 0);
    const next = isFirst ? one : other;
    if (next === undefined || unitsToNumber(next.size, 6) < smallest) break;
    if (isFirst) taken += 1;
    top.push(next);
  }
  return top;
}

function ranked(views: Views, market: number, outcome: OutcomeIndex): readonly Holding[] {
  const set = views.holdings.ofToken(market, outcome);
  return set.remembered('holders', () =>
    set.all.filter((holding) => holding.size > 0).sort((a, b) => compareHoldings(views, a, b)),
  );
}

function compareHoldings(views: Views, a: Holding, b: Holding): number {
  if (a.size !== b.size) return b.size - a.size;
  if (a.wallet === b.wallet) return a.outcome - b.outcome;
  return views.people.person(a.wallet).account.address < views.people.person(b.wallet).account.address ? -1 : 1;
}

function groupText(views: Views, market: number, outcome: OutcomeIndex, top: readonly Holding[]) {
  const { tokenId } = views.tokens.card(market, outcome);
  const own = top.filter((holding) => holding.outcome === outcome);
  const holders = own.map((holding) => holderText(views, holding)).join(',');
  return `{"token":${JSON.stringify(tokenId)},"holders":[${holders}]}`;
}

function holderText(views: Views, holding: Holding) {
  const { wallet, names, account } = views.people.person(holding.wallet);
  const { asset } = views.tokens.card(holding.market, holding.outcome);
  const isPublic = account.profile?.displayUsernamePublic ?? false;
  return (
    `{${wallet},"asset":${JSON.stringify(asset)},"amount":${formatMicro(holding.size)}` +
    `,"displayUsernamePublic":${isPublic},"outcomeIndex":${holding.outcome},${names}}`
  );
}
