/**
 * sim/core/salts: which wallet has used which salt. The orders are kept in buckets by digests of the two; a few bits beside
 * each bucket know most new salts as new. Where they do not, the bucket's orders are looked through, and the log tells
 * whether one of them had this very salt.
 */
import { intAt, moreInts } from './cells.ts';
import { readEvent } from './log-read.ts';
import { acceptedAddressOf } from './open-orders.ts';
import type { Ticket } from './ticket.ts';
import type { Venue } from './venue.ts';

export type Salts = {
  /** Two ints a bucket: three bits for each of its orders, and its last order's number and one (0: none). */
  buckets: Int32Array;
  /** What shifts a digest to the number of its bucket. */
  shift: number;
  /** Two ints an order: its digest, and the number and one of the order before it in its bucket. */
  links: Int32Array;
  orders: number;
};

const FIRST_BUCKETS = 32;
const FIRST_SHIFT = 27;
const FIRST_LINKS = 64 * 2;
/** Orders for each bucket before there are twice as many buckets. */
const FILLED = 3;

/** As many digits as always fit an int, and the first number that has one more. */
const INT_DIGITS = 9;
const INT_ONE = 1_000_000_000;

export function newSalts(): Salts {
  const buckets = new Int32Array(FIRST_BUCKETS * 2);
  return { buckets, shift: FIRST_SHIFT, links: new Int32Array(FIRST_LINKS), orders: 0 };
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
  const { buckets, shift } = venue.salts;
  const bits = bitsOf(digest);
  return (intAt(buckets, (digest >>> shift) << 1) & bits) === bits && isInBucket(venue, ticket, digest);
}

function isInBucket(venue: Venue, ticket: Ticket, digest: number): boolean {
  const { buckets, shift, links } = venue.salts;
  for (let link = intAt(buckets, ((digest >>> shift) << 1) + 1); link !== 0; link = intAt(links, link * 2 - 1)) {
    if (intAt(links, link * 2 - 2) === digest && isSame(venue, link - 1, ticket)) return true;
  }
  return false;
}

function isSame(venue: Venue, order: number, { wallet, salt, saltText }: Ticket): boolean {
  const event = readEvent(venue.log, acceptedAddressOf(venue.orders, order));
  if (event.kind !== 'order-accepted' || event.wallet !== wallet) return false;
  return event.salt === (salt < 0 ? saltText : String(salt));
}

/** Notes the salt of the order that was accepted last. */
export function addSalt(salts: Salts, digest: number): void {
  const { orders } = salts;
  if (orders * 2 === salts.links.length) salts.links = moreInts(salts.links, orders * 4);
  salts.links[orders * 2] = digest;
  salts.orders = orders + 1;
  putInBucket(salts, orders);
  if (orders * 2 > salts.buckets.length * FILLED) spread(salts, salts.buckets.length * 2);
}

function putInBucket({ buckets, shift, links }: Salts, order: number): void {
  const digest = intAt(links, order * 2);
  const bucket = (digest >>> shift) << 1;
  links[order * 2 + 1] = intAt(buckets, bucket + 1);
  buckets[bucket] = intAt(buckets, bucket) | bitsOf(digest);
  buckets[bucket + 1] = order + 1;
}

/** Three bits, by low bits of the digest: its high bits choose the bucket. */
function bitsOf(digest: number): number {
  return (1 << (digest & 31)) | (1 << ((digest >>> 5) & 31)) | (1 << ((digest >>> 10) & 31));
}

/** Puts all orders into this many ints of buckets (a power of two). */
function spread(salts: Salts, length: number): void {
  salts.buckets = new Int32Array(length);
  salts.shift = Math.clz32(length) + 2;
  for (let order = 0; order < salts.orders; order += 1) putInBucket(salts, order);
}

/** The digests of all orders. */
export function digestsOf({ links, orders }: Salts): Int32Array {
  const digests = new Int32Array(orders);
  for (let order = 0; order < orders; order += 1) digests[order] = intAt(links, order * 2);
  return digests;
}

/** Fills an empty set of salts. */
export function restoreSalts(salts: Salts, digests: Int32Array): void {
  for (const digest of digests) addSalt(salts, digest);
}
