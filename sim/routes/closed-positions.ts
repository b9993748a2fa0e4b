/** sim/routes/closed-positions: `GET /closed-positions` (interface 4.7): the positions that a wallet has closed. */
import { okJson, type RouteFunction } from './call.ts';
import { positionList, type SortKeys } from './position-list.ts';

const SORT_KEYS: SortKeys = new Map([
  ['REALIZEDPNL', { priced: false, of: (row) => row.holding.realizedPnl }],
  ['TITLE', { priced: false, of: (row) => row.card.title }],
  ['PRICE', { priced: true, of: (row) => row.price }],
  ['AVGPRICE', { priced: false, of: (row) => row.avgPrice }],
  ['TIMESTAMP', { priced: false, of: (row) => Math.floor(row.holding.changedAt / 1000) }],
]);

/** An unknown wallet has none. A position that is opened again leaves the list. */
export const closedPositions: RouteFunction = (service, { params }) => {
  const { views } = service;
  views.catchUp();
  const person = views.people.byAddress(String(params['user']));
  if (person === undefined) return okJson('[]');
  const json = positionList({
    holdings: views.holdings.ofWallet(person.account.index),
    rows: views.positions,
    params,
    tokens: views.tokens,
    keys: SORT_KEYS,
    moment: views.seen,
    closed: true,
    belongs: (holding) => holding.size === 0,
    accepts: () => true,
  });
  return okJson(json);
};
