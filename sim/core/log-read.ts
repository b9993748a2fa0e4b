/** sim/core/log-read: cells of the log as the events of `event.ts`. */
import { assertNever, invariant } from '../../spec/result.ts';
import { floatAt, intAt } from './cells.ts';
import type { Event, MakerLeg, Trade } from './event.ts';
import { chunkAt, EVENT_KINDS, type EventLog, KIND_BITS, LEG_CELLS } from './event-log.ts';
import {
  CLOSE_REASONS,
  HAS_DELAY,
  HAS_EXPIRY,
  HAS_TEXT_SALT,
  POST_ONLY,
  TEXT_UNITS,
  TRADE_STATUSES,
} from './log-write.ts';
import { outcomeIn, priceIn, sideIn, typeIn } from './order-terms.ts';

export const MARKET_STATES = ['open', 'paused', 'closed'] as const;

/** Where an event is read: its chunk's views, and its first cell as an index of doubles. */
type Place = { readonly ints: Int32Array; readonly floats: Float64Array; readonly start: number };

/** The event at an address. */
export function readEvent(log: EventLog, address: number): Event {
  const { ints, floats, base } = chunkAt(log, address);
  const place = { ints, floats, start: address - base };
  const at = number(place, 1);
  const kind = EVENT_KINDS[(one(place, 0) & ((1 << KIND_BITS) - 1)) - 1];
  invariant(kind !== undefined, 'there is an event at this address');
  switch (kind) {
    case 'order-accepted':
      return readAccepted(place, at);
    case 'trade':
      return { kind, ...readTrade(place, at) };
    case 'trade-reversed':
      return { kind, ...readTrade(place, at) };
    case 'order-closed':
      return {
        kind,
        at,
        order: one(place, 2),
        reason: member(CLOSE_REASONS, other(place, 2)),
        remaining: number(place, 3),
      };
    case 'order-reduced':
      return { kind, at, order: one(place, 2), size: number(place, 3) };
    case 'order-released':
      return { kind, at, order: one(place, 2) };
    case 'trade-status':
      return { kind, at, trade: one(place, 2), status: member(TRADE_STATUSES, other(place, 2)) };
    case 'heartbeat-kept':
    case 'heartbeat-lost':
      return { kind, at, key: number(place, 3) };
    case 'wallet-opened':
      return { kind, at, wallet: one(place, 2) };
    case 'deposited':
      return { kind, at, wallet: one(place, 2), amount: number(place, 3) };
    case 'split':
    case 'merged':
      return { kind, at, wallet: one(place, 2), market: other(place, 2), size: number(place, 3) };
    case 'redeemed':
      return { kind, at, wallet: one(place, 2), market: other(place, 2), sizes: pair(place, 3), paid: pair(place, 5) };
    case 'market-listed':
      return { kind, at, market: one(place, 2), terms: readTerms(place) };
    case 'market-state':
      return { kind, at, market: one(place, 2), state: member(MARKET_STATES, other(place, 2)) };
    case 'market-resolved':
      return { kind, at, market: one(place, 2), payout: pair(place, 3) };
    case 'tick-changed':
      return { kind, at, market: one(place, 2), tick: other(place, 2) };
    case 'markets-grouped':
      return { kind, at, group: one(place, 2), markets: numbers(place, 3, other(place, 2)) };
    case 'converted':
      return readConverted(place, at);
    default:
      return assertNever(kind);
  }
}

function readAccepted(place: Place, at: number): Event {
  const head = one(place, 0);
  const terms = other(place, 3);
  const salt = number(place, 6);
  let next = 7;
  const expiresAt = (head & HAS_EXPIRY) === 0 ? undefined : number(place, next++);
  const delayedUntil = (head & HAS_DELAY) === 0 ? undefined : number(place, next++);
  return {
    kind: 'order-accepted',
    at,
    order: one(place, 2),
    wallet: other(place, 2),
    key: number(place, 4),
    market: one(place, 3),
    outcome: outcomeIn(terms),
    side: sideIn(terms),
    type: typeIn(terms),
    price: priceIn(terms),
    size: number(place, 5),
    postOnly: (head & POST_ONLY) !== 0,
    expiresAt,
    salt: (head & HAS_TEXT_SALT) === 0 ? String(salt) : readText(place, next, salt),
    delayedUntil,
  };
}

/** What a UTF-16 unit counts in its cell, by its place there. */
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

function readTrade(place: Place, at: number): Trade {
  const terms = one(place, 4);
  const makers: MakerLeg[] = [];
  for (let leg = 0; leg < other(place, 4); leg += 1) makers.push(readLeg(place, 9 + leg * LEG_CELLS));
  return {
    at,
    trade: one(place, 2),
    market: other(place, 2),
    takerOrder: one(place, 3),
    takerWallet: other(place, 3),
    takerKey: number(place, 5),
    outcome: outcomeIn(terms),
    side: sideIn(terms),
    size: number(place, 6),
    cash: number(place, 7),
    fee: number(place, 8),
    makers,
  };
}

function readLeg(place: Place, cell: number): MakerLeg {
  const terms = one(place, cell + 1);
  return {
    order: one(place, cell),
    wallet: other(place, cell),
    key: number(place, cell + 2),
    outcome: outcomeIn(terms),
    side: sideIn(terms),
    price: priceIn(terms),
    size: number(place, cell + 3),
    cash: number(place, cell + 4),
    fee: number(place, cell + 5),
    takerPrice: other(place, cell + 1),
    takerCash: number(place, cell + 6),
    takerFee: number(place, cell + 7),
  };
}

function readTerms(place: Place): Extract<Event, { kind: 'market-listed' }>['terms'] {
  const [tick = 0, minSize = 0, rate = 0, exponent = 0, takerOnly = 0, delayMs = 0] = numbers(place, 3, 6);
  return { tick, minSize, fee: { rate, exponent: exponent as 0 | 1 | 2, takerOnly: takerOnly === 1 }, delayMs };
}

function readConverted(place: Place, at: number): Event {
  const count = number(place, 5);
  const rest = number(place, 6);
  return {
    kind: 'converted',
    at,
    wallet: one(place, 2),
    group: other(place, 2),
    markets: numbers(place, 7, count),
    others: numbers(place, 7 + count, rest),
    size: number(place, 3),
    paid: number(place, 4),
  };
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
  return Array.from({ length: count }, (_, index) => number(place, cell + index));
}

function pair(place: Place, cell: number): readonly [number, number] {
  return [number(place, cell), number(place, cell + 1)];
}

function member<Value>(values: readonly Value[], code: number): Value {
  const value = values[code];
  invariant(value !== undefined, 'a code in the log is in its table');
  return value;
}
