/** backtest/overlay/reported tests: inputs of users for which earlier versions invented fills. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../fixtures/folder.ts';
import { at, runOn, withCaptures } from '../fixtures/recorded.ts';
import { DEFAULT_ASSUMPTIONS, LATENCIES } from '../options.ts';
import { reportOf } from '../report.ts';
import type { BacktestResult } from '../result.ts';
import type { Strategy } from '../strategy.ts';

const REPORTED = join(import.meta.dirname, '../fixtures/reported');
const HEADER = 'kind,time_us,token,side,price,size,market,received_us,message\n';
const read = (name: string): string => readFileSync(join(REPORTED, name), 'utf8');
const latency = LATENCIES.default;
const { minSize } = DEFAULT_ASSUMPTIONS;

async function runTexts(texts: readonly (string | Buffer)[], strategy: Strategy, delays = latency) {
  return await withFolder(async (folder) => {
    const files = texts.map((text, number) => {
      const file = join(folder, `${number}.csv`);
      writeFileSync(file, text);
      return file;
    });
    return await withCaptures(files, (recording) => runOn(recording, strategy, { latency: delays, minSize }));
  });
}

const fillsOf = ({ fills }: BacktestResult): readonly string[] =>
  fills.map(({ at: when, reason, size, price }) => `${when} ${reason} ${size / 1e6}@${price / 100}`);

/** Rests a bid at the first best price that it sees. */
function restingBid(): Strategy {
  let isPlaced = false;
  return {
    onBook: (book, c) => {
      if (isPlaced || !book.isKnown || book.bestBid === undefined) return;
      isPlaced = true;
      c.place({ token: book.token, side: 'BUY', price: book.bestBid, size: 10 });
    },
  };
}

describe('a resting order does not fill', () => {
  it.each(['plain', 'gzip'])('when only a level behind better ones shrinks (%s)', async (form) => {
    const text = read('deep-cancel.csv');
    expect(fillsOf(await runTexts([form === 'gzip' ? gzipSync(text) : text], restingBid()))).toEqual([]);
  });

  it('when both sides lose shares between two snapshots', async () => {
    const snapshot = (second: number, bid: number, ask: number): string =>
      `snapshot,${1767571200 + second}000000,Y,buy,0.40,${bid},m,,s${second}\n` +
      `snapshot,${1767571200 + second}000000,Y,sell,0.42,${ask},m,,s${second}\n`;
    const one = HEADER + snapshot(0, 100, 100) + snapshot(5, 0.5, 100) + snapshot(10, 100, 100);
    const sided = await runTexts([one + snapshot(15, 20, 100)], restingBid());
    expect(sided.fills.map(({ reason, size }) => [reason, size])).toEqual([['inferred', 2e6]]);
    const both = await runTexts([one + snapshot(15, 20, 90)], restingBid());
    expect(fillsOf(both)).toEqual([]);
  });

  it.each(['q-level-first.csv', 'q-trade-first.csv'])('when 70 of the 100 ahead have traded (%s)', async (name) => {
    expect(fillsOf(await runTexts([read(name)], restingBid()))).toEqual([]);
  });

  it.each([5, 400, 1_000])('when trades are in another file, %d ms after their level', async (late) => {
    const lines = read('q-level-first.csv').trim().split('\n');
    const [head = '', ...rows] = lines;
    const isTrade = (row: string): boolean => row.startsWith('trade');
    const later = rows.filter(isTrade).map((row) => row.replace(/\d{16}/, (time) => String(Number(time) + late * 1e3)));
    const files = [rows.filter((row) => !isTrade(row)), later].map((part) => `${[head, ...part].join('\n')}\n`);
    expect(fillsOf(await runTexts(files, restingBid()))).toEqual([]);
    expect(fillsOf(await runTexts(files.toReversed(), restingBid()))).toEqual([]);
  });

  it('when a trade of 60 of the 100 ahead is recorded for both tokens', async () => {
    const bid = at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.5, size: 50 }) });
    expect(fillsOf(await runTexts([read('two.csv')], bid))).toEqual([]);
    const late = read('two.csv').replace('1767571210000000,no,buy,0.5,60', '1767571210300000,no,buy,0.5,60');
    expect(fillsOf(await runTexts([late], bid))).toEqual([]);
  });

  it.each([
    ['purchases, for the buyer of the second outcome', 1, 0.48, ['yes,buy,0.52', 'no,buy,0.48']],
    ['sales, for the buyer of the first outcome', 0, 0.5, ['yes,sell,0.5', 'no,sell,0.5']],
  ])('twice by a trade that is recorded as two %s, in either order', async (_, token, price, trades) => {
    const rest = at({ 1: (c) => c.place({ token, side: 'BUY', price, size: 50 }) });
    const books = read('two.csv').split('\n').slice(1, 5);
    for (const rows of [trades, trades.toReversed()]) {
      const lines = rows.map((row, number) => `trade,1767571210000000,${row},130,m,,t${number}`);
      const text = `${HEADER}${[...books, ...lines].join('\n')}\n`;
      const { fills } = await runTexts([text], rest);
      expect(fills.map(({ reason, size }) => [reason, size])).toEqual([['trade-at-price', 30e6]]);
    }
  });

  it('when the later of two snapshots has no bids, since its window is unknown', async () => {
    const books = (second: number, bid: string): string =>
      (bid === '' ? '' : `snapshot,${1767571200 + second}000000,Y,buy,${bid},m,,s${second}\n`) +
      `snapshot,${1767571200 + second}000000,Y,sell,0.42,100,m,,s${second}\n`;
    const run = (last: string): Promise<BacktestResult> =>
      runTexts(
        [HEADER + books(0, '0.40,9') + books(5, '0.40,0.5') + books(10, '0.40,99') + books(15, last)],
        restingBid(),
      );
    expect(fillsOf(await run(''))).toEqual([]);
    expect(fillsOf(await run('0.39,1'))).not.toEqual([]);
  });

  it('by a trade whose level had shrunk before the order came', async () => {
    const rows = [
      'snapshot,1767571200000000,Y,buy,0.40,100,q,,a',
      'snapshot,1767571200000000,Y,sell,0.42,100,q,,a',
      'trade,1767571201000000,Y,buy,0.42,1,q,,b',
      'level,1767571205000000,Y,buy,0.40,40,q,,c',
      'trade,1767571205600000,Y,sell,0.40,60,q,,d',
      'level,1767571209000000,Y,buy,0.30,1,q,,e',
    ];
    const bid = at({ 5.1: (c) => c.place({ token: 0, side: 'BUY', price: 0.4, size: 50 }) });
    expect(fillsOf(await runTexts([`${HEADER}${rows.join('\n')}\n`], bid))).toEqual([]);
  });
});

describe('the model of a market without trades', () => {
  it('is the same in the hours before a late trade', async () => {
    const text = read('notrade.csv');
    const last = 'trade,1767571741000000,yes,sell,0.1,1,m,,t\n';
    const without = fillsOf(await runTexts([text], restingBid()));
    expect(without.length).toBeGreaterThan(0);
    expect(without.every((fill) => fill.includes('inferred'))).toBe(true);
    expect(fillsOf(await runTexts([text + last], restingBid()))).toEqual(without);
    expect(fillsOf(await runTexts([text, HEADER + last], restingBid()))).toEqual(without);
  });

  it('is that of a market with trades once its source has trades of another market', async () => {
    const other = 'trade,1767571200000001,other,sell,0.1,1,elsewhere,,t\n';
    expect(fillsOf(await runTexts([read('notrade.csv') + other], restingBid()))).toEqual([]);
    expect(fillsOf(await runTexts([read('notrade.csv'), HEADER + other], restingBid()))).not.toEqual([]);
  });
});

it('a report counts inferred fills, and states a second run without them', async () => {
  const run = (tradeShare: number): Promise<BacktestResult> =>
    withCaptures([join(REPORTED, 'notrade.csv')], (recording) =>
      runOn(recording, restingBid(), { latency, minSize, tradeShare }),
    );
  const [result, withoutInferred] = [await run(DEFAULT_ASSUMPTIONS.tradeShare), await run(0)];
  const report = reportOf(result, { version: '1', withoutInferred });
  expect(report.rosier).toEqual([
    'inferred trades: 5 of 5 fills rest on them',
    expect.stringMatching(/^the sign of the 10-second markout rests on inferred trades: .* no value without/),
  ]);
  expect(report.withoutInferred).toMatchObject({ profit: 0, fills: 0 });
});

it('shares that an own order took do not come back when their level shrinks', async () => {
  const buy = { token: 0, side: 'BUY', price: 0.52, size: 110, type: 'FAK' } as const;
  const strategy = at({ 4.849: (c) => c.place(buy), 5: (c) => c.place(buy) });
  // The 40 at 51 cents are new; of the 100 at 52 cents, 70 are left, and all of these were taken.
  const result = await runTexts([read('same.csv')], strategy, LATENCIES.none);
  expect(result.fills.map(({ size, price }) => [size / 1e6, price])).toEqual([
    [100, 5_200],
    [40, 5_100],
  ]);
});

it('nothing fills on a book that the recording left crossed', async () => {
  const arbitrage: Strategy = {
    onBook: ({ token, isKnown, bestBid, bestAsk }, c) => {
      if (!isKnown || bestBid === undefined || bestAsk === undefined || bestBid <= bestAsk) return;
      c.place({ token, side: 'BUY', price: bestAsk, size: 50, type: 'FAK' });
      c.place({ token, side: 'BUY', price: bestBid, size: 50 });
    },
  };
  const result = await runTexts([read('crossed.csv')], arbitrage);
  expect([result.fills, result.orders.length > 0]).toEqual([[], true]);
});
