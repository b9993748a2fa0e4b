/** conformance/checks/orders/live-list: reading the live orders of a wallet, page by page. */

import { type JsonObject, listAt, objectsIn } from '../../../spec/json.ts';
import { invariant } from '../../../spec/result.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get, type Query } from '../../../wire/message.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { cursorPages } from '../cursor-pages.ts';
import type { Listed } from '../judging.ts';

/** Pages that are followed. */
export const PAGES = 50;

/** Asks for one page. */
export function askLive(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<Exchange> {
  return context.send(get('/data/orders', query), wallet);
}

/** The orders of one page. */
export function listed(answer: Exchange): Listed {
  return { answer, rows: objectsIn(listAt(answer.json, 'data')) };
}

/** One page of the live orders of a wallet that satisfy the filters. */
export async function livePage(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<Listed> {
  return listed(await askLive(context, wallet, query));
}

/** All live orders of a wallet that satisfy the filters, with the first answer. */
export async function liveOrders(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<Listed> {
  const ask = (cursor: Query) => askLive(context, wallet, { ...query, ...cursor });
  const rows: JsonObject[] = [];
  let first: Exchange | undefined;
  for await (const { answer } of cursorPages(ask, PAGES)) {
    first ??= answer;
    rows.push(...listed(answer).rows);
  }
  invariant(first !== undefined, 'a list has a first page');
  return { answer: first, rows };
}
