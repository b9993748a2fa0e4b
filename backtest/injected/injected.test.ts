/** backtest/injected/injected.test: recorded rows become orders in the same book as those of a strategy. */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { taped } from '../../sim/tape/tape.ts';
import { captureFolder } from '../data/fixtures/captures.ts';
import { BEGIN_MS, catalogOf, NO, type Row, recordingOf, wholeBook, YES } from './fixtures/recorded.ts';
import { openReplay } from './replay.ts';

const captures = captureFolder();

/** The engine with the recording on its tape, and how its book reads at a moment after the beginning. */
async function replay(rows: readonly Row[], catalog?: string) {
  const { begin, tape } = openReplay(await recordingOf(captures, rows, catalog));
  const engine = taped(begin().venue, tape.play());
  const advance = (ms: number): void => engine.advanceTo(BEGIN_MS + ms);
  advance(0);
  return { engine, tape, advance };
}

const bookOf = (engine: Venue): string => {
  const text = (levels: ReturnType<Venue['bids']>) =>
    levels.map(({ price, size }) => `${price / 100}:${size / MICRO}`).join(' ');
  return `${text(engine.bids(0, 0))} | ${text(engine.asks(0, 0))}`;
};

let salt = 0;
function order(engine: Venue, side: 'BUY' | 'SELL', cents: number, shares: number): number {
  salt += 1;
  const [outcome, price] = side === 'BUY' ? ([0, cents * 100] as const) : ([1, 10_000 - cents * 100] as const);
  const terms = { market: 0, outcome, side: 'BUY', type: 'GTC', price, size: shares * MICRO, postOnly: false } as const;
  const result = engine.step({ kind: 'place', wallet: 0, key: 0, ...terms, salt: String(salt) }, engine.now);
  return result.ok && result.value.kind === 'placed' ? result.value.order : -1;
}
const filled = (engine: Venue, number: number): number => (engine.order(number)?.matched ?? 0) / MICRO;

describe('levels', () => {
  it('become orders of their recorded size, and follow it up and down', async () => {
    const { engine, advance } = await replay([
      ...wholeBook(0),
      ['level', 10, YES, 'buy', 0.5, 130],
      ['level', 20, YES, 'buy', 0.5, 40],
      ['level', 20, YES, 'sell', 0.52, 0],
      ['level', 30, YES, 'buy', 0.51, 7.5],
    ]);
    expect(bookOf(engine)).toBe('50:100 49:100 | 52:100 53:100');
    advance(10);
    expect(bookOf(engine)).toBe('50:130 49:100 | 52:100 53:100');
    advance(20);
    expect(bookOf(engine)).toBe('50:40 49:100 | 53:100');
    advance(30);
    expect(bookOf(engine)).toBe('51:7.5 50:40 49:100 | 53:100');
  });

  it('are visible at the first whole millisecond that is not before them', async () => {
    const { engine, advance } = await replay([...wholeBook(0), ['level', 9.001, YES, 'buy', 0.51, 10]]);
    advance(9);
    expect(engine.restingAt(0, 0, 'BUY', 5_100)).toBe(0);
    advance(10);
    expect(engine.restingAt(0, 0, 'BUY', 5_100)).toBe(10 * MICRO);
  });

  it('of the second outcome drive the book when there is no other', async () => {
    const { engine, advance } = await replay(
      [...wholeBook(0, NO), ['level', 10, NO, 'sell', 0.5, 30], ['trade', 20, NO, 'buy', 0.5, 10]],
      catalogOf(),
    );
    expect(bookOf(engine)).toBe('50:100 49:100 | 52:100 53:100');
    advance(10);
    expect(bookOf(engine)).toBe('50:30 49:100 | 52:100 53:100');
    advance(20);
    expect(bookOf(engine)).toBe('50:20 49:100 | 52:100 53:100');
  });

  it('that cross while they change wait until there is room, and never trade with each other', async () => {
    const { engine, advance } = await replay([
      ...wholeBook(0),
      ['level', 10, YES, 'buy', 0.52, 25],
      ['level', 20, YES, 'sell', 0.52, 0],
    ]);
    advance(10);
    expect(bookOf(engine)).toBe('50:100 49:100 | 52:100 53:100');
    advance(20);
    expect([bookOf(engine), engine.tradeCount]).toEqual(['52:25 50:100 49:100 | 53:100', 0]);
  });

  it('come from quotes when the recording has no book', async () => {
    const { engine, advance } = await replay([
      ['quote', 0, YES, 'buy', 0.4, 20],
      ['quote', 0, YES, 'sell', 0.45, 0],
      ['quote', 10, YES, 'buy', 0.41, 30],
      ['quote', 10, YES, 'sell', '', ''],
    ]);
    expect(bookOf(engine)).toBe('40:20 | 45:100');
    advance(10);
    expect(bookOf(engine)).toBe('41:30 | ');
  });
});

describe('an order of the strategy', () => {
  it('is filled by recorded trades once the shares ahead of it are gone', async () => {
    const { engine, advance } = await replay([
      ...wholeBook(0),
      ['trade', 10, YES, 'sell', 0.5, 90],
      ['level', 10, YES, 'buy', 0.5, 10],
      ['trade', 20, YES, 'sell', 0.5, 30],
    ]);
    const own = order(engine, 'BUY', 50, 50);
    advance(10);
    expect([filled(engine, own), bookOf(engine)]).toEqual([0, '50:60 49:100 | 52:100 53:100']);
    advance(20);
    expect(filled(engine, own)).toBe(20);
  });

  it('does not gain from a decrease of the level that the shares behind it can explain', async () => {
    const { engine, advance } = await replay([
      ...wholeBook(0),
      ['level', 10, YES, 'buy', 0.5, 160],
      ['level', 20, YES, 'buy', 0.5, 70],
      ['trade', 30, YES, 'sell', 0.5, 100],
    ]);
    const own = order(engine, 'BUY', 50, 50);
    advance(20);
    // The 60 behind are cancelled; of the 100 ahead none is, because an order is not split ahead of another.
    expect(engine.restingAt(0, 0, 'BUY', 5_000)).toBe(150 * MICRO);
    advance(30);
    expect(filled(engine, own)).toBe(0);
  });

  it('that improves the price is filled first, by recorded trades and by recorded levels that cross it', async () => {
    const { engine, advance } = await replay([
      ...wholeBook(0),
      ['trade', 10, YES, 'sell', 0.5, 10],
      ['level', 20, YES, 'sell', 0.51, 40],
    ]);
    const own = order(engine, 'BUY', 51, 25);
    advance(10);
    expect(filled(engine, own)).toBe(10);
    advance(20);
    expect(filled(engine, own)).toBe(25);
    expect(bookOf(engine)).toBe('50:100 49:100 | 51:25 52:100 53:100');
  });

  it('takes liquidity that stays taken until the level changes, and the drift says so', async () => {
    const rows: readonly Row[] = [...wholeBook(0), ['level', 10, YES, 'buy', 0.49, 90], ...wholeBook(20)];
    const { engine, tape, advance } = await replay(rows);
    expect(filled(engine, order(engine, 'BUY', 52, 60))).toBe(60);
    advance(10);
    expect(bookOf(engine)).toBe('50:100 49:90 | 52:40 53:100');
    advance(20);
    expect(bookOf(engine)).toBe('50:100 49:100 | 52:100 53:100');
    const unrecorded = { unrecordedLevels: 1, unrecordedSize: 10 * MICRO };
    expect(tape.drifts()[0]).toMatchObject({ snapshots: 1, differing: 1, levels: 2, size: 70 * MICRO, ...unrecorded });
  });
});

describe('trades', () => {
  it('of both tokens are played once when they are the same trade', async () => {
    const { engine, tape, advance } = await replay(
      [
        ...wholeBook(0),
        ...wholeBook(0, NO),
        ['trade', 10, YES, 'buy', 0.52, 10],
        ['trade', 10, NO, 'sell', 0.48, 10],
        ['trade', 20, NO, 'sell', 0.48, 5],
      ],
      catalogOf(),
    );
    advance(20);
    expect(bookOf(engine)).toBe('50:100 49:100 | 52:85 53:100');
    expect(tape.drifts()[0]).toMatchObject({ trades: 2, tradedSize: 15 * MICRO, missedSize: 0 });
  });

  it('come before the level that states the rest, in any order of the rows', async () => {
    const { engine, advance } = await replay([
      ...wholeBook(0),
      ['level', 10, YES, 'sell', 0.52, 70],
      ['trade', 10, YES, 'buy', 0.52, 30],
    ]);
    advance(10);
    expect([bookOf(engine), engine.tradeCount]).toEqual(['50:100 49:100 | 52:70 53:100', 1]);
  });

  it('without a resting order, without a side, or before the book is known, are counted', async () => {
    const { tape, advance } = await replay([
      ['trade', 0, YES, 'buy', 0.52, 1],
      ...wholeBook(10),
      ['trade', 20, YES, 'buy', 0.51, 3],
      ['trade', 30, YES, 'unknown', 0.52, 4],
    ]);
    advance(30);
    expect(tape.drifts()[0]).toMatchObject({ trades: 1, tradedSize: 0, missedSize: 3 * MICRO, skippedTrades: 2 });
  });
});

describe('gaps and ends', () => {
  it('a gap withdraws the background after the gap time until the next snapshot, and nothing fills in it', async () => {
    const { engine, advance } = await replay([
      ...wholeBook(0),
      ['trade', 70_000, YES, 'sell', 0.5, 100],
      ['level', 90_000, YES, 'buy', 0.5, 500],
      ...wholeBook(90_010),
    ]);
    const own = order(engine, 'BUY', 50, 5);
    advance(59_999);
    expect(bookOf(engine)).toBe('50:105 49:100 | 52:100 53:100');
    advance(60_000);
    expect(bookOf(engine)).toBe('50:5 | ');
    advance(90_009);
    expect([bookOf(engine), filled(engine, own)]).toEqual(['50:5 | ', 0]);
    advance(90_010);
    expect(bookOf(engine)).toBe('50:105 49:100 | 52:100 53:100');
  });

  it.each([
    [
      ['1', '0'],
      [MICRO, 0],
    ],
    [
      ['0', '1'],
      [0, MICRO],
    ],
  ] as const)('a market with the prices %j is resolved at the end, and not before', async (prices, payout) => {
    const rows: readonly Row[] = [...wholeBook(0), ['level', 50, YES, 'buy', 0.5, 10]];
    const { engine, advance } = await replay(rows, catalogOf(prices));
    advance(49);
    expect(engine.market(0)).toMatchObject({ state: 'open', payout: undefined });
    advance(50);
    expect(engine.market(0)).toMatchObject({ state: 'resolved', payout });
    expect(engine.nextDue()).toBeUndefined();
  });
});
