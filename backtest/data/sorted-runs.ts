/** backtest/data/sorted-runs: sorts any number of events by time, stably, in temporary files that are merged. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventColumns, ROW_BYTES } from './event-columns.ts';

const RUN_ROWS = 1 << 19;
/** Rows of each run that are in memory while runs are merged. */
const BLOCK_ROWS = 1 << 13;

export class SortedRuns {
  readonly open: EventColumns;
  readonly #runRows: number;
  readonly #files: { readonly file: string; readonly rows: number }[] = [];
  #folder: string | undefined;

  constructor(runRows = RUN_ROWS) {
    this.#runRows = runRows;
    this.open = new EventColumns(Math.min(runRows, 1 << 14));
  }

  /** To be called between messages. */
  async makeRoom(): Promise<void> {
    if (this.open.length >= this.#runRows) await this.#spill();
  }

  /** All rows in order, in blocks that are valid until the next one. */
  async *merged(): AsyncGenerator<EventColumns> {
    if (this.#files.length === 0) {
      yield* inBlocks(this.open);
      return;
    }
    if (this.open.length > 0) await this.#spill();
    const readers: RunReader[] = [];
    try {
      for (const { file, rows } of this.#files) readers.push(await RunReader.start(file, rows));
      yield* merge(readers);
    } finally {
      for (const reader of readers) await reader.close();
    }
  }

  /** Removes the temporary files. */
  async clear(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  async #spill() {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'touchstone-data-'));
    const file = join(this.#folder, String(this.#files.length));
    const handle = await open(file, 'wx');
    try {
      for (const block of inBlocks(this.open)) await handle.writeFile(block.pack(0, block.length));
    } finally {
      await handle.close();
    }
    this.#files.push({ file, rows: this.open.length });
    this.open.length = 0;
  }
}

function* inBlocks(rows: EventColumns): Generator<EventColumns> {
  if (isInOrder(rows)) {
    yield* slices(rows);
    return;
  }
  const { venueTime, order } = rows;
  const indexes = Array.from({ length: rows.length }, (_, index) => index);
  indexes.sort(
    (a, b) =>
      (venueTime[a] as number) - (venueTime[b] as number) || (order[a] as number) - (order[b] as number) || a - b,
  );
  const block = new EventColumns(Math.min(BLOCK_ROWS, rows.length));
  for (const index of indexes) {
    block.copy(rows, index);
    if (block.length < BLOCK_ROWS) continue;
    yield block;
    block.length = 0;
  }
  if (block.length > 0) yield block;
}

function* slices(rows: EventColumns): Generator<EventColumns> {
  const block = new EventColumns(Math.min(BLOCK_ROWS, rows.length));
  for (let start = 0; start < rows.length; start += BLOCK_ROWS) {
    block.unpack(rows.pack(start, Math.min(rows.length, start + BLOCK_ROWS)));
    yield block;
  }
}

function isInOrder(rows: EventColumns) {
  for (let index = 1; index < rows.length; index += 1) if (isBefore(rows, index, rows, index - 1)) return false;
  return true;
}

function isBefore(a: EventColumns, indexOfA: number, b: EventColumns, indexOfB: number) {
  const difference = (a.venueTime[indexOfA] as number) - (b.venueTime[indexOfB] as number);
  return difference < 0 || (difference === 0 && (a.order[indexOfA] as number) < (b.order[indexOfB] as number));
}

/** A place in the file of a run. */
class RunReader {
  readonly block = new EventColumns(BLOCK_ROWS);
  index = 0;
  readonly #handle: FileHandle;
  #left: number;

  private constructor(handle: FileHandle, rows: number) {
    this.#handle = handle;
    this.#left = rows;
  }

  static async start(file: string, rows: number): Promise<RunReader> {
    const reader = new RunReader(await open(file), rows);
    await reader.refill();
    return reader;
  }

  get isDone(): boolean {
    return this.index === this.block.length;
  }

  /** Reads the next block once this one is used up. */
  async refill(): Promise<void> {
    if (!this.isDone || this.#left === 0) return;
    const bytes = new Uint8Array(Math.min(this.#left, BLOCK_ROWS) * ROW_BYTES);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#handle.read(bytes, at);
      if (bytesRead === 0) throw new Error('a temporary file of the conversion was cut short');
      at += bytesRead;
    }
    this.block.unpack(bytes);
    this.#left -= this.block.length;
    this.index = 0;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

async function* merge(readers: readonly RunReader[]): AsyncGenerator<EventColumns> {
  const merged = new EventColumns(BLOCK_ROWS);
  for (;;) {
    const [first, second] = nextTwo(readers);
    if (first === undefined) break;
    // As long as no other run comes first, rows are copied without looking at the others.
    do {
      merged.copy(first.block, first.index);
      first.index += 1;
    } while (
      !first.isDone &&
      merged.length < BLOCK_ROWS &&
      (second === undefined || !isBefore(second.block, second.index, first.block, first.index))
    );
    await first.refill();
    if (merged.length < BLOCK_ROWS) continue;
    yield merged;
    merged.length = 0;
  }
  if (merged.length > 0) yield merged;
}

/** The run whose next row comes first, and the one after it. Of equal rows the earlier run has the first. */
function nextTwo(readers: readonly RunReader[]): readonly [RunReader | undefined, RunReader | undefined] {
  let first: RunReader | undefined;
  let second: RunReader | undefined;
  for (const reader of readers) {
    if (reader.isDone) continue;
    if (first === undefined || isBefore(reader.block, reader.index, first.block, first.index)) {
      second = first;
      first = reader;
    } else if (second === undefined || isBefore(reader.block, reader.index, second.block, second.index)) {
      second = reader;
    }
  }
  return [first, second];
}
