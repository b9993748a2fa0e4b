/**
 * conformance/session/journal: every order a run sends is written down before it leaves, and what still rests at the end is cancelled,
 * however the run ended.
 */
import { isObject, listAt, objectsIn, textAt } from '../../spec/json.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';

export type Journal = {
  /** Called before a request leaves; what it answers is told the outcome, undefined where no answer came. */
  note(request: Request): ((exchange: Exchange | undefined) => void) | undefined;
  /** Orders that may still rest. */
  open(): ReadonlySet<string>;
  /** Orders sent whose answer never came. */
  lost(): number;
};

export function createJournal(): Journal {
  const open = new Set<string>();
  let lost = 0;
  return {
    note({ method, path }) {
      if (path !== '/order') return undefined;
      if (method === 'POST') {
        lost += 1;
        return (exchange) => {
          if (exchange === undefined) return;
          lost -= 1;
          const id = textAt(exchange.json, 'orderID');
          if (id !== undefined && id !== '') open.add(id);
        };
      }
      return (exchange) => {
        const canceled = isObject(exchange?.json) ? listAt(exchange.json, 'canceled') : [];
        for (const id of canceled) if (typeof id === 'string') open.delete(id);
      };
    },
    open: () => open,
    lost: () => lost,
  };
}

/** Sends one request for the clean-up; undefined where no answer came. */
export type CleanSend = (request: Request, as: Wallet) => Promise<Exchange | undefined>;

/** Pages of live orders that are read per wallet. */
const PAGES = 50;

/** Cancels what the run left resting. Answers what could not be cleaned up, in words; nothing where all is clean. */
export async function cleanUp(
  journal: Journal,
  wallets: readonly Wallet[],
  send: CleanSend,
): Promise<readonly string[]> {
  const remarks: string[] = [];
  if (journal.lost() > 0)
    remarks.push(`${journal.lost()} orders got no answer and may rest: look at the live orders of the sandbox wallets`);
  if (journal.open().size === 0) return remarks;
  let left = 0;
  for (const wallet of wallets) {
    const live = await liveOrders(wallet, send);
    if (live === undefined) {
      remarks.push(`the live orders of ${wallet.address} could not be read: orders of this run may rest`);
      continue;
    }
    for (const orderId of live.filter((id) => journal.open().has(id))) {
      const answer = await send(withJson('DELETE', '/order', { orderId }), wallet);
      if (!listAt(answer?.json, 'canceled').includes(orderId)) left += 1;
    }
  }
  if (left > 0) remarks.push(`${left} orders of this run could not be cancelled and still rest`);
  return remarks;
}

async function liveOrders(wallet: Wallet, send: CleanSend): Promise<readonly string[] | undefined> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const answer = await send(get('/data/orders', cursor === undefined ? {} : { next_cursor: cursor }), wallet);
    if (answer === undefined || answer.status !== 200) return undefined;
    for (const order of objectsIn(listAt(answer.json, 'data'))) ids.push(textAt(order, 'id') ?? '');
    cursor = textAt(answer.json, 'next_cursor');
    if (cursor === undefined || cursor === '' || cursor === 'LTE=') break;
  }
  return ids;
}
