/**
 * sim/core/salts: the salts that each wallet has used. A salt above all earlier numbers of its wallet is new without a
 * lookup. Other salts are looked up in buckets by digests of wallet and salt; orders with the same digest have their
 * salts read from the log.
 */
import { invariant } from '../../base/result.ts';
import type { OrderNumber, WalletNumber } from '../../spec/venue/command.ts';
import type { EventLog } from './event-log.ts';
import { readEvent } from './log-read.ts';
import { acceptedAddressOf, type OrderIndex } from './open-orders.ts';
import type { Ticket } from './ticket.ts';
import { floatAt, intAt, moreFloats, moreInts } from './typed-arrays.ts';

export type Salts = {
  /** The highest number that each wallet has used, -1 for none. */
  highest: Float64Array;
  /** Per bucket, 1 + the number of its last order, or 0. The first bits of a digest are its bucket. */
  heads: Int32Array;
  /** Two ints an order: its digest, and the number and one of the order before it in its bucket. */
  links: Int32Array;
  orders: number;
  /** The number of orders in their buckets; the next lookup adds the others. */
  linked: number;
};

/** The parts of a venue in which a salt is looked up. */
type SaltedOrders = { readonly salts: Salts; readonly orders: OrderIndex; readonly log: EventLog };

const FIRST_BUCKETS = 32;
const FIRST_ORDERS = 64;
/** Orders for each bucket before there are twice as many buckets. */
const FILLED = 1;

export function newSalts(): Salts {
  return {
    highest: new Float64Array(0),
    heads: new Int32Array(FIRST_BUCKETS),
    links: new Int32Array(FIRST_ORDERS * 2),
    orders: 0,
    linked: 0,
  };
}

/** Whether an accepted order of the ticket's wallet had the ticket's salt. */
export function hasSalt(venue: SaltedOrders, ticket: Ticket, digest: number): boolean {
  const { salts } = venue;
  if (ticket.salt > highestOf(salts, ticket.wallet)) return false;
  if (salts.linked < salts.orders) linkOrders(salts);
  const { heads, links } = salts;
  for (let link = intAt(heads, bucketOf(heads, digest)); link !== 0; link = intAt(links, link * 2 - 1)) {
    invariant(intAt(links, link * 2 - 1) < link, 'a bucket goes back in time, so that its list ends');
    if (intAt(links, link * 2 - 2) === digest && isSame(venue, link - 1, ticket)) return true;
  }
  return false;
}

function highestOf({ highest }: Salts, wallet: WalletNumber) {
  return wallet < highest.length ? floatAt(highest, wallet) : -1;
}

function bucketOf({ length }: Int32Array, digest: number) {
  return digest >>> (Math.clz32(length) + 1);
}

function isSame(venue: SaltedOrders, order: OrderNumber, { wallet, salt, saltText }: Ticket): boolean {
  const event = readEvent(venue.log, acceptedAddressOf(venue.orders, order));
  invariant(event.kind === 'order-accepted', 'an order was accepted where its index says');
  return event.wallet === wallet && event.salt === (salt < 0 ? saltText : String(salt));
}

/** Records the salt of the order that was accepted last. */
export function addSalt(salts: Salts, { wallet, salt }: Ticket, digest: number): void {
  if (salt > highestOf(salts, wallet)) setHighest(salts, wallet, salt);
  const { orders } = salts;
  if (orders * 2 === salts.links.length) salts.links = moreInts(salts.links, orders * 4);
  salts.links[orders * 2] = digest;
  salts.orders = orders + 1;
}

function setHighest(salts: Salts, wallet: WalletNumber, salt: number) {
  const { length } = salts.highest;
  if (wallet >= length) salts.highest = moreFloats(salts.highest, Math.max(wallet + 1, length * 2)).fill(-1, length);
  salts.highest[wallet] = salt;
}

/** Puts the latest orders into their buckets, or all orders into as many buckets as they need (a power of two). */
function linkOrders(salts: Salts) {
  const { links, orders } = salts;
  let { length } = salts.heads;
  while (orders > length * FILLED) length *= 2;
  if (length > salts.heads.length) {
    salts.heads = new Int32Array(length);
    salts.linked = 0;
  }
  invariant((length & (length - 1)) === 0, 'a shift maps digests to a power of two of buckets');
  invariant(salts.linked <= orders, 'only accepted orders are in buckets');
  const { heads } = salts;
  for (let order = salts.linked; order < orders; order += 1) {
    const bucket = bucketOf(heads, intAt(links, order * 2));
    links[order * 2 + 1] = intAt(heads, bucket);
    heads[bucket] = order + 1;
  }
  salts.linked = orders;
}

/** The digests of all orders. */
export function digestsOf({ links, orders }: Salts): Int32Array {
  const digests = new Int32Array(orders);
  for (let order = 0; order < orders; order += 1) digests[order] = intAt(links, order * 2);
  return digests;
}

/** Fills an empty set. The highest numbers of the wallets are not restored, so all their salts are looked up. */
export function restoreSalts(salts: Salts, digests: Int32Array, wallets: number): void {
  salts.links = new Int32Array(Math.max(FIRST_ORDERS, digests.length) * 2);
  digests.forEach((digest, order) => {
    salts.links[order * 2] = digest;
  });
  salts.orders = digests.length;
  salts.highest = new Float64Array(wallets).fill(Number.MAX_SAFE_INTEGER);
}

/** A digest of 32 bits over a wallet and its salt. */
export function saltDigest({ wallet, salt, saltText }: Pick<Ticket, 'wallet' | 'salt' | 'saltText'>): number {
  let mixed = Math.imul(wallet + 1, 0x85ebca6b);
  if (salt < 0) {
    for (let at = 0; at < saltText.length; at += 1) mixed = Math.imul(mixed ^ saltText.charCodeAt(at), 0x01000193);
  } else {
    const high = Math.floor(salt / 0x1_0000_0000); // exact: down to the high word
    mixed ^= Math.imul(salt - high * 0x1_0000_0000 - 0x8000_0000, 0x9e3779b1) ^ Math.imul(high, 0xc2b2ae35);
  }
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}
