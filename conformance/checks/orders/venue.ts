/**
 * conformance/checks/orders/venue: what stateful checks see of a market set aside for writes: its book, the caller's live orders and
 * positions. Views of a real deployment may lag behind a write, so they are asked a few times before they are judged.
 */

import { endsPaging } from '../../../spec/cursor.ts';
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { PRICE_ONE, parseUnits } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Query } from '../../../wire/message.ts';
import { get, isSuccess, withJson } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import type { OrderPlan } from './plan.ts';
import { cancel, place, placedId } from './plan.ts';

/** Levels best first; prices in price units, sizes in micro shares. */
type Side = readonly { readonly price: number; readonly size: number }[];
export type Book = { readonly answer: Exchange; readonly bids: Side; readonly asks: Side; readonly last: string };

function sideOf(book: JsonObject | undefined, key: 'bids' | 'asks'): Side {
  const levels = objectsIn(listAt(book, key)).map((level) => ({
    price: parseUnits(textAt(level, 'price') ?? '', 4) ?? 0,
    size: parseUnits(textAt(level, 'size') ?? '', 6) ?? 0,
  }));
  return levels.sort((left, right) => (key === 'bids' ? right.price - left.price : left.price - right.price));
}

export async function readBook(context: CheckContext, token: string): Promise<Book> {
  const answer = await context.send(withJson('POST', '/books', [{ token_id: token }]));
  const book = objectsIn(answer.json).find((row) => textAt(row, 'asset_id') === token);
  return {
    answer,
    bids: sideOf(book, 'bids'),
    asks: sideOf(book, 'asks'),
    last: textAt(book, 'last_trade_price') ?? '',
  };
}

/** Shares resting at one price. */
export function sizeAt(side: Side, price: number): number {
  return side.find((level) => level.price === price)?.size ?? 0;
}

/** Two neighbouring prices inside the spread at which nobody rests; ends the check where the spread is too narrow. */
export async function roomInside(
  context: CheckContext,
  market: WriteMarket,
  outcome: 0 | 1,
): Promise<{ readonly low: number; readonly high: number }> {
  const book = await readBook(context, market.tokenIds[outcome]);
  const bid = book.bids[0]?.price ?? 0;
  const ask = book.asks[0]?.price ?? PRICE_ONE;
  const low = bid + market.tick * Math.max(1, Math.floor((ask - bid) / market.tick / 2) - 1);
  const high = low + market.tick;
  if (high >= ask)
    context.notTestable(
      'the spread of the market set aside is narrower than three ticks',
      'name a market with a wider spread in the credentials file',
    );
  return { low, high };
}

/** A market set aside for writes; another one for each `turn`, so that checks keep out of each other's way. */
export function writeMarket(context: CheckContext, turn: number): WriteMarket {
  const markets = context.bindings.writeMarkets;
  const market = markets[turn % markets.length];
  if (market === undefined)
    context.notTestable('no market is set aside for writes', 'name markets in the credentials file');
  return market;
}

/** The first two wallets of the credentials file. */
export function twoWallets(context: CheckContext): readonly [Wallet, Wallet] {
  const [first, second] = context.wallets;
  if (first === undefined || second === undefined)
    context.notTestable('fewer than two wallets', 'give two wallets in the credentials file');
  return [first, second];
}

/**
 * The wallet that never sends a heartbeat: the last one. Heartbeats are sent as the first wallet alone, because a key that has
 * started them loses its orders whenever they stop.
 */
export function calmWallet(context: CheckContext): Wallet {
  return context.wallets.at(-1) ?? twoWallets(context)[1];
}

/** Live orders as answered: the rows, and the answer that deviations cite. */
export type LiveOrders = { readonly answer: Exchange; readonly rows: readonly JsonObject[] };

/** One page of the live orders of a wallet that satisfy the filters. */
export async function livePage(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<LiveOrders> {
  const answer = await context.send(get('/data/orders', query), wallet);
  return { answer, rows: objectsIn(listAt(answer.json, 'data')) };
}

/** Pages that are followed. */
const PAGES = 50;

/** All live orders of a wallet that satisfy the filters, with the first answer. */
export async function liveOrders(context: CheckContext, wallet: Wallet, query: Query = {}): Promise<LiveOrders> {
  const first = await livePage(context, wallet, query);
  const rows = [...first.rows];
  let cursor = textAt(first.answer.json, 'next_cursor') ?? '';
  for (let page = 1; page < PAGES && !endsPaging(cursor); page += 1) {
    const next = await livePage(context, wallet, { ...query, next_cursor: cursor });
    rows.push(...next.rows);
    const followed = textAt(next.answer.json, 'next_cursor') ?? '';
    cursor = followed === cursor ? '' : followed;
  }
  return { answer: first.answer, rows };
}

/** The size a wallet holds of one outcome, in shares. */
export async function heldShares(
  context: CheckContext,
  wallet: Wallet,
  market: WriteMarket,
  outcome: 0 | 1,
): Promise<{ readonly answer: Exchange; readonly shares: number; readonly row: JsonObject | undefined }> {
  const answer = await context.send(
    get('/positions', { user: wallet.address, market: market.conditionId, sizeThreshold: '0' }),
  );
  const row = objectsIn(answer.json).find((position) => numberAt(position, 'outcomeIndex') === outcome);
  return { answer, shares: numberAt(row, 'size') ?? 0, row };
}

const PATIENCE = 4;

/** Asks until `holds`, a few times; the last answer is what counts. */
export async function eventually<Seen>(
  context: CheckContext,
  ask: () => Promise<Seen>,
  holds: (seen: Seen) => boolean,
): Promise<Seen> {
  let seen = await ask();
  for (let turn = 0; turn < PATIENCE && !holds(seen); turn += 1) {
    await context.pause(500);
    seen = await ask();
  }
  return seen;
}

/** Places an order that has to be accepted for the check to go on; returns its id. */
export async function placeSound(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
): Promise<{ readonly answer: Exchange; readonly id: string }> {
  const answer = await place(context, wallet, plan);
  const id = placedId(answer);
  if (!isSuccess(answer) || id === undefined) {
    context.notTestable(
      `a ${plan.type} order is not accepted (status ${answer.status})`,
      'give the wallets cash and both tokens of the markets set aside',
    );
  }
  return { answer, id };
}

/** Runs `work` with an order resting, and cancels what is left of it whatever happens. */
export async function withResting<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  work: (id: string, answer: Exchange) => Promise<Result>,
): Promise<Result> {
  const { answer, id } = await placeSound(context, wallet, plan);
  try {
    return await work(id, answer);
  } finally {
    await cancel(context, wallet, id);
  }
}
