/** backtest/overlay tests: every fill by hand: the queue ahead, the recorded row that reached the order, the cost. */
import { describe, expect, it } from 'vitest';
import { at, runOver, START } from '../fixtures/recorded.ts';
import type { BacktestResult } from '../result.ts';
import type { Context, Strategy } from '../strategy.ts';

/** Fills as `second reason side shares@cents`. */
const fillsOf = ({ fills, data }: BacktestResult): readonly string[] =>
  fills.map(({ at: when, reason, side, size, price }) => {
    const second = (when - data.first) / 1e6;
    return `${second} ${reason} ${side} ${size / 1e6}@${price / 100}`;
  });
const cashOf = ({ equity }: BacktestResult): number => (equity.at(-1)?.cash ?? 0) / 1e6;
const outcomesOf = ({ orders }: BacktestResult): readonly string[] =>
  orders.map(({ state, reason }) => (reason === '' ? state : `${state}: ${reason}`));

const BOOK = '0 snapshot yes buy 0.50 300 | sell 0.52 100 | sell 0.53 100';
const END = '9 level yes buy 0.40 1';

describe('an order that takes liquidity', () => {
  it('trades level by level at recorded prices, and only what was recorded', async () => {
    const result = await runOver(
      { rows: `${BOOK}\n${END}` },
      at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.53, size: 250, type: 'FAK' }) }),
    );
    expect(fillsOf(result)).toEqual(['1 took-liquidity BUY 100@52', '1 took-liquidity BUY 100@53']);
    // 10,000 - 100 x 0.52 - 100 x 0.53
    expect(cashOf(result)).toBe(9_895);
    expect(result.fills.map(({ isMaker, queueAhead, row }) => [isMaker, queueAhead, row])).toEqual([
      [false, -1, -1],
      [false, -1, -1],
    ]);
  });

  it('leaves less for the next one, until new shares come', async () => {
    const buy = (c: Context): void => void c.place({ token: 0, side: 'BUY', price: 0.52, size: 70, type: 'FAK' });
    const rows = `${BOOK}\n3 level yes sell 0.52 90\n5 level yes sell 0.52 110\n${END}`;
    const strategy = at({ 1: buy, 2: buy, 4: buy, 6: buy });
    const takes = ['1 took-liquidity BUY 70@52', '2 took-liquidity BUY 30@52', '6 took-liquidity BUY 20@52'];
    expect(fillsOf(await runOver({ rows }, strategy))).toEqual(takes);
    expect(fillsOf(await runOver({ rows }, strategy, { consumption: false }))).toContain('2 took-liquidity BUY 70@52');
  });

  it('takes the second outcome from bids of the first', async () => {
    const buyNo = at({ 1: (c) => c.place({ token: 1, side: 'BUY', price: 0.5, size: 10 }) });
    const result = await runOver({ rows: `${BOOK}\n${END}` }, buyNo);
    expect(fillsOf(result)).toEqual(['1 took-liquidity BUY 10@50']);
    expect(result.holdings).toEqual([
      { token: 1, size: 10e6, cost: 5e6, mid: 4_900, price: 4_800, basis: 'bid', age: 0 },
    ]);
  });

  it('rests with what is left, and pays the fee of a taker on what it took', async () => {
    const rows = `${BOOK}\n2 trade yes sell 0.52 500\n${END}`;
    const fee = { rate: 20_000, exponent: 1, takerOnly: true } as const;
    const result = await runOver(
      { rows },
      at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.52, size: 130 }) }),
      { fee },
    );
    expect(fillsOf(result)).toEqual(['1 took-liquidity BUY 100@52', '2 trade-at-price BUY 30@52']);
    // 100 x 0.02 x 0.52 x 0.48 = 0.4992
    expect(result.fills.map(({ fee: paid }) => paid)).toEqual([499_200, 0]);
    expect(cashOf(result)).toBe(10_000 - 130 * 0.52 - 0.4992);
  });

  it.each([
    ['is smaller than the smallest order', { price: 0.52, size: 4 }, 'rejected: size-too-small'],
    ['has a price between two ticks', { price: 0.523, size: 10 }, 'rejected: price-off-tick'],
    ['has a price of a fraction of the smallest step', { price: 0.52345, size: 10 }, 'rejected: price-off-tick'],
    ['costs more than there is', { price: 0.52, size: 20_000 }, 'rejected: insufficient-cash'],
    ['must fill whole and cannot', { price: 0.52, size: 101, type: 'FOK' }, 'rejected: fok-not-filled'],
    ['finds nothing to take', { price: 0.51, size: 10, type: 'FAK' }, 'rejected: fak-no-match'],
    ['may not take', { price: 0.52, size: 10, postOnly: true }, 'rejected: post-only-crosses'],
    ['has no price', { price: 0, size: 10 }, 'rejected: price-out-of-range'],
  ] as const)('is rejected by the venue if it %s', async (_, order, outcome) => {
    const buy = at({ 1: (c) => c.place({ token: 0, side: 'BUY', ...order }) });
    const result = await runOver({ rows: `${BOOK}\n${END}` }, buy, { minSize: 5e6 });
    expect(outcomesOf(result)).toEqual([outcome]);
    expect(cashOf(result)).toBe(10_000);
  });

  it('waits for the delay of its market, and is then matched with the book of that moment', async () => {
    const rows = `${BOOK}\n3 level yes sell 0.52 0\n${END}`;
    const buy = at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.53, size: 10 }) });
    expect(fillsOf(await runOver({ rows }, buy, { delayMs: 3_000 }))).toEqual(['4 took-liquidity BUY 10@53']);
    expect(fillsOf(await runOver({ rows }, buy, { delayMs: 1_000 }))).toEqual(['2 took-liquidity BUY 10@52']);
  });

  it('gets cash and shares back if its settlement fails', async () => {
    const settlement = { minedAfterMs: 2_000, confirmedAfterMs: 5_000, failureRate: 1 };
    const buy = at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.52, size: 10 }) });
    const result = await runOver({ rows: `${BOOK}\n${END}` }, buy, { settlement });
    expect(result.fills.map(({ reversedAt }) => (reversedAt - result.data.first) / 1e6)).toEqual([3]);
    expect([cashOf(result), result.holdings]).toEqual([10_000, []]);
  });
});

describe('an order that rests', () => {
  const bid = (c: Context): void => void c.place({ token: 0, side: 'BUY', price: 0.5, size: 40 });

  it('fills when the size that was ahead of it has traded', async () => {
    const rows = `${BOOK}\n2 trade yes sell 0.50 200\n3 trade yes sell 0.50 130\n${END}`;
    const result = await runOver({ rows }, at({ 1: bid }));
    // 300 ahead: 200 trade, then 100 of the 130; 30 of the order's 40 are left to fill.
    expect(fillsOf(result)).toEqual(['3 trade-at-price BUY 30@50']);
    expect(result.fills.map(({ isMaker, queueAhead, waited, row }) => [isMaker, queueAhead, waited, row])).toEqual([
      [true, 300e6, 2e6, 4],
    ]);
    expect(outcomesOf(result)).toEqual(['open']);
  });

  it('is measured against the book of the whole message that reached it', async () => {
    // The first level of the message crosses the order; the others are not applied at that time.
    const rows = `${BOOK}\n2 level yes sell 0.51 100 | buy 0.50 0 | buy 0.48 50\n${END}`;
    const better = at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.51, size: 40 }) });
    const result = await runOver({ rows }, better);
    expect(fillsOf(result)).toEqual(['2 book-crossed BUY 40@51']);
    expect(result.fills.map(({ mid, mid1s }) => [mid, mid1s])).toEqual([[4_950, 4_950]]);
  });

  it('shares the queue of its level with own orders before it', async () => {
    const rows = `${BOOK}\n2 level yes buy 0.50 340\n4 trade yes sell 0.50 345\n5 trade yes sell 0.50 45\n${END}`;
    const result = await runOver({ rows }, at({ 1: bid, 3: bid }));
    // Recorded 300, own 40, recorded 40, own 40: 345 fill the first order whole and 5 of the recorded;
    // 45 take the other 35 and 10.
    expect(fillsOf(result)).toEqual(['4 trade-at-price BUY 40@50', '5 trade-at-price BUY 10@50']);
    expect(result.fills.map(({ order }) => order)).toEqual([0, 1]);
  });

  it('fills before its queue when a trade passes its price, once for the size of the trade', async () => {
    const rows = `${BOOK}\n2 trade yes sell 0.49 25\n${END}`;
    expect(fillsOf(await runOver({ rows }, at({ 1: bid })))).toEqual(['2 trade-through BUY 25@50']);
  });

  it('is not reached by trades on the same side, at another price, or of an unknown side', async () => {
    const rows = `${BOOK}\n2 trade yes buy 0.50 900\n3 trade yes sell 0.51 900\n4 trade yes other 0.50 900\n${END}`;
    const result = await runOver({ rows }, at({ 1: bid }));
    expect(fillsOf(result)).toEqual([]);
    // The chart of prices begins with the order, although nothing fills.
    expect(result.prices[0]).toMatchObject({ market: 0, bid: expect.arrayContaining([5_000]) });
    expect(result.prices[0]?.at[0]).toBe(START + 1e6);
  });

  it('fills when the other side of the book comes to its price, with what is there', async () => {
    const rows = `${BOOK}\n2 level yes sell 0.50 15 | buy 0.50 0\n3 level yes sell 0.49 15\n${END}`;
    expect(fillsOf(await runOver({ rows }, at({ 1: bid })))).toEqual([
      '2 book-crossed BUY 15@50',
      '3 book-crossed BUY 15@50',
    ]);
  });

  it('of the second outcome waits among those of the first', async () => {
    const sellYes = at({ 1: (c) => c.place({ token: 1, side: 'BUY', price: 0.48, size: 20 }) });
    const rows = `${BOOK}\n2 trade no sell 0.48 110\n${END}`;
    // 100 are ahead at 52 cents of Yes; a sale of No at 48 buys Yes at 52.
    expect(fillsOf(await runOver({ rows }, sellYes))).toEqual(['2 trade-at-price BUY 10@48']);
  });

  it.each([
    // 300 ahead of 400; 200 of them cancel. The pessimistic model: all of those were behind, as far as there were any.
    ['risk-averse', 200],
    // 100 behind, 300 ahead: weights 1 and 27, so 1/28 of 200 from behind: 300 - 192.857142
    ['power', 107.142_858],
    // ln(101) and ln(301): 4.61512 / (4.61512 + 5.70711) of 200 is 89.42099 from behind
    ['log', 189.420_99],
  ] as const)('moves forward by cancellations as the model %s has it', async (queue, ahead) => {
    const rows =
      `${BOOK}\n0.5 trade yes buy 0.9 1\n2 level yes buy 0.50 400\n3 level yes buy 0.50 200\n` +
      `5 trade yes sell 0.50 220\n${END}`;
    const { fills } = await runOver({ rows }, at({ 1: bid }), { queue });
    const size = fills.reduce((sum, fill) => sum + fill.size / 1e6, 0);
    expect(size).toBeCloseTo(Math.min(40, 220 - ahead), 4);
  });

  it('moves by trades once: the decrease that a trade explains is no cancellation', async () => {
    const rows = `${BOOK}\n2 trade yes sell 0.50 100\n2 level yes buy 0.50 200\n3 trade yes sell 0.50 210\n${END}`;
    const { fills } = await runOver({ rows }, at({ 1: bid }), { queue: 'power' });
    expect(fills.map(({ size }) => size / 1e6)).toEqual([10]);
  });

  it('fills by a share of the decreases at the best price if the recording has no trades', async () => {
    const rows = `${BOOK}\n2 level yes buy 0.50 0\n3 level yes buy 0.50 100\n4 level yes buy 0.50 20\n${END}`;
    // At 2 all 300 ahead leave, a fifth of them traded; at 4 the order is at the front:
    // of its 40 shares at most a fifth fills.
    const result = await runOver({ rows }, at({ 1: bid }));
    expect(fillsOf(result)).toEqual(['4 inferred BUY 8@50']);
    // A trade changes the model from its moment on, never before.
    const late = `${rows}\n9 trade yes buy 0.9 1`;
    expect(fillsOf(await runOver({ rows: late }, at({ 1: bid })))).toEqual(['4 inferred BUY 8@50']);
    const early = rows.replace('\n2 ', '\n1.5 trade yes buy 0.9 1\n2 ');
    expect(fillsOf(await runOver({ rows: early }, at({ 1: bid })))).toEqual([]);
  });

  it('is not reached by inferred trades at a worse price', async () => {
    // The level of the order leaves; a taker of the level behind it would have filled the order first.
    const rows = `${BOOK}\n1 level yes buy 0.49 500\n2 level yes buy 0.50 0\n3 level yes buy 0.49 100\n${END}`;
    expect(fillsOf(await runOver({ rows }, at({ 1: bid })))).toEqual([]);
  });

  it.each([
    // A loss of 100 is an inferred trade of 20. The better order would have been filled first.
    ['behind a better own order', 0.51, 20, []],
    // At most a fifth of an order fills, and only the first one of a level.
    ['behind an own order that fills in part', 0.5, 10, ['3 inferred BUY 2@50']],
  ])('is not reached by an inferred trade %s', async (_, price, size, fills) => {
    const first = at({ 1: (c) => c.place({ token: 0, side: 'BUY', price, size }), 1.5: bid });
    const rows = `${BOOK}\n2 level yes buy 0.50 0\n2.5 level yes buy 0.50 100\n3 level yes buy 0.50 0\n${END}`;
    expect(fillsOf(await runOver({ rows }, first))).toEqual(fills);
  });

  it('expires, and can be cancelled', async () => {
    const rows = `${BOOK}\n80 trade yes sell 0.50 900\n90 level yes buy 0.40 1`;
    const strategy = at({
      1: (c) => c.place({ token: 0, side: 'BUY', price: 0.5, size: 10, type: 'GTD', expiresAt: c.now + 70e6 }),
      2: (c) => c.cancel(c.place({ token: 0, side: 'BUY', price: 0.5, size: 10 })),
    });
    expect(outcomesOf(await runOver({ rows }, strategy))).toEqual(['expired: expired', 'cancelled: cancelled']);
  });
});

describe('a gap', () => {
  const after = '100 snapshot yes buy 0.50 80 | sell 0.52 70';
  const rows = `${BOOK}\n${after}\n101 trade yes sell 0.50 90\n110 level yes buy 0.40 1`;

  it('fills nothing, and puts resting orders behind all that is there afterwards', async () => {
    const strategy = at({
      0: (c) => c.place({ token: 0, side: 'BUY', price: 0.5, size: 40 }),
      80: (c) => c.place({ token: 0, side: 'BUY', price: 0.52, size: 10, type: 'FAK' }),
    });
    const result = await runOver({ rows, gapSeconds: 60 }, strategy);
    expect(result.data.gaps).toBe(1);
    expect(outcomesOf(result)).toEqual(['open', 'rejected: book-unknown']);
    expect(fillsOf(result)).toEqual(['101 trade-at-price BUY 10@50']);
  });

  it('is not visible before the gap time has passed', async () => {
    const seen: unknown[] = [];
    const look = (c: Context): void => void seen.push([c.book(0).isKnown, c.book(0).bestAsk]);
    await runOver({ rows, gapSeconds: 60 }, at({ 59: look, 61: look, 105: look }));
    expect(seen).toEqual([
      [true, 0.52],
      [false, undefined],
      [true, 0.52],
    ]);
  });
});

describe('the end of a market', () => {
  const rows = `${BOOK}\n${END}`;
  const both = at({
    1: (c) => {
      c.place({ token: 0, side: 'BUY', price: 0.52, size: 20 });
      c.place({ token: 0, side: 'BUY', price: 0.1, size: 20 });
    },
  });

  it.each([
    ['yes', 10_000 - 20 * 0.52 + 20],
    ['no', 10_000 - 20 * 0.52],
    ['both', 10_000 - 20 * 0.52 + 10],
  ] as const)('pays %s, cancels orders, and is news to the strategy', async (winner, cash) => {
    const resolved: unknown[] = [];
    const strategy = { ...both, onResolve: (resolution: unknown): void => void resolved.push(resolution) };
    const result = await runOver({ rows, winner }, strategy);
    expect(cashOf(result)).toBeCloseTo(cash, 6);
    expect(outcomesOf(result)).toEqual(['filled: matched', 'cancelled: market-closed']);
    expect(result.settlements).toMatchObject([{ held: [20e6, 0], cost: 20 * 0.52e6 }]);
    expect(resolved).toHaveLength(1);
    expect(result.holdings).toEqual([]);
  });
});

describe('latency', () => {
  it('brings an order to the book of its arrival, and news to the strategy after its way', async () => {
    const rows = `${BOOK}\n2 level yes sell 0.51 10\n2.1 level yes sell 0.51 0\n${END}`;
    const events: unknown[] = [];
    const second = (c: Context): number => (c.now - START) / 1e6;
    const strategy: Strategy = {
      onBook: (book, c) => {
        if (book.bestAsk === 0.51) c.place({ token: 0, side: 'BUY', price: 0.51, size: 10, type: 'FAK' });
      },
      onOrder: ({ state, reason }, c) => void events.push([second(c), state, reason]),
    };
    const latency = { feed: 50_000, order: 150_000, cancel: 0, response: 20_000, compute: 5_000 };
    const late = await runOver({ rows }, strategy, { latency });
    expect(events).toEqual([[2.225, 'rejected', 'fak-no-match']]);
    expect(late.orders[0]).toMatchObject({ sentAt: START + 2.05e6, sentMid: 5_050, arrivalMid: 5_100 });
    expect(fillsOf(await runOver({ rows }, strategy))).toEqual(['2 took-liquidity BUY 10@51']);
  });

  it('hides a fill from the strategy until its response arrives', async () => {
    const seen: unknown[] = [];
    const look = (c: Context): void => void seen.push([c.position(0).size, c.cash, c.openOrders().length]);
    const strategy = at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.52, size: 10 }), 2: look, 4: look });
    const latency = { feed: 0, order: 0, cancel: 0, response: 2_000_000, compute: 0 };
    await runOver({ rows: `${BOOK}\n${END}` }, strategy, { latency });
    expect(seen).toEqual([
      [0, 9_994.8, 1],
      [10, 9_994.8, 0],
    ]);
  });
});

describe('a run', () => {
  const rows = `${BOOK}\n2 trade yes sell 0.50 900\n${END}`;

  it('of a strategy that does nothing earns nothing', async () => {
    const result = await runOver({ rows, winner: 'yes' }, {});
    expect([result.orders, result.fills, cashOf(result)]).toEqual([[], [], 10_000]);
    expect(result.settlements).toMatchObject([{ payout: [1e6, 0], held: [0, 0], paid: 0 }]);
    expect(result.markets).toMatchObject([{ name: 'm', event: 'e' }]);
  });

  it('ends with what happened so far if the strategy throws or sends nonsense', async () => {
    const buy = (c: Context): void => void c.place({ token: 0, side: 'BUY', price: 0.52, size: 10 });
    const fail = (): never => {
      throw new Error('out of ideas');
    };
    const { end, fills } = await runOver({ rows }, at({ 1: buy, 3: fail, 4: buy }));
    expect(end).toMatchObject({ kind: 'strategy-failed', callback: 'onTimer', message: 'out of ideas', row: 4 });
    expect(fills).toHaveLength(1);
    const nonsense = await runOver(
      { rows },
      at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: Number.NaN, size: 1 }) }),
    );
    expect(nonsense.end).toMatchObject({
      message: expect.stringContaining('price: NaN, size: 1 }): price must be a number of dollars'),
    });
  });

  it('can split dollars into shares, sell them, and merge what is left', async () => {
    const strategy = at({
      1: (c) => c.split(0, 50),
      2: (c) => c.place({ token: 0, side: 'SELL', price: 0.5, size: 20 }),
      3: (c) => c.merge(0, 30),
    });
    const result = await runOver({ rows: `${BOOK}\n${END}` }, strategy);
    // 10,000 - 50 + 20 x 0.50 + 30
    expect(cashOf(result)).toBe(9_990);
    expect(result.holdings).toMatchObject([{ token: 1, size: 20e6, cost: 10e6 }]);
  });
});

describe('shares at the end', () => {
  const split = (c: Context): void => void c.split(0, 30);
  const buy = (c: Context): void => void c.place({ token: 0, side: 'BUY', price: 0.52, size: 20, type: 'FAK' });

  // 30 of each outcome, and 20 more of the first: 30 sets, and 20 that can be sold.
  it.each([
    ['the bid', `${BOOK}\n${END}`, ['5000 bid', '5000 set']],
    [
      'the bid when there is no ask',
      `${BOOK}\n5 level yes sell 0.52 0 | sell 0.53 0\n${END}`,
      ['5000 bid', '5000 set'],
    ],
    ['nothing without a bid', `0 snapshot yes sell 0.52 100\n9 level yes sell 0.60 1`, ['0 bid', '10000 set']],
    [
      'the bids of the whole size',
      `0 snapshot yes buy 0.50 5 | buy 0.40 5 | sell 0.52 100\n9 level yes sell 0.60 1`,
      // 5 at 0.50, 5 at 0.40 and 10 at nothing.
      ['2250 bid', '7750 set'],
    ],
    [
      'the bid that was known last',
      `${BOOK}\n5 level yes buy 0.50 0\n5 level yes buy 0.49 30\n9 trade yes buy 0.52 1\n100 trade yes buy 0.52 1`,
      ['4900 last-bid', '5100 set'],
    ],
  ])('are valued at %s, and add up to the equity', async (_, rows, prices) => {
    const settlement = { minedAfterMs: 1_000, confirmedAfterMs: 5_000, failureRate: 0 };
    const result = await runOver({ rows, gapSeconds: 60 }, at({ 1: split, 2: buy }), { settlement });
    expect(result.holdings.map(({ price, basis }) => `${price} ${basis}`)).toEqual(prices);
    const last = result.equity.at(-1);
    const worth = result.holdings.reduce((sum, { size, price }) => sum + (size * price) / 10_000, last?.cash ?? 0);
    expect(worth).toBeCloseTo((last?.cash ?? 0) + (last?.holdings ?? 0), 3);
  });
});

it('a run reports the rows that it reads before the replay', async () => {
  const surveyed: number[] = [];
  const rows = `${BOOK}\n90 level yes buy 0.50 200`;
  await runOver({ rows, gapSeconds: 60 }, {}, { fidelity: 'injected' }, { onSurvey: (count) => surveyed.push(count) });
  expect(surveyed).toEqual([5]);
});

describe('the window of snapshots', () => {
  const shot = (second: number, bids: string): string => `${second} snapshot yes ${bids} | sell 0.45 50 | sell 0.46 50`;
  const two = shot(0, 'buy 0.40 50 | buy 0.39 50');
  const fillsBeyond = async (...rows: readonly string[]): Promise<readonly number[]> => {
    const bid = at({ 3: (c) => c.place({ token: 0, side: 'BUY', price: 0.37, size: 20 }) });
    const { fills } = await runOver({ rows: rows.join('\n'), gapSeconds: 60 }, bid);
    return fills.map(({ size }) => size / 1e6);
  };
  const traded = '5 trade yes sell 0.37 10';

  it.each([
    ['nothing', []],
    ['a deeper snapshot', [shot(20, 'buy 0.40 50 | buy 0.39 50 | buy 0.38 50')]],
    ['a level change', ['20 level yes buy 0.40 60']],
  ])('keeps the queue beyond it unknown, also when %s comes later', async (_, later) => {
    expect(await fillsBeyond(two, traded, ...later)).toEqual([]);
  });

  it.each([
    ['deeper snapshots', [shot(-2, 'buy 0.40 50 | buy 0.39 50 | buy 0.38 50'), shot(1, 'buy 0.40 50 | buy 0.39 50')]],
    ['a level change beyond it', [two, '1 level yes buy 0.35 60']],
  ])('is undefined after %s', async (_, rows) => {
    expect(await fillsBeyond(...rows, traded)).toEqual([10]);
  });

  it.each([
    ['inside of it', '4 level yes buy 0.40 60'],
    ['inside of it that changes nothing', '4 level yes buy 0.40 50'],
    ['of the other token', '4 level no sell 0.70 60'],
    ['that removes nothing', '4 level yes buy 0.20 0'],
    ['that a better one replaces in its message', '4 level yes buy 0.38 60 | buy 0.40 0'],
  ])('stays after a level change %s: a later snapshot does not show what lies beyond', async (_, change) => {
    const rest = at({ 3: (c) => c.place({ token: 0, side: 'BUY', price: 0.39, size: 20 }) });
    const later = shot(6, 'buy 0.41 50 | buy 0.40 50');
    const rows = [two, '1 trade yes buy 0.45 1', change, later, '8 trade yes sell 0.39 10'].join('\n');
    const { fills } = await runOver({ rows, gapSeconds: 60 }, rest);
    expect(fills).toEqual([]);
  });

  it('is back when a level beyond a snapshot has left without a row', async () => {
    const rows = [two, '1 level yes buy 0.35 60', shot(2, 'buy 0.41 50 | buy 0.40 50')];
    expect(await fillsBeyond(...rows, traded)).toEqual([]);
  });

  it('is found again after a gap', async () => {
    const old = [shot(-90, 'buy 0.40 50 | buy 0.39 50'), '-80 level yes buy 0.35 60'];
    expect(await fillsBeyond(...old, two, traded)).toEqual([]);
  });
});
