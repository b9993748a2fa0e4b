/** sim/core/reserves tests: orders reserve exactly their worst case and release the rest. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE, order, type Stage, stage } from '../../proof/venue/oracle/stage.ts';
import type { FeeTerms } from '../../spec/venue/command.ts';
import { RATE_LIMIT } from '../../spec/venue/rules.ts';

const FEE = { rate: 100_000, exponent: 1, takerOnly: true } as const;

describe('reserves', () => {
  test('a resting BUY reserves its limit, a resting SELL its shares', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 40, 10));
    must(order(0, 'SELL', 1, 70, 30));
    expect(venue.cash(0)).toEqual({ free: 996 * ONE, reserved: 4 * ONE });
    expect(venue.tokens(0, 0, 1)).toEqual({ free: 70 * ONE, reserved: 30 * ONE });
  });

  test('a reserved amount cannot be spent by an order, a split, a merge or another sale', () => {
    const { must, step } = stage();
    must(order(0, 'BUY', 0, 50, 1_999));
    must(order(0, 'SELL', 0, 70, 95));
    expect(step(order(0, 'BUY', 0, 40, 2))).toEqual({
      ok: false,
      refusal: { kind: 'insufficient-cash', needed: 800_000, free: 500_000 },
    });
    expect(step({ kind: 'split', wallet: 0, market: 0, size: ONE })).toMatchObject({
      refusal: { kind: 'insufficient-cash' },
    });
    expect(step({ kind: 'merge', wallet: 0, market: 0, size: 6 * ONE })).toMatchObject({
      refusal: { kind: 'insufficient-tokens', needed: 6 * ONE, free: 5 * ONE },
    });
    expect(step(order(0, 'SELL', 0, 80, 6))).toMatchObject({ refusal: { kind: 'insufficient-tokens' } });
  });

  test('a fill releases its part, and a better price the difference', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 30, 4));
    must(order(1, 'BUY', 0, 50, 10));
    expect(venue.cash(1)).toEqual({ free: (1_000 - 1.2 - 3) * ONE, reserved: 3 * ONE });
  });

  test('an order that can take must afford its fee beside its limit; one that rests need not', () => {
    const { venue, must, step } = stage({ fee: FEE });
    const all = order(1, 'BUY', 0, 80, 1_250);
    must(order(0, 'SELL', 0, 80, 1));
    expect(step(all)).toEqual({
      ok: false,
      refusal: { kind: 'insufficient-cash', needed: 1_000 * ONE + 20 * ONE + 10, free: 1_000 * ONE },
    });
    must({ kind: 'cancel', wallet: 0, order: 0 });
    must(all);
    expect(venue.cash(1)).toEqual({ free: 0, reserved: 1_000 * ONE });
  });

  test('the part reserved for the highest fee can be spent to the last micro dollar', () => {
    const { venue, must } = stage({ fee: FEE });
    must(order(0, 'SELL', 0, 50, 40));
    must(order(2, 'SELL', 0, 50, 60));
    must({ kind: 'split', wallet: 1, market: 0, size: 1_000 * ONE - 52.5 * ONE });
    must(order(1, 'BUY', 0, 50, 100));
    expect(venue.cash(1)).toEqual({ free: 0, reserved: 0 });
  });

  test('if makers pay fees too, a resting BUY reserves its fee', () => {
    const { venue, must } = stage({ fee: { ...FEE, takerOnly: false } });
    must(order(0, 'BUY', 0, 20, 10));
    expect(venue.cash(0).reserved).toBe(2 * ONE + 160_000);
    must(order(1, 'SELL', 0, 20, 10));
    expect(venue.cash(0)).toEqual({ free: 997.84 * ONE, reserved: 0 });
    expect(venue.treasury().fees).toBe(320_000);
  });

  test('a delayed order reserves its worst case until it is matched', () => {
    const { venue, must, wait } = stage({ fee: FEE, delayMs: 3_000 });
    must(order(0, 'SELL', 0, 60, 10));
    must(order(1, 'BUY', 0, 60, 10));
    expect(venue.cash(1).reserved).toBe(6 * ONE + 240_010);
    wait(3_000);
    expect(venue.cash(1)).toEqual({ free: 993.76 * ONE, reserved: 0 });
  });
});

/** Leaves a wallet this much of its thousand dollars. */
function leave({ must }: Stage, wallet: number, free: number): void {
  must({ kind: 'split', wallet, market: 1, size: 1_000 * ONE - free });
}

describe('a BUY that takes, with a limit above a half', () => {
  // At 0.80 it costs 1249.6 and a fee of 24.992, just below 25, where the next step of ten begins: 1250 + 20.
  const buy = { size: 1_562 };

  test.each([
    ['at its limit', 1_562, order(2, 'SELL', 0, 80, 1), 20],
    ['in part at a better price', 1, order(2, 'SELL', 0, 50, 1), 30],
    ['in part by making sets', 1, order(2, 'BUY', 1, 50, 1), 30],
  ])('reserves a step more than its fee there; filled %s', (_where, size, best, fee) => {
    const staged = stage({ fee: FEE });
    leave(staged, 1, 1_280);
    staged.must(order(0, 'SELL', 0, 80, 1));
    staged.must({ ...best, size });
    staged.must(order(1, 'BUY', 0, 80, 0, buy));
    expect(staged.venue.cash(1)).toEqual({ free: 1_280 - 1_250 - fee, reserved: 0 });
  });

  test('is refused if a micro dollar of that is missing', () => {
    const staged = stage({ fee: FEE });
    leave(staged, 1, 1_279);
    staged.must(order(0, 'SELL', 0, 80, 1));
    const refusal = { kind: 'insufficient-cash', needed: 1_280, free: 1_279 };
    expect(staged.step(order(1, 'BUY', 0, 80, 0, buy))).toEqual({ ok: false, refusal });
  });

  test.each([
    // The same fee at every price.
    [{ rate: 20_000, exponent: 0 }, 8_000, 22_500, 18_000 + 450],
    // The fee at a half is higher by much, by a step, and not higher.
    [{ rate: 1_000_000, exponent: 1 }, 9_900, ONE, 990_000 + 9_900 + 10],
    [{ rate: 1_000_000, exponent: 1 }, 5_100, 20, 11 + 10],
    [{ rate: 1_000_000, exponent: 1 }, 5_100, 10_000, 5_100 + 2_500],
    [{ rate: 1_000_000, exponent: 2 }, 9_900, ONE, 990_000 + 100 + 10],
    [{ rate: 1_000_000, exponent: 1 }, 5_000, ONE, 500_000 + 250_000],
    [{ rate: 1_000_000, exponent: 1 }, 4_900, ONE, 490_000 + 249_900],
  ] as const)('by %j at %i for %i reserves no more than the fee at a half', (fee, price, size, held) => {
    const { venue, must } = stage({ fee: { ...fee, takerOnly: true }, delayMs: 1_000 });
    must(order(0, 'SELL', 0, 1, 1));
    must(order(1, 'BUY', 0, 0, 0, { price, size }));
    expect(venue.cash(1).reserved).toBe(held);
  });
});

/** A market's fee, a limit, a size, and offers up to it: of the same outcome, or bids for the other. */
const scenes = fc.record({
  fee: fc.record({
    rate: fc.oneof(fc.constant(RATE_LIMIT), fc.integer({ min: 1, max: RATE_LIMIT })),
    exponent: fc.constantFrom<FeeTerms['exponent'][]>(0, 1, 2),
    takerOnly: fc.boolean(),
  }),
  limit: fc.oneof(fc.integer({ min: 5_001, max: 9_999 }), fc.integer({ min: 1, max: 9_999 })),
  size: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 50 * ONE })),
  offers: fc.array(
    fc.record({
      better: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 9_998 })),
      size: fc.oneof(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 1, max: 20 * ONE }),
      ),
      mints: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

test('the reservation on arrival pays for all fills of an order, and for its rest in the book', () => {
  fc.assert(
    fc.property(scenes, ({ fee, limit, size, offers }) => {
      const staged = stage({ fee, tick: 1 });
      const { venue, must, step } = staged;
      for (const { better, size, mints } of offers) {
        const price = Math.max(1, limit - better);
        const offer = mints ? { price: 10_000 - price, size } : { price, size };
        must(order(0, mints ? 'BUY' : 'SELL', mints ? 1 : 0, 0, 0, offer));
      }
      const buy = order(1, 'BUY', 0, 0, 0, { price: limit, size });
      leave(staged, 1, 0);
      const refused = step(buy);
      if (refused.ok || refused.refusal.kind !== 'insufficient-cash') throw new Error('accepted without a dollar');
      const { needed } = refused.refusal;
      must({ kind: 'deposit', wallet: 1, amount: needed });
      must(buy);
      expect(venue.cash(1).free).toBeGreaterThanOrEqual(0);
      must(order(2, 'SELL', 0, 0, 0, { price: limit, size }));
      const { free, reserved } = venue.cash(1);
      expect(reserved).toBe(0);
      expect(free).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2_000, seed: 7 },
  );
});
