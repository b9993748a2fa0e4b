/** backtest/replay/row-cursor: a position in a recording, row by row. The venue and the feed of a run each have one. */
import type { RecordingBatch } from '../data/recording.ts';
import type { ReplaySource } from './source.ts';

/** Rows in their order, read one after the other. */
export type Rows = {
  /** The batch of the present row. */
  readonly batch: RecordingBatch | undefined;
  /** The present row in its batch, and among all rows. */
  readonly at: number;
  readonly row: number;
  /** Venue time of the present row, Unix microseconds; Infinity after the last row. */
  readonly time: number;
  next(): void;
};

/** A row by the number of its batch and its place there. */
export type RowPlace = readonly [number, number];

export class RowCursor implements Rows {
  batch: RecordingBatch | undefined;
  at = 0;
  row: number;
  time = Infinity;
  readonly #recording: ReplaySource;
  readonly #copies: boolean;
  #number = 0;

  /** `copies`: keeps a copy of its batch, so that other readers of the same recording leave it as it is. */
  constructor(recording: ReplaySource, [number, at]: RowPlace = [0, 0], copies = false) {
    this.#recording = recording;
    this.#copies = copies;
    this.row = recording.index.slice(0, number).reduce((sum, { rows }) => sum + rows, 0);
    this.#open(number);
    if (at > 0) this.goTo(at);
  }

  /** Moves to the next row. The columns of an earlier batch are no longer valid. */
  next(): void {
    this.goTo(this.at + 1);
  }

  /** Moves ahead to a row of the batch, or behind its last one to the next batch. */
  goTo(at: number): void {
    const { batch } = this;
    if (batch === undefined) return;
    this.row += at - this.at;
    this.at = at;
    if (at < batch.rows) this.time = batch.venueTime[at] as number;
    else this.#open(this.#number + 1);
  }

  /** The place from which a cursor begins at this row. */
  get place(): RowPlace {
    return [this.#number, this.at];
  }

  #open(number: number) {
    this.#number = number;
    this.at = 0;
    const batch = number < this.#recording.index.length ? this.#recording.batch(number) : undefined;
    this.batch = batch !== undefined && this.#copies ? copyOf(batch) : batch;
    this.time = batch?.venueTime[0] ?? Infinity;
  }
}

function copyOf(batch: RecordingBatch): RecordingBatch {
  const copies = Object.entries(batch).map(([name, column]) => [
    name,
    typeof column === 'number' ? column : column.slice(),
  ]);
  return { ...batch, ...Object.fromEntries(copies) };
}
