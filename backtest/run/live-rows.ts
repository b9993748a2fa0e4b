/** backtest/run/live-rows: the rows that a venue publishes during a run, until the feed has read them. */
import { entriesOf, keysOf } from '../../base/record.ts';
import { BATCH_COLUMNS, type RecordingBatch } from '../data/recording.ts';
import type { Rows } from '../replay/row-cursor.ts';

const CAPACITY = 1_024;

export class LiveRows implements Rows {
  batch: RecordingBatch = columns(CAPACITY);
  /** The present row in the columns, and among all rows. */
  at = 0;
  row = 0;
  /** Venue time of the present row; Infinity when all rows have been read. */
  time = Infinity;
  /** Rows that were added. */
  count = 0;
  /** Called when a row comes after all rows had been read. */
  onAdded: () => void = () => undefined;
  /** Called with the market and the time of each row that is added. */
  onRow: (market: number, time: number) => void = () => undefined;
  /** The place of the next row in the columns. */
  #end = 0;

  /** `time`: Unix microseconds, in order. Prices and sides: of the market's first outcome, token `2 * market`. */
  add(time: number, market: number, kind: number, side: number, tick: number, size: number, flags: number): void {
    if (this.#end === this.batch.venueTime.length) this.#makeRoom();
    const end = this.#end;
    const { batch } = this;
    batch.venueTime[end] = time;
    batch.receiveTime[end] = time;
    batch.market[end] = market;
    batch.token[end] = market * 2;
    batch.kind[end] = kind;
    batch.side[end] = side;
    batch.tick[end] = tick;
    batch.size[end] = size;
    batch.flags[end] = flags;
    this.#end += 1;
    this.count += 1;
    this.onRow(market, time);
    if (this.at < end) return;
    this.time = time;
    this.onAdded();
  }

  next(): void {
    if (this.at === this.#end) return;
    this.row += 1;
    this.at += 1;
    if (this.at < this.#end) {
      this.time = this.batch.venueTime[this.at] as number;
      return;
    }
    this.at = 0;
    this.#end = 0;
    this.time = Infinity;
  }

  /** Moves the rows that have not been read to the front, of wider columns if most have not. */
  #makeRoom() {
    const end = this.#end;
    const { batch, at } = this;
    const capacity = batch.venueTime.length;
    const wider = columns(at * 2 < capacity ? capacity * 2 : capacity);
    for (const name of keysOf(BATCH_COLUMNS)) wider[name].set(batch[name].subarray(at, end));
    this.batch = wider;
    this.at = 0;
    this.#end = end - at;
  }
}

function columns(capacity: number): RecordingBatch {
  const made = entriesOf(BATCH_COLUMNS).map(([name, Column]) => [name, new Column(capacity)]);
  return { rows: capacity, ...Object.fromEntries(made) };
}
