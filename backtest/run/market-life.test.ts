/** backtest/run/market-life.test: starts, ends, gaps and outcomes of markets, as a strategy sees them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutAt } from '../audit/altered-recording.ts';
import { audit } from '../audit/audit.ts';
import type { Recording } from '../data/recording.ts';
import { withFolder } from '../fixtures/folder.ts';
import { at, runOn, runOver, START, withCaptures, withRecording } from '../fixtures/recorded.ts';
import { type Assumptions, DEFAULT_ASSUMPTIONS, LATENCIES } from '../options.ts';
import type { BacktestResult } from '../result.ts';
import { backtest, ended } from '../run/backtest.ts';
import type { Context, Strategy } from '../strategy.ts';

const GAP_SECONDS = 60;
const ASSUMED: Assumptions = { ...DEFAULT_ASSUMPTIONS, latency: LATENCIES.none, minSize: 1 };
const BOOK = '0 snapshot yes buy 0.40 100 | sell 0.42 100';
const buy = (c: Context): void => void c.place({ token: 0, side: 'BUY', price: 0.45, size: 10, type: 'FAK' });
const secondsOf = (c: Context): number => (c.now - START) / 1e6;

/** By market: the seconds of its rows. 100 shares are bid at 0.40 and offered at 0.42 all the time. */
type Seconds = Readonly<Record<string, readonly number[]>>;

async function several(markets: Seconds, strategy: Strategy, assumed?: Partial<Assumptions>): Promise<BacktestResult> {
  return await withSeveral(markets, [], (recording) => runOn(recording, strategy, assumed));
}

async function withSeveral<Value>(
  markets: Seconds,
  won: readonly string[],
  use: (recording: Recording) => Value,
): Promise<Value> {
  return await withFolder(async (folder) => {
    const files = [join(folder, 'capture.csv'), join(folder, 'catalog.jsonl')] as const;
    writeFileSync(files[0], captureOf(markets));
    writeFileSync(files[1], won.map((slug) => JSON.stringify(wonByYes(slug))).join('\n'));
    return await withCaptures(won.length === 0 ? [files[0]] : files, use, GAP_SECONDS);
  });
}

/** A market that closes at the beginning, so that its outcome is known with its last row. */
function wonByYes(slug: string): object {
  const endDate = new Date(START / 1_000).toISOString();
  const clobTokenIds = [`${slug}-yes`, `${slug}-no`];
  return { slug, outcomes: ['Yes', 'No'], clobTokenIds, closed: true, endDate, outcomePrices: ['1', '0'] };
}

function captureOf(markets: Seconds): string {
  const rows = Object.entries(markets).flatMap(([market, seconds]) =>
    seconds.flatMap((second, index) => {
      const time = START + second * 1e6;
      const levels = index === 0 ? ['buy,0.40,100', 'sell,0.42,100'] : [`buy,0.30,${index}`];
      const kind = index === 0 ? 'snapshot' : 'level';
      return levels.map((level) => ({
        time,
        line: `${kind},${time},${market}-yes,${level},${market},${market}${second}`,
      }));
    }),
  );
  rows.sort((one, other) => one.time - other.time);
  return ['kind,time_us,token,side,price,size,market,message', ...rows.map(({ line }) => line), ''].join('\n');
}

/** Alpha has rows for 5 seconds, beta for an hour, every ten seconds. */
const ENDED = { alpha: [0, 1, 2, 3, 4, 5], beta: Array.from({ length: 361 }, (_, index) => index * 10) };

describe('a market that has ended', () => {
  const look = (c: Context): void => {
    c.log(c.markets.map(({ index, name }) => `${name} ${c.book(2 * index).bestAsk}`).join(', '));
    for (const { index } of c.markets) c.place({ token: 2 * index, side: 'BUY', price: 0.45, size: 10, type: 'FAK' });
  };

  it.each(['overlay', 'injected'] as const)(
    'has no book and takes no orders half an hour later: %s',
    async (fidelity) => {
      const { orders, fills } = await several(ENDED, at({ 1800: look }), { fidelity });
      expect(orders.map(({ token, state, reason }) => `${token} ${state}: ${reason}`)).toEqual([
        '0 rejected: book-unknown',
        '2 filled: matched',
      ]);
      expect(fills).toHaveLength(1);
    },
  );

  it('is known to have ended once the gap time has passed, and no earlier', async () => {
    // The feed takes no time.
    const { log, orders } = await several(ENDED, at({ 64.9: look, 65.1: look }));
    expect(log.map(({ text }) => text)).toEqual(['alpha 0.42, beta 0.42', 'alpha undefined, beta 0.42']);
    expect(orders.filter(({ token }) => token === 0).map(({ state }) => state)).toEqual(['filled', 'rejected']);
  });

  it('reaches the strategy at the delay of its feed', async () => {
    const latency = { ...LATENCIES.none, feed: 2_000_000 };
    const { log } = await several(ENDED, at({ 66: look, 67.1: look }), { latency });
    expect(log.map(({ text }) => text)).toEqual(['alpha 0.42, beta 0.42', 'alpha undefined, beta 0.42']);
  });

  it('keeps the worth that its shares had last', async () => {
    const { holdings } = await several(ENDED, at({ 2: look }));
    expect(holdings.map(({ token, price, basis, age }) => [token, price, basis, age])).toEqual([
      [0, 4_000, 'last-bid', 3_595e6],
      [2, 4_000, 'bid', 0],
    ]);
  });
});

describe('start and end of a market', () => {
  const recorder = (events: string[]): Strategy => ({
    onStart: () => void events.push('start'),
    onMarketStart: ({ name }, c) => void events.push(`${name} starts at ${secondsOf(c)}: ${c.book(0).isKnown}`),
    onMarketEnd: ({ name }, c) => void events.push(`${name} ends at ${secondsOf(c)}: ${c.book(0).isKnown}`),
    onEnd: () => void events.push('end'),
  });

  it('are its first row, and its last one plus the gap time', async () => {
    const events: string[] = [];
    await several({ alpha: [0, 1, 2], beta: [0, 7, 400], gamma: [100, 390] }, recorder(events));
    // Beta and gamma are still recorded when the data ends.
    expect(events).toEqual([
      'start',
      'alpha starts at 0: true',
      'beta starts at 0: true',
      'alpha ends at 62: false',
      'gamma starts at 100: false',
      'end',
    ]);
  });

  it('come after the delay of the feed', async () => {
    const events: string[] = [];
    const latency = { ...LATENCIES.none, feed: 500_000 };
    await several({ alpha: [0, 1, 2], beta: [7, 400] }, recorder(events), { latency });
    expect(events.slice(1, -1)).toEqual([
      'alpha starts at 0.5: true',
      'beta starts at 7.5: true',
      'alpha ends at 62.5: false',
    ]);
  });

  it('are the same when the data ends within a gap', async () => {
    // The market goes on at 300 seconds: at 200 it is silent, and has not ended.
    await withRecording(
      {
        rows: `${BOOK}\n300 snapshot yes buy 0.40 100 | sell 0.42 100\n400 trade yes buy 0.42 1`,
        gapSeconds: GAP_SECONDS,
      },
      (recording) => {
        const events = [recording, cutAt(recording, START + 200e6)].map((source) => {
          const seen: string[] = [];
          runOn(source, recorder(seen));
          return seen;
        });
        expect(events).toEqual([
          ['start', 'm starts at 0: true', 'm ends at 400: true', 'end'].filter((event) => !event.includes('ends')),
          ['start', 'm starts at 0: true', 'end'],
        ]);
      },
    );
  });
});

describe('a gap', () => {
  it('leaves the book as it was until the gap time has passed: also for orders that rest', async () => {
    const rows =
      `${BOOK}\n30 trade yes sell 0.40 500\n70 trade yes sell 0.40 500\n` +
      '100 snapshot yes buy 0.40 100 | sell 0.42 100\n120 trade yes sell 0.30 1';
    const rest = (c: Context): void => void c.place({ token: 0, side: 'BUY', price: 0.4, size: 300 });
    const { fills, data } = await runOver({ rows, gapSeconds: GAP_SECONDS }, at({ 1: rest, 65: rest }));
    // The trade at second 30 fills the order; the one at 70 came when nothing was known of the book.
    expect(fills.map(({ at: moment, size }) => [(moment - START) / 1e6, size / 1e6])).toEqual([[30, 300]]);
    // 100 of 120 seconds.
    expect([data.gaps, data.withoutBook]).toEqual([1, 100 / 120]);
  });
});

describe('an outcome', () => {
  const rows = `${BOOK}\n50 level yes buy 0.39 10`;
  const strategy = (seen: number[]): Strategy => ({
    ...at({ 1: buy }),
    onResolve: (_, c) => void seen.push(secondsOf(c)),
  });

  it.each([
    ['with the close, when rows end before', 20, 40, []],
    ['with the last row, when rows go on after the close', 50, 40, [50]],
    ['never without a close', 50, 'never', []],
    ['never when the close is after the data', 50, 51, []],
  ] as const)('is known %s', async (_, last, closesAt, moments) => {
    const seen: number[] = [];
    const recorded = { rows: `${BOOK}\n${last} level yes buy 0.39 10`, winner: 'yes', closesAt } as const;
    const { settlements, holdings } = await runOver(recorded, strategy(seen));
    expect(seen).toEqual(moments);
    expect(settlements).toHaveLength(moments.length);
    // A token that is not paid is valued at its bid.
    expect(holdings.map(({ price }) => price)).toEqual(moments.length === 0 ? [4_000] : []);
  });

  it('that is not known within the data is paid at its end on request, without the strategy', async () => {
    const seen: number[] = [];
    const recorded = { rows, winner: 'yes', closesAt: 'never' } as const;
    const { settlements, holdings, equity } = await runOver(recorded, strategy(seen), { settleAtEnd: true });
    expect([seen, holdings]).toEqual([[], []]);
    expect(settlements).toMatchObject([{ at: START + 50e6, paid: 10e6 }]);
    // 10 shares at 0.42.
    expect(equity.at(-1)).toMatchObject({ cash: 10_000e6 - 4.2e6 + 10e6, holdings: 0 });
  });

  it('is sealed in an audit of each market until its own moment', async () => {
    // The strategy knows the outcome of a market that resolves after the first one.
    const leak = (source: { readonly catalog: readonly { readonly resolution?: { readonly winner?: string } }[] }) => {
      const winner = source.catalog[1]?.resolution?.winner;
      return at({ 30: (c) => void c.place({ token: winner === 'beta-no' ? 3 : 2, side: 'BUY', price: 0.7, size: 5 }) });
    };
    const verdicts = await withSeveral({ alpha: [0, 10], beta: [0, 60] }, ['alpha', 'beta'], (recording) => {
      const options = { recording, name: 'test', params: {}, seed: '1', assumptions: ASSUMED, keepsDecisions: true };
      const audits = audit({ ...options, make: leak }, ended(backtest({ ...options, strategy: leak(recording) })));
      return ended(audits)
        .audits.filter(({ verdict }) => verdict === 'fail')
        .map(({ id }) => id);
    });
    expect(verdicts).toEqual(['outcomes-sealed']);
  });
});
