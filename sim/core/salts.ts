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
  /** An int for each bucket: three bits for each of its orders. Small, because it is read for every order. */
  filter: Int32Array;
  /** For each bucket the number and one of its last order, 0 for none. */
  heads: Int32Array;
  /** What shifts a digest to the number of its bucket. */
  shift: number;
  /** Two ints an order: its digest, and the number and one of the order before it in its bucket. */
  links: Int32Array;
  orders: number;
  /** How many orders are in their buckets: the latest ones are put there together, so that memory is waited for once. */
  linked: number;
};

const FIRST_BUCKETS = 32;
const FIRST_SHIFT = 27;
const FIRST_ORDERS = 64;
/** Orders for each bucket before there are twice as many buckets. */
const FILLED = 3;
/** Orders that are put into their buckets together. */
const TOGETHER = 64;

/** As many digits as always fit an int, and the first number that has one more. */
const INT_DIGITS = 9;
const INT_ONE = 1_000_000_000;

export function newSalts(): Salts {
  return {
    filter: new Int32Array(FIRST_BUCKETS),
    heads: new Int32Array(FIRST_BUCKETS),
    shift: FIRST_SHIFT,
    links: new Int32Array(FIRST_ORDERS * 2),
    orders: 0,
    linked: 0,
  };
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
  const { filter, shift } = venue.salts;
  const bits = bitsOf(digest);
  return (intAt(filter, digest >>> shift) & bits) === bits && isKnown(venue, ticket, digest);
}

function isKnown(venue: Venue, ticket: Ticket, digest: number): boolean {
  const { heads, shift, links, linked, orders } = venue.salts;
  for (let order = linked; order < orders; order += 1) {
    if (intAt(links, order * 2) === digest && isSame(venue, order, ticket)) return true;
  }
  for (let link = intAt(heads, digest >>> shift); link !== 0; link = intAt(links, link * 2 - 1)) {
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
  makeRoom(salts);
  const { filter, shift, links, orders } = salts;
  const bucket = digest >>> shift;
  filter[bucket] = intAt(filter, bucket) | bitsOf(digest);
  links[orders * 2] = digest;
  salts.orders = orders + 1;
}

/** Three bits, by low bits of the digest: its high bits choose the bucket. */
function bitsOf(digest: number): number {
  return (1 << (digest & 31)) | (1 << ((digest >>> 5) & 31)) | (1 << ((digest >>> 10) & 31));
}

function makeRoom(salts: Salts): void {
  const { orders, linked, links } = salts;
  if (orders * 2 === links.length) salts.links = moreInts(links, orders * 4);
  if (orders > salts.filter.length * FILLED) spread(salts, salts.filter.length * 2);
  else if (orders - linked === TOGETHER) linkOrders(salts, linked);
}

/** Puts the orders from this one on into their buckets. */
function linkOrders(salts: Salts, from: number): void {
  const { heads, shift, links, orders } = salts;
  for (let order = from; order < orders; order += 1) {
    const bucket = intAt(links, order * 2) >>> shift;
    links[order * 2 + 1] = intAt(heads, bucket);
    heads[bucket] = order + 1;
  }
  salts.linked = orders;
}

/** Puts all orders into this many buckets (a power of two). */
function spread(salts: Salts, buckets: number): void {
  const { links, orders } = salts;
  const filter = new Int32Array(buckets);
  const shift = Math.clz32(buckets) + 1;
  for (let order = 0; order < orders; order += 1) {
    const digest = intAt(links, order * 2);
    filter[digest >>> shift] = intAt(filter, digest >>> shift) | bitsOf(digest);
  }
  salts.filter = filter;
  salts.heads = new Int32Array(buckets);
  salts.shift = shift;
  linkOrders(salts, 0);
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
