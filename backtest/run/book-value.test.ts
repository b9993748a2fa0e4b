/** backtest/run/book-value tests: what shares would bring, at every change, without reversed trades. */
import { describe, expect, it } from 'vitest';
import { SIDE } from '../data/event.ts';
import { at, runOver } from '../fixtures/recorded.ts';
import { analyse } from '../metrics/analysis.ts';
import { metricsOf } from '../metrics/metrics.ts';
import type { BacktestResult } from '../result.ts';
import type { Context, Strategy } from '../strategy.ts';
import { exitValue } from './book-value.ts';

const NO_FEE = { rate: 0, exponent: 1, takerOnly: true } as const;
const metricOf = (result: BacktestResult, id: string) =>
  metricsOf(analyse(result)).find((metric) => metric.id === id)?.value;
const take =
  (size: number, token = 0) =>
  (c: Context): void => {
    c.place({ token, side: 'BUY', price: 0.99, size, type: 'FAK' });
  };

describe('what shares would bring', () => {
  const sizes = [
    { side: SIDE.buy, price: 5_000, size: 10 },
    { side: SIDE.buy, price: 4_800, size: 20 },
    { side: SIDE.sell, price: 5_200, size: 30 },
  ];
  const book = {
    isKnown: true,
    bestBid: 5_000,
    bestAsk: 5_200,
    tick: 100,
    sizeAt: (side: number, price: number) =>
      1e6 * (sizes.find((one) => one.side === side && one.price === price)?.size ?? 0),
    worstPrice: (side: number) => (side === SIDE.buy ? 4_800 : 5_200),
  };

  it.each([
    ['the best bid', 0, 10, 5],
    ['the bids that its size reaches', 0, 20, 5 + 4.8],
    ['nothing beyond the last bid', 0, 100, 5 + 9.6],
    ['asks of the first outcome, for the second one', 1, 10, 4.8],
    ['no more than these have', 1, 100, 30 * 0.48],
  ] as const)('is %s', (_, token, size, dollars) => {
    expect(exitValue(book, token, size * 1e6, NO_FEE)).toBe(Math.round(dollars * 1e6));
  });

  it('is net of the taker fee, and never below zero', () => {
    // 10 shares at 0.50, of which the fee is 10 x 0.02 x 0.25.
    expect(exitValue(book, 0, 10e6, { rate: 20_000, exponent: 1, takerOnly: true })).toBe(4_950_000);
    expect(exitValue(book, 0, 10e6, { rate: 999_999, exponent: 0, takerOnly: true })).toBe(0);
  });

  it('is nothing without a bid', () => {
    expect(exitValue({ ...book, bestBid: 0, worstPrice: () => 10_000 }, 0, 10e6, NO_FEE)).toBe(0);
  });
});

describe('the headline', () => {
  /** 1,000 shares for 20 dollars, in a book whose next ask is 0.99 afterwards. */
  const wide = `0 snapshot yes buy 0.01 1500 | sell 0.02 1000 | sell 0.99 5000
30 level yes sell 0.02 0\n40 level yes buy 0.01 1400\n50 level yes buy 0.01 1500`;

  it('is what shares would bring, with the middle beside it', async () => {
    const result = await runOver({ rows: wide }, at({ 1: take(1_000) }));
    expect([metricOf(result, 'pnl'), metricOf(result, 'pnl-middle')]).toEqual([-10, 480]);
    expect(result.holdings).toMatchObject([{ price: 100, basis: 'bid', age: 0 }]);
  });

  it('is the same for the other outcome, whose bids are the asks', async () => {
    const rows = `0 snapshot yes buy 0.01 900 | sell 0.98 500\n50 level yes buy 0.01 800`;
    // 900 shares at 0.99, of which the ask of the first outcome takes 500 at 0.02.
    const result = await runOver({ rows }, at({ 1: take(1_000, 1) }));
    expect(metricOf(result, 'pnl')).toBe(-891 + 10);
  });

  it('counts a dollar for a complete set', async () => {
    const result = await runOver({ rows: wide }, at({ 1: (c) => c.split(0, 500) }));
    expect([metricOf(result, 'pnl'), metricOf(result, 'drawdown')]).toEqual([0, 0]);
    expect(result.holdings.map(({ price, basis }) => [price, basis])).toEqual([
      [5_000, 'set'],
      [5_000, 'set'],
    ]);
  });

  it('takes the middle that was known last, not that of the last sample', async () => {
    // The run is sampled every second: the book moves twice within one, and has one side in the end.
    const rows = `0 snapshot yes buy 0.40 100 | sell 0.42 100\n5.1 level yes buy 0.44 100 | sell 0.42 0 | sell 0.48 100
5.2 level yes sell 0.48 0\n9 level yes buy 0.10 1`;
    const result = await runOver({ rows }, at({ 1: take(10) }));
    // 10 shares for 4.20, which are at 0.46 in the middle, and would bring 0.44.
    expect(metricOf(result, 'pnl')).toBeCloseTo(0.2, 9);
    expect(metricOf(result, 'pnl-middle')).toBeCloseTo(0.4, 9);
  });
});

describe('drawdown and exposure', () => {
  it('are those of every change, also between two points of the report', async () => {
    // Over 5,000 seconds a point comes every ten. The book falls for a tenth of a second.
    const rows = `0 snapshot yes buy 0.40 100 | sell 0.42 100\n1004.1 snapshot yes buy 0.05 100 | sell 0.42 100
1004.2 snapshot yes buy 0.40 100 | sell 0.42 100\n3000.1 snapshot yes buy 0.90 100 | sell 0.92 100
3000.2 snapshot yes buy 0.40 100 | sell 0.42 100\n5000 level yes buy 0.10 1`;
    const result = await runOver({ rows, gapSeconds: 10_000 }, at({ 1: take(10) }));
    // From 5 dollars more than was paid at the high of 0.90, down to 0.40.
    expect(metricOf(result, 'drawdown')).toBe(5);
    expect(metricOf(result, 'exposure-peak')).toBe(9);
    const held = 4_999;
    // 4 dollars of shares from second 1 on, but for two tenths of a second.
    expect(metricOf(result, 'exposure-mean')).toBeCloseTo((4 * (held - 0.2) + 0.5 * 0.1 + 9 * 0.1) / 5_000, 9);
    expect(metricOf(result, 'time-in-market')).toBeCloseTo(held / 5_000, 9);
    const worths = result.equity.map(({ cash, holdings }) => (cash + holdings) / 1e6);
    expect([Math.min(...worths), Math.max(...worths)]).toEqual([9_996.3, 10_004.8]);
    expect(result.equity.length).toBeLessThan(520);
  });

  it('see no book between two rows of one moment', async () => {
    const rows =
      '0 snapshot yes buy 0.40 100 | sell 0.42 100\n5 level yes buy 0.40 0\n' +
      '5 level yes buy 0.40 100\n9 level yes buy 0.10 1';
    const result = await runOver({ rows }, at({ 1: take(10) }));
    expect(metricOf(result, 'drawdown')).toBeCloseTo(0.2, 9);
  });
});

describe('a reversed trade', () => {
  /** 100 shares at 0.40, and 100 at 0.80; the one of them that the seed lets fail goes back. */
  const rows = `0 snapshot yes buy 0.30 1000 | sell 0.40 1000\n20 level yes sell 0.40 900
30 snapshot yes buy 0.30 1000 | sell 0.80 1000\n60 level yes sell 0.81 5\n100 level yes sell 0.81 6`;
  const settlement = { minedAfterMs: 2_000, confirmedAfterMs: 5_000, failureRate: 0.5 };
  const buyAndSell: Strategy = at({
    5: take(100),
    35: take(100),
    36: (c) => c.place({ token: 0, side: 'SELL', price: 0.3, size: 40, type: 'FAK' }),
    60: (c) => c.log(`${c.position(0).size} at ${c.position(0).averagePrice}, ${c.cash}`),
  });

  it('leaves average price and profit as if it had not been, also after a sale', async () => {
    // The first seed of which only the second purchase fails.
    const runs = await Promise.all(
      Array.from({ length: 24 }, (_, seed) => runOver({ rows }, buyAndSell, { settlement }, { seed: String(seed) })),
    );
    const run = runs.find(({ fills }) => fills.map(({ reversedAt }) => Number(reversedAt > 0)).join('') === '010');
    expect(run?.log.map(({ text }) => text)).toEqual(['60 at 0.4, 9972']);
    // 40 shares that cost 0.40 were sold at 0.30.
    expect(run && metricOf(run, 'pnl-realised')).toBe(-4);
    expect(run && metricOf(run, 'pnl-unrealised')).toBe(-6);
    expect(run && metricOf(run, 'accounting-difference')).toBe(0);
    expect(run?.holdings).toMatchObject([{ size: 60e6, cost: 24e6 }]);
  });
});
