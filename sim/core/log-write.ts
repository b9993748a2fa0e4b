/**
 * sim/core/log-write: writes events by the tables of `log-layout.ts`. The events that every order causes are written
 * without an object or an array; the oracles compare them with those that `writeEvent` makes of the same events.
 */
import { invariant } from '../../base/result.ts';
import { PRICE_ONE } from '../../base/units.ts';
import type { OrderNumber } from '../../spec/venue/command.ts';
import type { Event, MakerLeg, Trade } from '../../spec/venue/event.ts';
import {
  addLeg,
  beginEvent,
  CELLS_LIMIT,
  cellsOf,
  cellsOfTrade,
  chunkAt,
  type EventLog,
  kindAt,
  makeRoomForTrade,
} from './event-log.ts';
import {
  ACCEPTED,
  ACCEPTED_FLAGS,
  CLOSED,
  cellsOfEvent,
  cellsOfText,
  type EventOf,
  FAR_KEY,
  KIND_CODES,
  LEG,
  LENGTH_SHIFT,
  REASON_CODES,
  STATUS_CODES,
  TRADE,
  TRADE_FLAGS,
  writeText,
} from './log-layout.ts';
import { packTerms, packToken, TOKEN_BITS } from './order-terms.ts';
import { fillTicket, newTicket, type Ticket } from './ticket.ts';
import { intAt } from './typed-arrays.ts';

/** A trade without its legs, and without the kind. */
export type TradeTotals = Omit<Trade, 'makers'>;

/** Writes any event. */
export function writeEvent(log: EventLog, event: Event): void {
  const { kind, at } = event;
  if (kind === 'trade' || kind === 'trade-reversed') {
    for (const leg of event.makers) writeLeg(log, leg);
    writeTrade(log, event, KIND_CODES[kind]);
  } else if (kind === 'order-accepted') {
    const ticket = newTicket();
    fillTicket(ticket, event);
    writeAccepted(log, ticket, { at, order: event.order, delayedUntil: event.delayedUntil ?? -1 });
  } else if (kind === 'order-closed') writeClosed(log, event);
  else if (kind === 'trade-status') writeStatus(log, event);
  else {
    const { subject, count, behind } = cellsOfEvent(event);
    const start = beginEvent(log, { code: KIND_CODES[kind], flags: 0, cells: 2 + count, at, subject });
    // Adding 0 makes 0 of -0.
    for (let cell = 0; cell < count; cell += 1) log.chunk.floats[start + 2 + cell] = Number(behind[cell]) + 0;
  }
}

/** The result of an acceptance; `delayedUntil` is -1 without a delay. */
export type Acceptance = { readonly at: number; readonly order: OrderNumber; readonly delayedUntil: number };

/** Returns the address of the event. */
export function writeAccepted(log: EventLog, ticket: Ticket, { at, order, delayedUntil }: Acceptance): number {
  const { key, expiresAt, salt, saltText } = ticket;
  const textCells = salt < 0 ? cellsOfText(saltText.length) : 0;
  let flags = salt < 0 ? ACCEPTED_FLAGS.textSalt : 0;
  let cells = ACCEPTED.cells + textCells;
  if (ticket.postOnly) flags |= ACCEPTED_FLAGS.postOnly;
  if (isFar(key)) cells += 1;
  if (expiresAt >= 0) {
    flags |= ACCEPTED_FLAGS.expiry;
    cells += 1;
  }
  if (delayedUntil >= 0) {
    flags |= ACCEPTED_FLAGS.delay;
    cells += 1;
  }
  const start = beginEvent(log, { code: KIND_CODES['order-accepted'], flags, cells, at, subject: order });
  const { floats, ints, base } = log.chunk;
  ints[start * 2 + ACCEPTED.wallet] = ticket.wallet;
  ints[start * 2 + ACCEPTED.market] = ticket.market;
  ints[start * 2 + ACCEPTED.key] = isFar(key) ? FAR_KEY : key;
  ints[start * 2 + ACCEPTED.terms] = packTerms(ticket);
  floats[start + ACCEPTED.size] = ticket.size;
  floats[start + ACCEPTED.salt] = salt < 0 ? saltText.length : salt;
  let next = start + ACCEPTED.cells;
  if (isFar(key)) floats[next++] = key;
  if (expiresAt >= 0) floats[next++] = expiresAt + 0;
  if (delayedUntil >= 0) floats[next++] = delayedUntil;
  if (salt < 0) writeText(floats, next, saltText);
  invariant(next + textCells === start + cells, 'an accepted order fills its cells');
  return base + start;
}

function isFar(key: number) {
  return key > 0x7fff_ffff;
}

/** Returns the address of the event. */
export function writeClosed(
  log: EventLog,
  { at, order, reason, remaining }: Omit<EventOf<'order-closed'>, 'kind'>,
): number {
  invariant(remaining >= 0, 'an order never trades more than its size');
  const cells = remaining === 0 ? CLOSED.remaining : CLOSED.cells;
  const start = beginEvent(log, {
    code: KIND_CODES['order-closed'],
    flags: REASON_CODES[reason],
    cells,
    at,
    subject: order,
  });
  if (remaining !== 0) log.chunk.floats[start + CLOSED.remaining] = remaining;
  return log.chunk.base + start;
}

export function writeStatus(log: EventLog, { at, trade, status }: Omit<EventOf<'trade-status'>, 'kind'>): void {
  beginEvent(log, {
    code: KIND_CODES['trade-status'],
    flags: STATUS_CODES[status],
    cells: 2,
    at,
    subject: trade,
  });
}

/** Writes a leg of the trade that `writeTrade` completes. */
export function writeLeg(log: EventLog, leg: MakerLeg): void {
  const start = addLeg(log);
  const { floats, ints } = log.chunk;
  const { key } = leg;
  invariant(leg.takerPrice > 0 && leg.takerPrice < PRICE_ONE, 'a price fits into its bits');
  ints[start * 2 + LEG.order] = leg.order;
  ints[start * 2 + LEG.wallet] = leg.wallet;
  ints[start * 2 + LEG.key] = isFar(key) ? FAR_KEY : key;
  ints[start * 2 + LEG.terms] = packToken(leg) | (leg.takerPrice << TOKEN_BITS);
  floats[start + LEG.size] = leg.size;
  floats[start + LEG.cash] = leg.cash;
  floats[start + LEG.fee] = leg.fee;
  floats[start + LEG.takerCash] = leg.takerCash;
  floats[start + LEG.takerFee] = leg.takerFee;
  if (isFar(key)) log.legs.farKeys.set(log.legs.count - 1, key);
}

/** Writes a trade with the legs since the last trade. Returns its address. */
export function writeTrade(log: EventLog, trade: TradeTotals, code = KIND_CODES.trade): number {
  const { legs } = log;
  const { at, outcome, side, takerKey } = trade;
  invariant(legs.count > 0, 'a trade has a leg');
  const hasFarKeys = isFar(takerKey) || legs.farKeys.size > 0;
  const cells = cellsOfTrade(legs.count, hasFarKeys);
  const flags =
    (outcome === 0 ? 0 : TRADE_FLAGS.second) |
    (side === 'BUY' ? 0 : TRADE_FLAGS.sale) |
    (hasFarKeys ? TRADE_FLAGS.farKeys : 0) |
    (cells < CELLS_LIMIT ? 0 : TRADE_FLAGS.long);
  if (log.chunk.end + cells > log.chunk.floats.length) makeRoomForTrade(log, cells);
  const start = beginEvent(log, { code, flags, cells, at, subject: trade.trade });
  if (cells >= CELLS_LIMIT) writeLegCount(log, start);
  const { floats, ints, base } = log.chunk;
  ints[start * 2 + TRADE.market] = trade.market;
  ints[start * 2 + TRADE.takerOrder] = trade.takerOrder;
  ints[start * 2 + TRADE.takerWallet] = trade.takerWallet;
  ints[start * 2 + TRADE.takerKey] = isFar(takerKey) ? FAR_KEY : takerKey;
  floats[start + TRADE.size] = trade.size;
  floats[start + TRADE.cash] = trade.cash;
  floats[start + TRADE.fee] = trade.fee;
  if (hasFarKeys) writeFarKeys(log, start + cellsOfTrade(legs.count, false), takerKey);
  legs.count = 0;
  return base + start;
}

/** Replaces the length of a trade, which has too many cells for the length field, by the number of its legs. */
function writeLegCount({ chunk, legs }: EventLog, start: number) {
  invariant(legs.count < CELLS_LIMIT, 'a trade has fewer legs than its length field holds');
  const head = intAt(chunk.ints, start * 2) & ((1 << LENGTH_SHIFT) - 1);
  chunk.ints[start * 2] = head | (legs.count << LENGTH_SHIFT);
}

/** Writes the keys of the parties of a trade, the taker first; 0 for a key that is an int. */
function writeFarKeys({ chunk, legs }: EventLog, start: number, takerKey: number) {
  chunk.floats[start] = isFar(takerKey) ? takerKey : 0;
  for (let leg = 0; leg < legs.count; leg += 1) chunk.floats[start + 1 + leg] = legs.farKeys.get(leg) ?? 0;
  legs.farKeys.clear();
}

/** Repeats a trade, as reversed at this moment. */
export function writeReversed(log: EventLog, at: number, tradeAddress: number): void {
  const from = chunkAt(log, tradeAddress);
  const offset = tradeAddress - from.base;
  const cells = cellsOf(from, offset);
  const subject = intAt(from.ints, offset * 2 + 1);
  invariant(kindAt(from, offset) === 'trade', 'only a trade is reversed');
  const start = beginEvent(log, { code: KIND_CODES['trade-reversed'], flags: 0, cells, at, subject });
  // Flags and length are those of the trade.
  log.chunk.ints[start * 2] = intAt(from.ints, offset * 2) - KIND_CODES.trade + KIND_CODES['trade-reversed'];
  log.chunk.floats.set(from.floats.subarray(offset + 2, offset + cells), start + 2);
}
