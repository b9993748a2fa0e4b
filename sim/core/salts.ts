/**
 * sim/core/salts: which wallet has used which salt. A table of digests finds the orders that may have the same; the log
 * tells whether one has.
 */
import { intAt } from './cells.ts';
import { readEvent } from './log-read.ts';
import { acceptedAddressOf } from './open-orders.ts';
import type { Venue } from './venue.ts';

export type Salts = {
  /** Open addressing by digest, two ints an entry: the order's number and one (0: none), and the digest. */
  table: Int32Array;
  count: number;
};

export function newSalts(): Salts {
  return { table: new Int32Array(128 * 2), count: 0 };
}

/** The number that a salt is in canonical decimal, -1 where it is none below 2^53. */
export function saltNumber(salt: string): number {
  const { length } = salt;
  if (length === 0 || length > 16 || (length > 1 && salt.charCodeAt(0) === 48)) return -1;
  let value = 0;
  for (let at = 0; at < length; at += 1) {
    const digit = salt.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value <= Number.MAX_SAFE_INTEGER ? value : -1;
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
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** Whether an accepted order of the wallet had this salt. */
export function hasSalt(venue: Venue, wallet: number, salt: string, digest: number): boolean {
  const { table } = venue.salts;
  const mask = (table.length >>> 1) - 1;
  for (let place = digest & mask; ; place = (place + 1) & mask) {
    const link = intAt(table, place * 2);
    if (link === 0) return false;
    if (intAt(table, place * 2 + 1) === digest && isSame(venue, link - 1, wallet, salt)) return true;
  }
}

function isSame(venue: Venue, order: number, wallet: number, salt: string): boolean {
  const event = readEvent(venue.log, acceptedAddressOf(venue.orders, order));
  return event.kind === 'order-accepted' && event.wallet === wallet && event.salt === salt;
}

/** Notes the salt of an accepted order. */
export function addSalt(salts: Salts, order: number, digest: number): void {
  put(salts.table, order + 1, digest);
  salts.count += 1;
  if (salts.count * 4 > salts.table.length) double(salts);
}

function put(table: Int32Array, link: number, digest: number): void {
  const mask = (table.length >>> 1) - 1;
  let place = digest & mask;
  while (intAt(table, place * 2) !== 0) place = (place + 1) & mask;
  table[place * 2] = link;
  table[place * 2 + 1] = digest;
}

function double(salts: Salts): void {
  const old = salts.table;
  salts.table = new Int32Array(old.length * 2);
  for (let at = 0; at < old.length; at += 2) {
    const link = intAt(old, at);
    if (link !== 0) put(salts.table, link, intAt(old, at + 1));
  }
}
