/** backtest/data/recording-writer: writes events to an Arrow IPC file, and statements about them into its footer. */
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import {
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  type Schema,
  Struct,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import type { TokenNames } from './catalog.ts';
import { KINDS, SIDES } from './event.ts';
import { EventColumns } from './event-columns.ts';
import type { RecordingFacts, RecordingSink } from './pipeline.ts';
import { type IndexEntry, metadataOf, recordingSchema, TYPES } from './recording-schema.ts';

const BATCH_ROWS = 65_536;

/** Keeps what Arrow's writer wants to write, and writes other metadata into the footer than into the header. */
class FooterWriter extends RecordBatchFileWriter {
  footer: Schema | undefined;
  pending: Uint8Array[] = [];

  constructor() {
    super();
    const keep = (bytes: Uint8Array): void => void this.pending.push(bytes);
    Object.assign(this, { _sink: { write: keep, close: () => undefined, abort: () => undefined } });
  }

  get offsets(): readonly number[] {
    return this._recordBatchBlocks.map(({ offset }) => Number(offset));
  }

  protected override _writeFooter(schema: Schema): this {
    return super._writeFooter(this.footer ?? schema) as this;
  }
}

export class RecordingWriter implements RecordingSink {
  readonly #file: string;
  readonly #schema = recordingSchema();
  readonly #writer = new FooterWriter();
  readonly #batches: Omit<IndexEntry, 'offset'>[] = [];
  #rows = new EventColumns(BATCH_ROWS);
  #handle: FileHandle | undefined;
  #names: TokenNames | undefined;
  #dictionaries: readonly Vector<Utf8>[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  async begin(names: TokenNames): Promise<void> {
    this.#handle = await open(this.#file, 'wx');
    this.#names = names;
    this.#dictionaries = [names.markets, names.tokens, KINDS, SIDES].map((texts) => vectorFromArray(texts, new Utf8()));
  }

  async add(rows: EventColumns): Promise<void> {
    for (let index = 0; index < rows.length; index += 1) {
      this.#rows.copy(rows, index);
      if (this.#rows.length === BATCH_ROWS) await this.#writeBatch();
    }
  }

  async end(facts: RecordingFacts): Promise<void> {
    // A recording without rows has one batch too, so that it has its dictionaries.
    if (this.#rows.length > 0 || this.#batches.length === 0) await this.#writeBatch();
    const { offsets } = this.#writer;
    const index = this.#batches.map((batch, number) => ({ offset: offsets[number] ?? 0, ...batch }));
    const statements = {
      sources: JSON.stringify(facts.sources),
      coverage: JSON.stringify(facts.coverage),
      catalog: JSON.stringify(facts.catalog),
      defects: JSON.stringify(facts.defects),
      index: JSON.stringify(index),
      tokens: JSON.stringify(facts.tokens.map(({ token, market }) => [token, market])),
    };
    this.#writer.footer = recordingSchema(metadataOf(statements));
    this.#writer.close();
    await this.#flush();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async #writeBatch() {
    const rows = this.#rows;
    const batch = this.#columnsOf(rows);
    const last = rows.length - 1;
    this.#batches.push({
      rows: rows.length,
      first: rows.length === 0 ? -1 : (rows.venueTime[0] as number),
      last: rows.length === 0 ? -1 : (rows.venueTime[last] as number),
      crc: batch.crc,
    });
    this.#writer.write(new RecordBatch(this.#schema, batch.data));
    await this.#flush();
    rows.length = 0;
  }

  async #flush() {
    const bytes = Buffer.concat(this.#writer.pending);
    this.#writer.pending = [];
    for (let at = 0; at < bytes.length; ) at += (await this.#handle?.write(bytes, at))?.bytesWritten ?? bytes.length;
  }

  #columnsOf(rows: EventColumns) {
    const { length } = rows;
    const marketOf = this.#names?.marketOf ?? [];
    const [markets, tokens, kinds, sides] = this.#dictionaries;
    const values = {
      venue_time: bigInts(rows.venueTime, length),
      receive_time: bigInts(rows.receiveTime, length),
      market: Int32Array.from({ length }, (_, index) => marketOf[rows.token[index] as number] ?? 0),
      token: rows.token.slice(0, length),
      kind: new Int8Array(rows.kind.slice(0, length)),
      side: new Int8Array(rows.side.slice(0, length)),
      tick: rows.tick.slice(0, length),
      size: bigInts(rows.size, length),
      flags: rows.flags.slice(0, length),
    };
    let crc = 0;
    for (const column of Object.values(values)) crc = crc32(new Uint8Array(column.buffer), crc);
    const plain = { length, nullCount: 0, offset: 0 };
    const children = [
      makeData({ ...plain, type: TYPES.venue_time, data: values.venue_time }),
      makeData({ ...plain, type: TYPES.receive_time, data: values.receive_time, ...validity(rows) }),
      makeData({ ...plain, type: TYPES.market, data: values.market, dictionary: markets as Vector<Utf8> }),
      makeData({ ...plain, type: TYPES.token, data: values.token, dictionary: tokens as Vector<Utf8> }),
      makeData({ ...plain, type: TYPES.kind, data: values.kind, dictionary: kinds as Vector<Utf8> }),
      makeData({ ...plain, type: TYPES.side, data: values.side, dictionary: sides as Vector<Utf8> }),
      makeData({ ...plain, type: TYPES.tick, data: values.tick }),
      makeData({ ...plain, type: TYPES.size, data: values.size }),
      makeData({ ...plain, type: TYPES.flags, data: values.flags }),
    ];
    return { data: makeData({ ...plain, type: new Struct(this.#schema.fields), children }), crc };
  }
}

/** Whole numbers from 0 to 2^53 as 64 bits. Two halves of 32 bits are many times faster than a big integer each. */
function bigInts(values: Float64Array, length: number): BigInt64Array {
  const wide = new BigInt64Array(length);
  const halves = new Int32Array(wide.buffer);
  for (let index = 0; index < length; index += 1) {
    const value = values[index] as number;
    const high = Math.floor(value / 4_294_967_296);
    halves[index * 2] = (value - high * 4_294_967_296) | 0;
    halves[index * 2 + 1] = high;
  }
  return wide;
}

function validity({ receiveTime, length }: EventColumns): { nullCount: number; nullBitmap: Uint8Array } {
  const nullBitmap = new Uint8Array(Math.ceil(length / 64) * 8);
  let nullCount = length;
  for (let index = 0; index < length; index += 1) {
    if (receiveTime[index] === 0) continue;
    nullCount -= 1;
    nullBitmap[index >> 3] = (nullBitmap[index >> 3] as number) | (1 << (index & 7));
  }
  return { nullCount, nullBitmap };
}
