/**
 * conformance/session/clean-up: at the end of a run the live orders are read once more, whatever cancels were answered, and what
 * rests of the run is cancelled, however it ended. What rests all the same is told.
 */
import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../spec/json.ts';
import { MICRO } from '../../spec/units.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import type { Journal, Placed } from './journal.ts';

/** What the clean-up acts through. */
export type CleaningHands = {
  /** Sends one request; undefined where no answer came. */
  send(request: Request, as: Wallet): Promise<Exchange | undefined>;
  /** Lets time pass, for views that lag behind a cancel. */
  wait(milliseconds: number): Promise<void>;
};

/** Pages of live orders that are read per wallet. */
const PAGES = 50;
/** Times the live orders are read again after the cancels. */
const LOOKS = 4;
const IDS_SHOWN = 5;

/** Cancels what the run left resting. Answers what could not be cleaned up, in words; nothing where all is clean. */
export async function cleanUp(
  journal: Journal,
  wallets: readonly Wallet[],
  hands: CleaningHands,
): Promise<readonly string[]> {
  const remarks: string[] = [];
  if (journal.lost() > 0)
    remarks.push(`${journal.lost()} orders got no answer and may rest: look at the live orders of the sandbox wallets`);
  const left: string[] = [];
  for (const wallet of wallets) {
    const placed = journal.placedBy(wallet.address);
    if (placed === undefined) continue;
    const resting = await cancelPlaced(wallet, placed, hands);
    if (resting === undefined) {
      remarks.push(`the live orders of ${wallet.address} could not be read: orders of this run may rest`);
    } else left.push(...resting);
  }
  if (left.length > 0) {
    const ids = left.slice(0, IDS_SHOWN).join(', ');
    const more = left.length > IDS_SHOWN ? ` and ${left.length - IDS_SHOWN} more` : '';
    remarks.push(`${left.length} orders of this run could not be cancelled and still rest: ${ids}${more}`);
  }
  return remarks;
}

/** Cancels what rests of `placed`; ids of what rests all the same, undefined where the live orders cannot be read. */
async function cancelPlaced(
  wallet: Wallet,
  placed: Placed,
  { send, wait }: CleaningHands,
): Promise<readonly string[] | undefined> {
  const look = async (): Promise<readonly string[] | undefined> =>
    (await liveOrders(wallet, send))?.filter((row) => isPlaced(row, placed)).map((row) => textAt(row, 'id') ?? '');
  let resting = await look();
  for (const orderId of resting ?? []) await send(withJson('DELETE', '/order', { orderId }), wallet);
  for (let turn = 0; turn < LOOKS && resting !== undefined && resting.length > 0; turn += 1) {
    if (turn > 0) await wait(500);
    resting = await look();
  }
  return resting;
}

function isPlaced(row: JsonObject, { ids, unnamed }: Placed): boolean {
  return ids.has(textAt(row, 'id') ?? '') || [...unnamed].some((order) => mayBe(row, order));
}

/** True for a live order of the token, side and size of one that was sent, made no earlier than that. */
function mayBe(row: JsonObject, order: unknown): boolean {
  const side = textAt(order, 'side');
  const size = Number(textAt(order, side === 'BUY' ? 'takerAmount' : 'makerAmount'));
  // The service clock is known to the second alone.
  const earliest = Number(textAt(order, 'timestamp')) - 1_000;
  return (
    textAt(row, 'assetId') === textAt(order, 'tokenId') &&
    textAt(row, 'side') === side &&
    Math.round(Number(textAt(row, 'originalSize')) * MICRO) === size &&
    Date.parse(textAt(row, 'createdAt') ?? '') >= earliest
  );
}

async function liveOrders(wallet: Wallet, send: CleaningHands['send']): Promise<readonly JsonObject[] | undefined> {
  const rows: JsonObject[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const answer = await send(get('/data/orders', cursor === undefined ? {} : { next_cursor: cursor }), wallet);
    if (answer === undefined || answer.status !== 200 || !isObject(answer.json)) return undefined;
    rows.push(...objectsIn(listAt(answer.json, 'data')));
    cursor = textAt(answer.json, 'next_cursor');
    if (cursor === undefined || cursor === '' || cursor === 'LTE=') break;
  }
  return rows;
}
