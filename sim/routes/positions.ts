/** sim/routes/positions: `GET /positions` (interface 4.8): the open positions of a wallet. */
import { unitsToNumber } from '../../spec/units.ts';
import type { PositionRow } from '../views/position-row.ts';
import { okJson, type RouteFunction } from './call.ts';
import { positionList, type SortKey, type SortKeys } from './position-list.ts';

const still = (of: SortKey['of']): SortKey => ({ priced: false, of });
const priced = (of: SortKey['of']): SortKey => ({ priced: true, of });

const SORT_KEYS: SortKeys = new Map([
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

/** An unknown wallet holds nothing. */
export const positions: RouteFunction = (service, { params }) => {
  const { views } = service;
  views.catchUp();
  const person = views.people.byAddress(String(params['user']));
  if (person === undefined) return okJson('[]');
  const threshold = Number(params['sizeThreshold']);
  const { redeemable, mergeable } = params;
  const accepts = (row: PositionRow): boolean =>
    unitsToNumber(row.holding.size, 6) >= threshold &&
    (redeemable !== true || row.redeemable) &&
    (mergeable !== true || row.mergeable);
  const json = positionList({
    holdings: views.holdings.ofWallet(person.account.index),
    rows: views.positions,
    params,
    tokens: views.tokens,
    keys: SORT_KEYS,
    moment: views.seen,
    closed: false,
    belongs: (holding) => holding.size > 0,
    accepts,
  });
  return okJson(json);
};
