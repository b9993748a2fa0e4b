/** sim/core/log-write: writes events cell by cell, without objects (see `event-log.ts`). */
import { invariant } from '../../base/result.ts';
import type { CloseReason, TradeStatus } from '../../spec/venue/event.ts';
import {
  addLeg,
  beginEvent,
  CELLS_LIMIT,
  cellsOf,
  cellsOfTrade,
  chunkAt,
  type EventLog,
  HAS_FAR_KEYS,
  IS_LONG,
  KIND_BITS,
  KIND_CODES,
  KIND_MASK,
  LENGTH_SHIFT,
  makeRoomForTrade,
} from './event-log.ts';
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

export const TRADE_STATUSES: readonly TradeStatus[] = ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED', 'HELD'];
export const IS_MATCHED = 0;
export const IS_MINED = 1;
export const IS_CONFIRMED = 2;
export const IS_RETRYING = 3;
export const IS_FAILED = 4;
export const IS_HELD = 5;

export const ACCEPTED_CELLS = 6;
const CLOSED_CELLS = 2;
/** The bits of packed terms that the log keeps: price, outcome and side of a maker, outcome and side of a taker. */
export const MAKER_TERMS = 0xffff;
export const MAKER_TERMS_BITS = 16;
export const TAKER_TERMS = 0xc000;
/** The shift that makes them the first flags of a trade. */
export const TAKER_TERMS_SHIFT = 14 - KIND_BITS;
/** Stands for a key that is no int. The key follows at the end; in a trade, the keys of all parties do. */
export const FAR_KEY = -1;

/** Returns the address of the event. `terms` are those of the ticket, packed; `delayedUntil` is -1 without a delay. */
export function writeAccepted(
  log: EventLog,
  at: number,
  order: number,
  ticket: Ticket,
  terms: number,
  delayedUntil: number,
): number {
  const { key, expiresAt, salt, saltText } = ticket;
  let head = KIND_CODES['order-accepted'];
  let cells = ACCEPTED_CELLS;
  if (ticket.postOnly) head |= POST_ONLY;
  if (isFar(key)) cells += 1;
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
  const start = beginEvent(log, head, cells, at, order);
  const { floats, ints, base } = log.chunk;
  ints[start * 2 + 4] = ticket.wallet;
  ints[start * 2 + 5] = ticket.market;
  ints[start * 2 + 6] = isFar(key) ? FAR_KEY : key;
  ints[start * 2 + 7] = terms;
  floats[start + 4] = ticket.size;
  floats[start + 5] = salt < 0 ? saltText.length : salt;
  let next = start + ACCEPTED_CELLS;
  if (isFar(key)) floats[next++] = key;
  if (expiresAt >= 0) floats[next++] = expiresAt + 0;
  if (delayedUntil >= 0) floats[next++] = delayedUntil;
  if (salt < 0) writeText(floats, next, saltText);
  return base + start;
}

function isFar(key: number): boolean {
  return key > 0x7fff_ffff;
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

/** Returns the address of the event. `reason` is an index in `CLOSE_REASONS`. */
export function writeClosed(log: EventLog, at: number, order: number, reason: number, remaining: number): number {
  const head = KIND_CODES['order-closed'] | (reason << KIND_BITS);
  const start = beginEvent(log, head, remaining === 0 ? CLOSED_CELLS : CLOSED_CELLS + 1, at, order);
  if (remaining !== 0) log.chunk.floats[start + CLOSED_CELLS] = remaining;
  return log.chunk.base + start;
}

/** Writes a leg of the trade that `writeTrade` completes. `order-terms.ts` packs the terms. */
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
  const { floats, ints } = log.chunk;
  ints[start * 2] = order;
  ints[start * 2 + 1] = wallet;
  ints[start * 2 + 2] = isFar(key) ? FAR_KEY : key;
  ints[start * 2 + 3] = (terms & MAKER_TERMS) | (takerPrice << MAKER_TERMS_BITS);
  floats[start + 2] = size;
  floats[start + 3] = cash;
  floats[start + 4] = fee;
  floats[start + 5] = takerCash;
  floats[start + 6] = takerFee;
  if (isFar(key)) log.legs.farKeys.set(log.legs.count - 1, key);
}

/** Writes a trade with the legs since the last trade. Returns its address. */
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
  const hasFarKeys = isFar(takerKey) || legs.farKeys.size > 0;
  const terms = (takerTerms & TAKER_TERMS) >>> TAKER_TERMS_SHIFT;
  const head = KIND_CODES[kind] | terms | (hasFarKeys ? HAS_FAR_KEYS : 0);
  const cells = cellsOfTrade(legs.count, hasFarKeys);
  if (log.chunk.end + cells > log.chunk.floats.length) makeRoomForTrade(log, cells);
  const start = beginEvent(log, head, cells, at, trade);
  if (cells >= CELLS_LIMIT) writeLegCount(log, start, head);
  const { floats, ints, base } = log.chunk;
  ints[start * 2 + 4] = market;
  ints[start * 2 + 5] = takerOrder;
  ints[start * 2 + 6] = takerWallet;
  ints[start * 2 + 7] = isFar(takerKey) ? FAR_KEY : takerKey;
  floats[start + 4] = size;
  floats[start + 5] = cash;
  floats[start + 6] = fee;
  if (hasFarKeys) writeFarKeys(log, start + cellsOfTrade(legs.count, false), takerKey);
  legs.count = 0;
  return base + start;
}

/** Writes the length of a trade in legs, because it has too many cells for the length field. */
function writeLegCount({ chunk, legs }: EventLog, start: number, head: number): void {
  invariant(legs.count < CELLS_LIMIT, 'a trade has fewer legs than its length field holds');
  chunk.ints[start * 2] = head | IS_LONG | (legs.count << LENGTH_SHIFT);
}

/** Writes the keys of the parties of a trade, the taker first; 0 for a key that is an int. */
function writeFarKeys({ chunk, legs }: EventLog, start: number, takerKey: number): void {
  chunk.floats[start] = isFar(takerKey) ? takerKey : 0;
  for (let leg = 0; leg < legs.count; leg += 1) chunk.floats[start + 1 + leg] = legs.farKeys.get(leg) ?? 0;
  legs.farKeys.clear();
}

/** Repeats a trade, as reversed at this moment. */
export function writeReversed(log: EventLog, at: number, tradeAddress: number): void {
  const from = chunkAt(log, tradeAddress);
  const offset = tradeAddress - from.base;
  const cells = cellsOf(from, offset);
  const head = ((from.ints[offset * 2] as number) & ~KIND_MASK) | KIND_CODES['trade-reversed'];
  const trade = from.ints[offset * 2 + 1] as number;
  const start = beginEvent(log, KIND_CODES['trade-reversed'], cells, at, trade);
  // Flags and length are those of the trade.
  log.chunk.ints[start * 2] = head;
  log.chunk.floats.set(from.floats.subarray(offset + 2, offset + cells), start + 2);
}

/** An event of a few whole numbers. */
export function writeShort(
  log: EventLog,
  kind: keyof typeof KIND_CODES,
  at: number,
  subject: number,
  numbers: readonly number[] = [],
): void {
  const start = beginEvent(log, KIND_CODES[kind], 2 + numbers.length, at, subject);
  const { floats } = log.chunk;
  for (let index = 0; index < numbers.length; index += 1) floats[start + 2 + index] = (numbers[index] as number) + 0;
}

/** An event that is a text. Its length in UTF-16 units precedes it. */
export function writeNote(log: EventLog, at: number, text: string): void {
  const start = beginEvent(log, KIND_CODES.noted, 3 + Math.ceil(text.length / TEXT_UNITS), at, 0);
  log.chunk.floats[start + 2] = text.length;
  writeText(log.chunk.floats, start + 3, text);
}

/** Settlement of a trade; `status` is an index in `TRADE_STATUSES`. */
export function writeStatus(log: EventLog, at: number, trade: number, status: number): void {
  beginEvent(log, KIND_CODES['trade-status'] | (status << KIND_BITS), 2, at, trade);
}
