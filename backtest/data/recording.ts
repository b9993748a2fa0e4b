/** backtest/data/recording: reads a recording in batches of typed arrays, each compared with its checksum. */
import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Message } from 'apache-arrow';
import type { CatalogMarket, RecordedToken } from './catalog.ts';
import type { Coverage } from './coverage.ts';
import { DataError } from './data-error.ts';
import type { Defect } from './defects.ts';
import type { SourceNote } from './pipeline.ts';
import { COLUMN_BYTES, checksumOf, type IndexEntry, STATEMENTS, type Statements } from './recording-schema.ts';

/** The columns of a batch. */
export const BATCH_COLUMNS = {
  /** Unix microseconds. */
  venueTime: Float64Array,
  /** Unix microseconds; 0 when the capture does not have it. */
  receiveTime: Float64Array,
  /** Numbers in `markets` and `tokens`. */
  market: Int32Array,
  token: Int32Array,
  /** Codes of `KIND`, `SIDE` and bits of `FLAG`. */
  kind: Int8Array,
  side: Int8Array,
  flags: Uint8Array,
  /** 1e-4 dollars; 0 when a side has no price. */
  tick: Int32Array,
  /** Micro shares; for a gap its length in microseconds. */
  size: Float64Array,
} as const;

/** Rows of a recording, column by column. The arrays are used again for the next batch: copy what you keep. */
export type RecordingBatch = { readonly rows: number } & {
  readonly [Name in keyof typeof BATCH_COLUMNS]: InstanceType<(typeof BATCH_COLUMNS)[Name]>;
};

type Offsets = readonly [number, number, number, number, number, number, number, number, number];

export class Recording {
  readonly file: string;
  /** Identifies the recording: the same rows and statements have the same checksum. */
  readonly checksum: string;
  readonly markets: readonly string[];
  readonly tokens: readonly RecordedToken[];
  readonly coverage: Coverage;
  readonly catalog: readonly CatalogMarket[];
  readonly defects: readonly Defect[];
  readonly sources: readonly SourceNote[];
  readonly index: readonly IndexEntry[];
  readonly #statements: Statements;
  readonly #descriptor: number;
  #bytes = new Uint8Array(0);
  #times = [new Float64Array(0), new Float64Array(0), new Float64Array(0)];

  constructor(file: string, statements: Statements) {
    const parsed = Object.fromEntries(STATEMENTS.map((name) => [name, JSON.parse(statements[name])]));
    this.file = file;
    this.#statements = statements;
    this.checksum = checksumOf(statements);
    this.coverage = parsed['coverage'];
    this.markets = this.coverage.byMarket.map(({ market }) => market);
    this.tokens = parsed['tokens'].map(([token, market]: [string, number]) => ({ token, market }));
    this.catalog = parsed['catalog'];
    this.defects = parsed['defects'];
    this.sources = parsed['sources'];
    this.index = parsed['index'];
    this.#descriptor = openSync(file, 'r');
  }

  /** Opens the same recording once more, for a second reader with separate arrays. */
  reopen(): Recording {
    return new Recording(this.file, this.#statements);
  }

  /** All batches from the one that holds `fromTime` (Unix microseconds) on. */
  *batches(fromTime = 0): Generator<RecordingBatch> {
    for (const [number, { last }] of this.index.entries()) if (last >= fromTime) yield this.batch(number);
  }

  /** One batch by its number in the index. Throws `DataError` when its bytes are not those that were written. */
  batch(number: number): RecordingBatch {
    const entry = this.index[number];
    if (entry === undefined) throw new RangeError(`batch ${number} of ${this.index.length}`);
    const { rows } = entry;
    const [venueTime, receiveTime, market, token, kind, side, tick, size, flags] = this.#readColumns(entry, number);
    const { buffer } = this.#bytes;
    return {
      rows,
      venueTime: this.#numbers(0, venueTime, rows),
      receiveTime: this.#numbers(1, receiveTime, rows),
      market: new Int32Array(buffer, market, rows),
      token: new Int32Array(buffer, token, rows),
      kind: new Int8Array(buffer, kind, rows),
      side: new Int8Array(buffer, side, rows),
      tick: new Int32Array(buffer, tick, rows),
      size: this.#numbers(2, size, rows),
      flags: new Uint8Array(buffer, flags, rows),
    };
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Reads a batch and returns where each column begins in its bytes. */
  #readColumns({ offset, rows, crc }: IndexEntry, number: number): Offsets {
    try {
      const headLength = new DataView(this.#read(offset, 8, new Uint8Array(8)).buffer).getInt32(4, true);
      const message = Message.decode(this.#read(offset + 8, headLength, new Uint8Array(headLength)));
      if (!message.isRecordBatch()) throw new Error('no record batch');
      const { bodyLength } = message;
      if (this.#bytes.length < bodyLength) this.#bytes = new Uint8Array(bodyLength);
      this.#read(offset + 8 + headLength, bodyLength, this.#bytes);
      // Each column has two buffers: which values there are, and the values.
      const regions = message.header().buffers;
      const offsets = COLUMN_BYTES.map((_, column) => regions[column * 2 + 1]?.offset ?? 0);
      const sum = COLUMN_BYTES.reduce((previous, bytes, column) => {
        const start = offsets[column] ?? 0;
        return crc32(this.#bytes.subarray(start, start + bytes * rows), previous);
      }, 0);
      if (sum !== crc) throw new Error('another checksum');
      return offsets as unknown as Offsets;
    } catch {
      throw new DataError(
        `${this.file} is damaged: batch ${number + 1} of ${this.index.length} is not what was written; ` +
          'convert the captures again',
      );
    }
  }

  #read(position: number, length: number, into: Uint8Array): Uint8Array {
    for (let at = 0; at < length; ) {
      const count = readSync(this.#descriptor, into, at, length - at, position + at);
      if (count === 0) throw new Error('the file ends early');
      at += count;
    }
    return into;
  }

  /** Integers of 64 bits as numbers, which are exact up to 2^53. */
  #numbers(slot: number, offset: number, rows: number): Float64Array<ArrayBuffer> {
    let into = this.#times[slot] as Float64Array<ArrayBuffer>;
    if (into.length < rows) {
      into = new Float64Array(rows);
      this.#times[slot] = into;
    }
    const halves = new Int32Array(this.#bytes.buffer, offset, rows * 2);
    for (let index = 0; index < rows; index += 1) {
      into[index] = ((halves[index * 2] as number) >>> 0) + (halves[index * 2 + 1] as number) * 4_294_967_296;
    }
    return into.subarray(0, rows);
  }
}
