/** One side of a book against a plain sorted list, for every tick. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRICE_ONE } from '../../base/units.ts';
import {
  type BookSide,
  bestOrder,
  dequeue,
  eachLevel,
  enqueue,
  newBookSide,
  orderAfter,
  sizeAt,
  takeFromBest,
} from './book-side.ts';
import { freeOrder, NONE, newOrderPool, type OrderPool, orderIn, setRemaining, takeSlot } from './order-pool.ts';
import { packTerms } from './order-terms.ts';

const TICKS = [1_000, 100, 50, 25, 10, 1];

type Listed = { readonly slot: number; readonly order: number; readonly price: number; left: number };

/** The orders in sequence, at most one more than there are slots, because a broken queue can be a circle. */
function walk(side: BookSide, pool: OrderPool): number[] {
  const orders: number[] = [];
  for (let slot = bestOrder(side); slot !== NONE && orders.length < pool.used; slot = orderAfter(side, pool, slot))
    orders.push(orderIn(pool, slot));
  return orders;
}

function levelsOf(side: BookSide): { price: number; size: number }[] {
  const levels: { price: number; size: number }[] = [];
  eachLevel(side, (price, size) => levels.push({ price, size }));
  return levels;
}

function put(side: BookSide, pool: OrderPool, order: number, price: number, size: number): number {
  const slot = takeSlot(pool, {
    order,
    wallet: 0,
    key: 0,
    market: 0,
    holding: 0,
    size,
    terms: packTerms({ price, outcome: 0, side: side.isBid ? 'BUY' : 'SELL', type: 'GTC' }),
  });
  enqueue(side, pool, slot);
  return slot;
}

describe.each(TICKS)('a side with tick %i', (tick) => {
  test.each([true, false])('keeps price-time order (bids: %s)', (isBid) => {
    const place = fc.record({ level: fc.nat(), size: fc.integer({ min: 1, max: 9 }) });
    const change = fc.record({ pick: fc.nat(), trades: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.oneof(place, place, change), { maxLength: 120, size: 'max' }), (actions) => {
        const side = newBookSide(isBid, tick);
        const pool = newOrderPool();
        let queue: Listed[] = [];
        actions.forEach((action, order) => {
          if ('level' in action) {
            const price = tick * (1 + (action.level % (PRICE_ONE / tick - 1)));
            queue.push({ slot: put(side, pool, order, price, action.size), order, price, left: action.size });
          } else {
            const picked = queue[action.trades ? 0 : action.pick % Math.max(1, queue.length)];
            if (picked === undefined) return;
            if (action.trades) {
              const size = 1 + (action.pick % picked.left);
              picked.left -= size;
              setRemaining(pool, picked.slot, picked.left);
              takeFromBest(side, pool, size, picked.left === 0);
              if (picked.left > 0) return;
            } else dequeue(side, pool, picked.slot);
            freeOrder(pool, picked.slot);
            queue = queue.filter((each) => each !== picked);
          }
          queue.sort(
            (one, other) => (isBid ? other.price - one.price : one.price - other.price) || one.order - other.order,
          );
        });
        expect(walk(side, pool)).toEqual(queue.map((each) => each.order));
        const prices = [...new Set(queue.map((each) => each.price))];
        const levels = prices.map((price) => ({
          price,
          size: queue.filter((each) => each.price === price).reduce((sum, each) => sum + each.left, 0),
        }));
        expect(levelsOf(side)).toEqual(levels);
        for (const { price, size } of levels) expect(sizeAt(side, price)).toBe(size);
      }),
      { numRuns: 25, seed: 9 },
    );
  });

  test.each([true, false])('holds the first and the last price (bids: %s)', (isBid) => {
    const prices = [...new Set([tick, PRICE_ONE - tick])];
    for (const order of [prices, prices.toReversed()]) {
      const side = newBookSide(isBid, tick);
      const pool = newOrderPool();
      for (const price of order) put(side, pool, 0, price, 1);
      const best = isBid ? prices.toReversed() : prices;
      expect(levelsOf(side).map((level) => level.price)).toEqual(best);
      expect(sizeAt(side, 5_000)).toBe(0);
    }
  });

  test.each([true, false])('reuses the levels of an emptied side of any other tick (bids: %s)', (isBid) => {
    for (const before of TICKS) {
      const pool = newOrderPool();
      const old = newBookSide(isBid, before);
      for (const price of [before, PRICE_ONE - before]) dequeue(old, pool, put(old, pool, 0, price, 1));
      const side = newBookSide(isBid, tick, old);
      const prices = [...new Set([PRICE_ONE - tick, PRICE_ONE / 2, tick])];
      for (const price of prices) put(side, pool, price, price, 1);
      const levels = (isBid ? prices : prices.toReversed()).map((price) => ({ price, size: 1 }));
      expect(levelsOf(side)).toEqual(levels);
      expect(walk(side, pool)).toEqual(levels.map(({ price }) => price));
    }
  });
});

test('a side that was empty keeps no more levels for a price far away', () => {
  const pool = newOrderPool();
  const side = newBookSide(true, 1);
  for (const price of [1, 9_999, 5_000, 2, 7_000]) {
    const slot = put(side, pool, price, price, 1);
    expect([walk(side, pool), levelsOf(side)]).toEqual([[price], [{ price, size: 1 }]]);
    dequeue(side, pool, slot);
    expect(side.occupied.length).toBe(4);
  }
});
