/**
 * conformance/checks/orders/wallet-reads: the live orders of a wallet, page by page, the shares that it holds, and what
 * a fill adds.
 */
import { type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../../base/json.ts';
import { invariant } from '../../../base/result.ts';
import { CURSOR_START } from '../../../spec/cursor.ts';
import { get, isCallerRefused, type Query } from '../../../wire/message.ts';
import { match } from '../../../wire/pattern/match.ts';
import {
  type CheckContext,
  type Exchange,
  type Expectation,
  SameAs,
  type Wallet,
  type WriteMarket,
} from '../../check.ts';
import { CENT, DEAREST, eachLike, type Listed, NO_CONDITION, statusOf } from '../assertions.ts';
import { cursorPages } from '../cursor-pages.ts';
import type { OrderPlan } from './plan.ts';

/** Maximum number of pages. */
export const PAGES = 50;

const OTHER_QUERIES: readonly Query[] = [{ next_cursor: CURSOR_START }, { market: NO_CONDITION }];

/**
 * Requests one page. A refusal of the caller ends the check if the route is secured in another way, which the interface
 * leaves open, as whether the query is signed (D/signing-string). If the route accepts the same headers beside another
 * query, the refusal is returned: it has no such reason.
 */
export async function readLive(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<Exchange> {
  const response = await context.send(get('/data/orders', query), wallet);
  if (!isCallerRefused(response)) return response;
  for (const other of OTHER_QUERIES)
    if (!isCallerRefused(await context.send(get('/data/orders', other), wallet))) return response;
  return context.notTestable(
    `GET /data/orders refuses the five headers (${statusOf(response)}), which the interface leaves open`,
    'judge a deployment whose live orders can be read with the headers of section 5',
  );
}

/** The orders of one page. */
export function listed(response: Exchange): Listed {
  return { response, rows: objectsIn(listAt(response.json, 'data')) };
}

export function listing(id: string): Expectation {
  return { status: '2xx', at: { '/data': { $contains: [{ id }] } } };
}

export function notListing(id: string): Expectation {
  return { status: '2xx', at: { '/data': { $every: { id: { $not: id } } } } };
}

/** An order of `size` shows that `matched` of it has traded, in any unit. One that is filled may have left the list. */
export function matching(id: string, matched: number, size: number): Expectation {
  const shown = { $relation: { left: '/sizeMatched', is: '=', right: '/originalSize', times: matched / size } };
  return { at: { '/data': matched === size ? eachLike({ id }, shown) : { $contains: [{ $all: [{ id }, shown] }] } } };
}

export function traded(id: string): Expectation {
  return { at: { '/data': { $every: { $not: { id, sizeMatched: { $number: 0 } } } } } };
}

/** One page of the live orders of a wallet that satisfy the filters. */
export async function livePage(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<Listed> {
  return listed(await readLive(context, wallet, query));
}

/** The order on the page of its market that lists it, or the last page: an id filter may find ended orders. */
export async function listedOrder(
  context: CheckContext,
  wallet: Wallet,
  { market }: Pick<OrderPlan, 'market'>,
  id: string,
): Promise<Listed> {
  return await listedWith(context, wallet, { market: market.conditionId }, id);
}

/** The same among the orders that satisfy the filters. */
export async function listedWith(context: CheckContext, wallet: Wallet, query: Query, id: string): Promise<Listed> {
  let last: Listed | undefined;
  for await (const { response } of livePages(context, wallet, query)) {
    last = { response, rows: listed(response).rows.filter((row) => textAt(row, 'id') === id) };
    if (last.rows.length > 0) break;
  }
  invariant(last !== undefined, 'a list has a page');
  return last;
}

function livePages(context: CheckContext, wallet: Wallet, query: Query) {
  return cursorPages((cursor) => readLive(context, wallet, { ...query, ...cursor }), PAGES);
}

/** Waits until orders of a wallet are listed: the list may lag behind the orders. */
export async function untilListed(context: CheckContext, wallet: Wallet, ids: readonly string[]): Promise<Listed> {
  return await context.eventually(
    () => liveOrders(context, wallet),
    ({ rows }) => ids.every((id) => rows.some((row) => textAt(row, 'id') === id)),
  );
}

/** All live orders of a wallet that satisfy the filters, with the first response. */
export async function liveOrders(
  context: CheckContext,
  wallet: Wallet,
  query: Query = {},
): Promise<Listed & { readonly pages: readonly Exchange[] }> {
  const pages: Exchange[] = [];
  for await (const { response } of livePages(context, wallet, query)) pages.push(response);
  const [first] = pages;
  invariant(first !== undefined, 'a list has a first page');
  return { response: first, rows: pages.flatMap((page) => listed(page).rows), pages };
}

/** Shares of an outcome that are held, and their row if there is one. */
export type Held = Readonly<{
  response: Exchange;
  outcome: 0 | 1;
  shares: number;
  row: JsonObject | undefined;
}>;

export async function heldShares(
  context: CheckContext,
  wallet: Wallet,
  market: WriteMarket,
  outcome: 0 | 1,
): Promise<Held> {
  const response = await context.send(
    get('/positions', { user: wallet.address, market: market.conditionId, sizeThreshold: '0' }),
  );
  const row = objectsIn(response.json).find((position) => numberAt(position, 'outcomeIndex') === outcome);
  return { response, outcome, shares: numberAt(row, 'size') ?? 0, row };
}

/** Positions with a field `change` more than before, within `within`. One without shares may be unlisted. */
export function movedBy(before: Held, field: string, change: number, within = CENT): Expectation {
  if (field === 'size' && Math.abs(before.shares + change) < within)
    return { body: eachLike({ outcomeIndex: before.outcome }, { size: { $near: [0, within] } }) };
  return positionOf(before, field, { $near: [valueAfter(before, field, change), within] });
}

/** Positions with `change` shares more than before. A buyer may have paid a fee in shares. */
export function heldAfter(before: Held, change: number): Expectation {
  if (change <= 0) return movedBy(before, 'size', change);
  const [least, most] = [change / DEAREST, change + CENT].map((bought) => valueAfter(before, 'size', bought));
  return positionOf(before, 'size', { $range: [least, most] });
}

export function positionOf({ outcome }: Held, field: string, pattern: unknown): Expectation {
  return { body: { $contains: [{ outcomeIndex: outcome, [field]: pattern }] } };
}

/** A field of an earlier position and `change` more; a position or a field that was not listed had 0. */
function valueAfter({ response, row }: Held, field: string, change: number): unknown {
  if (row === undefined || numberAt(row, field) === undefined) return change;
  return new SameAs(response, `/${objectsIn(response.json).indexOf(row)}/${field}`, Number(change.toFixed(6)));
}

/** Entries that one page of activity holds. */
export const ENTRIES = 500;

/** The pattern of an entry of the planned token since a moment (Unix seconds). */
export function entryOf({ market, outcome }: OrderPlan, since: number): JsonObject {
  return { conditionId: market.conditionId, outcomeIndex: outcome, timestamp: { $gte: since } };
}

/** Activity of a wallet in the planned token since a moment (Unix seconds), first page. */
export async function entriesSince(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  since: number,
): Promise<Listed> {
  const response = await context.send(get('/activity', { user: wallet.address, limit: String(ENTRIES) }));
  const own = entryOf(plan, since);
  return { response, rows: objectsIn(response.json).filter((row) => match(own, row).length === 0) };
}

/** Trades of a market since a moment (Unix seconds), first page. */
export async function tradesSince(context: CheckContext, market: string, since: number): Promise<Listed> {
  const response = await context.send(get('/builder/trades', { market, after: String(since - 1) }));
  return { response, rows: objectsIn(response.json) };
}
