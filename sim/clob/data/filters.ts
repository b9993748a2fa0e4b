/** sim/clob/data/filters: the filters of all lists of wallet data: markets by condition or event, moments, sides. */
import { ok, type Result, refuse } from '../../../base/result.ts';
import type { ParamValues } from '../../query.ts';
import { error, type RouteResponse } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import type { Movement } from '../../views/movement.ts';

/** Indices of markets; undefined for all of them. */
export type MarketSet = ReadonlySet<number> | undefined;

/** The markets that `market` or `eventId` name, unknown ones omitted. Condition: bad-request. */
export function marketsOf({ views, catalog }: Service, params: ParamValues): Result<MarketSet, RouteResponse> {
  const { market, eventId } = params;
  const conditions = typeof market === 'object' && market.length > 0 ? market : undefined;
  const events = typeof eventId === 'object' && eventId.length > 0 ? eventId : undefined;
  if (conditions !== undefined && events !== undefined)
    return refuse(error('bad-request', 'market or eventId, not both'));
  if (events === undefined) return ok(conditions && views.tokens.marketsByConditions(conditions));
  if (!events.every((id) => /^\d{1,15}$/.test(id))) return refuse(error('bad-request', 'eventId'));
  const members = events.flatMap((id) => catalog.eventById(Number(id))?.markets ?? []);
  return ok(new Set(members.map(({ index }) => index)));
}

/** Whether a movement lies in the markets, between `start` and `end`, both included, and on `side`. */
export function movementFilter(markets: MarketSet, { start, end, side }: ParamValues): (movement: Movement) => boolean {
  const from = start === undefined ? 0 : Number(start);
  const to = end === undefined ? Infinity : Number(end);
  return (movement) => {
    const seconds = Math.floor(movement.at / 1_000);
    return (
      (markets === undefined || markets.has(movement.market)) &&
      seconds >= from &&
      seconds <= to &&
      (side === undefined || movement.side === side)
    );
  };
}

/** The items that pass, at most `limit`, after `offset` of them. Reads no more items than it needs. */
export function pageOf<Item>(items: Iterable<Item>, passes: (item: Item) => boolean, params: ParamValues): Item[] {
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
export function* inChunks<Item>(page: (skip: number, limit: number) => readonly Item[]): Generator<Item> {
  let skip = 0;
  for (let limit = FIRST_CHUNK; ; limit *= 2) {
    const items = page(skip, limit);
    yield* items;
    if (items.length < limit) return;
    skip += limit;
  }
}

const FIRST_CHUNK = 128;
