import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testFolder } from '../spec/fixtures/test-folder.ts';
import { writePlain } from './core.ts';
import { benchAudit, benchNaive, benchSoak } from './core-audit.ts';
import { benchBook, benchEngine } from './core-engine.ts';
import { benchGrowth } from './core-growth.ts';
import { benchState } from './core-state.ts';
import { newPlainBook } from './plain-book.ts';
import { sameTrades } from './recorded-operations.ts';
import { drawStream } from './stream.ts';

const progress = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterAll(() => progress.mockRestore());

describe('the stream', () => {
  it('follows from the seed', () => {
    expect(drawStream(500)).toEqual(drawStream(500));
    expect(drawStream(500, 'other').sizes).not.toEqual(drawStream(500).sizes);
  });

  it('has the mix it promises, and cancels live orders only', () => {
    const { codes, trades, orderCount } = drawStream(20_000);
    const share = (of: readonly number[]): number => codes.filter((code) => of.includes(code)).length / codes.length;
    expect(share([0, 1])).toBeCloseTo(0.6, 1);
    expect(share([2, 3])).toBeCloseTo(0.1, 1);
    expect(share([4])).toBeCloseTo(0.3, 1);
    expect(orderCount).toBeGreaterThan(0);
    expect(trades.length).toBeGreaterThan(3_000);
  });
});

describe('the plain book', () => {
  it('keeps price, then time, and records both parties and the shares', () => {
    const book = newPlainBook(100, 10);
    book.rest(1, true, 40, 5);
    for (const order of [2, 3, 4]) book.rest(order, true, 41, 5);
    book.cancel(3);
    expect(book.match(5, false, 40, 12)).toBe(0);
    expect(book.match(7, false, 0, 9)).toBe(6);
    expect(book.fills).toEqual([2, 5, 5, 4, 5, 5, 1, 5, 2, 1, 7, 3]);
    expect([book.bestBid, book.bestAsk]).toEqual([0, 100]);
  });

  it('has the best levels that are left', () => {
    const book = newPlainBook(1_000, 10);
    for (const [order, tick] of [3, 400, 450, 990].entries()) book.rest(order + 1, order < 2, tick, 1);
    book.cancel(2);
    book.cancel(3);
    expect([book.bestBid, book.bestAsk]).toEqual([3, 990]);
  });
});

describe('comparing trades', () => {
  it.each([
    ['another quantity', [1, 2, 3, 4, 5, 7]],
    ['a missing trade', [1, 2, 3]],
    ['one too many', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ])('ends at %s', (_, tape) => {
    expect(() => sameTrades('x', tape, [1, 2, 3, 4, 5, 6])).toThrow(/^x: trade [12] \(maker, taker, shares\) is /);
  });
});

describe('the benches as plain JavaScript', () => {
  const { folder } = testFolder('core');

  it('load all their files from any directory, and find their parts by name', async () => {
    const program = await writePlain(folder);
    const { status, stderr } = spawnSync(process.execPath, [program, 'core-none'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain('no part is called "core-none"');
    expect(status).toBe(1);
  });
});

describe('the bench with small counts', () => {
  it('gets the same trades from every book', () => {
    const lines = benchBook({ operations: 3_000, rounds: 1 });
    expect(lines.filter(([, , note]) => /^[1-9]\d+ trades equal to/.test(note))).toHaveLength(2);
  });

  it.each(['growing', 'random'] as const)('gets the same trades from the whole venue: %s', (feed) => {
    const [[what] = ['']] = benchEngine(feed, { commands: 3_000, rounds: 1 });
    expect(what).toMatch(/, [1-9]\d+ trades, /);
  });
});

describe('the oracles of the bench with small counts', () => {
  it('have no findings', () => {
    for (const level of ['light', 'full'] as const)
      expect(benchAudit(level, { commands: 1_000, rounds: 1 })).toHaveLength(2);
    expect(benchNaive({ commands: 200, rounds: 1 })).toHaveLength(1);
  });

  it('agree on books of any depth', () => {
    const lines = benchGrowth({ resting: [50, 500], orders: 600, commands: 300, rounds: 1 });
    expect(lines).toHaveLength(4);
    expect(lines.map(([, , note]) => Number(/ ([0-9]+) left/.exec(note)?.[1]))).toEqual([
      expect.closeTo(50, -1),
      expect.closeTo(500, -1),
      expect.closeTo(50, -1),
      expect.closeTo(500, -1),
    ]);
  });

  it('take snapshots that restore to the same hash, and measure the memory of resting orders', () => {
    const lines = benchState({ live: 100, resting: 200, rounds: 1 });
    expect(lines.map(([what]) => what)).toHaveLength(4);
  });

  it('run seeds that do not fail', () => {
    for (const audit of ['light', 'full'] as const) {
      expect(benchSoak(audit, { seeds: 1, commands: 50, rounds: 1 }, 1)).toHaveLength(3);
    }
  });
});
