/** Relations about one order and the book it meets: what its limit, its size, its type and its token change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MarketTerms, OrderType, PlaceOrder, Side } from '../command.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import { DOCUMENT_RULES, type SelfTradeMode } from '../rules.ts';
import { standing } from './relating.ts';
import { ONE, order, type Stage, stageOn } from './stage.ts';

const side = fc.constantFrom<Side>('BUY', 'SELL');
const cents = fc.integer({ min: 45, max: 60 });
const shares = fc.integer({ min: 1, max: 9 });
const mode = fc.constantFrom<SelfTradeMode>('cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement');

type Resting = { wallet: number; side: Side; outcome: 0 | 1; cents: number; shares: number };

/** Bids up to 50 cents and asks from there on, on either token; wallet 0 has some of them too, wallet 3 has none. */
const resting = fc
  .tuple(fc.nat({ max: 2 }), fc.boolean(), fc.boolean(), fc.nat({ max: 10 }), shares)
  .map(([wallet, isBid, isSecond, away, size]): Resting => {
    const first = isBid ? 50 - away : 50 + away;
    const token = { outcome: isSecond ? 1 : 0, cents: isSecond ? 100 - first : first } as const;
    return { wallet, side: isBid === isSecond ? 'SELL' : 'BUY', ...token, shares: size };
  });
const book = fc.array(resting, { maxLength: 30, size: 'max' });

/** A stage on which these orders have been given, in market 0. */
function withBook(orders: readonly Resting[], mode: SelfTradeMode, terms: Partial<MarketTerms> = {}): Stage {
  const play = stageOn(createExchange({ ...DOCUMENT_RULES, selfTrade: mode }), terms);
  orders.forEach((each, index) => {
    play.step(order(each.wallet, each.side, each.outcome, each.cents, each.shares, { salt: `book ${index}` }));
  });
  return play;
}

/** Shares and dollars that an order trades on arrival; none where it is refused. */
function traded(play: Stage, command: PlaceOrder): { readonly size: number; readonly cash: number } {
  const reply = play.step(command);
  return reply.ok && reply.value.kind === 'placed' ? reply.value : { size: 0, cash: 0 };
}

/** The same after an order of wallet 3 that takes all the asks. */
function sweptBook(orders: readonly Resting[], how: SelfTradeMode, terms: Partial<MarketTerms>): Exchange {
  const play = withBook(orders, how, terms);
  play.must(order(3, 'BUY', 0, 60, 300, { salt: 'sweep' }));
  return play.exchange;
}

function holds<Values extends [unknown, ...unknown[]]>(
  values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  relation: (...values: Values) => void,
): void {
  fc.assert(fc.property(...values, relation), { numRuns: 80, seed: 11 });
}

describe('an order in a book', () => {
  test('M2: buying one token is selling the other out of a bought set, the rest of the set sold back', () => {
    holds([book, cents, shares], (orders, limit, size) => {
      const fees = { fee: { rate: 50_000, exponent: 1, takerOnly: true } } as const;
      const [bought, sold] = [withBook(orders, 'cancel-newest', fees), withBook(orders, 'cancel-newest', fees)];
      const { size: got } = traded(bought, order(3, 'BUY', 1, limit, size, { type: 'FAK' }));
      sold.must({ kind: 'split', wallet: 3, market: 0, size: size * ONE });
      const { size: gone } = traded(sold, order(3, 'SELL', 0, 100 - limit, size, { type: 'FAK' }));
      if (size * ONE > gone) sold.must({ kind: 'merge', wallet: 3, market: 0, size: size * ONE - gone });
      expect(gone).toBe(got);
      expect(standing(sold.exchange)).toEqual(standing(bought.exchange));
    });
  });

  test('M12: two orders of different wallets that cannot meet anything commute', () => {
    holds([book, shares, shares], (orders, low, high) => {
      const bid = order(2, 'BUY', 0, 5, low, { salt: 'bid' });
      const ask = order(3, 'SELL', 0, 95, high, { salt: 'ask' });
      const [one, other] = [withBook(orders, 'cancel-newest'), withBook(orders, 'cancel-newest')];
      for (const command of [bid, ask]) one.step(command);
      for (const command of [ask, bid]) other.step(command);
      expect(standing(other.exchange)).toEqual(standing(one.exchange));
    });
  });

  test('M14: FOK is filled exactly where FAK is filled whole and trades nothing elsewhere, in every mode', () => {
    const outcomes = new Set<boolean>();
    const odd = fc.integer({ min: -1, max: 1 });
    holds([book, mode, side, cents, odd, fc.nat({ max: 3 })], (orders, how, which, limit, micro, wallet) => {
      const filled = (type: OrderType, size: number): number =>
        traded(withBook(orders, how), order(wallet, which, 0, limit, 0, { type, size })).size;
      // Just less, exactly, and just more than there is.
      const size = filled('FAK', 90 * ONE) + micro;
      const isWhole = filled('FAK', size) === size;
      outcomes.add(isWhole);
      expect(filled('FOK', size)).toBe(isWhole ? size : 0);
    });
    expect(outcomes.size).toBe(2);
  });

  test('M15: a tighter limit never fills more', () => {
    const wallets = fc.constantFrom(0, 3, 3, 3);
    const cuts = fc.integer({ min: 1, max: 4 });
    let filled = 0;
    holds([book, mode, side, cents, cuts, wallets], (orders, how, which, limit, cut, wallet) => {
      const at = (price: number): number => traded(withBook(orders, how), order(wallet, which, 1, price, 40)).size;
      const less = at(which === 'BUY' ? limit - cut : limit + cut);
      expect(less).toBeLessThanOrEqual(at(limit));
      if (less > 0) filled += 1;
    });
    expect(filled).toBeGreaterThan(10);
  });

  test('M16: more size ahead at the same price never fills an order earlier', () => {
    const flow = fc.array(shares, { maxLength: 6 });
    holds([book, shares, shares, flow], (orders, mine, ahead, takers) => {
      const matched = (before: readonly Resting[]): number[] => {
        const play = withBook([...orders, ...before], 'cancel-newest');
        const index = play.exchange.log.filter(({ kind }) => kind === 'order-accepted').length;
        play.must(order(3, 'SELL', 0, 61, mine));
        return takers.map((size) => {
          play.step(order(2, 'BUY', 0, 61, size * 3, { type: 'FAK' }));
          return play.exchange.order(index)?.matched ?? 0;
        });
      };
      const rival: Resting = { wallet: 1, side: 'SELL', outcome: 0, cents: 61, shares: ahead };
      const behind = matched([rival]);
      for (const [index, size] of matched([]).entries()) expect(behind[index]).toBeLessThanOrEqual(size);
    });
  });

  test('M17: a larger taker never gets a better average price', () => {
    holds([book, side, shares, shares], (orders, which, size, more) => {
      const taken = (total: number): { size: number; cash: number } =>
        traded(withBook(orders, 'cancel-newest'), order(3, which, 0, which === 'BUY' ? 99 : 1, total, { type: 'FAK' }));
      const [small, large] = [taken(size), taken(size + more)];
      const dearer = BigInt(large.cash) * BigInt(small.size) - BigInt(small.cash) * BigInt(large.size);
      expect(which === 'BUY' ? dearer >= 0n : dearer <= 0n).toBe(true);
    });
  });

  test('M24: fees change what is paid and nothing about who trades with whom', () => {
    let trades = 0;
    holds([book, mode, fc.nat({ max: 200_000 }), fc.boolean()], (orders, how, rate, takerOnly) => {
      const fills = (fee: MarketTerms['fee']): unknown[] =>
        sweptBook(orders, how, { fee }).log.flatMap((event) =>
          event.kind === 'trade'
            ? event.makers.map(({ order: maker, size, price, cash }) => [maker, size, price, cash])
            : [],
        );
      const free = fills({ rate: 0, exponent: 1, takerOnly });
      trades += free.length;
      expect(fills({ rate, exponent: 1, takerOnly })).toEqual(free);
    });
    expect(trades).toBeGreaterThan(100);
  });

  test('M26: two FAK one after the other take what one of their sizes together takes', () => {
    holds([book, side, cents, shares, shares], (orders, which, limit, first, second) => {
      const fak = (size: number): PlaceOrder => order(3, which, 1, limit, size, { type: 'FAK' });
      const [apart, together] = [withBook(orders, 'cancel-newest'), withBook(orders, 'cancel-newest')];
      const parts = [traded(apart, fak(first)), traded(apart, fak(second))];
      const whole = traded(together, fak(first + second));
      expect(parts.reduce((all, each) => all + each.size, 0)).toBe(whole.size);
      expect(parts.reduce((all, each) => all + each.cash, 0)).toBe(whole.cash);
      expect(standing(together.exchange)).toEqual(standing(apart.exchange));
    });
  });
});
