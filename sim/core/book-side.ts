/**
 * sim/core/book-side: the resting orders of one side of a book, by price level and by time within a level. Levels are
 * numbered by rank: the higher, the better for the other side, so bids and asks are the same code. Only a window of
 * ranks that contains every occupied level is kept. A bitmap of occupied levels, with a bitmap of its words, finds the
 * next best level without a scan.
 */
import { invariant } from '../../base/result.ts';
import { type Micro, PRICE_ONE, type Price } from '../../base/units.ts';
import {
  NONE,
  nextOf,
  type OrderPool,
  previousOf,
  remainingOf,
  type Slot,
  seenAs,
  setNext,
  setPrevious,
  termsOf,
} from './order-pool.ts';
import { bookPriceIn } from './order-terms.ts';
import { floatAt, intAt } from './typed-arrays.ts';

export type BookSide = {
  readonly isBid: boolean;
  readonly tick: Price;
  /** rank = (price - origin) * perPrice: the distance in ticks, negated for asks. */
  readonly origin: number;
  readonly perPrice: number;
  /** Rank of the best occupied level; 0 if the side is empty (no valid price has rank 0). */
  best: number;
  /** Rank of the first level kept, a multiple of 32. */
  base: number;
  /** Two doubles a level: the slots of its first and last order as two ints, and the shares in it. */
  ints: Int32Array;
  floats: Float64Array;
  /** A bit for each occupied level, and a bit for each word of those that is not 0. */
  occupied: Int32Array;
  summary: Int32Array;
};

type Levels = Pick<BookSide, 'ints' | 'floats' | 'occupied' | 'summary'>;

/** Words of levels around the first order of a side: all levels of a book in cents. */
const FIRST_WORDS = 4;
const LEVEL_FLOATS = 2;
const LEVEL_INTS = 4;

/** Shared by all empty sides, because arrays are expensive to create; never written. */
const NO_LEVELS: Levels = { ...seenAs(new Float64Array(0)), occupied: new Int32Array(0), summary: new Int32Array(0) };

/** A side without orders. `levels` are empty ones that the side may take over. */
export function newBookSide(isBid: boolean, tick: Price, levels = NO_LEVELS): BookSide {
  invariant(PRICE_ONE % tick === 0, 'the tick divides a dollar, so that every price has a whole rank on both sides');
  const [origin, perPrice] = isBid ? [0, 1 / tick] : [PRICE_ONE, -1 / tick]; // exact: enough for `rankOf`, which rounds
  const { ints, floats, occupied, summary } = levels.occupied.length > wordsOf(tick) ? NO_LEVELS : levels;
  return { isBid, tick, origin, perPrice, best: 0, base: 0, ints, floats, occupied, summary };
}

/** The order that trades next; `NONE` if the side is empty. */
export function bestOrder(side: BookSide): Slot {
  return side.best === 0 ? NONE : intAt(side.ints, (side.best - side.base) * LEVEL_INTS);
}

export function sizeAt(side: BookSide, bookPrice: Price): Micro {
  const level = rankOf(side, bookPrice) - side.base;
  return level >= 0 && level < side.occupied.length << 5 ? floatAt(side.floats, level * LEVEL_FLOATS + 1) : 0;
}

export function enqueue(side: BookSide, pool: OrderPool, slot: Slot): void {
  const rank = rankOf(side, bookPriceIn(termsOf(pool, slot)));
  invariant(rank > 0, 'rank 0 is no price, so that it can stand for an empty side');
  invariant(remainingOf(pool, slot) > 0, 'an order that rests has shares left');
  if (rank < side.base || rank >= side.base + (side.occupied.length << 5)) makeRoom(side, rank);
  const level = rank - side.base;
  invariant(level >= 0 && level < side.occupied.length << 5, 'the window contains the level of every order');
  const { ints, floats } = side;
  const tail = intAt(ints, level * LEVEL_INTS + 1);
  setPrevious(pool, slot, tail);
  setNext(pool, slot, NONE);
  if (tail === NONE) {
    ints[level * LEVEL_INTS] = slot;
    occupy(side, level);
    if (rank > side.best) side.best = rank;
  } else {
    setNext(pool, tail, slot);
  }
  ints[level * LEVEL_INTS + 1] = slot;
  floats[level * LEVEL_FLOATS + 1] = floatAt(floats, level * LEVEL_FLOATS + 1) + remainingOf(pool, slot);
}

/** Removes an order from its queue, at any position. */
export function dequeue(side: BookSide, pool: OrderPool, slot: Slot): void {
  const rank = rankOf(side, bookPriceIn(termsOf(pool, slot)));
  const level = rank - side.base;
  const { ints, floats } = side;
  const previous = previousOf(pool, slot);
  const next = nextOf(pool, slot);
  invariant(rank <= side.best, 'no resting order is better than the best level');
  invariant(previous !== NONE || ints[level * LEVEL_INTS] === slot, 'the first order of a queue heads its level');
  invariant(next !== NONE || ints[level * LEVEL_INTS + 1] === slot, 'the last order of a queue ends its level');
  if (previous === NONE) ints[level * LEVEL_INTS] = next;
  else setNext(pool, previous, next);
  if (next === NONE) ints[level * LEVEL_INTS + 1] = previous;
  else setPrevious(pool, next, previous);
  floats[level * LEVEL_FLOATS + 1] = floatAt(floats, level * LEVEL_FLOATS + 1) - remainingOf(pool, slot);
  if (previous !== NONE || next !== NONE) return;
  invariant(floats[level * LEVEL_FLOATS + 1] === 0, 'a level has the shares of its orders and no others');
  vacate(side, level);
  if (rank === side.best) side.best = highestRank(side, rank);
}

/** Takes shares from the order that trades next, and removes it from its queue if `isAll`. */
export function takeFromBest(side: BookSide, pool: OrderPool, size: Micro, isAll: boolean): void {
  const level = side.best - side.base;
  const { ints, floats } = side;
  floats[level * LEVEL_FLOATS + 1] = floatAt(floats, level * LEVEL_FLOATS + 1) - size;
  invariant(floatAt(floats, level * LEVEL_FLOATS + 1) >= 0, 'a level has at least the shares of its first order');
  if (!isAll) return;
  const next = nextOf(pool, intAt(ints, level * LEVEL_INTS));
  ints[level * LEVEL_INTS] = next;
  if (next !== NONE) {
    setPrevious(pool, next, NONE);
    return;
  }
  invariant(floats[level * LEVEL_FLOATS + 1] === 0, 'a level without orders has no shares');
  ints[level * LEVEL_INTS + 1] = NONE;
  vacate(side, level);
  side.best = highestRank(side, side.best);
}

/** The order behind `slot` in price-time priority, `NONE` at the end of the side. */
export function orderAfter(side: BookSide, pool: OrderPool, slot: Slot): Slot {
  const next = nextOf(pool, slot);
  if (next !== NONE) return next;
  const rank = highestRank(side, rankOf(side, bookPriceIn(termsOf(pool, slot))) - 1);
  return rank === 0 ? NONE : intAt(side.ints, (rank - side.base) * LEVEL_INTS);
}

/** Calls `visit` for each occupied level, best first, with its price in first-outcome terms and its shares. */
export function eachLevel(side: BookSide, visit: (bookPrice: Price, size: Micro) => void): void {
  for (let rank = side.best; rank > 0; rank = highestRank(side, rank - 1)) {
    const size = floatAt(side.floats, (rank - side.base) * LEVEL_FLOATS + 1);
    invariant(size > 0, 'an occupied level has shares');
    visit(side.isBid ? rank * side.tick : PRICE_ONE - rank * side.tick, size);
  }
}

/** The rank of a price. For the limit of an incoming order it is the lowest rank that the order trades with. */
export function rankOf({ origin, perPrice }: BookSide, bookPrice: Price): number {
  return ((bookPrice - origin) * perPrice + 0.5) | 0; // exact: on the tick, the product is next to a whole number
}

function occupy(side: BookSide, level: number) {
  const word = level >>> 5;
  side.occupied[word] = intAt(side.occupied, word) | (1 << (level & 31));
  side.summary[word >>> 5] = intAt(side.summary, word >>> 5) | (1 << (word & 31));
}

function vacate(side: BookSide, level: number) {
  const word = level >>> 5;
  const bits = intAt(side.occupied, word) & ~(1 << (level & 31));
  side.occupied[word] = bits;
  if (bits === 0) side.summary[word >>> 5] = intAt(side.summary, word >>> 5) & ~(1 << (word & 31));
}

/** The highest occupied rank up to `from` (at most the best), or 0. */
function highestRank(side: BookSide, from: number): number {
  const level = from - side.base;
  if (level < 0) return 0;
  let word = level >>> 5;
  let bits = intAt(side.occupied, word) & (-1 >>> (31 - (level & 31)));
  if (bits === 0) {
    word = wordBelow(side, word);
    if (word < 0) return 0;
    bits = intAt(side.occupied, word);
    invariant(bits !== 0, 'the summary has a bit only for words with an occupied level');
  }
  return side.base + (word << 5) + 31 - Math.clz32(bits);
}

function wordBelow(side: BookSide, word: number): number {
  let group = word >>> 5;
  let bits = intAt(side.summary, group) & ((1 << (word & 31)) - 1);
  while (bits === 0) {
    if (group === 0) return -1;
    group -= 1;
    bits = intAt(side.summary, group);
  }
  return (group << 5) + 31 - Math.clz32(bits);
}

/** Words of all levels of a side. */
function wordsOf(tick: Price) {
  return ((PRICE_ONE / tick) >>> 5) + 1; // exact: the tick divides a dollar
}

/** Makes the window contain the rank: an empty side moves it, any other side grows it. */
function makeRoom(side: BookSide, rank: number) {
  const words = side.occupied.length;
  if (side.best !== 0 || words === 0) widen(side, rank);
  else side.base = Math.min(Math.max(0, (rank >>> 5) - (words >>> 1)), wordsOf(side.tick) - words) << 5;
}

/** At least doubles the window, so that it contains the rank. */
function widen(side: BookSide, rank: number) {
  const { base, occupied, ints } = side;
  const words = occupied.length;
  const all = wordsOf(side.tick);
  // exact: half of four
  const first = words === 0 ? Math.max(0, (rank >>> 5) - FIRST_WORDS / 2) : Math.min(base >>> 5, rank >>> 5);
  const last = words === 0 ? rank >>> 5 : Math.max((base >>> 5) + words - 1, rank >>> 5);
  const wanted = Math.min(all, Math.max(last - first + 1, words * 2, FIRST_WORDS));
  // The window grows in the direction of the rank.
  const start = rank < base ? Math.max(0, last + 1 - wanted) : Math.min(first, all - wanted);
  const shift = (base >>> 5) - start;
  side.base = start << 5;
  const levels = seenAs(new Float64Array((wanted << 5) * LEVEL_FLOATS));
  side.ints = levels.ints;
  side.floats = levels.floats;
  side.occupied = new Int32Array(wanted);
  if (words > 0) {
    side.ints.set(ints, (shift << 5) * LEVEL_INTS);
    side.occupied.set(occupied, shift);
  }
  side.summary = summarise(side.occupied);
  invariant(rank >= side.base && rank < side.base + (wanted << 5), 'a wider window contains the new rank');
  invariant(words === 0 || (shift >= 0 && shift + words <= wanted), 'a wider window contains the former one');
}

/** A bit for each word that is not 0. */
export function summarise(occupied: Int32Array): Int32Array {
  const summary = new Int32Array((occupied.length >>> 5) + 1);
  for (let word = 0; word < occupied.length; word += 1) {
    if (occupied[word] !== 0) summary[word >>> 5] = intAt(summary, word >>> 5) | (1 << (word & 31));
  }
  return summary;
}
