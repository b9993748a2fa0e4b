/**
 * sim/core/log-layout: the cells of each event. `log-write.ts` writes and `log-read.ts` reads by these tables. An event
 * begins with a cell of ints (kind, flags and length in one, the number of its subject in the other) and its moment, a
 * double. Its other cells follow.
 */
import { invariant } from '../../base/result.ts';
import type { MarketTerms, OutcomeIndex } from '../../spec/venue/command.ts';
import type { CloseReason, Event, TradeStatus } from '../../spec/venue/event.ts';
import { floatAt } from './typed-arrays.ts';

export type EventOf<Kind extends Event['kind']> = Extract<Event, { readonly kind: Kind }>;
/** Kinds with cells of a form of their own; the others are lists of fields. */
type OwnKind = 'order-accepted' | 'trade' | 'trade-reversed' | 'trade-status' | 'order-closed';
export type PlainKind = Exclude<Event['kind'], OwnKind>;

/** The bundle of the core makes constants of functions: one that a constant needs comes before it. */
function codesOf<Value extends string>(values: readonly Value[]): Readonly<Record<Value, number>> {
  return Object.fromEntries(values.map((value, code) => [value, code])) as Record<Value, number>;
}

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
export const TRADE_STATUSES: readonly TradeStatus[] = ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED', 'HELD'];

export const REASON_CODES = codesOf(CLOSE_REASONS);
export const STATUS_CODES = codesOf(TRADE_STATUSES);

/** Bits of the first int: the code of the kind, four flags above it, and above those the length in cells. */
export const KIND_BITS = 5;
export const FLAGS_MASK = 0xf;
export const LENGTH_SHIFT = 9;

/** An accepted order: ints (wallet to terms), doubles, then a far key, expiry, delay and text of the salt, if any. */
export const ACCEPTED = { wallet: 4, market: 5, key: 6, terms: 7, size: 4, salt: 5, cells: 6 } as const;
export const ACCEPTED_FLAGS = { postOnly: 1, expiry: 2, delay: 4, textSalt: 8 } as const;
/** Stands for a far key: one that is no int. */
export const FAR_KEY = -1;
/** A trade, as an accepted order. Behind the legs: the keys of the taker and the makers, if one of them is far. */
export const TRADE = {
  market: 4,
  takerOrder: 5,
  takerWallet: 6,
  takerKey: 7,
  size: 4,
  cash: 5,
  fee: 6,
  cells: 7,
} as const;
/** `long`: the length counts legs, because there are too many cells. */
export const TRADE_FLAGS = { second: 1, sale: 2, farKeys: 4, long: 8 } as const;
/** A leg of a trade, counted from its first cell: ints (order to terms, the taker's price above) and doubles. */
export const LEG = {
  order: 0,
  wallet: 1,
  key: 2,
  terms: 3,
  size: 2,
  cash: 3,
  fee: 4,
  takerCash: 5,
  takerFee: 6,
  cells: 7,
} as const;

/** An order that has ended, with its reason in the flags; the last cell is left out if nothing remained. */
export const CLOSED = { remaining: 2, cells: 3 } as const;

/** An event without its kind and moment, as numbers: `count` cells behind those two. */
type Cells = { subject: number; count: number; readonly behind: number[] };

/** The same in a log: the cells from `next` to before `end` are still to be read. */
type Unread = {
  readonly subject: number;
  readonly floats: Float64Array;
  readonly end: number;
  next: number;
};

/** Writes the value of a field, and reads it back. Fields are read in the order in which they were written. */
type Codec<Value, Whole = unknown> = {
  readonly write: (cells: Cells, value: Value, whole: Whole) => void;
  readonly read: (cells: Unread) => Value;
};

function take(cells: Unread): number {
  invariant(cells.next < cells.end, 'an event has a cell for each of its fields');
  return floatAt(cells.floats, cells.next++);
}

function takeMany(cells: Unread, count: number): number[] {
  const taken: number[] = [];
  while (taken.length < count) taken.push(take(cells));
  return taken;
}

function put(cells: Cells, value: number) {
  cells.behind[cells.count++] = value;
}

function putAll(cells: Cells, values: readonly number[]) {
  for (const value of values) put(cells, value);
}

function leftIn({ end, next }: Unread) {
  return end - next;
}

const SUBJECT: Codec<number> = {
  write: (cells, value) => {
    cells.subject = value;
  },
  read: ({ subject }) => subject,
};
const NUMBER: Codec<number> = { write: put, read: take };
const PAIR: Codec<readonly [number, number]> = {
  write: putAll,
  read: (cells) => [take(cells), take(cells)],
};
/** Numbers up to the end of the event. */
const REST: Codec<readonly number[]> = {
  write: putAll,
  read: (cells) => takeMany(cells, leftIn(cells)),
};
/** The count of these markets, that of the others, and these markets. */
const MARKETS: Codec<readonly number[], EventOf<'converted'>> = {
  write: (cells, markets, { others }) => putAll(cells, [markets.length, others.length, ...markets]),
  read: (cells) => {
    const [count = 0] = takeMany(cells, 2);
    return takeMany(cells, count);
  },
};
const TERMS: Codec<MarketTerms> = {
  write: (cells, { tick, minSize, fee, delayMs }) =>
    putAll(cells, [tick, minSize, fee.rate, fee.exponent, fee.takerOnly ? 1 : 0, delayMs]),
  read: (cells) => {
    const [tick = 0, minSize = 0, rate = 0, exponent = 0, takerOnly = 0, delayMs = 0] = takeMany(cells, 6);
    return { tick, minSize, fee: { rate, exponent: exponent as 0 | 1 | 2, takerOnly: takerOnly === 1 }, delayMs };
  },
};
/** The length, and the text. */
const TEXT: Codec<string> = {
  write: (cells, text) => {
    put(cells, text.length);
    writeText(cells.behind, cells.count, text);
    cells.count += cellsOfText(text.length);
  },
  read: (cells) => {
    const length = take(cells);
    const first = cells.next;
    invariant(leftIn(cells) === cellsOfText(length), 'a text fills the last cells of its event');
    cells.next = cells.end;
    return textAt(cells.floats, first, length);
  },
};

function optional<Value extends number>(): Codec<Value | undefined> {
  return {
    write: (cells, value) => value !== undefined && put(cells, value),
    read: (cells) => (leftIn(cells) === 0 ? undefined : (take(cells) as Value)),
  };
}

export function memberAt<Value>(values: readonly Value[], code: number): Value {
  const value = values[code];
  invariant(value !== undefined, 'a code in the log is in its table');
  return value;
}

/** The index of the value in a list. */
function member<Value>(values: readonly Value[]): Codec<Value> {
  return {
    write: (cells, value) => put(cells, values.indexOf(value)),
    read: (cells) => memberAt(values, take(cells)),
  };
}

type Fields<Whole extends Event> = {
  readonly [Name in Exclude<keyof Whole, 'kind' | 'at'>]-?: Codec<Whole[Name], Whole>;
};

const SETS = { wallet: SUBJECT, market: NUMBER, size: NUMBER };

/** The fields of each event, in the order of their cells. The code of a kind is its place in this table, from 1 on. */
const LAYOUT: { readonly [Kind in PlainKind]: Fields<EventOf<Kind>> } & Readonly<Record<OwnKind, object>> = {
  'market-listed': { market: SUBJECT, terms: TERMS },
  'wallet-opened': { wallet: SUBJECT },
  deposited: { wallet: SUBJECT, amount: NUMBER },
  split: SETS,
  merged: SETS,
  redeemed: { wallet: SUBJECT, market: NUMBER, sizes: PAIR, paid: PAIR },
  'order-accepted': ACCEPTED,
  trade: TRADE,
  'trade-reversed': TRADE,
  'order-reduced': { order: SUBJECT, size: NUMBER },
  'order-released': { order: SUBJECT },
  'trade-status': {},
  'order-closed': CLOSED,
  'heartbeat-kept': { key: NUMBER },
  'heartbeat-lost': { key: NUMBER },
  'market-state': { market: SUBJECT, state: member(['open', 'paused', 'closed']) },
  'market-resolved': { market: SUBJECT, payout: PAIR },
  'tick-changed': { market: SUBJECT, tick: NUMBER },
  'markets-grouped': { group: SUBJECT, markets: REST },
  converted: { wallet: SUBJECT, group: NUMBER, size: NUMBER, paid: NUMBER, markets: MARKETS, others: REST },
  transferred: { wallet: SUBJECT, to: NUMBER, amount: NUMBER, market: optional(), outcome: optional<OutcomeIndex>() },
  noted: { text: TEXT },
};

export const EVENT_KINDS = Object.keys(LAYOUT) as readonly Event['kind'][];
export const KIND_CODES = Object.fromEntries(EVENT_KINDS.map((kind, index) => [kind, index + 1])) as Readonly<
  Record<Event['kind'], number>
>;

type AnyField = { readonly name: string; readonly codec: Codec<unknown> };
const ROWS = Object.fromEntries(
  Object.entries(LAYOUT).map(([kind, fields]) => [
    kind,
    Object.entries(fields).map(([name, codec]) => ({ name, codec })),
  ]),
) as unknown as Record<PlainKind, readonly AnyField[]>;

const scratch: Cells = { subject: 0, count: 0, behind: [] };

/** The cells of an event, until the next call. */
export function cellsOfEvent(event: EventOf<PlainKind>): Cells {
  scratch.subject = 0;
  scratch.count = 0;
  const values = event as unknown as Readonly<Record<string, unknown>>;
  for (const { name, codec } of ROWS[event.kind]) codec.write(scratch, values[name], event);
  return scratch;
}

export function eventOfCells(kind: PlainKind, at: number, cells: Unread): Event {
  const event: Record<string, unknown> = { kind, at };
  for (const { name, codec } of ROWS[kind]) {
    const value = codec.read(cells);
    if (value !== undefined) event[name] = value;
  }
  invariant(leftIn(cells) === 0, 'every cell of an event belongs to one of its fields');
  return event as unknown as Event;
}

/** A cell of a text holds three UTF-16 units, an exact integer of 48 bits. These are the weights of the last two. */
const TEXT_UNITS = 3;
const SECOND = 0x1_0000;
const THIRD = 0x1_0000_0000;

/** The number of cells of a text. */
export function cellsOfText(length: number): number {
  return Math.ceil(length / TEXT_UNITS);
}

export function writeText(cells: number[] | Float64Array, next: number, text: string): void {
  for (let at = 0; at < text.length; at += TEXT_UNITS)
    cells[next++] = unitAt(text, at) + unitAt(text, at + 1) * SECOND + unitAt(text, at + 2) * THIRD;
}

function unitAt(text: string, at: number) {
  return at < text.length ? text.charCodeAt(at) : 0;
}

/** The bit operators take the low 32 bits of a cell. */
export function textAt(floats: Float64Array, first: number, length: number): string {
  let text = '';
  for (let at = first; text.length < length; at += 1) {
    const cell = floatAt(floats, at);
    text += String.fromCharCode(cell & 0xffff, cell >>> 16, Math.floor(cell / THIRD));
  }
  return text.slice(0, length);
}
