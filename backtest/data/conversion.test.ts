/** backtest/data/conversion tests: every format of a capture gives the same recording, byte for byte. */
import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureFolder, type EventRow, generated } from './fixtures/captures.ts';
import { openRecording } from './open-recording.ts';

const captures = captureFolder();
const FORMATS = ['csv', 'csv.gz', 'csv.zst', 'jsonl', 'jsonl.gz', 'jsonl.zst', 'parquet'] as const;

async function truth(options: Parameters<typeof generated>[0]): Promise<readonly Omit<EventRow, 'flags'>[]> {
  const rows: Omit<EventRow, 'flags'>[] = [];
  for await (const batch of generated(options).batches([])) {
    for (const [kind, time, token, side, price, size, market, received] of batch.rows as readonly string[][]) {
      rows.push({
        time: Number(time),
        received: Number(received),
        market: market ?? '',
        token: token ?? '',
        kind: kind ?? '',
        side: side ?? '',
        tick: Math.round(Number(price) * 1e4),
        size: Math.round(Number(size) * 1e6),
      });
    }
  }
  return rows;
}

describe('a capture becomes a recording', () => {
  it.each(FORMATS)('from %s with every row as it was generated', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 5 }), async (seed, markets) => {
        const options = { seed, markets, events: 900 };
        const { file } = await captures.convert('same.arrow', {
          files: [await captures.generate(`a.${format}`, options)],
        });
        const rows = (await captures.rows(file)).map(({ flags: _, ...row }) => row);
        expect(rows).toEqual(await truth(options));
      }),
      { numRuns: 3 },
    );
  });

  it('marks the first and the last row of each message', async () => {
    const { file } = await captures.convert('flags.arrow', { tables: [generated({ events: 300 })] });
    const rows = await captures.rows(file);
    const ends = rows.map(({ flags }) => (flags & 2 ? '(' : '') + (flags & 4 ? ')' : '')).join('');
    expect(ends).toMatch(/^(?:\(\))+$/);
    expect(rows.filter(({ flags }) => (flags & 2) !== 0).length).toBeGreaterThan(100);
  });

  it('gives the same bytes twice, also when the sort goes to temporary files', async () => {
    const file = await captures.generate('b.csv.gz', { events: 4_000, markets: 3, defects: ['gap', 'time-backwards'] });
    const bytes = async (runRows?: number): Promise<Buffer> =>
      readFileSync((await captures.convert('b.arrow', { files: [file], runRows })).file);
    const first = await bytes();
    expect(await bytes()).toEqual(first);
    expect(await bytes(500)).toEqual(first);
  });

  it('merges captures of the same hours from temporary files as it does in memory', async () => {
    const files = [1, 2, 3].map((seed) => captures.generate(`hours-${seed}.csv`, { seed, events: 1_500, markets: 2 }));
    const whole = await captures.convert('whole.arrow', { files: await Promise.all(files) });
    const merged = await captures.convert('merged.arrow', { files: await Promise.all(files), runRows: 400 });
    expect(readFileSync(merged.file)).toEqual(readFileSync(whole.file));
    const times = (await captures.rows(merged.file)).map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('orders several captures by time, then by row, and the order of the files changes no byte', async () => {
    const header = 'kind,time_us,token,side,price,size\n';
    const a = captures.write(
      'a.csv',
      `${header}trade,1767571202000000,A,buy,0.5,1\ntrade,1767571201000000,A,buy,0.5,2\n`,
    );
    const b = captures.write(
      'b.csv',
      `${header}trade,1767571201000000,B,buy,0.5,3\ntrade,1767571201000000,B,sell,0.5,4\n`,
    );
    const { file } = await captures.convert('ab.arrow', { files: [a, b] });
    const sizes = (await captures.rows(file)).map(({ size }) => size / 1e6);
    expect(sizes.at(-1)).toBe(1);
    expect(sizes.filter((size) => size === 3 || size === 4)).toEqual([3, 4]);
    const { file: other } = await captures.convert('ba.arrow', { files: [b, a] });
    expect(readFileSync(other).equals(readFileSync(file))).toBe(true);
  });

  it('turns a capture round that begins with its newest row', async () => {
    const rows = [
      '1767571203000000,A,buy,0.5,1',
      '1767571202000000,A,buy,0.5,2',
      '1767571202000000,A,buy,0.5,3',
      '1767571201000000,A,buy,0.5,4',
    ];
    const text = `kind,time_us,token,side,price,size\n${rows.map((row) => `trade,${row}\n`).join('')}`;
    const { file, facts } = await captures.convert('new.arrow', { files: [captures.write('new.csv', text)] });
    expect((await captures.rows(file)).map(({ size }) => size / 1e6)).toEqual([4, 3, 2, 1]);
    expect(facts.defects).toEqual([]);
  });
});

describe('a recording', () => {
  it('is an Arrow file that other programs read', async () => {
    const { file } = await captures.convert('open.arrow', { tables: [generated({ events: 500, markets: 2 })] });
    const table = tableFromIPC(readFileSync(file));
    const rows = await captures.rows(file);
    expect(table.numRows).toBe(rows.length);
    expect(table.schema.fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'venue_time: Timestamp<MICROSECOND, UTC>',
      'receive_time: Timestamp<MICROSECOND, UTC>',
      'market: Dictionary<Int32, Utf8>',
      'token: Dictionary<Int32, Utf8>',
      'kind: Dictionary<Int8, Utf8>',
      'side: Dictionary<Int8, Utf8>',
      'tick: Int32',
      'size: Int64',
      'flags: Uint8',
    ]);
    for (const at of [0, 77, rows.length - 1]) {
      const [other, own] = [table.get(at), rows[at]];
      const facts = [
        other?.['market'],
        other?.['token'],
        other?.['kind'],
        other?.['side'],
        other?.['tick'],
        Number(other?.['size']),
      ];
      expect(facts).toEqual([own?.market, own?.token, own?.kind, own?.side, own?.tick, own?.size]);
    }
  });

  it('begins at the batch that holds a moment', async () => {
    const { file } = await captures.convert('index.arrow', { tables: [generated({ events: 140_000 })] });
    const recording = await openRecording(file);
    expect(recording.index.map(({ rows }) => rows)).toEqual([65_536, 65_536, recording.coverage.rows - 131_072]);
    const second = recording.index[1]?.first ?? 0;
    const [batch] = [...recording.batches(second + 1)].map(({ rows, venueTime }) => ({ rows, first: venueTime[0] }));
    expect(batch).toMatchObject({ rows: 65_536 });
    expect([...recording.batches(recording.coverage.last + 1)]).toEqual([]);
    recording.close();
  });

  it('may be empty', async () => {
    const file = captures.write('empty.csv', 'kind,time_us,token,side,price,size\n');
    const { file: arrow } = await captures.convert('empty.arrow', { files: [file] });
    expect(await captures.rows(arrow)).toEqual([]);
    expect(tableFromIPC(readFileSync(arrow)).numRows).toBe(0);
  });
});
