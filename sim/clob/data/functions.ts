/** sim/clob/data/functions: the functions of `spec/clob/data-routes`. */
import { ok, type Result, refuse } from '../../../base/result.ts';
import { formatMicro, unitsToNumber } from '../../../base/units.ts';
import type { ParamValues } from '../../query.ts';
import { badRequest, okJson, type RouteFunction, type RouteFunctions, type RouteResponse } from '../../routes/call.ts';
import { closedPositions, entryText, positions } from '../../routes/wallets.ts';
import type { Service } from '../../service.ts';
import { type Movement, movementsOf } from '../../views/movement.ts';
import type { TradeFilter } from '../../views/trades.ts';
import type { Views } from '../../views/views.ts';

/** Indices of markets; undefined for all of them. */
type MarketSet = ReadonlySet<number> | undefined;

/** The markets that `market` or `eventId` name, unknown ones omitted. Condition: bad-request. */
function marketsOf({ views, catalog }: Service, { market, eventId }: ParamValues): Result<MarketSet, RouteResponse> {
  const conditions = typeof market === 'object' && market.length > 0 ? market : undefined;
  const events = typeof eventId === 'object' && eventId.length > 0 ? eventId : undefined;
  if (conditions !== undefined && events !== undefined) return refuse(badRequest('market or eventId, not both'));
  if (events === undefined) return ok(conditions && views.tokens.marketsByConditions(conditions));
  if (!events.every((id) => /^\d{1,15}$/.test(id))) return refuse(badRequest('eventId'));
  const members = events.flatMap((id) => catalog.eventById(Number(id))?.markets ?? []);
  return ok(new Set(members.map(({ index }) => index)));
}

/** Whether a movement lies in the markets, between `start` and `end`, both included, and on `side`. */
function movementFilter(markets: MarketSet, { start, end, side }: ParamValues): (movement: Movement) => boolean {
  const from = start === undefined ? 0 : Number(start);
  const to = end === undefined ? Infinity : Number(end);
  return (movement) => {
    const seconds = Math.floor(movement.at / 1_000);
    return (
      (markets?.has(movement.market) ?? true) &&
      seconds >= from &&
      seconds <= to &&
      (side === undefined || movement.side === side)
    );
  };
}

/** The items that pass, at most `limit`, after `offset` of them. Reads no more items than it needs. */
function pageOf<Item>(items: Iterable<Item>, passes: (item: Item) => boolean, params: ParamValues): Item[] {
  const limit = Number(params['limit']);
  let skip = Number(params['offset']);
  const page: Item[] = [];
  if (limit === 0) return page;
  for (const item of items) {
    if (!passes(item)) continue;
    if (skip > 0) skip -= 1;
    else if (page.push(item) === limit) return page;
  }
  return page;
}

/** Pages of a list that at most doubles, so that a short read costs little and a long one no more than twice. */
function* inChunks<Item>(page: (skip: number, limit: number) => readonly Item[]): Generator<Item> {
  let skip = 0;
  for (let limit = FIRST_CHUNK; ; limit *= 2) {
    const items = page(skip, limit);
    yield* items;
    if (items.length < limit) return;
    skip += limit;
  }
}

const FIRST_CHUNK = 128;

const LIMIT_DEFAULT = 100;

type SortKey = (movement: Movement) => number;
const SORT_KEYS: Readonly<Record<string, SortKey>> = {
  TIMESTAMP: ({ at }) => Math.floor(at / 1_000),
  TOKENS: ({ size }) => size,
  CASH: ({ cash }) => cash,
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

function amountFilter({ filterType, filterAmount }: ParamValues): (movement: Movement) => boolean {
  if (filterType === undefined) return () => true;
  return ({ cash, size }) => unitsToNumber(filterType === 'CASH' ? cash : size, 6) >= Number(filterAmount);
}

/** Newest first. The trades of a maker are found in the feed of the wallet, all others in the list of trades. */
function* movementsOfTrades(
  views: Views,
  wallet: number | undefined,
  takerOnly: boolean,
  markets: MarketSet,
): Generator<Movement> {
  const hasFailed = (trade: number) => views.trades.record(trade).status === 'FAILED';
  if (wallet !== undefined && !takerOnly) {
    for (const movement of inChunks((skip, limit) => views.activity.page(wallet, skip, limit))) {
      if (movement.type === 'TRADE' && !hasFailed(movement.source)) yield movement;
    }
    return;
  }
  const [market] = markets?.size === 1 ? markets : [];
  const filter: TradeFilter = { taker: wallet, market };
  for (const trade of inChunks((skip, limit) => views.trades.newestFirst(filter, skip, limit))) {
    if (hasFailed(trade)) continue;
    const { event } = views.trades.record(trade);
    const movements = movementsOf(event, 0);
    yield* takerOnly ? movements.slice(0, movements.length - event.makers.length) : movements;
  }
}

function rowText(views: Views, { wallet, market, outcome, side, size, price, at, source }: Movement) {
  const { json } = views.tokens.card(market, outcome);
  const person = views.people.person(wallet);
  return (
    `{${person.wallet},"side":"${side}",${json.asset},"size":${formatMicro(size)},"price":${formatMicro(price)}` +
    `,"timestamp":${Math.floor(at / 1_000)},${json.market},${json.outcome},${person.names}` +
    `,"transactionHash":"${views.ids.tradeTransaction.encode(source)}"}`
  );
}

export const DATA_FUNCTIONS: RouteFunctions = {
  /** The dollars that the tokens of a wallet are worth now, of all markets or of some; 0 for an unknown wallet. */
  'P/value': (service, { params }) => {
    const { views } = service;
    const markets = marketsOf(service, params);
    if (!markets.ok) return markets.refusal;
    views.catchUp();
    const user = String(params['user']);
    const person = views.people.byAddress(user);
    const holdings = person === undefined ? [] : views.holdings.ofWallet(person.account.index).all;
    const total = holdings
      .filter(({ size, market }) => size > 0 && (markets.value?.has(market) ?? true))
      .reduce((sum, holding) => sum + views.positions.rowOf(holding).currentValue, 0);
    return okJson(`[{"user":${JSON.stringify(person?.account.address ?? user)},"value":${formatMicro(total)}}]`);
  },
  /** A row for each price of a taker, and one for each maker unless unwanted. Conditions: bad-request. */
  'P/trades': (service, { params }) => {
    const { views } = service;
    const { user, takerOnly, filterType, filterAmount } = params;
    if ((filterType === undefined) !== (filterAmount === undefined)) {
      return badRequest('filterType and filterAmount only together');
    }
    const markets = marketsOf(service, params);
    if (!markets.ok) return markets.refusal;
    views.catchUp();
    const wallet = user === undefined ? undefined : views.people.byAddress(String(user))?.account.index;
    if (user !== undefined && wallet === undefined) return okJson('[]');
    const passes = movementFilter(markets.value, params);
    const isLarge = amountFilter(params);
    const all = movementsOfTrades(views, wallet, takerOnly === true, markets.value);
    const page = pageOf(all, (movement) => passes(movement) && isLarge(movement), params);
    return okJson(`[${page.map((movement) => rowText(views, movement)).join(',')}]`);
  },
  /** The feed of a wallet. Entries with equal keys are newest first, or oldest first in ascending order. */
  'P/activity': (service, { params }) => {
    const { views } = service;
    const markets = marketsOf(service, params);
    if (!markets.ok) return markets.refusal;
    views.catchUp();
    const wallet = views.people.byAddress(String(params['user']))?.account.index;
    if (wallet === undefined) return okJson('[]');
    const { type: types, sortBy, sortDirection, limit = LIMIT_DEFAULT, offset = 0 } = params;
    const isListed = movementFilter(markets.value, params);
    const isOfType = (type: string) => typeof types !== 'object' || types.length === 0 || types.includes(type);
    const passes = (movement: Movement) => isListed(movement) && isOfType(movement.type);
    const feed = inChunks((skip, count) => views.activity.page(wallet, skip, count));
    const isFeedOrder = sortBy === 'TIMESTAMP' && sortDirection === 'DESC';
    const entries = isFeedOrder ? feed : sortedFeed([...feed], SORT_KEYS[String(sortBy)], sortDirection === 'ASC');
    const page = pageOf(entries, passes, { limit, offset });
    return okJson(`[${page.map((movement) => entryText(views, movement)).join(',')}]`);
  },
  'P/positions': byEvent(positions),
  'P/closed-positions': byEvent(closedPositions),
};
