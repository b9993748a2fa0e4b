/** backtest/data/bad-input tests: errors about damaged or foreign files name the file, fault and remedy. */
import { mkdirSync, readFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { captureFolder, type EventRow, generated } from './fixtures/captures.ts';
import { openRecording } from './open-recording.ts';

const captures = captureFolder();
const HEADER = 'kind,time_us,token,side,price,size\n';
const ROW = 'level,1000000,A,buy,0.5,1\n';

async function refusal(file: string, layout?: string): Promise<string> {
  const error = await captures.convert('refused.arrow', { files: [file], layout }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'DataError' });
  return (error as Error).message.replace(file, 'FILE');
}

const long = HEADER + ROW.repeat(20_000);
const packed = gzipSync(long);

describe('a capture that cannot be read', () => {
  mkdirSync(captures.path('folder'));
  const cut = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length - 20);
  const files: Record<string, [string, RegExp]> = {
    'does not exist': [captures.path('nowhere.csv'), /^FILE does not exist/],
    'is a folder': [captures.path('folder'), /^FILE is a folder/],
    'is empty': [captures.write('nothing.csv', ''), /^FILE is empty/],
    'is gzip that was cut short': [
      captures.write('cut.csv.gz', cut(packed)),
      /^FILE ends in the middle of its compressed data/,
    ],
    'is damaged gzip': [
      captures.write(
        'bad.csv.gz',
        packed.map((byte, at) => (at === 60 ? byte ^ 255 : byte)),
      ),
      /^FILE has damaged/,
    ],
    'is zstd that was cut short': [
      captures.write('cut.csv.zst', cut(zstdCompressSync(long))),
      /^FILE (?:ends in the middle|has damaged)/,
    ],
    'is binary': [captures.write('image.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex')), /^FILE is neither text/],
    'is Parquet that was cut short': [
      captures.write('cut.parquet', 'PAR1 and no more'),
      /^FILE is not a whole Parquet file/,
    ],
    'has unknown columns': [
      captures.write('other.csv', 'a,b\n1,2\n'),
      /^FILE has the columns a, b, which no known layout has/,
    ],
    'is JSON, but no objects': [captures.write('broken.jsonl', '{"a":\n'), /^FILE has no line with a JSON object/],
  };
  it.each(Object.entries(files))('%s', async (_, [file, expected]) => {
    expect(await refusal(file)).toMatch(expected);
  });

  it('lacks columns of the layout that is requested, or the layout does not exist', async () => {
    const file = captures.write('plain.csv', HEADER);
    expect(await refusal(file, 'quotes')).toBe('FILE lacks the columns ts, slug, bid, ask of the layout quotes');
    expect(await refusal(file, 'qoutes')).toMatch(
      /^no layout is called "qoutes": known are plain, market-channel, book-capture, /,
    );
  });

  it('is a recording already', async () => {
    const { file } = await captures.convert('done.arrow', { tables: [generated({})] });
    expect(await refusal(file)).toMatch(/is an Arrow file: recordings are made from captures/);
  });
});

describe('rows that do not parse', () => {
  const rows: Record<string, string> = {
    'trade,1767571201000000,A,buy,0.5': 'the row does not have 6 cells as the header',
    'trade,yesterday,A,buy,0.5,1': 'the time does not parse',
    'trade,1767571201000000,A,buy,1.5,1': 'the price is not a number from 0 to 1',
    'trade,1767571201000000,A,buy,-0.5,1': 'the price is not a number from 0 to 1',
    'trade,1767571201000000,A,buy,0.5,': 'the size is not a number',
    'trade,1767571201000000,A,buy,0.5,1e99': 'the size is not a number',
    'trade,1767571201000000,,buy,0.5,1': 'the token is missing',
    'auction,1767571201000000,A,buy,0.5,1': 'the kind "auction" is not known',
    'trade,1767571201000000,A,buy,0.5,"1': 'the size is not a number',
  };
  it.each(Object.entries(rows))('%s', async (row, what) => {
    const source = captures.write('rows.csv', `${HEADER}trade,1767571201000000,A,buy,0.5,1\r\n${row}\n${row}\n`);
    const { facts } = await captures.convert('rows.arrow', { files: [source] });
    expect(facts.defects).toEqual([{ kind: 'unparsable', source, what, count: 2, row: 2 }]);
    expect(facts.coverage.rows).toBe(1);
  });

  it('in JSON lines', async () => {
    const good = JSON.stringify({
      kind: 'trade',
      time_us: 1_767_571_201_000_000,
      token: 'A',
      side: 'sell',
      price: 0.5,
      size: 2.5,
    });
    const { facts } = await captures.convert('j.arrow', {
      files: [captures.write('j.jsonl', `${good}\n[1]\n{"kind":\n`)],
    });
    expect(facts.coverage.rows).toBe(1);
    expect(facts.defects).toMatchObject([{ what: 'the line is not a JSON object', row: 2, count: 2 }]);
  });
});

describe('a recording that cannot be trusted', () => {
  const whole = async (): Promise<Buffer> =>
    readFileSync((await captures.convert('whole.arrow', { tables: [generated({ events: 2_000 })] })).file);

  async function tried(bytes: Uint8Array): Promise<string | readonly EventRow[]> {
    try {
      return await captures.rows(captures.write('tried.arrow', bytes));
    } catch (error) {
      expect(error).toMatchObject({ name: 'DataError' });
      return (error as Error).message;
    }
  }

  it('was cut short anywhere', async () => {
    const bytes = await whole();
    expect(await tried(bytes)).toHaveLength(2_001);
    for (const part of [0.01, 0.3, 0.7, 0.999]) {
      expect(await tried(bytes.subarray(0, Math.floor(bytes.length * part)))).toMatch(/cut short|damaged/);
    }
    expect(await tried(bytes.subarray(0, 5))).toMatch(/is no recording/);
  });

  it('has a changed byte anywhere: it is noticed, or every row is as it was', async () => {
    const bytes = await whole();
    const rows = await tried(bytes);
    let noticed = 0;
    for (let place = 5; place < bytes.length; place += Math.floor(bytes.length / 97)) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      const result = await tried(changed);
      if (typeof result === 'string') noticed += 1;
      else expect(result, `byte ${place} of ${bytes.length}`).toEqual(rows);
    }
    expect(noticed).toBeGreaterThan(60);
    const text = bytes.toString('latin1').replace('"kinds":{"snapshot":', '"kinds":{"snapshut":');
    expect(await tried(Buffer.from(text, 'latin1'))).toMatch(/its checksum does not fit its statements/);
  });

  it('is an Arrow file of another program, of another version, or none', async () => {
    const foreign = tableToIPC(tableFromArrays({ a: Int32Array.of(1, 2) }), 'file');
    expect(await tried(foreign)).toMatch(/is an Arrow file that touchstone data convert did not write/);
    expect(await tried(Buffer.from(long))).toMatch(/is no recording: convert captures/);
    const newer = (await whole()).toString('latin1').replaceAll('\x01\0\0\x002\0', '\x01\0\0\x009\0');
    expect(await tried(Buffer.from(newer, 'latin1'))).toMatch(/has version 9 of the format/);
    await expect(openRecording(captures.path('nowhere.arrow'))).rejects.toThrow(/cannot be opened \(ENOENT\)/);
  });
});
