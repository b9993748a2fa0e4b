/** One side of a book against a plain sorted list, for every tick. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRICE_ONE } from '../../spec/units.ts';
import {
  bestOrder,
  dequeue,
  enqueue,
  levelsAsAsks,
  levelsAsBids,
  newBookSide,
  orderAfter,
  reduce,
  sizeAt,
} from './book-side.ts';
import { order as draft } from './oracle/stage.ts';
import { newOrder, type Order, remainingOf } from './order.ts';

const TICKS = [1_000, 100, 50, 25, 10, 1];

function better(isBid: boolean, one: Order, other: Order): number {
  const byPrice = isBid ? other.bookPrice - one.bookPrice : one.bookPrice - other.bookPrice;
  return byPrice === 0 ? one.index - other.index : byPrice;
}

describe.each(TICKS)('a side with tick %i', (tick) => {
  test.each([true, false])('keeps price-time order (bids: %s)', (isBid) => {
    const place = fc.record({ level: fc.nat(), size: fc.integer({ min: 1, max: 9 }) });
    const change = fc.record({ pick: fc.nat(), trade: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.oneof(place, place, change), { maxLength: 80 }), (actions) => {
        const side = newBookSide(isBid, tick);
        let queue: Order[] = [];
        actions.forEach((action, index) => {
          if ('level' in action) {
            const price = tick * (1 + (action.level % (PRICE_ONE / tick - 1)));
            const placed = newOrder(index, draft(0, isBid ? 'BUY' : 'SELL', 0, 1, 1, { price, size: action.size }), 0);
            enqueue(side, placed);
            queue.push(placed);
          } else {
            const picked = queue[action.pick % Math.max(1, queue.length)];
            if (picked === undefined) return;
            const whole = !action.trade || remainingOf(picked) === 1;
            if (!whole) {
              picked.matched += 1;
              reduce(side, picked, 1);
              return;
            }
            dequeue(side, picked);
            queue = queue.filter((each) => each !== picked);
          }
          queue.sort((one, other) => better(isBid, one, other));
        });
        const walked: Order[] = [];
        for (let at = bestOrder(side); at !== undefined; at = orderAfter(side, at)) walked.push(at);
        expect(walked.map((each) => each.index)).toEqual(queue.map((each) => each.index));
        const prices = [...new Set(queue.map((each) => each.bookPrice))];
        const levels = prices.map((price) => ({
          price,
          size: queue.filter((each) => each.bookPrice === price).reduce((sum, each) => sum + remainingOf(each), 0),
        }));
        const mirrored = levels.map(({ price, size }) => ({ price: PRICE_ONE - price, size }));
        expect(isBid ? levelsAsBids(side) : levelsAsAsks(side)).toEqual(levels);
        expect(isBid ? levelsAsAsks(side) : levelsAsBids(side)).toEqual(mirrored);
        for (const { price, size } of levels) expect(sizeAt(side, price)).toBe(size);
      }),
      { numRuns: 25, seed: 9 },
    );
  });

  test('holds the first and the last price', () => {
    const side = newBookSide(true, tick);
    for (const price of [tick, PRICE_ONE - tick]) enqueue(side, newOrder(0, draft(0, 'BUY', 0, 1, 1, { price }), 0));
    expect(levelsAsBids(side).map((level) => level.price)).toEqual([...new Set([PRICE_ONE - tick, tick])]);
  });
});

test('levels are kept until the side changes', () => {
  const side = newBookSide(false, 100);
  enqueue(side, newOrder(0, draft(0, 'SELL', 0, 60, 1), 0));
  const levels = levelsAsAsks(side);
  expect(levelsAsAsks(side)).toBe(levels);
  enqueue(side, newOrder(1, draft(0, 'SELL', 0, 60, 1), 0));
  expect(levelsAsAsks(side)).not.toBe(levels);
});
