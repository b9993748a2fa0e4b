/** backtest/data/every-reader tests: a value or fault in each layout is read alike, or refused with its place. */
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { captureFolder, tar } from './fixtures/captures.ts';

const captures = captureFolder();
const SECOND = 1_767_571_200;
const YES = '71321045679252212594626385532706912750332728571942532289631379312455583992563';
const NO = '52114319501245915516055106046884209969926127482827954674443846427813813222426';
const seconds = [0, 1, 2, 3];
const millis = (second: number): string => `${SECOND + second}000`;

type Row = Readonly<Record<string, string>>;
type Reader = {
  readonly rows: readonly Row[];
  /** Columns of each kind of value. */
  readonly times: readonly string[];
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** Names that may be absent. */
  readonly optional: readonly string[];
};

const market = { slug: 'rain', outcomes: '["Yes", "No"]', clobTokenIds: JSON.stringify([YES, NO]) };
const settled = { closed: 'true', outcomePrices: '["1", "0"]', umaResolutionStatus: 'resolved' };
const readers: Record<string, Reader> = {
  plain: {
    rows: seconds.map((second) => ({
      kind: 'trade',
      time_us: millis(second),
      token: YES,
      side: 'buy',
      price: '0.4',
      size: '3',
      market: 'rain',
      received_us: millis(second + 1),
      message: `${second}`,
    })),
    times: ['time_us', 'received_us'],
    ids: ['token'],
    names: ['market'],
    optional: ['market', 'received_us'],
  },
  'book-capture': {
    rows: seconds.map((second) => ({
      asset_id: YES,
      event_type: 'price_change',
      price: '0.4',
      side: 'BUY',
      size: `${second}`,
      timestamp: millis(second),
      market_slug: 'rain',
      outcome_name: 'Yes',
      hash: `${second}`,
      market_id: '55',
      received_us: millis(second),
    })),
    times: ['timestamp', 'received_us'],
    ids: ['asset_id'],
    names: ['market_slug', 'outcome_name', 'market_id'],
    optional: ['market_slug', 'outcome_name', 'market_id', 'received_us'],
  },
  'market-channel': {
    rows: seconds.map((second) => ({
      event_type: 'price_change',
      market: '0xab',
      timestamp: millis(second),
      received_us: millis(second),
      price_changes: JSON.stringify([{ asset_id: YES, price: '0.4', side: 'BUY', size: `${second}` }]),
      market_slug: 'rain',
    })),
    times: ['timestamp', 'received_us'],
    ids: [],
    names: ['market', 'market_slug'],
    optional: ['market_slug', 'received_us'],
  },
  fills: {
    rows: seconds.map((second) => ({
      trade_direction: 'BUY',
      shares: '3',
      option_yes_no: 'No',
      option_type: 'Rain?',
      price: '0.4',
      timestamp: millis(second),
      user_id: `${second}`,
    })),
    times: ['timestamp'],
    ids: [],
    names: ['option_yes_no', 'option_type', 'trade_direction'],
    optional: [],
  },
  'ticker-trades': {
    rows: seconds.map((second) => ({
      ticker: 'KX-1',
      created_time: millis(second),
      price: '0.4',
      count: '3',
      taker_side: 'yes',
      trade_id: `${second}`,
    })),
    times: ['created_time'],
    ids: [],
    names: ['ticker', 'taker_side'],
    optional: ['trade_id'],
  },
  quotes: {
    rows: seconds.map((second) => ({ ts: millis(second), slug: 'rain', bid: '0.4', ask: '' })),
    times: ['ts'],
    ids: [],
    names: ['slug'],
    optional: ['ask'],
  },
  'catalog-markets': {
    rows: [
      { ...market, ...settled, endDate: millis(0), event: 'e', conditionId: '0xab' },
      { ...market, endDate: millis(1), slug: 'snow', clobTokenIds: '["3", "4"]', closed: 'false', conditionId: '0xac' },
    ],
    times: ['endDate'],
    ids: [],
    names: ['slug', 'event', 'conditionId', 'umaResolutionStatus'],
    optional: ['event', 'conditionId', 'endDate'],
  },
  'catalog-tokens': {
    rows: [YES, NO].map((id) => ({
      market_slug: 'rain',
      asset_id: id,
      outcome_name: id.slice(0, 2),
      executed_at_timestamp: '',
    })),
    times: [],
    ids: ['asset_id'],
    names: ['market_slug', 'outcome_name'],
    optional: ['outcome_name'],
  },
  'catalog-results': {
    rows: ['yes', 'no', ''].map((result, at) => ({
      ticker: `KX-${at}`,
      result,
      settlement_value: '',
      event_ticker: 'KX',
      title: `Q${at}`,
      close_time: millis(at),
    })),
    times: ['close_time'],
    ids: [],
    names: ['ticker', 'result', 'title'],
    optional: ['event_ticker', 'close_time'],
  },
  'catalog-labels': {
    rows: ['rain', 'snow'].map((slug, at) => ({ slug, y: `${at}`, source: 'api' })),
    times: [],
    ids: [],
    names: ['slug', 'source', 'y'],
    optional: ['y'],
  },
};

const jsonl = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const csv = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((name) => `"${(row[name] ?? '').replaceAll('"', '""')}"`).join());
  return [columns.join(), ...lines, ''].join('\n');
};
const parquet = (rows: readonly Row[]): Uint8Array => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columnData = columns.map((name) => {
    return { name, data: rows.map((row) => row[name] || null), type: 'STRING' as const, nullable: true };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
};

async function converted(content: string | Uint8Array) {
  const files = [captures.write('capture', content)];
  const { file, facts } = await captures.convert('every.arrow', { files, maxLoss: undefined, onUnreadable: undefined });
  const { layout } = facts.sources[0] ?? {};
  return { layout, defects: facts.defects, content: { rows: await captures.rows(file), catalog: facts.catalog } };
}

const changed = (
  rows: readonly Row[],
  columns: readonly string[],
  to: (cell: string, at: number) => string,
): readonly Row[] =>
  rows.map((row, at) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, columns.includes(name) ? to(cell, at) : cell])),
  );

/** Other ways to write the same rows. */
const forms: Record<string, (reader: Reader) => string | Uint8Array> = {
  csv: ({ rows }) => csv(rows),
  Parquet: ({ rows }) => parquet(rows),
  'times in seconds': ({ rows, times }) => jsonl(changed(rows, times, (cell) => cell.slice(0, 10))),
  'times in nanoseconds': ({ rows, times }) => csv(changed(rows, times, (cell) => `${cell}000000`)),
  'times as text': ({ rows, times }) => csv(changed(rows, times, (cell) => new Date(Number(cell)).toISOString())),
  'ids as numbers': ({ rows, ids }) =>
    ids.reduce((text, name) => text.replaceAll(new RegExp(`"${name}":"(\\d+)"`, 'g'), `"${name}":$1`), jsonl(rows)),
  'white space around names and ids': ({ rows, names, ids }) =>
    csv(changed(rows, [...names, ...ids], (cell) => ` ${cell} `)),
};

/** Forms that no layout knows of. */
const packings: typeof forms = {
  'csv with the line ends of an old Mac': ({ rows }) => csv(rows).replaceAll('\n', '\r'),
  'a JSON document, gzip': ({ rows }) => gzipSync(JSON.stringify(rows, null, 1)),
  'a tar archive, gzip': ({ rows }) => gzipSync(tar({ 'a/b.csv': csv(rows) })),
};

it.each(['plain', 'catalog-markets'])('%s in other packings', async (name) => {
  const reader = readers[name] as Reader;
  const { content } = await converted(jsonl(reader.rows));
  for (const [packing, pack] of Object.entries(packings)) {
    expect([packing, (await converted(pack(reader))).content]).toEqual([packing, content]);
  }
});

describe.each(Object.entries(readers))('%s', (layout, reader) => {
  it('has the same rows in every form', async () => {
    const usual = await converted(jsonl(reader.rows));
    expect(usual.layout).toBe(layout);
    expect(usual.defects.filter(({ kind }) => kind !== 'no-snapshot')).toEqual([]);
    for (const [form, write] of Object.entries(forms)) {
      expect([form, (await converted(write(reader))).content]).toEqual([form, usual.content]);
    }
  });

  it('has no value where a cell is nan, None, null or blank', async () => {
    for (const [at, name] of reader.optional.entries()) {
      const without = await converted(csv(changed(reader.rows, [name], () => '')));
      const absent = ['nan', 'None', 'null', ' '][at % 4] as string;
      const { content, defects } = await converted(csv(changed(reader.rows, [name], () => absent)));
      expect([name, content, defects]).toEqual([name, without.content, without.defects]);
    }
  });

  it.each(reader.times)('%s: a second unit, or a time of 1970, is a defect with its place', async (name) => {
    for (const to of [(cell: string) => `${cell}000`, () => '12', () => 'soon']) {
      const text = csv(changed(reader.rows, [name], (cell, at) => (at === 1 ? to(cell) : cell)));
      await expect(converted(text)).rejects.toThrow(/not understood: 1 of \d .*capture, row 2: .*the time/);
    }
  });

  it.each(reader.ids)('%s: an id that has lost digits is a lost token', async (name) => {
    for (const id of ['7.1e+76', '71321045679252212594626385532706912750.0']) {
      const text = csv(changed(reader.rows, [name], (cell, at) => (at === 1 ? id : cell)));
      await expect(converted(text)).rejects.toThrow(
        /1 of \d tokens, .*capture, row 2: the token is a number that has lost/,
      );
    }
  });
});
