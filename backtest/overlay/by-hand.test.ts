/** backtest/overlay/by-hand.test: fills predicted with a pencil from "When an order fills" in docs/backtesting.md. */
import { expect, it } from 'vitest';
import { at, runOver, START } from '../fixtures/recorded.ts';
import { type Assumptions, LATENCIES } from '../options.ts';
import type { Context, OrderRequest, Strategy } from '../strategy.ts';

type Case = {
  readonly rows: string;
  readonly acts: Readonly<Record<number, Partial<OrderRequest> | 'cancel'>>;
  readonly fills: readonly string[];
  readonly cash: number;
  readonly assumed?: Partial<Assumptions>;
  readonly gapSeconds?: number;
};

const BOOK = '0 snapshot yes buy 0.50 300 | sell 0.52 100 | sell 0.53 100';
const END = '9 level yes buy 0.30 1';
const bid = { price: 0.5, size: 40 };
const fee = { exponent: 1, takerOnly: true } as const;

const CASES: Readonly<Record<string, Case>> = {
  // 60 x 0.52 = 31.20.
  'a taker gets the recorded price': {
    rows: `${BOOK}\n${END}`,
    acts: { 1: { price: 0.53, size: 60 } },
    fills: ['1 took-liquidity 60@52 0'],
    cash: 9_968.8,
  },
  // 52 + 26.50; 100 x 0.02 x 0.2496 = 0.4992, 50 x 0.02 x 0.2491 = 0.2491.
  'a taker walks levels and pays a fee': {
    rows: `${BOOK}\n${END}`,
    acts: { 1: { price: 0.53, size: 150, type: 'FAK' } },
    assumed: { fee: { ...fee, rate: 20_000 } },
    fills: ['1 took-liquidity 100@52 499200', '1 took-liquidity 50@53 249100'],
    cash: 9_920.7517,
  },
  // 0.0201 x 0.25 = 0.005025, up to 0.00503. With 3 x 0.0201 x 0.2499 = 0.01506897 it is 0.02009397, so 0.02009:
  // 0.01506 more.
  'fees round the total of the order': {
    rows: `0 snapshot yes buy 0.40 9 | sell 0.50 1 | sell 0.51 9\n${END}`,
    acts: { 1: { price: 0.51, size: 4, type: 'FAK' } },
    assumed: { fee: { ...fee, rate: 20_100 } },
    fills: ['1 took-liquidity 1@50 5030', '1 took-liquidity 3@51 15060'],
    cash: 9_997.94991,
  },
  // 1.000001 x 0.52 = 0.52000052, up to 0.520001.
  'a purchase rounds up': {
    rows: `${BOOK}\n${END}`,
    acts: { 1: { price: 0.52, size: 1.000001 } },
    fills: ['1 took-liquidity 1.000001@52 0'],
    cash: 9_999.479999,
  },
  // A bid for the first outcome at 50 offers the second one at 50.
  'the second outcome is bought from bids of the first': {
    rows: `${BOOK}\n${END}`,
    acts: { 1: { token: 1, price: 0.5, size: 40 } },
    fills: ['1 took-liquidity 40@50 0'],
    cash: 9_980,
  },
  // The snapshot of yes came first, so that of no (an ask of yes at 51) does not count.
  'the token of the first snapshot drives the book': {
    rows: `${BOOK}\n0.5 snapshot no buy 0.49 5 | sell 0.70 5\n${END}`,
    acts: { 1: { price: 0.53, size: 150, type: 'FAK' } },
    fills: ['1 took-liquidity 100@52 0', '1 took-liquidity 50@53 0'],
    cash: 9_921.5,
  },
  // The row at second 2 comes before the order of second 2: only 53 is left.
  'rows come before orders of their moment': {
    rows: `${BOOK}\n2 level yes sell 0.52 0\n${END}`,
    acts: { 2: { price: 0.53, size: 50, type: 'FAK' } },
    fills: ['2 took-liquidity 50@53 0'],
    cash: 9_973.5,
  },
  // 300 ahead, 320 traded.
  'a maker waits for the queue': {
    rows: `${BOOK}\n2 trade yes sell 0.50 320\n${END}`,
    acts: { 1: bid },
    fills: ['2 trade-at-price 20@50 0'],
    cash: 9_990,
  },
  // A purchase of no at 50 is a sale of yes at 50.
  'a trade of the other token moves the queue': {
    rows: `${BOOK}\n2 trade no buy 0.50 310\n${END}`,
    acts: { 1: bid },
    fills: ['2 trade-at-price 10@50 0'],
    cash: 9_995,
  },
  // 200 once, not twice; 100 are left ahead, and 110 trade.
  'a trade of both tokens counts once': {
    rows: `${BOOK}\n2 trade yes sell 0.50 200\n2.5 trade no buy 0.50 200\n4 trade yes sell 0.50 110\n${END}`,
    acts: { 1: bid },
    fills: ['4 trade-at-price 10@50 0'],
    cash: 9_995,
  },
  // One line: 10 own, 5 recorded, 10 own. The trades take 8, and then 2 + 5 + 1.
  'own and recorded shares wait in one line': {
    rows:
      `${BOOK}\n1 level yes buy 0.50 0\n3 level yes buy 0.50 5\n5 trade yes sell 0.50 8\n` +
      `7 trade yes sell 0.50 8\n${END}`,
    acts: { 2: { price: 0.5, size: 10 }, 4: { price: 0.5, size: 10 } },
    fills: ['5 trade-at-price 8@50 0', '7 trade-at-price 2@50 0', '7 trade-at-price 1@50 0'],
    cash: 9_994.5,
  },
  // 6 at 51 come first, then 294 of the 300 recorded shares; the second trade takes the other 6 and 4 own ones.
  'a better own order takes its part of a trade': {
    rows: `${BOOK}\n3 trade yes sell 0.50 300\n5 trade yes sell 0.50 10\n${END}`,
    acts: { 1: { price: 0.5, size: 10 }, 2: { price: 0.51, size: 6 } },
    fills: ['3 trade-through 6@51 0', '5 trade-at-price 4@50 0'],
    cash: 9_994.94,
  },
  // It may fill until 99.999999, not at 100.
  'an order does not fill at its end': {
    rows: `${BOOK}\n90 trade yes sell 0.50 310\n100 trade yes sell 0.50 310\n110 level yes buy 0.30 1`,
    acts: { 1: { ...bid, type: 'GTD', expiresAt: START + 100e6 } },
    fills: ['90 trade-at-price 10@50 0'],
    cash: 9_995,
  },
  // Below the bid: no queue. The bid pays 50, not 49.
  'a trade passes a bid': {
    rows: `${BOOK}\n2 trade yes sell 0.49 25\n${END}`,
    acts: { 1: bid },
    fills: ['2 trade-through 25@50 0'],
    cash: 9_987.5,
  },
  // For no at 48, an offer of yes at 52: 100 ahead, and a purchase of 130 at 52. 30 x 0.48.
  'a maker of the second outcome': {
    rows: `${BOOK}\n2 trade yes buy 0.52 130\n${END}`,
    acts: { 1: { token: 1, price: 0.48, size: 40 } },
    fills: ['2 trade-at-price 30@48 0'],
    cash: 9_985.6,
  },
  // 60 of the 250 that left are traded: 240 ahead. At 3 the loss counts, 50 are ahead; of 60, 10 are left.
  'a loss and its trade are one event': {
    rows:
      `${BOOK}\n0.1 trade yes buy 0.52 1\n2 level yes buy 0.50 50\n2.8 trade yes sell 0.50 60\n` +
      `5 trade yes sell 0.50 60\n${END}`,
    acts: { 1: bid },
    fills: ['5 trade-at-price 10@50 0'],
    cash: 9_995,
  },
  // The trade of 200 at 2.6 belongs to the loss at 2, before the order: 100 are ahead, 110 trade.
  'an order after the loss is not reached by its trade': {
    rows:
      `${BOOK}\n0.1 trade yes buy 0.52 1\n2 level yes buy 0.50 100\n2.6 trade yes sell 0.50 200\n` +
      `5 trade yes sell 0.50 110\n${END}`,
    acts: { 2.3: bid },
    fills: ['5 trade-at-price 10@50 0'],
    cash: 9_995,
  },
  // At 2 all ahead leaves; 100 come behind the bid;
  // of 80 that leave, 16 are traded, and a fifth of the 40 of the bid fills.
  'an inferred trade of levels': {
    rows: `${BOOK}\n2 level yes buy 0.50 0\n3 level yes buy 0.50 100\n4 level yes buy 0.50 20\n${END}`,
    acts: { 1: bid },
    fills: ['4 inferred 8@50 0'],
    cash: 9_996,
  },
  'nothing is inferred when both sides lose': {
    rows: `${BOOK}\n2 level yes buy 0.50 0\n3 level yes buy 0.50 100\n4 level yes buy 0.50 20 | sell 0.52 50\n${END}`,
    acts: { 1: bid },
    fills: [],
    cash: 10_000,
  },
  // The bids at 50 stay in front of those at 49.
  'nothing is inferred behind a better level': {
    rows: `${BOOK} | buy 0.49 100\n2 level yes buy 0.49 0\n3 level yes buy 0.49 100\n4 level yes buy 0.49 20\n${END}`,
    acts: { 1: { price: 0.49, size: 40 } },
    fills: [],
    cash: 10_000,
  },
  // At 2 the 10 ahead leave, of which 2 are traded; at 3 there are 100 behind the bid;
  // of 40 that leave at 4, 8 are traded.
  'an inferred trade of snapshots': {
    rows: [
      '0 snapshot yes buy 0.50 10 | buy 0.49 50 | sell 0.52 100',
      '2 snapshot yes buy 0.49 50 | sell 0.52 100',
      '3 snapshot yes buy 0.50 100 | buy 0.49 50 | sell 0.52 100',
      '4 snapshot yes buy 0.50 60 | buy 0.49 50 | sell 0.52 100',
    ].join('\n'),
    acts: { 1: bid },
    fills: ['4 inferred 8@50 0'],
    cash: 9_996,
  },
  // 30 x 0.51.
  'an offer comes to a bid': {
    rows: `${BOOK}\n2 level yes sell 0.51 30\n${END}`,
    acts: { 1: { price: 0.51, size: 40 } },
    fills: ['2 book-crossed 30@51 0'],
    cash: 9_984.7,
  },
  // From 2 to 3 the recorded bid at 50 is above the ask at 49.
  'nothing fills on a crossed book': {
    rows: `${BOOK}\n2 level yes sell 0.49 30\n3 level yes buy 0.50 0\n${END}`,
    acts: { 1: { price: 0.51, size: 40 } },
    fills: ['3 book-crossed 30@51 0'],
    cash: 9_984.7,
  },
  // The 200 that leave the bids at 2 leave them for a crossed book. At 4 it is in order, with the ask at 49:
  // the bid pays 51 for 30.
  'a crossed snapshot shows no trade': {
    rows: [
      '0 snapshot yes buy 0.50 300 | sell 0.52 100',
      '2 snapshot yes buy 0.50 100 | sell 0.49 30 | sell 0.52 100',
      '4 snapshot yes buy 0.48 300 | sell 0.49 30 | sell 0.52 100',
    ].join('\n'),
    acts: { 1: { price: 0.51, size: 40 } },
    fills: ['4 book-crossed 30@51 0'],
    cash: 9_984.7,
  },
  // The book is unknown from 10 to 20. Then all 100 are ahead, and 110 trade; the order of second 15 is rejected.
  'a gap puts an order last': {
    rows:
      `${BOOK}\n15 trade yes sell 0.50 900\n20 snapshot yes buy 0.50 100 | sell 0.52 100\n` +
      '21 trade yes sell 0.50 110',
    acts: { 1: bid, 15: { price: 0.53, size: 7 } },
    gapSeconds: 10,
    fills: ['21 trade-at-price 10@50 0'],
    cash: 9_995,
  },
  // The cancellation of second 2 arrives at 4.
  'a fill before a cancellation counts': {
    rows: `${BOOK}\n3 trade yes sell 0.50 310\n5 trade yes sell 0.50 400\n${END}`,
    acts: { 1: bid, 2: 'cancel' },
    assumed: { latency: { ...LATENCIES.none, cancel: 2_000_000 } },
    fills: ['3 trade-at-price 10@50 0'],
    cash: 9_995,
  },
  // All 100 are taken; of the 40 that stay none is free; of 70, 30 are new. 52 + 15.60.
  'shares that were taken come back as new ones': {
    rows: `${BOOK}\n2 level yes sell 0.52 40\n4 level yes sell 0.52 70\n${END}`,
    acts: {
      1: { price: 0.52, size: 100, type: 'FAK' },
      3: { price: 0.52, size: 50, type: 'FAK' },
      5: { price: 0.52, size: 50, type: 'FAK' },
    },
    fills: ['1 took-liquidity 100@52 0', '5 took-liquidity 30@52 0'],
    cash: 9_932.4,
  },
};

function strategyOf(acts: Case['acts']): Strategy {
  const entries = Object.entries(acts).map(([second, act]) => {
    const perform = (context: Context): void => {
      if (act === 'cancel') context.cancel(0);
      else context.place({ token: 0, side: 'BUY', price: 0, size: 0, ...act });
    };
    return [second, perform] as const;
  });
  return at(Object.fromEntries(entries));
}

it.each(Object.entries(CASES))('%s', async (_, { rows, acts, fills, cash, assumed = {}, gapSeconds }) => {
  const gap = gapSeconds === undefined ? {} : { gapSeconds };
  const result = await runOver({ rows, ...gap }, strategyOf(acts), assumed);
  const shown = result.fills.map(({ at: when, reason, size, price, fee: paid }) => {
    return `${(when - result.data.first) / 1e6} ${reason} ${size / 1e6}@${price / 100} ${paid}`;
  });
  expect(shown).toEqual(fills);
  expect((result.equity.at(-1)?.cash ?? 0) / 1e6).toBe(cash);
});
