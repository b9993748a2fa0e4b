/**
 * sim/core/salts: the salts that each wallet has used. A salt above all earlier numbers of its wallet is new without a lookup.
 * Other salts are looked up in buckets by digests of wallet and salt. A filter of a few bits for each bucket recognises most
 * new salts; if it does not, the orders of the bucket are searched, and their salts are read from the log.
 */

import type { EventLog } from './event-log.ts';
import { readEvent } from './log-read.ts';
import { acceptedAddressOf, type OrderIndex } from './open-orders.ts';
import type { Ticket } from './ticket.ts';
import { floatAt, intAt, moreFloats, moreInts } from './typed-arrays.ts';

export type Salts = {
  /** The highest number that each wallet has used, -1 for none. */
  highest: Float64Array;
  /** An int for each bucket: three bits for each of its orders. Small, because most looks end there. */
  filter: Int32Array;
  /** For each bucket the number and one of its last order, 0 for none. */
  heads: Int32Array;
  /** The right shift from a digest to the number of its bucket. */
  shift: number;
  /** Two ints an order: its digest, and the number and one of the order before it in its bucket. */
  links: Int32Array;
  orders: number;
  /** The number of orders in the filter; the next lookup adds the others. */
  filtered: number;
  /** The number of orders in their buckets. The latest ones are added together, which costs fewer cache misses. */
  linked: number;
};

/** The parts of a venue in which a salt is looked up. */
type SaltedOrders = { readonly salts: Salts; readonly orders: OrderIndex; readonly log: EventLog };

const FIRST_BUCKETS = 32;
const FIRST_SHIFT = 27;
const FIRST_ORDERS = 64;
/** Orders for each bucket before there are twice as many buckets. */
const FILLED = 3;
/** The smallest number of orders that are put into their buckets together. */
const TOGETHER = 64;

export function newSalts(): Salts {
  return {
    highest: new Float64Array(0),
    filter: new Int32Array(FIRST_BUCKETS),
    heads: new Int32Array(FIRST_BUCKETS),
    shift: FIRST_SHIFT,
    links: new Int32Array(FIRST_ORDERS * 2),
    orders: 0,
    filtered: 0,
    linked: 0,
  };
}

/** Whether an accepted order of the ticket's wallet had the ticket's salt. */
export function hasSalt(venue: SaltedOrders, ticket: Ticket, digest: number): boolean {
  const { salts } = venue;
  if (ticket.salt > highestOf(salts, ticket.wallet)) return false;
  if (salts.filtered < salts.orders) updateFilter(salts);
  const bits = bitsOf(digest);
  return (intAt(salts.filter, digest >>> salts.shift) & bits) === bits && isKnown(venue, ticket, digest);
}

function highestOf({ highest }: Salts, wallet: number): number {
  return wallet < highest.length ? floatAt(highest, wallet) : -1;
}

function isKnown(venue: SaltedOrders, ticket: Ticket, digest: number): boolean {
  const { heads, shift, links, linked, orders } = venue.salts;
  for (let order = linked; order < orders; order += 1) {
    if (intAt(links, order * 2) === digest && isSame(venue, order, ticket)) return true;
  }
  for (let link = intAt(heads, digest >>> shift); link !== 0; link = intAt(links, link * 2 - 1)) {
    if (intAt(links, link * 2 - 2) === digest && isSame(venue, link - 1, ticket)) return true;
  }
  return false;
}

function isSame(venue: SaltedOrders, order: number, { wallet, salt, saltText }: Ticket): boolean {
  const event = readEvent(venue.log, acceptedAddressOf(venue.orders, order));
  if (event.kind !== 'order-accepted' || event.wallet !== wallet) return false;
  return event.salt === (salt < 0 ? saltText : String(salt));
}

/** Records the salt of the order that was accepted last. */
export function addSalt(salts: Salts, { wallet, salt }: Ticket, digest: number): void {
  if (salt > highestOf(salts, wallet)) setHighest(salts, wallet, salt);
  const { orders } = salts;
  if (orders * 2 === salts.links.length) salts.links = moreInts(salts.links, orders * 4);
  salts.links[orders * 2] = digest;
  salts.orders = orders + 1;
}

function setHighest(salts: Salts, wallet: number, salt: number): void {
  const { length } = salts.highest;
  if (wallet >= length) salts.highest = moreFloats(salts.highest, Math.max(wallet + 1, length * 2)).fill(-1, length);
  salts.highest[wallet] = salt;
}

/** Three bits, chosen by low bits of the digest, because its high bits choose the bucket. */
function bitsOf(digest: number): number {
  return (1 << (digest & 31)) | (1 << ((digest >>> 5) & 31)) | (1 << ((digest >>> 10) & 31));
}

/** Adds the missing orders to the filter, and more buckets if they are full. */
function updateFilter(salts: Salts): void {
  const { orders, linked, filter, shift, links } = salts;
  if (orders > filter.length * FILLED) {
    spread(salts);
    return;
  }
  for (let order = salts.filtered; order < orders; order += 1) addToFilter(filter, shift, intAt(links, order * 2));
  salts.filtered = orders;
  if (orders - linked >= TOGETHER) linkOrders(salts, linked);
}

function addToFilter(filter: Int32Array, shift: number, digest: number): void {
  const bucket = digest >>> shift;
  filter[bucket] = intAt(filter, bucket) | bitsOf(digest);
}

/** Puts the orders from number `from` on into their buckets. */
function linkOrders(salts: Salts, from: number): void {
  const { heads, shift, links, orders } = salts;
  for (let order = from; order < orders; order += 1) {
    const bucket = intAt(links, order * 2) >>> shift;
    links[order * 2 + 1] = intAt(heads, bucket);
    heads[bucket] = order + 1;
  }
  salts.linked = orders;
}

/** Puts all orders into as many buckets as they need (a power of two). */
function spread(salts: Salts): void {
  const { links, orders } = salts;
  let buckets = salts.filter.length;
  while (orders > buckets * FILLED) buckets *= 2;
  salts.filter = new Int32Array(buckets);
  salts.heads = new Int32Array(buckets);
  salts.shift = Math.clz32(buckets) + 1;
  for (let order = 0; order < orders; order += 1) addToFilter(salts.filter, salts.shift, intAt(links, order * 2));
  salts.filtered = orders;
  linkOrders(salts, 0);
}

/** The digests of all orders. */
export function digestsOf({ links, orders }: Salts): Int32Array {
  const digests = new Int32Array(orders);
  for (let order = 0; order < orders; order += 1) digests[order] = intAt(links, order * 2);
  return digests;
}

/** Fills an empty set of salts. The highest numbers of the wallets are not restored, so each of their salts is looked up. */
export function restoreSalts(salts: Salts, digests: Int32Array, wallets: number): void {
  salts.links = new Int32Array(Math.max(FIRST_ORDERS, digests.length) * 2);
  digests.forEach((digest, order) => {
    salts.links[order * 2] = digest;
  });
  salts.orders = digests.length;
  salts.highest = new Float64Array(wallets).fill(Number.MAX_SAFE_INTEGER);
}
