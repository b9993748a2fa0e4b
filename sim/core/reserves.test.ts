/** Orders hold their worst case, exactly, and give back what they no longer need. */
import { describe, expect, test } from 'vitest';
import { ONE, order, stage } from './oracle/stage.ts';

const FEE = { rate: 100_000, exponent: 1, takerOnly: true } as const;

describe('reserves', () => {
  test('a resting BUY holds its limit, a resting SELL its shares', () => {
    const { exchange, must } = stage();
    must(order(0, 'BUY', 0, 40, 10));
    must(order(0, 'SELL', 1, 70, 30));
    expect(exchange.cash(0)).toEqual({ free: 996 * ONE, reserved: 4 * ONE });
    expect(exchange.tokens(0, 0, 1)).toEqual({ free: 70 * ONE, reserved: 30 * ONE });
  });

  test('what is reserved cannot be spent again: not by an order, a split, a merge or another sale', () => {
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

  test('a fill releases its part and a better price the difference', () => {
    const { exchange, must } = stage();
    must(order(0, 'SELL', 0, 30, 4));
    must(order(1, 'BUY', 0, 50, 10));
    expect(exchange.cash(1)).toEqual({ free: (1_000 - 1.2 - 3) * ONE, reserved: 3 * ONE });
  });

  test('an order that can take must afford the highest fee it can meet; one that rests need not', () => {
    const { exchange, must, step } = stage({ fee: FEE });
    const all = order(1, 'BUY', 0, 80, 1_250);
    must(order(0, 'SELL', 0, 80, 1));
    expect(step(all)).toEqual({
      ok: false,
      refusal: { kind: 'insufficient-cash', needed: 1_000 * ONE + 31.25 * ONE, free: 1_000 * ONE },
    });
    must({ kind: 'cancel', wallet: 0, order: 0 });
    must(all);
    expect(exchange.cash(1)).toEqual({ free: 0, reserved: 1_000 * ONE });
  });

  test('what was held for the highest fee can be spent to the last micro dollar', () => {
    const { exchange, must } = stage({ fee: FEE });
    must(order(0, 'SELL', 0, 50, 40));
    must(order(2, 'SELL', 0, 50, 60));
    must({ kind: 'split', wallet: 1, market: 0, size: 1_000 * ONE - 52.5 * ONE });
    must(order(1, 'BUY', 0, 50, 100));
    expect(exchange.cash(1)).toEqual({ free: 0, reserved: 0 });
  });

  test('where makers pay fees too, a resting BUY holds its own fee', () => {
    const { exchange, must } = stage({ fee: { ...FEE, takerOnly: false } });
    must(order(0, 'BUY', 0, 20, 10));
    expect(exchange.cash(0).reserved).toBe(2 * ONE + 160_000);
    must(order(1, 'SELL', 0, 20, 10));
    expect(exchange.cash(0)).toEqual({ free: 997.84 * ONE, reserved: 0 });
    expect(exchange.treasury().fees).toBe(320_000);
  });

  test('a delayed order holds its worst case until it meets the book', () => {
    const { exchange, must, wait } = stage({ fee: FEE, delayMs: 3_000 });
    must(order(0, 'SELL', 0, 60, 10));
    must(order(1, 'BUY', 0, 60, 10));
    expect(exchange.cash(1).reserved).toBe(6 * ONE + 250_000);
    wait(3_000);
    expect(exchange.cash(1)).toEqual({ free: 993.76 * ONE, reserved: 0 });
  });
});
