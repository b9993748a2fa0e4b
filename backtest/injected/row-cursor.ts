/** backtest/injected/row-cursor: the rows of a recording from one moment to the next. It keeps a copy of its batch, so that others may read too. */
import type { RecordingBatch } from '../data/recording.ts';
import type { ReplaySource } from '../replay/source.ts';
import { momentOf } from './survey.ts';

export class RowCursor {
  /** The batch of the next row. */
  batch: Omit<RecordingBatch, 'receiveTime' | 'market'>;
  /** The next row of the batch. */
  at = 0;
  /** The moment of the next row, milliseconds; infinity behind the last one. */
  next = Number.POSITIVE_INFINITY;
  private number = 0;
  private readonly recording: ReplaySource;

  /** Stands at row `at` of batch `number`. */
  constructor(recording: ReplaySource, number: number, at: number) {
    this.recording = recording;
    this.number = number;
    this.batch = this.read();
    this.goTo(at);
  }

  /** The row behind the last one of the batch that is visible at the moment `next`. */
  end(): number {
    const { venueTime, rows } = this.batch;
    const limit = this.next * 1_000;
    let end = this.at;
    while (end < rows && (venueTime[end] as number) <= limit) end += 1;
    return end;
  }

  /** Goes to a row of the batch, or to the next batch. */
  goTo(row: number): void {
    this.at = row;
    if (row >= this.batch.rows && this.number < this.recording.index.length) {
      this.number += 1;
      this.at = 0;
      this.batch = this.read();
    }
    const time = this.batch.venueTime[this.at];
    this.next = time === undefined ? Number.POSITIVE_INFINITY : momentOf(time);
  }

  /** The arguments of a constructor call that returns to this row. */
  save(): readonly [number, number] {
    return [this.number, this.at];
  }

  private read(): RowCursor['batch'] {
    if (this.number >= this.recording.index.length) return NO_ROWS;
    const { rows, venueTime, token, kind, side, flags, tick, size } = this.recording.batch(this.number);
    return {
      rows,
      venueTime: venueTime.slice(),
      token: token.slice(),
      kind: kind.slice(),
      side: side.slice(),
      flags: flags.slice(),
      tick: tick.slice(),
      size: size.slice(),
    };
  }
}

const NO_ROWS: RowCursor['batch'] = {
  rows: 0,
  venueTime: new Float64Array(0),
  token: new Int32Array(0),
  kind: new Int8Array(0),
  side: new Int8Array(0),
  flags: new Uint8Array(0),
  tick: new Int32Array(0),
  size: new Float64Array(0),
};
