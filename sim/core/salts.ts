/**
 * sim/core/salts: which wallet has used which salt. A table of digests finds the orders that may have the same; the log
 * tells whether one has.
 */
import { intAt } from './cells.ts';
import { readEvent } from './log-read.ts';
import { acceptedAddressOf } from './open-orders.ts';
import type { Ticket } from './ticket.ts';
import type { Venue } from './venue.ts';

export type Salts = {
  /** Open addressing by digest, two ints an entry: the order's number and one (0: none), and the digest. */
  table: Int32Array;
  count: number;
};

/** As many digits as always fit an int, and the first number that has one more. */
const INT_DIGITS = 9;
const INT_ONE = 1_000_000_000;

export function newSalts(): Salts {
  return { table: new Int32Array(128 * 2), count: 0 };
}

/** The number that a salt is in canonical decimal, -1 where it is none below 2^53. */
export function saltNumber(salt: string): number {
  const { length } = salt;
  if (length === 0 || length > 16 || (length > 1 && salt.charCodeAt(0) === 48)) return -1;
  const split = length > INT_DIGITS ? length - INT_DIGITS : 0;
  const high = digitsFrom(salt, 0, split);
  const low = digitsFrom(salt, split, length);
  if (high < 0 || low < 0) return -1;
  const value = high * INT_ONE + low;
  return value <= Number.MAX_SAFE_INTEGER ? value : -1;
}

/** The number that at most nine digits make, -1 where one is none. */
function digitsFrom(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** 32 bits of a wallet and its salt; `number` as `saltNumber` gave it. */
export function saltDigest(wallet: number, salt: string, number: number): number {
  let mixed = Math.imul(wallet + 1, 0x85ebca6b);
  if (number < 0) {
    for (let at = 0; at < salt.length; at += 1) mixed = Math.imul(mixed ^ salt.charCodeAt(at), 0x01000193);
  } else {
    const high = Math.floor(number / 0x1_0000_0000); // exact: down to the high word
    mixed ^= Math.imul(number - high * 0x1_0000_0000 - 0x8000_0000, 0x9e3779b1) ^ Math.imul(high, 0xc2b2ae35);
  }
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}

/** Whether an accepted order of the ticket's wallet had its salt. */
export function hasSalt(venue: Venue, ticket: Ticket, digest: number): boolean {
  const { table } = venue.salts;
  for (let place = firstPlace(table, digest); ; place = nextPlace(table, place)) {
    const link = intAt(table, place);
    if (link === 0) return false;
    if (intAt(table, place + 1) === digest && isSame(venue, link - 1, ticket)) return true;
  }
}

function isSame(venue: Venue, order: number, { wallet, salt, saltText }: Ticket): boolean {
  const event = readEvent(venue.log, acceptedAddressOf(venue.orders, order));
  if (event.kind !== 'order-accepted' || event.wallet !== wallet) return false;
  return event.salt === (salt < 0 ? saltText : String(salt));
}

/** Notes the salt of an accepted order. */
export function addSalt(salts: Salts, order: number, digest: number): void {
  put(salts.table, order + 1, digest);
  salts.count += 1;
  if (salts.count * 4 > salts.table.length) double(salts);
}

function put(table: Int32Array, link: number, digest: number): void {
  let place = firstPlace(table, digest);
  while (intAt(table, place) !== 0) place = nextPlace(table, place);
  table[place] = link;
  table[place + 1] = digest;
}

/** Entries stand by the high bits of their digests. */
function firstPlace(table: Int32Array, digest: number): number {
  return (digest >>> (Math.clz32(table.length) + 2)) << 1;
}

function nextPlace(table: Int32Array, place: number): number {
  return (place + 2) & (table.length - 1);
}

/** Goes through both tables once from end to end: in a longer one entries stand in the same order. */
function double(salts: Salts): void {
  const old = salts.table;
  salts.table = new Int32Array(old.length * 2);
  for (let at = 0; at < old.length; at += 2) {
    const link = intAt(old, at);
    if (link !== 0) put(salts.table, link, intAt(old, at + 1));
  }
}
