/** backtest/data/recording-schema: the columns of a recording as an Arrow schema, and the statements in its footer. */
import { createHash } from 'node:crypto';
import { Dictionary, Field, Int8, Int32, Int64, Schema, TimestampMicrosecond, Uint8, Utf8 } from 'apache-arrow';
import { keysOf } from '../../base/record.ts';

/** The version of the format. A reader accepts no other. */
export const FORMAT = '2';

export const COLUMN_BYTES = [8, 8, 4, 4, 1, 1, 4, 8, 1] as const;

/** The columns in their order. The types are made once: columns of one dictionary share it by its number. */
export const TYPES = {
  venue_time: new TimestampMicrosecond('UTC'),
  receive_time: new TimestampMicrosecond('UTC'),
  market: new Dictionary(new Utf8(), new Int32(), 1),
  token: new Dictionary(new Utf8(), new Int32(), 2),
  kind: new Dictionary(new Utf8(), new Int8(), 3),
  side: new Dictionary(new Utf8(), new Int8(), 4),
  tick: new Int32(),
  size: new Int64(),
  flags: new Uint8(),
};

export function recordingSchema(metadata = new Map<string, string>()): Schema {
  return new Schema(
    keysOf(TYPES).map((name) => new Field(name, TYPES[name], name === 'receive_time')),
    metadata,
  );
}

/** A batch of the file: where it begins, its rows, their first and last venue time, and a CRC-32 of its columns. */
export type IndexEntry = Readonly<{
  offset: number;
  rows: number;
  first: number;
  last: number;
  crc: number;
}>;

/** The statements of the metadata, each as JSON. */
export const STATEMENTS = ['sources', 'coverage', 'catalog', 'defects', 'index', 'tokens'] as const;

export type Statements = Readonly<Record<(typeof STATEMENTS)[number], string>>;

/** The SHA-256 of all statements. It covers the rows too, since the index has a checksum of every batch. */
export function checksumOf(statements: Statements): string {
  const hash = createHash('sha256').update(`touchstone recording ${FORMAT}`);
  for (const name of STATEMENTS) hash.update(`\n${name}\n`).update(statements[name]);
  return hash.digest('hex');
}

const PREFIX = 'touchstone.';

export function metadataOf(statements: Statements): Map<string, string> {
  return new Map([
    [`${PREFIX}format`, FORMAT],
    [`${PREFIX}checksum`, checksumOf(statements)],
    ...STATEMENTS.map((name) => [PREFIX + name, statements[name]] as const),
  ]);
}

/** The value of a key of the metadata, without the prefix that is common to all. */
export function metadataValue(metadata: ReadonlyMap<string, string>, key: string): string | undefined {
  return metadata.get(PREFIX + key);
}
