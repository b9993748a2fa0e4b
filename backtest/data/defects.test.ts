/** backtest/data/defects tests: an inspection finds exactly the planted defects, alone and together. */
import { describe, expect, it } from 'vitest';
import { countsByKind, PLANTED_KINDS } from './defects.ts';
import { captureFolder, generated } from './fixtures/captures.ts';

const captures = captureFolder();

describe('an inspection finds what was planted', () => {
  it.each(PLANTED_KINDS)('%s alone', async (kind) => {
    for (const [seed, markets] of [
      [1, 1],
      [2, 3],
    ] as const) {
      const table = generated({ seed, markets, events: 3_000, defects: [kind] });
      const { facts } = await captures.convert('one.arrow', { tables: [table] });
      expect(countsByKind(facts.defects)).toEqual(table.planted);
      expect(table.planted[kind]).toBeGreaterThan(0);
    }
  });

  it.each([3, 4, 5])('of all kinds together, seed %d', async (seed) => {
    const table = generated({ seed, markets: 2, events: 6_000, defects: PLANTED_KINDS });
    const { facts } = await captures.convert('all.arrow', { tables: [table] });
    expect(countsByKind(facts.defects)).toEqual(table.planted);
  });

  it('and nothing else: many markets without a defect', async () => {
    const { facts } = await captures.convert('none.arrow', { tables: [generated({ events: 20_000, markets: 200 })] });
    expect(facts.defects).toEqual([]);
  });
});

const HEADER = 'kind,time_us,market,token,side,price,size,message\n';
const book = (time: number, token: string, rows: readonly string[]): string =>
  rows.map((row) => `snapshot,${time},M,${token},${row},s${time}\n`).join('');

describe('what a defect does to the recording', () => {
  it('a gap is a row with its length, and levels after it wait for a snapshot', async () => {
    const rows = [
      book(1_767_571_201_000_000, 'A', ['buy,0.4,10', 'sell,0.6,10']),
      'level,1767571300000000,M,A,buy,0.41,5,a\n',
      book(1_767_571_301_000_000, 'A', ['buy,0.4,1']),
    ];
    const { file, facts } = await captures.convert('gap.arrow', {
      files: [captures.write('gap.csv', HEADER + rows.join(''))],
    });
    const events = await captures.rows(file);
    expect(events.map(({ kind }) => kind)).toEqual(['snapshot', 'snapshot', 'gap', 'level', 'snapshot']);
    expect(events[2]).toMatchObject({ time: 1_767_571_300_000_000, size: 99_000_000, token: 'A' });
    expect(countsByKind(facts.defects)).toEqual({ gap: 1, 'no-snapshot': 1 });
  });

  it('a fill is inferred from what a level lost, best price first, and is labelled', async () => {
    const rows = [
      book(1_767_571_201_000_000, 'A', ['sell,0.6,10', 'sell,0.61,20', 'buy,0.5,5']),
      book(1_767_571_202_000_000, 'A', ['sell,0.61,12', 'buy,0.5,7']),
    ];
    const { file } = await captures.convert('fill.arrow', {
      files: [captures.write('fill.csv', HEADER + rows.join(''))],
    });
    const fills = (await captures.rows(file)).filter(({ kind }) => kind === 'trade');
    expect(fills.map(({ side, tick, size, flags }) => [side, tick, size, flags])).toEqual([
      ['buy', 6_000, 10_000_000, 7],
      ['buy', 6_100, 8_000_000, 7],
    ]);
  });

  it('a book that is crossed again after a gap is counted again', async () => {
    const crossed = ['buy,0.6,10', 'sell,0.5,10'];
    const text =
      HEADER +
      book(1_767_571_201_000_000, 'A', crossed) +
      book(1_767_571_202_000_000, 'A', crossed) +
      book(1_767_571_299_000_000, 'A', crossed);
    const { facts } = await captures.convert('again.arrow', { files: [captures.write('again.csv', text)] });
    expect(countsByKind(facts.defects)).toEqual({ gap: 1, 'crossed-book': 2 });
  });

  it('a disagreement at the end belongs to its own market', async () => {
    const lines = [
      book(1_767_571_201_000_000, 'A', ['buy,0.4,10']),
      book(1_767_571_201_000_000, 'B', ['sell,0.6,9']),
      'snapshot,1767571202000000,N,C,buy,0.3,1,c\n',
    ];
    const source = captures.write('end.csv', HEADER + lines.join(''));
    const { facts } = await captures.convert('end.arrow', { files: [source] });
    expect(facts.defects).toEqual([{ kind: 'mirror-disagreement', source, what: 'market M', count: 1, row: 2 }]);
  });

  it('no fill is inferred in a market with trades', async () => {
    const rows = [
      book(1_767_571_201_000_000, 'A', ['sell,0.6,10']),
      'trade,1767571201500000,M,A,buy,0.6,4,t\n',
      book(1_767_571_202_000_000, 'A', ['sell,0.6,6']),
    ];
    const { facts } = await captures.convert('trade.arrow', {
      files: [captures.write('trade.csv', HEADER + rows.join(''))],
    });
    expect(facts.defects).toEqual([]);
  });

  it('a duplicate is dropped, also when it comes from another file', async () => {
    const text = `${HEADER}trade,1767571201000000,M,A,buy,0.5,1,t1\ntrade,1767571201000000,M,A,buy,0.5,1,t2\n`;
    const files = [captures.write('one.csv', text), captures.write('two.csv', text)];
    const { facts } = await captures.convert('dup.arrow', { files });
    expect(facts.coverage.rows).toBe(2);
    expect(facts.defects).toMatchObject([{ kind: 'duplicate', source: files[1], row: 1, count: 2 }]);
  });

  it('a trade of an unknown side is kept, a level of one is not', async () => {
    const text = `${HEADER}trade,1767571201000000,M,A,,0.5,1,t1\nlevel,1767571201000000,M,A,left,0.5,1,l1\n`;
    const { file, facts } = await captures.convert('side.arrow', { files: [captures.write('side.csv', text)] });
    expect((await captures.rows(file)).map(({ kind, side }) => [kind, side])).toEqual([['trade', 'unknown']]);
    expect(facts.defects.map(({ what, row }) => [row, what])).toEqual([
      [1, 'the side is ""'],
      [2, 'the side is "left"'],
    ]);
  });
});
