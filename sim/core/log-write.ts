/** sim/core/log-write: the events of an order's way, written cell by cell without an object (see `event-log.ts`). */
import type { CloseReason, TradeStatus } from './event.ts';
import { addLeg, beginEvent, chunkAt, type EventLog, KIND_BITS, KIND_CODES, LEG_CELLS } from './event-log.ts';
import type { Ticket } from './ticket.ts';

/** Flags above the kind in the first int of an accepted order. */
export const POST_ONLY = 1 << KIND_BITS;
export const HAS_EXPIRY = 1 << (KIND_BITS + 1);
export const HAS_DELAY = 1 << (KIND_BITS + 2);
export const HAS_TEXT_SALT = 1 << (KIND_BITS + 3);
/** UTF-16 units in one cell of a text: an exact integer of 48 bits. */
export const TEXT_UNITS = 3;
const UNIT = 0x1_0000;

export const CLOSE_REASONS: readonly CloseReason[] = [
  'matched',
  'cancelled',
  'expired',
  'killed',
  'heartbeat',
  'self-trade',
  'market-closed',
  'tick-changed',
];
export const MATCHED = 0;
export const CANCELLED = 1;
export const EXPIRED = 2;
export const KILLED = 3;
export const HEARTBEAT = 4;
export const SELF_TRADE = 5;
export const MARKET_CLOSED = 6;
export const TICK_CHANGED = 7;

export const TRADE_STATUSES: readonly TradeStatus[] = ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED'];
export const IS_MATCHED = 0;
export const IS_MINED = 1;
export const IS_CONFIRMED = 2;
export const IS_RETRYING = 3;
export const IS_FAILED = 4;

const ACCEPTED_CELLS = 7;
const TRADE_CELLS = 9;
/** What the log keeps of packed terms: price, outcome and side of a maker, outcome and side of a taker. */
const MAKER_TERMS = 0xffff;
const TAKER_TERMS = 0xc000;
const CLOSED_CELLS = 4;

/** Answers the address of the event. `terms` are the ticket's, packed; `delayedUntil` is -1 for none. */
export function writeAccepted(
  log: EventLog,
  at: number,
  order: number,
  ticket: Ticket,
  terms: number,
  delayedUntil: number,
): number {
  const { expiresAt, salt, saltText } = ticket;
  let head = KIND_CODES['order-accepted'];
  let cells = ACCEPTED_CELLS;
  if (ticket.postOnly) head |= POST_ONLY;
  if (expiresAt >= 0) {
    head |= HAS_EXPIRY;
    cells += 1;
  }
  if (delayedUntil >= 0) {
    head |= HAS_DELAY;
    cells += 1;
  }
  if (salt < 0) {
    head |= HAS_TEXT_SALT;
    cells += Math.ceil(saltText.length / TEXT_UNITS);
  }
  const start = beginEvent(log, head, cells, at);
  const { floats, ints, base } = log.chunk;
  ints[start * 2 + 4] = order;
  ints[start * 2 + 5] = ticket.wallet;
  ints[start * 2 + 6] = ticket.market;
  ints[start * 2 + 7] = terms;
  // Adding 0 makes 0 of -0, which is the same key.
  floats[start + 4] = ticket.key + 0;
  floats[start + 5] = ticket.size;
  floats[start + 6] = salt < 0 ? saltText.length : salt;
  let next = start + ACCEPTED_CELLS;
  if (expiresAt >= 0) floats[next++] = expiresAt + 0;
  if (delayedUntil >= 0) floats[next++] = delayedUntil;
  if (salt < 0) writeText(floats, next, saltText);
  return base + start;
}

function writeText(floats: Float64Array, start: number, text: string): void {
  for (let at = 0; at < text.length; at += TEXT_UNITS) {
    let cell = 0;
    for (let unit = at + TEXT_UNITS - 1; unit >= at; unit -= 1) {
      cell = cell * UNIT + (unit < text.length ? text.charCodeAt(unit) : 0);
    }
    floats[start + at / TEXT_UNITS] = cell; // exact: it counts in steps of so many
  }
}

/** Answers the address of the event. `reason` is its place in `CLOSE_REASONS`. */
export function writeClosed(log: EventLog, at: number, order: number, reason: number, remaining: number): number {
  const start = beginEvent(log, KIND_CODES['order-closed'], CLOSED_CELLS, at);
  const { floats, ints, base } = log.chunk;
  ints[start * 2 + 4] = order;
  ints[start * 2 + 5] = reason;
  floats[start + 3] = remaining;
  return base + start;
}

/** One leg of the trade that `writeTrade` will tell, `terms` and `takerTerms` as packed by `order-terms.ts`. */
export function writeLeg(
  log: EventLog,
  order: number,
  wallet: number,
  key: number,
  terms: number,
  takerPrice: number,
  size: number,
  cash: number,
  fee: number,
  takerCash: number,
  takerFee: number,
): void {
  const start = addLeg(log);
  const { floats, ints } = log.legs;
  ints[start * 2] = order;
  ints[start * 2 + 1] = wallet;
  ints[start * 2 + 2] = terms & MAKER_TERMS;
  ints[start * 2 + 3] = takerPrice;
  floats[start + 2] = key;
  floats[start + 3] = size;
  floats[start + 4] = cash;
  floats[start + 5] = fee;
  floats[start + 6] = takerCash;
  floats[start + 7] = takerFee;
}

/** A trade with the legs written since the last one. Answers its address. */
export function writeTrade(
  log: EventLog,
  kind: 'trade' | 'trade-reversed',
  at: number,
  trade: number,
  market: number,
  takerOrder: number,
  takerWallet: number,
  takerKey: number,
  takerTerms: number,
  size: number,
  cash: number,
  fee: number,
): number {
  const { legs } = log;
  const start = beginEvent(log, KIND_CODES[kind], TRADE_CELLS + legs.count * LEG_CELLS, at);
  const { floats, ints, base } = log.chunk;
  ints[start * 2 + 4] = trade;
  ints[start * 2 + 5] = market;
  ints[start * 2 + 6] = takerOrder;
  ints[start * 2 + 7] = takerWallet;
  ints[start * 2 + 8] = takerTerms & TAKER_TERMS;
  ints[start * 2 + 9] = legs.count;
  floats[start + 5] = takerKey;
  floats[start + 6] = size;
  floats[start + 7] = cash;
  floats[start + 8] = fee;
  const end = legs.count * LEG_CELLS;
  for (let cell = 0; cell < end; cell += 1) floats[start + TRADE_CELLS + cell] = legs.floats[cell] as number;
  legs.count = 0;
  return base + start;
}

/** Tells a trade again, as reversed at this moment. */
export function writeReversed(log: EventLog, at: number, tradeAddress: number): void {
  const from = chunkAt(log, tradeAddress);
  const offset = tradeAddress - from.base;
  const cells = from.ints[offset * 2 + 1] as number;
  const start = beginEvent(log, KIND_CODES['trade-reversed'], cells, at);
  log.chunk.floats.set(from.floats.subarray(offset + 2, offset + cells), start + 2);
}

/** An event of a few whole numbers, after one pair of ints. */
export function writeShort(
  log: EventLog,
  kind: keyof typeof KIND_CODES,
  at: number,
  one: number,
  other: number,
  numbers: readonly number[] = [],
): void {
  const start = beginEvent(log, KIND_CODES[kind], 3 + numbers.length, at);
  const { floats, ints } = log.chunk;
  ints[start * 2 + 4] = one;
  ints[start * 2 + 5] = other;
  for (const [index, number] of numbers.entries()) floats[start + 3 + index] = number + 0;
}

/** Settlement of a trade; `status` is its place in `TRADE_STATUSES`. */
export function writeStatus(log: EventLog, at: number, trade: number, status: number): void {
  const start = beginEvent(log, KIND_CODES['trade-status'], 3, at);
  log.chunk.ints[start * 2 + 4] = trade;
  log.chunk.ints[start * 2 + 5] = status;
}
