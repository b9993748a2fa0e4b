/** conformance/checks/orders/live-list: reads the live orders of a wallet, page by page. */

import { CURSOR_START } from '../../../spec/cursor.ts';
import { type JsonObject, listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { invariant } from '../../../spec/result.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get, type Query } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { isCallerRefused, type Listed, statusOf } from '../assertions.ts';
import { cursorPages } from '../cursor-pages.ts';
import { NO_CONDITION } from '../unknown-names.ts';
import type { OrderPlan } from './plan.ts';

/** Maximum number of pages. */
export const PAGES = 50;

/** Queries that every wallet may send. */
const OTHER_QUERIES: readonly Query[] = [{ next_cursor: CURSOR_START }, { market: NO_CONDITION }];

/**
 * Requests one page. A refusal of the caller ends the check if the route is secured in another way, which the interface leaves
 * open, as whether the query is signed (D/signing-string). If the route accepts the same headers beside another query, the
 * refusal is returned: it has no such reason.
 */
export async function askLive(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<Exchange> {
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

/** The expectation of live orders that list an id. */
export function listing(id: string): Expectation {
  return { at: { '/data': { $contains: [{ id }] } } };
}

/** The expectation of live orders that do not list an id. */
export function notListing(id: string): Expectation {
  return { at: { '/data': { $not: { $contains: [{ id }] } } } };
}

/** One page of the live orders of a wallet that satisfy the filters. */
export async function livePage(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<Listed> {
  return listed(await askLive(context, wallet, query));
}

/** The live order with an id among those of its market: a filter by id may find orders that have ended. */
export async function listedOrder(
  context: CheckContext,
  wallet: Wallet,
  { market }: Pick<OrderPlan, 'market'>,
  id: string,
): Promise<Listed> {
  const { response, rows } = await liveOrders(context, wallet, { market: market.conditionId });
  return { response, rows: rows.filter((row) => textAt(row, 'id') === id) };
}

/** Waits until orders of a wallet are listed: the list may lag behind the orders. */
export async function untilListed(context: CheckContext, wallet: Wallet, ids: readonly string[]): Promise<Listed> {
  return await context.eventually(
    () => liveOrders(context, wallet),
    ({ rows }) => ids.every((id) => rows.some((row) => textAt(row, 'id') === id)),
  );
}

/** All live orders of a wallet that satisfy the filters, with the first response. */
export async function liveOrders(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<Listed> {
  const ask = (cursor: Query) => askLive(context, wallet, { ...query, ...cursor });
  const rows: JsonObject[] = [];
  let first: Exchange | undefined;
  for await (const { response } of cursorPages(ask, PAGES)) {
    first ??= response;
    rows.push(...listed(response).rows);
  }
  invariant(first !== undefined, 'a list has a first page');
  return { response: first, rows };
}
