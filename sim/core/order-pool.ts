/**
 * sim/core/order-pool: the open orders, 64 bytes each, in one buffer with a view of ints and one of doubles. An order
 * keeps its slot from acceptance to end. Slots are reused, the last one freed first. Slot 0 is unused. The readers and
 * writers of fields are short enough for the compiler to inline all of them.
 */
import { invariant } from '../../base/result.ts';
import { type Micro, type Numbered, PRICE_ONE } from '../../base/units.ts';
import type { MarketNumber, OrderNumber, WalletNumber } from '../../spec/venue/command.ts';
import type { Holding } from './ledger.ts';
import type { Terms } from './order-terms.ts';
import { moreFloats } from './typed-arrays.ts';

export type OrderPool = {
  ints: Int32Array;
  floats: Float64Array;
  /** Running fees (`fees.ts`), four doubles a slot; empty until a market charges makers. */
  fees: Float64Array;
  /** Slots in use or freed, slot 0 included. */
  used: number;
  /** The slot freed last; each freed slot names the one before it. */
  free: Slot;
  open: number;
};

export type Slot = Numbered<'slot'>;

export const NONE: Slot = 0;

/** A slot begins at its number times 16 ints or 8 doubles; shifts and ors need no check for overflow. */
const INT_BITS = 4;
const FLOAT_BITS = 3;
const FLOATS = 1 << FLOAT_BITS;
const ORDER = 0;
const WALLET = 1;
const HOLDING = 2;
const MARKET = 3;
const NEXT = 4;
const PREVIOUS = 5;
const TERMS = 6;
const ROUNDING = 7;
const SIZE = 4;
const REMAINING = 5;
const RESERVED = 6;
const KEY = 7;
export const FEE_FLOATS = 4;
const FIRST_SLOTS = 64;
const ALIGNING = 48;

export function newOrderPool(): OrderPool {
  return {
    ...slotsWith(new Float64Array(0), FIRST_SLOTS * FLOATS),
    fees: new Float64Array(0),
    used: 1,
    free: NONE,
    open: 0,
  };
}

/**
 * Slots that begin with these doubles and have room for `length`. Large buffers begin 16 bytes behind the start of a
 * cache line: 48 more align each slot with one line.
 */
export function slotsWith(floats: Float64Array, length: number): Pick<OrderPool, 'ints' | 'floats'> {
  invariant(floats.length <= length, 'a pool never shrinks');
  const more = new Float64Array(new ArrayBuffer(ALIGNING + length * 8), ALIGNING, length);
  more.set(floats);
  return seenAs(more);
}

export function seenAs(floats: Float64Array<ArrayBuffer>): Pick<OrderPool, 'ints' | 'floats'> {
  return { floats, ints: new Int32Array(floats.buffer, floats.byteOffset, floats.length * 2) };
}

type NewOrder = Readonly<{
  order: OrderNumber;
  wallet: WalletNumber;
  key: number;
  market: MarketNumber;
  holding: Holding;
  /** Packed by `order-terms.ts`. */
  terms: Terms;
  size: Micro;
}>;

/** The order reserves nothing yet. */
export function takeSlot(pool: OrderPool, { order, wallet, key, market, holding, terms, size }: NewOrder): Slot {
  const slot = freeSlot(pool);
  invariant(slot !== NONE, 'slot 0 is never given to an order');
  invariant(order >= 0 && holding >= 0, 'a number below 0 stands for a free slot, or for no holding');
  invariant(size > 0, 'an order is for some shares');
  const { ints, floats } = pool;
  const int = slot << INT_BITS;
  const float = slot << FLOAT_BITS;
  ints[int | ORDER] = order;
  ints[int | WALLET] = wallet;
  ints[int | HOLDING] = holding;
  ints[int | MARKET] = market;
  ints[int | NEXT] = NONE;
  ints[int | PREVIOUS] = NONE;
  ints[int | TERMS] = terms;
  ints[int | ROUNDING] = 0;
  floats[float | SIZE] = size;
  floats[float | REMAINING] = size;
  floats[float | RESERVED] = 0;
  // Adding 0 makes 0 of -0, which is the same key.
  floats[float | KEY] = key + 0;
  if (pool.fees.length > 0) clearFees(pool, slot);
  pool.open += 1;
  return slot;
}

/** Faster than `fill` at this length. */
function clearFees({ fees }: OrderPool, slot: Slot) {
  for (let at = slot * FEE_FLOATS; at < (slot + 1) * FEE_FLOATS; at += 1) fees[at] = 0;
}

export function freeOrder(pool: OrderPool, slot: Slot): void {
  invariant(orderIn(pool, slot) >= 0, 'a slot is freed once');
  invariant(reservedOf(pool, slot) === 0, 'an order that has ended reserves nothing');
  pool.ints[(slot << INT_BITS) | NEXT] = pool.free;
  pool.ints[(slot << INT_BITS) | ORDER] = -1;
  pool.free = slot;
  pool.open -= 1;
}

function freeSlot(pool: OrderPool): Slot {
  const { free } = pool;
  if (free !== NONE) {
    invariant(orderIn(pool, free) < 0, 'the list of free slots has no open order');
    pool.free = nextOf(pool, free);
    return free;
  }
  const slot = pool.used;
  pool.used += 1;
  if (pool.used * FLOATS > pool.floats.length) {
    const slots = slot * 2;
    Object.assign(pool, slotsWith(pool.floats, slots * FLOATS));
    if (pool.fees.length > 0) pool.fees = moreFloats(pool.fees, slots * FEE_FLOATS);
  }
  return slot;
}

export function keepFees(pool: OrderPool): void {
  if (pool.fees.length > 0) return;
  const slots = pool.floats.length / FLOATS; // exact: a pool has whole slots
  pool.fees = new Float64Array(slots * FEE_FLOATS);
}

/** The number of the order; negative if the slot is free. */
export function orderIn(pool: OrderPool, slot: Slot): OrderNumber {
  return pool.ints[(slot << INT_BITS) | ORDER] as number;
}

export function walletOf(pool: OrderPool, slot: Slot): WalletNumber {
  return pool.ints[(slot << INT_BITS) | WALLET] as number;
}

export function keyOf(pool: OrderPool, slot: Slot): number {
  return pool.floats[(slot << FLOAT_BITS) | KEY] as number;
}

export function marketIndexOf(pool: OrderPool, slot: Slot): MarketNumber {
  return pool.ints[(slot << INT_BITS) | MARKET] as number;
}

/** The wallet's holding of the market in the ledger. */
export function holdingIn(pool: OrderPool, slot: Slot): Holding {
  return pool.ints[(slot << INT_BITS) | HOLDING] as number;
}

/** `order-terms.ts` reads them. */
export function termsOf(pool: OrderPool, slot: Slot): Terms {
  return pool.ints[(slot << INT_BITS) | TERMS] as number;
}

export function setTerms(pool: OrderPool, slot: Slot, terms: Terms): void {
  pool.ints[(slot << INT_BITS) | TERMS] = terms;
}

/** Neighbours in the queue of a price level. */
export function nextOf(pool: OrderPool, slot: Slot): Slot {
  return pool.ints[(slot << INT_BITS) | NEXT] as number;
}

export function setNext(pool: OrderPool, slot: Slot, next: Slot): void {
  pool.ints[(slot << INT_BITS) | NEXT] = next;
}

export function previousOf(pool: OrderPool, slot: Slot): Slot {
  return pool.ints[(slot << INT_BITS) | PREVIOUS] as number;
}

export function setPrevious(pool: OrderPool, slot: Slot, previous: Slot): void {
  pool.ints[(slot << INT_BITS) | PREVIOUS] = previous;
}

/** The rounding of the order so far, in ten-thousandths of a micro dollar (`takeFillCash`). */
export function roundingOf(pool: OrderPool, slot: Slot): number {
  return pool.ints[(slot << INT_BITS) | ROUNDING] as number;
}

export function setRounding(pool: OrderPool, slot: Slot, rounding: number): void {
  invariant(rounding >= 0 && rounding < PRICE_ONE, 'an order is never rounded by a whole micro dollar');
  pool.ints[(slot << INT_BITS) | ROUNDING] = rounding;
}

export function sizeOf(pool: OrderPool, slot: Slot): Micro {
  return pool.floats[(slot << FLOAT_BITS) | SIZE] as number;
}

export function setSize(pool: OrderPool, slot: Slot, size: Micro): void {
  invariant(size >= remainingOf(pool, slot), 'a reduction takes unfilled shares only');
  pool.floats[(slot << FLOAT_BITS) | SIZE] = size;
}

/** Unfilled size, micro shares. */
export function remainingOf(pool: OrderPool, slot: Slot): Micro {
  return pool.floats[(slot << FLOAT_BITS) | REMAINING] as number;
}

export function setRemaining(pool: OrderPool, slot: Slot, remaining: Micro): void {
  invariant(remaining >= 0, 'an order never trades more than is left of it');
  pool.floats[(slot << FLOAT_BITS) | REMAINING] = remaining;
}

/** The reservation: cash of a BUY, tokens of a SELL. */
export function reservedOf(pool: OrderPool, slot: Slot): Micro {
  return pool.floats[(slot << FLOAT_BITS) | RESERVED] as number;
}

export function setReserved(pool: OrderPool, slot: Slot, reserved: Micro): void {
  invariant(reserved >= 0, 'the fills of an order cost no more than it reserved');
  pool.floats[(slot << FLOAT_BITS) | RESERVED] = reserved;
}
