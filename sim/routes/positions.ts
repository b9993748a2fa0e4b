/** sim/routes/positions: `GET /positions` (interface 4.8): the open positions of a wallet. */
import { unitsToNumber } from '../../base/units.ts';
import { positionRoute, type SortKey, type SortKeys } from './position-list.ts';

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

export const positions = positionRoute({
  keys: SORT_KEYS,
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
