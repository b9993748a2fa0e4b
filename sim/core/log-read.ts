/** sim/core/log-read: decodes cells of the log to the events of `event.ts`. */
import { assertNever, invariant } from '../../base/result.ts';
import type { CloseReason, Event, MakerLeg, TradeEvent } from '../../spec/venue/event.ts';
import {
  cellsOf,
  chunkAt,
  EVENT_KINDS,
  type EventLog,
  FLAGS,
  HAS_FAR_KEYS,
  KIND_BITS,
  KIND_CODES,
  KIND_MASK,
  LEG_CELLS,
  TRADE_CELLS,
} from './event-log.ts';
import {
  ACCEPTED_CELLS,
  CLOSE_REASONS,
  FAR_KEY,
  HAS_DELAY,
  HAS_EXPIRY,
  HAS_TEXT_SALT,
  MAKER_TERMS,
  MAKER_TERMS_BITS,
  POST_ONLY,
  TAKER_TERMS,
  TAKER_TERMS_SHIFT,
  TEXT_UNITS,
  TRADE_STATUSES,
} from './log-write.ts';
import { outcomeIn, priceIn, sideIn, typeIn } from './order-terms.ts';
import { floatAt, intAt } from './typed-arrays.ts';

export const MARKET_STATES = ['open', 'paused', 'closed'] as const;

/** An event in the log: the views of its chunk, its first cell as an index of doubles, and its length. */
type Place = {
  readonly ints: Int32Array;
  readonly floats: Float64Array;
  readonly start: number;
  readonly cells: number;
};

export function readEvent(log: EventLog, address: number): Event {
  const chunk = chunkAt(log, address);
  const start = address - chunk.base;
  const place = { ints: chunk.ints, floats: chunk.floats, start, cells: cellsOf(chunk, start) };
  const head = one(place, 0);
  const subject = other(place, 0);
  const at = number(place, 1);
  const flags = (head & FLAGS) >>> KIND_BITS;
  const kind = EVENT_KINDS[(head & KIND_MASK) - 1];
  invariant(kind !== undefined, 'there is an event at this address');
  switch (kind) {
    case 'order-accepted':
      return readAccepted(place, at);
    case 'trade':
    case 'trade-reversed':
      return readTrade(place, kind, at);
    case 'order-closed': {
      const remaining = place.cells > 2 ? number(place, 2) : 0;
      return { kind, at, order: subject, reason: member(CLOSE_REASONS, flags), remaining };
    }
    case 'order-reduced':
      return { kind, at, order: subject, size: number(place, 2) };
    case 'order-released':
      return { kind, at, order: subject };
    case 'trade-status':
      return { kind, at, trade: subject, status: member(TRADE_STATUSES, flags) };
    case 'heartbeat-kept':
    case 'heartbeat-lost':
      return { kind, at, key: number(place, 2) };
    case 'wallet-opened':
      return { kind, at, wallet: subject };
    case 'deposited':
      return { kind, at, wallet: subject, amount: number(place, 2) };
    case 'split':
    case 'merged':
      return { kind, at, wallet: subject, market: number(place, 2), size: number(place, 3) };
    case 'redeemed':
      return { kind, at, wallet: subject, market: number(place, 2), sizes: pair(place, 3), paid: pair(place, 5) };
    case 'market-listed':
      return { kind, at, market: subject, terms: readTerms(place) };
    case 'market-state':
      return { kind, at, market: subject, state: member(MARKET_STATES, number(place, 2)) };
    case 'market-resolved':
      return { kind, at, market: subject, payout: pair(place, 2) };
    case 'tick-changed':
      return { kind, at, market: subject, tick: number(place, 2) };
    case 'markets-grouped':
      return { kind, at, group: subject, markets: numbers(place, 2, place.cells - 2) };
    case 'converted':
      return readConverted(place, at, subject);
    case 'transferred':
      return readTransfer(place, at, subject);
    case 'noted':
      return { kind, at, text: readText(place, 3, number(place, 2)) };
    default:
      return assertNever(kind);
  }
}

/** The wallet of the order that was accepted at an address; reads nothing else. */
export function acceptedWallet(log: EventLog, address: number): number {
  const { ints, base } = chunkAt(log, address);
  const head = intAt(ints, (address - base) * 2);
  invariant((head & KIND_MASK) === KIND_CODES['order-accepted'], 'an order was accepted where its index says');
  return intAt(ints, (address - base) * 2 + 4);
}

export function closedReason(log: EventLog, address: number): CloseReason {
  const { ints, base } = chunkAt(log, address);
  const head = intAt(ints, (address - base) * 2);
  invariant((head & KIND_MASK) === KIND_CODES['order-closed'], 'an order has ended where its index says');
  return member(CLOSE_REASONS, (head & FLAGS) >>> KIND_BITS);
}

function readAccepted(place: Place, at: number): Event {
  const head = one(place, 0);
  const terms = other(place, 3);
  const salt = number(place, 5);
  const nearKey = one(place, 3);
  let next = ACCEPTED_CELLS;
  const key = nearKey === FAR_KEY ? number(place, next++) : nearKey;
  const expiresAt = (head & HAS_EXPIRY) === 0 ? undefined : number(place, next++);
  const delayedUntil = (head & HAS_DELAY) === 0 ? undefined : number(place, next++);
  return {
    kind: 'order-accepted',
    at,
    order: other(place, 0),
    wallet: one(place, 2),
    key,
    market: other(place, 2),
    outcome: outcomeIn(terms),
    side: sideIn(terms),
    type: typeIn(terms),
    price: priceIn(terms),
    size: number(place, 4),
    postOnly: (head & POST_ONLY) !== 0,
    expiresAt,
    salt: (head & HAS_TEXT_SALT) === 0 ? String(salt) : readText(place, next, salt),
    delayedUntil,
  };
}

/** Weights of the UTF-16 units of a cell. */
const UNIT_WEIGHTS = [1, 0x1_0000, 0x1_0000_0000];

function readText(place: Place, next: number, length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 1) {
    const cell = number(place, next + Math.floor(at / TEXT_UNITS));
    const weight = UNIT_WEIGHTS[at % TEXT_UNITS] as number;
    text += String.fromCharCode(Math.floor(cell / weight) % 0x1_0000);
  }
  return text;
}

function readTrade(place: Place, kind: TradeEvent['kind'] | 'trade-reversed', at: number): Event {
  const head = one(place, 0);
  const terms = (head << TAKER_TERMS_SHIFT) & TAKER_TERMS;
  const hasFarKeys = (head & HAS_FAR_KEYS) !== 0;
  const cellsALeg = hasFarKeys ? LEG_CELLS + 1 : LEG_CELLS;
  // The taker's far key is one cell more, and less than a leg.
  const legs = Math.floor((place.cells - TRADE_CELLS) / cellsALeg);
  const farKeys = TRADE_CELLS + legs * LEG_CELLS;
  const makers: MakerLeg[] = [];
  for (let leg = 0; leg < legs; leg += 1) {
    const cell = TRADE_CELLS + leg * LEG_CELLS;
    makers.push(readLeg(place, cell, keyIn(place, one(place, cell + 1), farKeys + leg + 1)));
  }
  return {
    kind,
    at,
    trade: other(place, 0),
    market: one(place, 2),
    takerOrder: other(place, 2),
    takerWallet: one(place, 3),
    takerKey: keyIn(place, other(place, 3), farKeys),
    outcome: outcomeIn(terms),
    side: sideIn(terms),
    size: number(place, 4),
    cash: number(place, 5),
    fee: number(place, 6),
    makers,
  };
}

/** The key of a party, in a separate cell if it is no int. */
function keyIn(place: Place, near: number, farCell: number): number {
  return near === FAR_KEY ? number(place, farCell) : near;
}

function readLeg(place: Place, cell: number, key: number): MakerLeg {
  const packed = other(place, cell + 1);
  const terms = packed & MAKER_TERMS;
  return {
    order: one(place, cell),
    wallet: other(place, cell),
    key,
    outcome: outcomeIn(terms),
    side: sideIn(terms),
    price: priceIn(terms),
    size: number(place, cell + 2),
    cash: number(place, cell + 3),
    fee: number(place, cell + 4),
    takerPrice: packed >>> MAKER_TERMS_BITS,
    takerCash: number(place, cell + 5),
    takerFee: number(place, cell + 6),
  };
}

function readTerms(place: Place): Extract<Event, { kind: 'market-listed' }>['terms'] {
  const [tick = 0, minSize = 0, rate = 0, exponent = 0, takerOnly = 0, delayMs = 0] = numbers(place, 2, 6);
  return { tick, minSize, fee: { rate, exponent: exponent as 0 | 1 | 2, takerOnly: takerOnly === 1 }, delayMs };
}

function readConverted(place: Place, at: number, wallet: number): Event {
  const [group = 0, size = 0, paid = 0, count = 0, rest = 0] = numbers(place, 2, 5);
  const markets = numbers(place, 7, count);
  return { kind: 'converted', at, wallet, group, markets, others: numbers(place, 7 + count, rest), size, paid };
}

function readTransfer(place: Place, at: number, wallet: number): Event {
  const common = { kind: 'transferred', at, wallet, to: number(place, 2), amount: number(place, 3) } as const;
  if (place.cells === 4) return common;
  return { ...common, market: number(place, 4), outcome: number(place, 5) as 0 | 1 };
}

function one({ ints, start }: Place, cell: number): number {
  return intAt(ints, (start + cell) * 2);
}

function other({ ints, start }: Place, cell: number): number {
  return intAt(ints, (start + cell) * 2 + 1);
}

function number({ floats, start }: Place, cell: number): number {
  return floatAt(floats, start + cell);
}

function numbers(place: Place, cell: number, count: number): number[] {
  const read: number[] = [];
  for (let index = 0; index < count; index += 1) read.push(number(place, cell + index));
  return read;
}

function pair(place: Place, cell: number): readonly [number, number] {
  return [number(place, cell), number(place, cell + 1)];
}

function member<Value>(values: readonly Value[], code: number): Value {
  const value = values[code];
  invariant(value !== undefined, 'a code in the log is in its table');
  return value;
}
