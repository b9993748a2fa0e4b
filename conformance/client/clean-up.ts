/** conformance/client/clean-up: cancels the live orders of the run at its end, and reports those that still rest. */

import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../base/json.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import type { Exchange, Wallet } from '../check.ts';
import { mayBeAccidental } from './exchange.ts';
import { fateOf, idOf, matchLive, notePlaced, type Placed, placingsIn } from './order-match.ts';

export type CleanUpMeans = {
  /** Sends one request; undefined if there was no response. */
  send(request: Request, as: Wallet): Promise<Exchange | undefined>;
  /** Lets time pass, for views that lag behind a cancel. */
  wait(milliseconds: number): Promise<void>;
};

/** Pages of live orders that are read per wallet. */
const PAGES = 50;
/** Maximum number of further readings of the live orders after the cancels. */
const LOOKS = 4;
const IDS_SHOWN = 5;

/** The orders of one wallet: cancelled ids, ids that still rest, and rows that may belong to another client. */
export type Cancelled = {
  readonly cancelled: readonly string[];
  readonly resting: readonly string[];
  readonly doubtful: readonly JsonObject[];
};

/** Cancels the orders of the run that still rest. Returns one remark for each problem. */
export async function cleanUp(
  sentOrders: SentOrders,
  wallets: readonly Wallet[],
  means: CleanUpMeans,
): Promise<readonly string[]> {
  const remarks: string[] = [];
  const left: string[] = [];
  const alike: string[] = [];
  for (const wallet of wallets) {
    const placed = sentOrders.placedBy(wallet.address);
    if (placed === undefined) continue;
    const outcome = await cancelLive(wallet, placed, means);
    if (outcome === undefined) {
      remarks.push(`the live orders of ${wallet.address} could not be read: orders of this run may rest`);
      continue;
    }
    left.push(...outcome.resting);
    alike.push(...outcome.doubtful.map(idOf));
  }
  if (left.length > 0)
    remarks.push(`${left.length} orders of this run could not be cancelled and still rest: ${listed(left)}`);
  if (alike.length > 0)
    remarks.push(`${alike.length} live orders may be of this run or another's, and were left alone: ${listed(alike)}`);
  return remarks;
}

function listed(ids: readonly string[]): string {
  const more = ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '';
  return `${ids.slice(0, IDS_SHOWN).join(', ')}${more}`;
}

/** Cancels the live orders in `placed`, and doubtful ones with `takesDoubtful`. Undefined if they are unreadable. */
export async function cancelLive(
  wallet: Wallet,
  placed: Placed,
  { send, wait }: CleanUpMeans,
  takesDoubtful = false,
): Promise<Cancelled | undefined> {
  const cancelAll = async (ids: Iterable<string>) => {
    for (const orderId of ids) await send(withJson('DELETE', '/order', { orderId }), wallet);
  };
  const rows = await liveOrders(wallet, send);
  if (rows === undefined) {
    await cancelAll(placed.ids);
    return undefined;
  }
  const { certain, doubtful } = matchLive(rows, placed);
  const wanted = takesDoubtful ? [...certain, ...doubtful.map(idOf)] : certain;
  let resting = wanted;
  for (let turn = 0; turn < LOOKS && resting.length > 0; turn += 1) {
    if (turn > 0) await wait(500);
    // A cancel may be lost as well.
    await cancelAll(resting);
    const still = await liveOrders(wallet, send);
    if (still === undefined) return undefined;
    const ids = new Set(still.map(idOf));
    resting = wanted.filter((id) => ids.has(id));
  }
  const cancelled = wanted.filter((id) => !resting.includes(id));
  return { cancelled, resting, doubtful: takesDoubtful ? [] : doubtful };
}

async function liveOrders(wallet: Wallet, send: CleanUpMeans['send']): Promise<readonly JsonObject[] | undefined> {
  const rows: JsonObject[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const request = get('/data/orders', cursor === undefined ? {} : { next_cursor: cursor });
    const first = await send(request, wallet);
    const response = mayBeAccidental(first?.status ?? 0) ? await send(request, wallet) : first;
    if (response === undefined || response.status !== 200 || !isObject(response.json)) return undefined;
    rows.push(...objectsIn(listAt(response.json, 'data')));
    cursor = textAt(response.json, 'next_cursor');
    if (cursor === undefined || cursor === '' || cursor === 'LTE=') break;
  }
  return rows;
}

export type SentOrders = {
  /** Called before a request is sent. The returned function is called with the response, or undefined without one. */
  note(request: Request): (exchange: Exchange | undefined) => void;
  /** The orders of a wallet; undefined if it placed none. */
  placedBy(address: string): Placed | undefined;
};

export function createSentOrders(): SentOrders {
  const byWallet = new Map<string, Placed>();
  return {
    note(request) {
      const placings = placingsIn(request);
      return (exchange) => {
        for (const [place, { wallet, order }] of placings)
          notePlaced(byWallet, wallet, order, exchange && fateOf(place, exchange, exchange.json));
      };
    },
    placedBy: (address) => byWallet.get(address.toLowerCase()),
  };
}
