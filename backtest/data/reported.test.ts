/** backtest/data/reported tests: inputs of the kinds that people reported, with the right result. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { captureFolder } from './fixtures/captures.ts';

const captures = captureFolder();
const REPORTED = join(import.meta.dirname, 'fixtures/reported');
const START = 1_767_571_200_000_000;
const text = (name: string): string => readFileSync(join(REPORTED, name), 'utf8');

async function converted(...files: readonly string[]) {
  const { file, facts } = await captures.convert('reported.arrow', {
    files,
    maxLoss: undefined,
    onUnreadable: undefined,
  });
  return { rows: await captures.rows(file), facts };
}

/** The lines of ids-as-text.jsonl, in every form in which people have them. */
const lines = text('ids-as-text.jsonl').replace(/\n$/, '');
const forms: Record<string, string | Uint8Array> = {
  'with ids as numbers': lines.replaceAll(/"asset_id":\s*"(\d+)"/g, '"asset_id":$1'),
  'with a byte order mark': `\uFEFF${lines}`,
  'with CRLF': lines.replaceAll('\n', '\r\n'),
  'in UTF-16': Buffer.from(`\uFEFF${lines}`, 'utf16le'),
  'in UTF-16, big end first': Buffer.from(`\uFEFF${lines}`, 'utf16le').swap16(),
  'as one array': `[${lines.replaceAll('\n', ',')}]`,
  'as an indented array': JSON.stringify(JSON.parse(`[${lines.replaceAll('\n', ',')}]`), null, 2),
  'with times in seconds': lines.replaceAll(/"(\d{10})000"/g, '"$1"'),
  'with times in microseconds as numbers': lines.replaceAll(/"(\d{13})"/g, '$1000'),
  'with times in nanoseconds as numbers': lines.replaceAll(/"(\d{13})"/g, '$1000000'),
  'with heartbeats of a websocket': lines.replaceAll('\n', '\nPONG\n'),
};

describe('one capture in all of its forms has the same rows', () => {
  it.each(Object.entries(forms))('%s', async (_, form) => {
    const { rows } = await converted(captures.write('text.jsonl', lines));
    expect(rows.filter(({ kind }) => kind === 'snapshot')).toHaveLength(4);
    expect(rows[0]?.time).toBe(START);
    expect((await converted(captures.write('form.jsonl', form))).rows).toEqual(rows);
    expect((await converted(captures.write('form.jsonl.gz', gzipSync(form)))).rows).toEqual(rows);
  });
});

describe('times', () => {
  it('of the layout plain in milliseconds', async () => {
    const { rows } = await converted(join(REPORTED, 'plain-ms.csv'));
    expect([rows[0]?.time, rows.at(-1)?.time]).toEqual([START, START + 5_000_000]);
  });

  it('of Parquet', async () => {
    const { rows } = await converted(join(REPORTED, 'pq-timestamp.parquet'));
    expect([rows.length, rows[0]?.time]).toEqual([42, START]);
  });

  it('in two units are refused, and so are those of 1970', async () => {
    const mixed = text('plain-ms.csv').replace('1767571205000', '1767571205');
    await expect(converted(captures.write('mixed.csv', mixed))).rejects.toThrow(
      /1 of 12 rows, .*mixed\.csv, row 11: the time has another unit than the first one of its column/,
    );
    const early = text('plain-ms.csv').replaceAll('1767571', '1');
    await expect(converted(captures.write('early.csv', early))).rejects.toThrow(
      /has no row that can be read: row 1: the time is not in the years 2015 to 2100/,
    );
  });
});

describe('messages of a websocket', () => {
  it('as they come, in arrays or one a line', async () => {
    const { rows, facts } = await converted(join(REPORTED, 'ws-raw.jsonl'));
    expect(facts.sources.map(({ layout }) => layout)).toEqual(['market-channel']);
    expect(rows.map(({ kind, side, tick, size }) => [kind, side, tick, size / 1e6].join(' '))).toEqual([
      'snapshot buy 3000 100',
      'snapshot sell 3200 80',
      'snapshot buy 6800 80',
      'snapshot sell 7000 100',
      'level buy 3100 25',
      'level sell 6900 25',
      'trade buy 3200 5',
    ]);
  });

  it('whatever their first line is', async () => {
    for (const all of [text('ws.jsonl'), text('ws.jsonl').trim().split('\n').reverse().join('\n')]) {
      const { rows } = await converted(captures.write('ws.jsonl', all));
      expect(rows.map(({ kind, tick, size }) => [kind, tick, size / 1e6].join(' '))).toEqual([
        'trade 5200 5',
        'snapshot 5000 15',
        'snapshot 5200 25',
      ]);
    }
  });

  it('with changes in the older form', async () => {
    const changes = [{ price: '0.4', side: 'SELL', size: '7' }];
    const message = { event_type: 'price_change', market: '0xbd', asset_id: '7', timestamp: '1767571200000', changes };
    const { rows } = await converted(captures.write('old.jsonl', JSON.stringify(message)));
    expect(rows).toMatchObject([{ kind: 'level', token: '7', side: 'sell', tick: 4_000, size: 7_000_000 }]);
  });
});

describe('a catalog of pandas', () => {
  it('has truth values and lists as Python writes them', async () => {
    const { facts } = await converted(join(REPORTED, 'three.csv'), join(REPORTED, 'cat-pandas.csv'));
    expect(facts.catalog.map(({ resolution }) => resolution?.winner)).toEqual(['10', '11', '12']);
    expect(facts.catalog.map(({ tokens }) => tokens.map(({ token }) => token).join())).toEqual([
      '10,20',
      '11,21',
      '12,22',
    ]);
  });

  it.each([
    ["'True'-ish", 'm1,Q1?,', 'maybe', 'resolutions'],
    ['lost digits', "['11', '21']", '[7.1e+76]', 'tokens'],
    ['no list', "['11', '21']", '11', 'tokens'],
    ['no prices', "['1', '0']", 'one', 'resolutions'],
  ])('ends the conversion with what is not understood: %s', async (name, from, to, noun) => {
    const rows = text('cat-pandas.csv');
    const changed = name === "'True'-ish" ? rows.replaceAll('True', to) : rows.replace(from, to);
    const files = [join(REPORTED, 'three.csv'), captures.write('cat.csv', changed)];
    await expect(converted(...files)).rejects.toThrow(
      new RegExp(`not understood: \\d of \\d+ ${noun}.*cat\\.csv, row \\d`),
    );
    const { facts } = await captures.convert('allowed.arrow', { files, maxLoss: 100 });
    expect(facts.catalog).toHaveLength(3);
  });
});
