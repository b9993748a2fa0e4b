/** proof/oracle/book-facts.test: the book of the auditor equals plain sorted lists. */
import { test as property } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { MarketTerms } from '../../sim/core/command.ts';
import { bestLevel, bestOrder, inPriority, join, leave, newSide } from './book-facts.ts';
import { newFacts, newMarket, newOrder, newWallet, type OrderFacts } from './facts.ts';

const TERMS: MarketTerms = { tick: 1, minSize: 1, fee: { rate: 0, exponent: 0, takerOnly: true }, delayMs: 0 };

function orderAt(facts: ReturnType<typeof newFacts>, number: number, price: number, isBid: boolean): OrderFacts {
  const side = isBid ? 'BUY' : 'SELL';
  const parties = { order: number, wallet: 0, key: 0, market: 0, outcome: 0, side } as const;
  const form = { type: 'GTC', price, size: 1 + number, postOnly: false, expiresAt: undefined, salt: '' } as const;
  const order = newOrder(facts, { kind: 'order-accepted', at: 0, ...parties, ...form });
  if (order === undefined) throw new Error('the market is there');
  return order;
}

/** A price to join at, or the place of the order that leaves. */
const moves = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ price: fc.integer({ min: 1, max: 12 }) }) },
    { weight: 2, arbitrary: fc.record({ leaves: fc.nat() }) },
  ),
  { maxLength: 200 },
);

describe('a side of the book', () => {
  property.prop([moves, fc.boolean()])('is its orders by price and then by arrival', (each, isBid) => {
    const facts = newFacts();
    facts.wallets.push(newWallet(0));
    facts.markets.push(newMarket(0, TERMS));
    const side = newSide(isBid);
    const plain: OrderFacts[] = [];
    each.forEach((move, number) => {
      if ('price' in move) {
        const order = orderAt(facts, number, move.price, isBid);
        join(side, order);
        plain.push(order);
      } else if (plain.length > 0) {
        const [order] = plain.splice(move.leaves % plain.length, 1);
        if (order !== undefined) leave(side, order);
      }
    });
    const sorted = plain.toSorted((one, other) => {
      const byPrice = isBid ? other.bookPrice - one.bookPrice : one.bookPrice - other.bookPrice;
      return byPrice === 0 ? one.number - other.number : byPrice;
    });
    expect([...inPriority(side)].map(({ number }) => number)).toEqual(sorted.map(({ number }) => number));
    expect(side.orders).toBe(plain.length);
    expect(bestOrder(side)).toBe(sorted[0]);
    expect(bestLevel(side)?.price).toBe(sorted[0]?.bookPrice);
    for (const level of side.levels) {
      const here = plain.filter(({ bookPrice }) => bookPrice === level.price);
      expect([level.orders, level.size]).toEqual([here.length, here.reduce((sum, { size }) => sum + size, 0)]);
    }
  });
});
