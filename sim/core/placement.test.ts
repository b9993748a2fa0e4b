/** sim/core/placement tests: the rules of an order, and the behavior of each order type. */
import { describe, expect, test } from 'vitest';
import { ONE, order, START, stage } from '../../proof/venue/oracle/stage.ts';
import type { PlaceOrder } from '../../spec/venue/command.ts';

const EXPIRES = START + 60_001;

describe('an order is refused', () => {
  const good = order(0, 'BUY', 0, 50, 10);
  const bad: readonly (readonly [reason: string, change: Partial<PlaceOrder>, kind: string])[] = [
    ['for an unknown wallet', { wallet: 9 }, 'unknown-wallet'],
    ['for an unknown market', { market: 9 }, 'unknown-market'],
    ['below the first tick', { price: 0 }, 'price-out-of-range'],
    ['above the last tick', { price: 9_901 }, 'price-out-of-range'],
    ['off the tick', { price: 5_050 }, 'price-off-tick'],
    ['for nothing', { size: 0 }, 'size-invalid'],
    ['of negative size', { size: -ONE }, 'size-invalid'],
    ['for more than a thousand million shares', { size: 1_000_000_000_000_001 }, 'size-invalid'],
    ['below the minimum', { size: 5 * ONE - 1 }, 'size-too-small'],
    ['below the minimum as GTD', { size: 5 * ONE - 1, type: 'GTD', expiresAt: EXPIRES }, 'size-too-small'],
    ['as post-only FOK', { postOnly: true, type: 'FOK' }, 'post-only-type'],
    ['as post-only FAK', { postOnly: true, type: 'FAK' }, 'post-only-type'],
    ['as GTD without expiry', { type: 'GTD' }, 'expiration-required'],
    ['as GTC with expiry', { expiresAt: EXPIRES }, 'expiration-unexpected'],
    ['as GTD exactly 60 s ahead', { type: 'GTD', expiresAt: EXPIRES - 1 }, 'expiration-too-near'],
    ['without the cash', { size: 3_000 * ONE }, 'insufficient-cash'],
    ['without the tokens', { side: 'SELL', size: 101 * ONE }, 'insufficient-tokens'],
    ['as FOK with nothing to take', { type: 'FOK' }, 'fok-not-filled'],
    ['as FAK with nothing to take', { type: 'FAK' }, 'fak-no-match'],
  ];

  test.each(bad)('%s, and changes nothing', (_reason, change, kind) => {
    const { venue, refusal } = stage({ minSize: 5 * ONE });
    const before = [venue.hash(), venue.log.length, venue.cash(0), venue.tokens(0, 0, 0)];
    expect(refusal({ ...good, ...change })).toBe(kind);
    expect([venue.hash(), venue.log.length, venue.cash(0), venue.tokens(0, 0, 0)]).toEqual(before);
    expect(refusal(good)).toBe('accepted');
  });

  test.each(['FOK', 'FAK'] as const)('but not below the minimum as %s, which never rests', (type) => {
    const { must, refusal } = stage({ minSize: 5 * ONE });
    must(order(1, 'SELL', 0, 50, 10));
    expect(refusal({ ...good, type, size: 1 })).toBe('accepted');
    expect(refusal({ ...good, type, size: 5 * ONE - 1, salt: 'other' })).toBe('accepted');
  });

  test('when the same wallet has used the salt, also for another market, and not when another wallet has', () => {
    const { must, refusal } = stage();
    must({ ...good, salt: 's' });
    expect(refusal({ ...good, salt: 's' })).toBe('duplicate');
    expect(refusal({ ...good, salt: 's', market: 1, price: 4_000 })).toBe('duplicate');
    expect(refusal({ ...good, salt: 's', wallet: 1, key: 1 })).toBe('accepted');
  });

  test('for the first rule it breaks: price, size, expiration, duplicate, postOnly, funds', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 40, 1, { salt: 'used' }));
    const worst = { price: 4_050, size: 0, type: 'FOK', expiresAt: 1, salt: 'used', postOnly: true } as const;
    const repairs = [{ price: 4_000 }, { size: 9e12 }, { expiresAt: undefined }, { salt: 'new' }, { postOnly: false }];
    const faulty = repairs.map((_, count) => Object.assign({}, worst, ...repairs.slice(0, count)));
    const last = Object.assign({}, worst, ...repairs);
    const reasons = [...faulty, last].map((change) => {
      const reply = venue.step({ ...order(0, 'BUY', 0, 40, 1), ...change }, venue.now);
      return reply.ok ? 'accepted' : reply.refusal.kind;
    });
    const before = ['price-off-tick', 'size-invalid', 'expiration-unexpected', 'duplicate', 'post-only-type'];
    expect(reasons).toEqual([...before, 'insufficient-cash']);
  });

  test('without using up its salt', () => {
    const { refusal } = stage();
    expect(refusal({ ...good, type: 'FAK', salt: 'kept' })).toBe('fak-no-match');
    expect(refusal({ ...good, salt: 'kept' })).toBe('accepted');
  });

  test('in a market that is paused, closed or resolved', () => {
    const { must, step } = stage();
    must({ kind: 'pause-market', market: 0 });
    expect(step(good)).toEqual({ ok: false, refusal: { kind: 'market-not-accepting', state: 'paused' } });
    must({ kind: 'close-market', market: 0 });
    expect(step(good)).toEqual({ ok: false, refusal: { kind: 'market-not-accepting', state: 'closed' } });
    must({ kind: 'resolve-market', market: 0, payout: [0, ONE] });
    expect(step(good)).toEqual({ ok: false, refusal: { kind: 'market-not-accepting', state: 'resolved' } });
  });

  test('when its level would no longer be an exact number of shares', () => {
    const { must, refusal } = stage({ tick: 1 });
    must({ kind: 'deposit', wallet: 0, amount: 2_000_000 * ONE });
    const huge = { price: 1, size: 1_000_000_000_000_000 };
    for (let each = 0; each < 9; each += 1) must(order(0, 'BUY', 0, 1, 1, huge));
    expect(refusal(order(0, 'BUY', 0, 1, 1, huge))).toBe('size-invalid');
    expect(refusal(order(0, 'BUY', 0, 1, 1, { ...huge, price: 2 }))).toBe('accepted');
  });
});

describe('GTC', () => {
  test('rests and replies that it is live', () => {
    const { venue, must } = stage();
    expect(must(order(0, 'BUY', 0, 50, 10))).toEqual({ kind: 'placed', order: 0, status: 'live', size: 0, cash: 0 });
    expect(venue.bids(0, 0)).toEqual([{ price: 5_000, size: 10 * ONE }]);
    expect(venue.asks(0, 1)).toEqual([{ price: 5_000, size: 10 * ONE }]);
  });

  test('trades what it crosses and rests with the remainder at its own price', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 50, 4));
    const reply = must(order(1, 'BUY', 0, 52, 10));
    expect(reply).toMatchObject({ status: 'matched', size: 4 * ONE, cash: 2 * ONE });
    expect(venue.bids(0, 0)).toEqual([{ price: 5_200, size: 6 * ONE }]);
    expect(venue.order(1)).toMatchObject({ state: 'live', matched: 4 * ONE });
  });
});

describe('FOK', () => {
  test('takes its whole size over several levels and both tokens', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 50, 4));
    must(order(1, 'BUY', 1, 49, 6));
    const reply = must(order(2, 'BUY', 0, 51, 10, { type: 'FOK' }));
    expect(reply).toMatchObject({ status: 'matched', size: 10 * ONE, cash: 2 * ONE + 3.06 * ONE });
    expect(venue.order(2)).toMatchObject({ state: 'matched' });
  });

  test('is refused one micro share short, and nothing trades', () => {
    const { venue, must, refusal } = stage();
    must(order(0, 'SELL', 0, 50, 10));
    const before = venue.hash();
    expect(refusal(order(1, 'BUY', 0, 50, 10, { type: 'FOK', size: 10 * ONE + 1 }))).toBe('fok-not-filled');
    expect(venue.hash()).toBe(before);
  });

  test('does not count its own orders, nor what lies behind them', () => {
    const { must, refusal } = stage();
    must(order(0, 'SELL', 0, 50, 4));
    must(order(1, 'SELL', 0, 51, 1));
    must(order(0, 'SELL', 0, 52, 9));
    expect(refusal(order(1, 'BUY', 0, 60, 6, { type: 'FOK' }))).toBe('fok-not-filled');
    expect(refusal(order(1, 'BUY', 0, 60, 4, { type: 'FOK' }))).toBe('accepted');
  });
});

describe('FAK', () => {
  test('takes the available liquidity and cancels the rest', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 50, 4));
    expect(must(order(1, 'BUY', 0, 50, 10, { type: 'FAK' }))).toMatchObject({ status: 'matched', size: 4 * ONE });
    expect(venue.order(1)).toMatchObject({ state: 'killed', matched: 4 * ONE });
    expect(venue.bids(0, 0)).toEqual([]);
    expect(venue.cash(1).reserved).toBe(0);
  });
});

describe('post-only', () => {
  test('rests if it does not cross and is refused if it does, against either token', () => {
    const { must, refusal } = stage();
    must(order(0, 'BUY', 1, 45, 5));
    expect(refusal(order(1, 'BUY', 0, 55, 5, { postOnly: true }))).toBe('post-only-crosses');
    expect(refusal(order(1, 'SELL', 1, 45, 5, { postOnly: true }))).toBe('post-only-crosses');
    expect(refusal(order(1, 'BUY', 0, 54, 5, { postOnly: true }))).toBe('accepted');
  });

  test('is also refused if it would only cross an own order', () => {
    const { must, refusal } = stage();
    must(order(0, 'SELL', 0, 50, 5));
    expect(refusal(order(0, 'BUY', 0, 50, 5, { postOnly: true }))).toBe('post-only-crosses');
  });
});

describe('a wallet never trades with itself', () => {
  test('an order that would only cross an own order is refused', () => {
    const { must, refusal } = stage();
    must(order(0, 'SELL', 0, 50, 5));
    expect(refusal(order(0, 'BUY', 0, 55, 5))).toBe('self-trade');
    expect(refusal(order(0, 'SELL', 1, 45, 5))).toBe('self-trade');
    expect(refusal(order(0, 'BUY', 0, 55, 5, { type: 'FAK' }))).toBe('self-trade');
    expect(refusal(order(0, 'BUY', 0, 49, 5))).toBe('accepted');
  });

  test('the newer order trades up to the own order; its rest, all of which crosses, is cancelled', () => {
    const { venue, must } = stage();
    must(order(1, 'SELL', 0, 49, 2));
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'SELL', 0, 51, 3));
    const reply = must(order(0, 'BUY', 0, 55, 9));
    expect(reply).toMatchObject({ status: 'matched', size: 2 * ONE });
    expect(venue.order(3)).toMatchObject({ state: 'cancelled', matched: 2 * ONE });
    expect(venue.log.at(-1)).toMatchObject({
      kind: 'order-closed',
      order: 3,
      reason: 'self-trade',
      remaining: 7 * ONE,
    });
    expect(venue.asks(0, 0)).toEqual([
      { price: 5_000, size: 5 * ONE },
      { price: 5_100, size: 3 * ONE },
    ]);
    expect(venue.cash(0).reserved).toBe(0);
  });

  test('an own order behind others in the same level is not reached by a smaller order', () => {
    const { must } = stage();
    must(order(1, 'SELL', 0, 50, 5));
    must(order(0, 'SELL', 0, 50, 5));
    expect(must(order(0, 'BUY', 0, 50, 5))).toMatchObject({ status: 'matched', size: 5 * ONE });
  });
});

describe('cancelling', () => {
  test('ends an order and releases its reservation; its fills stay', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 50, 10));
    must(order(1, 'SELL', 0, 50, 4));
    must({ kind: 'cancel', wallet: 0, order: 0 });
    expect(venue.order(0)).toMatchObject({ state: 'cancelled', matched: 4 * ONE });
    expect(venue.cash(0)).toEqual({ free: 998 * ONE, reserved: 0 });
    expect(venue.bids(0, 0)).toEqual([]);
  });

  test('is refused for another wallet, for a finished order with its state, and for an unknown order', () => {
    const { must, refusal, step } = stage();
    must(order(0, 'BUY', 0, 50, 4));
    expect(refusal({ kind: 'cancel', wallet: 1, order: 0 })).toBe('not-owner');
    must(order(1, 'SELL', 0, 50, 4));
    expect(step({ kind: 'cancel', wallet: 0, order: 0 })).toEqual({
      ok: false,
      refusal: { kind: 'order-finished', state: 'matched' },
    });
    expect(refusal({ kind: 'cancel', wallet: 0, order: 2 })).toBe('unknown-order');
  });

  test('works while the market is paused', () => {
    const { must, refusal } = stage();
    must(order(0, 'BUY', 0, 50, 4));
    must({ kind: 'pause-market', market: 0 });
    expect(refusal({ kind: 'cancel', wallet: 0, order: 0 })).toBe('accepted');
  });
});
