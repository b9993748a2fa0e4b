/** sim/clob/data/functions: the functions of `spec/clob/data-routes`. */
import { formatMicro } from '../../../base/units.ts';
import { entryText } from '../../routes/activity.ts';
import { okJson, type RouteFunction } from '../../routes/call.ts';
import { closedPositions } from '../../routes/closed-positions.ts';
import { positions } from '../../routes/positions.ts';
import type { Movement } from '../../views/movement.ts';
import { inChunks, marketsOf, movementFilter, pageOf } from './filters.ts';
import { trades } from './trades.ts';

const LIMIT_DEFAULT = 100;

/** The dollars that the tokens of a wallet are worth now, of all markets or of some; 0 for an unknown wallet. */
const value: RouteFunction = (service, { params }) => {
  const { views } = service;
  const markets = marketsOf(service, params);
  if (!markets.ok) return markets.refusal;
  views.catchUp();
  const user = String(params['user']);
  const person = views.people.byAddress(user);
  const holdings = person === undefined ? [] : views.holdings.ofWallet(person.account.index).all;
  const total = holdings
    .filter(({ size, market }) => size > 0 && (markets.value === undefined || markets.value.has(market)))
    .reduce((sum, holding) => sum + views.positions.rowOf(holding).currentValue, 0);
  return okJson(`[{"user":${JSON.stringify(person?.account.address ?? user)},"value":${formatMicro(total)}}]`);
};

type SortKey = (movement: Movement) => number;
const SORT_KEYS: Readonly<Record<string, SortKey>> = {
  TIMESTAMP: ({ at }) => Math.floor(at / 1_000),
  TOKENS: ({ size }) => size,
  CASH: ({ cash }) => cash,
};

/** The feed of a wallet. Entries with equal keys are newest first, or oldest first in ascending order. */
const activity: RouteFunction = (service, { params }) => {
  const { views } = service;
  const markets = marketsOf(service, params);
  if (!markets.ok) return markets.refusal;
  views.catchUp();
  const wallet = views.people.byAddress(String(params['user']))?.account.index;
  if (wallet === undefined) return okJson('[]');
  const { type: types, sortBy, sortDirection, limit = LIMIT_DEFAULT, offset = 0 } = params;
  const isListed = movementFilter(markets.value, params);
  const isOfType = (type: string): boolean => typeof types !== 'object' || types.length === 0 || types.includes(type);
  const passes = (movement: Movement): boolean => isListed(movement) && isOfType(movement.type);
  const feed = inChunks((skip, count) => views.activity.page(wallet, skip, count));
  const isFeedOrder = sortBy === 'TIMESTAMP' && sortDirection === 'DESC';
  const entries = isFeedOrder ? feed : sortedFeed([...feed], SORT_KEYS[String(sortBy)], sortDirection === 'ASC');
  const page = pageOf(entries, passes, { limit, offset });
  return okJson(`[${page.map((movement) => entryText(views, movement)).join(',')}]`);
};

function sortedFeed(newestFirst: Movement[], keyOf: SortKey = () => 0, isAscending: boolean): Movement[] {
  newestFirst.sort((a, b) => keyOf(b) - keyOf(a));
  return isAscending ? newestFirst.reverse() : newestFirst;
}

/** A list of positions that takes `eventId` in the place of `market`. */
function byEvent(list: RouteFunction): RouteFunction {
  return (service, call) => {
    const markets = marketsOf(service, call.params);
    if (!markets.ok) return markets.refusal;
    if (markets.value?.size === 0) return okJson('[]');
    const market = markets.value && [...markets.value].map((index) => service.views.tokens.card(index, 0).conditionId);
    return list(service, { ...call, params: { ...call.params, market } });
  };
}

export const DATA_FUNCTIONS: Readonly<Record<string, RouteFunction>> = {
  'P/value': value,
  'P/trades': trades,
  'P/activity': activity,
  'P/positions': byEvent(positions),
  'P/closed-positions': byEvent(closedPositions),
};
