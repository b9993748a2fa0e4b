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

export class RowCursor implements Rows {
  batch: RecordingBatch | undefined;
  at = 0;
  row = 0;
  time = Number.POSITIVE_INFINITY;
  private readonly recording: ReplaySource;
  private number = 0;

  constructor(recording: ReplaySource) {
    this.recording = recording;
    this.open(0);
  }

  /** Moves to the next row. The columns of an earlier batch are no longer valid. */
  next(): void {
    const { batch } = this;
    if (batch === undefined) return;
    this.row += 1;
    this.at += 1;
    if (this.at < batch.rows) this.time = batch.venueTime[this.at] as number;
    else this.open(this.number + 1);
  }

  private open(number: number): void {
    this.number = number;
    this.at = 0;
    this.batch = number < this.recording.index.length ? this.recording.batch(number) : undefined;
    this.time = this.batch === undefined ? Number.POSITIVE_INFINITY : (this.batch.venueTime[0] as number);
  }
}
