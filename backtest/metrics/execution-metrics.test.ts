import { describe, expect, it } from 'vitest';
import { fiveMinutes } from './fixtures/five-minutes.ts';
import { figuresOf, metricOf, numberOf, rowsOf } from './fixtures/measured.ts';
import { DAY, equity, fill, HOUR, market, minute, order, result, START, settlement } from './fixtures/results.ts';

describe('volume and orders', () => {
  it('are counted over all fills', () => {
    const run = fiveMinutes();
    // 100 x 0.40 + 40 x 0.50 + 200 x 0.30.
    expect(figuresOf(run, 'volume', 'turnover')).toEqual([120, 0.12]);
    // (20 + 60) / 120.
    expect(figuresOf(run, 'maker-share', 'taker-share')).toEqual([0.666666666667, 0.333333333333]);
  });

  it('compare what was filled with what was accepted', () => {
    const run = fiveMinutes();
    expect(figuresOf(run, 'orders', 'orders-rejected')).toEqual([5, 1]);
    // 340 / (100 + 40 + 200 + 50); the rejected order does not count.
    expect(numberOf(run, 'fill-ratio')).toBe(0.871794871795);
    // Orders 1, 2 and 3 of four.
    expect(numberOf(run, 'orders-filled')).toBe(0.75);
  });

  it('list why orders were rejected or ended', () => {
    const again = order(6, 'BUY', 5, 0, 0.2, { state: 'rejected', reason: 'not enough balance' });
    const run = fiveMinutes();
    expect(rowsOf({ ...run, orders: [...run.orders, again] }, 'unfilled-orders')).toEqual([
      { state: 'rejected', reason: 'not enough balance', orders: 2 },
      { state: 'cancelled', reason: 'by the strategy', orders: 1 },
    ]);
  });
});

describe('slippage', () => {
  it('is what takers paid above the middle', () => {
    const run = fiveMinutes();
    // One taker bought at 0.40: the middle was 0.39 on arrival and 0.38 when the order was sent.
    expect(figuresOf(run, 'slippage-arrival', 'slippage-decision')).toEqual([0.01, 0.02]);
  });

  it('is averaged by size, with sales the other way round, and leaves out unknown middles', () => {
    const run = result({
      orders: [
        order(1, 'BUY', 30, 0, 0.5, { arrivalMid: 0.48 }),
        order(2, 'SELL', 10, 0, 0.4, { arrivalMid: 0.46 }),
        order(3, 'BUY', 99, 0, 0.9),
      ],
      fills: [
        fill(1, minute(1), 'BUY', 30, 0, 0.5),
        fill(2, minute(2), 'SELL', 10, 0, 0.4),
        fill(3, minute(3), 'BUY', 99, 0, 0.9),
      ],
    });
    // (30 x 0.02 + 10 x 0.06) / 40.
    expect(metricOf(run, 'slippage-arrival')).toMatchObject({ value: 0.03, samples: 2 });
    expect(metricOf(run, 'slippage-decision')).toMatchObject({
      value: null,
      reason: 'the middle of the book is unknown for every taker',
      samples: 0,
    });
  });
});

describe('markouts', () => {
  it('are averaged by size over fills with a later price', () => {
    const run = fiveMinutes();
    // BUY 100 at 0.40, SELL 40 at 0.50, BUY 200 at 0.30 with only its middle at the fill: (-1 + 0 + 0) / 340.
    expect(numberOf(run, 'markout-at-fill')).toBe(-0.00294117647059);
    // (100 x 0.01 + 40 x 0.01) / 140.
    expect(metricOf(run, 'markout-1s')).toMatchObject({ value: 0.01, samples: 2 });
    // (100 x 0.02 + 40 x 0.02) / 140.
    expect(numberOf(run, 'markout-10s')).toBe(0.02);
    // (100 x 0.10 + 40 x 0) / 140.
    expect(numberOf(run, 'markout-60s')).toBe(0.0714285714286);
    // Paid a dollar: (100 x 0.60 - 40 x 0.50) / 140.
    expect(numberOf(run, 'markout-settlement')).toBe(0.285714285714);
  });

  it('are listed for makers and takers', () => {
    expect(rowsOf(fiveMinutes(), 'markouts')).toEqual([
      // Makers: (0 + 0) / 240.
      { horizon: 'at the fill', all: -0.00294117647059, maker: 0, taker: -0.01 },
      { horizon: 'after 1 s', all: 0.01, maker: 0.01, taker: 0.01 },
      { horizon: 'after 10 s', all: 0.02, maker: 0.02, taker: 0.02 },
      { horizon: 'after 60 s', all: 0.0714285714286, maker: 0, taker: 0.1 },
      { horizon: 'at settlement', all: 0.285714285714, maker: -0.5, taker: 0.6 },
    ]);
  });
});

describe('queue waits', () => {
  it('are nearest ranks over the fills of makers', () => {
    const run = result({
      fills: Array.from({ length: 10 }, (_, index) =>
        fill(1, minute(1), 'BUY', 1, 0, 0.5, { isMaker: true, waited: 10 - index }),
      ),
    });
    // Waits of 1 to 10 seconds: the fifth and the ninth.
    expect(metricOf(run, 'queue-wait-median')).toMatchObject({ value: 5.5, samples: 10 });
    expect(numberOf(run, 'queue-wait-p90')).toBe(9);
  });
});

describe('the P&L', () => {
  it('by price adds up to the whole', () => {
    expect(rowsOf(fiveMinutes(), 'pnl-by-price')).toEqual([
      // 200 x (0.35 - 0.30).
      { group: '0.3 to 0.4', fills: 1, volume: 60, pnl: 10 },
      // 100 x (1 - 0.40) - 0.50.
      { group: '0.4 to 0.5', fills: 1, volume: 40, pnl: 59.5 },
      // 40 x (0.50 - 1).
      { group: '0.5 to 0.6', fills: 1, volume: 20, pnl: -20 },
    ]);
  });

  it('by category, reason and time to the close adds up to the whole', () => {
    const run = fiveMinutes();
    expect(rowsOf(run, 'pnl-by-category')).toEqual([
      { group: 'sport', fills: 2, volume: 60, pnl: 39.5 },
      { group: 'weather', fills: 1, volume: 60, pnl: 10 },
    ]);
    expect(rowsOf(run, 'pnl-by-reason')?.map(({ group, pnl }) => [group, pnl])).toEqual([
      ['took-liquidity', 59.5],
      ['trade-at-price', -20],
      ['trade-through', 10],
    ]);
    // The first market closes 31 minutes after the start, the second one a day after it.
    expect(rowsOf(run, 'pnl-by-time-to-close')?.map(({ group, pnl }) => [group, pnl])).toEqual([
      ['below 1 hour', 39.5],
      ['1 hour to 1 day', 10],
    ]);
  });

  it('by time to the close has these bounds', () => {
    const before = [0, HOUR - 1, HOUR, DAY - 1, DAY, 7 * DAY - 1, 7 * DAY];
    const run = result({
      markets: [market(0, { closes: START + 8 * DAY }), market(1)],
      fills: [
        ...before.map((left) => fill(1, START + 8 * DAY - left, 'BUY', 1, 0, 0.5)),
        fill(2, START + 8 * DAY + 1, 'BUY', 1, 0, 0.5),
        fill(3, START, 'BUY', 1, 2, 0.5),
      ],
    });
    expect(rowsOf(run, 'pnl-by-time-to-close')?.map(({ group, fills }) => [group, fills])).toEqual([
      ['after the close', 1],
      ['below 1 hour', 2],
      ['1 hour to 1 day', 2],
      ['1 to 7 days', 2],
      ['7 days or more', 1],
      ['unknown', 1],
    ]);
  });

  it('by market holds its parts', () => {
    expect(rowsOf(fiveMinutes(), 'pnl-by-market')).toEqual([
      {
        market: 'market-0',
        category: 'sport',
        settled: 'Yes',
        fills: 2,
        volume: 60,
        pnl: 39.5,
        realised: 4,
        settledPnl: 36,
        unrealised: 0,
        fees: 0.5,
      },
      {
        market: 'market-1',
        category: 'weather',
        settled: 'open',
        fills: 1,
        volume: 60,
        pnl: 10,
        realised: 0,
        settledPnl: 0,
        unrealised: 10,
        fees: 0,
      },
    ]);
  });

  it('names the winner, or says that there was none', () => {
    const settledAs = (payout: number): unknown =>
      rowsOf(
        result({
          fills: [fill(1, minute(1), 'BUY', 10, 0, 0.4)],
          settlements: [settlement(minute(2), 0, payout, [10, 0], 4)],
          equity: equity([minute(2), 996 + 10 * payout, 0]),
        }),
        'pnl-by-market',
      )?.map(({ settled, pnl }) => [settled, pnl]);
    expect([settledAs(1), settledAs(0), settledAs(0.5)]).toEqual([[['Yes', 6]], [['No', -4]], [['void', 1]]]);
  });
});

describe('a run with one fill', () => {
  it('has the measures that one fill allows', () => {
    const run = result({
      orders: [order(1, 'BUY', 10, 0, 0.4, { state: 'filled', endedAt: minute(1) })],
      fills: [fill(1, minute(1), 'BUY', 10, 0, 0.4, { isMaker: true, waited: 60 })],
      equity: equity([minute(0), 1_000, 0], [minute(1), 996, 4]),
    });
    expect(figuresOf(run, 'volume', 'maker-share', 'queue-wait-median')).toEqual([4, 1, 60]);
    expect(metricOf(run, 'markout-1s')?.reason).toBe('that price is unknown for every fill');
    expect(metricOf(run, 'slippage-arrival')?.reason).toBe('no order took liquidity');
  });
});

describe('a run without fills', () => {
  it('states why there is nothing to measure', () => {
    const run = result();
    expect(figuresOf(run, 'volume', 'maker-share')).toEqual([0, 'nothing was filled']);
    expect(figuresOf(run, 'fill-ratio', 'markout-1s')).toEqual(['no order was accepted', 'nothing was filled']);
    expect(metricOf(run, 'queue-wait-p90')?.reason).toBe('no resting order was filled');
    expect(rowsOf(run, 'pnl-by-price')).toEqual([]);
    expect(rowsOf(run, 'pnl-by-market')).toEqual([]);
  });
});
