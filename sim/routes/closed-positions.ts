/** sim/routes/closed-positions: `GET /closed-positions` (interface 4.7): the positions that a wallet has closed. */
import { positionRoute, type SortKeys } from './position-list.ts';

const SORT_KEYS: SortKeys = new Map([
  ['REALIZEDPNL', { priced: false, of: (row) => row.holding.realizedPnl }],
  ['TITLE', { priced: false, of: (row) => row.card.title }],
  ['PRICE', { priced: true, of: (row) => row.price }],
  ['AVGPRICE', { priced: false, of: (row) => row.avgPrice }],
  ['TIMESTAMP', { priced: false, of: (row) => Math.floor(row.holding.changedAt / 1000) }],
]);

/** A position that is opened again leaves the list. */
export const closedPositions = positionRoute({ keys: SORT_KEYS, closed: true, belongs: ({ size }) => size === 0 });
