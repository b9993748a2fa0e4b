/** backtest/data/event-columns: events as columns of typed arrays that grow, each with its place in the input. */

const FLOATS = ['venueTime', 'receiveTime', 'size', 'order', 'identity'] as const;
const INTS = ['token', 'tick', 'row'] as const;
const BYTES = ['kind', 'side', 'flags'] as const;

/** Bytes of one row, as `writeRows` packs them. */
export const ROW_BYTES = 8 * FLOATS.length + 4 * INTS.length + BYTES.length;

export class EventColumns {
  length = 0;
  capacity: number;
  /** Unix time in microseconds. */
  venueTime!: Float64Array;
  /** Unix time in microseconds; 0 when it is unknown. */
  receiveTime!: Float64Array;
  /** Micro shares; for a gap, microseconds. */
  size!: Float64Array;
  /** The order of messages with one venue time. Rows of one message share it. */
  order!: Float64Array;
  identity!: Float64Array;
  token!: Int32Array;
  tick!: Int32Array;
  /** The number of the row in its source, from 1. */
  row!: Int32Array;
  kind!: Uint8Array;
  side!: Uint8Array;
  flags!: Uint8Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    for (const name of FLOATS) this[name] = new Float64Array(capacity);
    for (const name of INTS) this[name] = new Int32Array(capacity);
    for (const name of BYTES) this[name] = new Uint8Array(capacity);
  }

  /** Adds a row of zeros and returns its index. */
  add(): number {
    if (this.length === this.capacity) this.#grow();
    this.length += 1;
    return this.length - 1;
  }

  copy(from: EventColumns, index: number): void {
    const at = this.add();
    this.venueTime[at] = from.venueTime[index] as number;
    this.receiveTime[at] = from.receiveTime[index] as number;
    this.size[at] = from.size[index] as number;
    this.order[at] = from.order[index] as number;
    this.identity[at] = from.identity[index] as number;
    this.token[at] = from.token[index] as number;
    this.tick[at] = from.tick[index] as number;
    this.row[at] = from.row[index] as number;
    this.kind[at] = from.kind[index] as number;
    this.side[at] = from.side[index] as number;
    this.flags[at] = from.flags[index] as number;
  }

  pack(start: number, end: number): Uint8Array {
    const rows = end - start;
    const packed = new Uint8Array(rows * ROW_BYTES);
    let at = 0;
    for (const column of this.#columns()) {
      const bytes = column.BYTES_PER_ELEMENT;
      packed.set(new Uint8Array(column.buffer, start * bytes, rows * bytes), at);
      at += rows * bytes;
    }
    return packed;
  }

  unpack(packed: Uint8Array): void {
    const rows = packed.length / ROW_BYTES;
    while (this.capacity < rows) this.#grow();
    this.length = rows;
    let at = 0;
    for (const column of this.#columns()) {
      const bytes = column.BYTES_PER_ELEMENT * rows;
      new Uint8Array(column.buffer, 0, bytes).set(packed.subarray(at, at + bytes));
      at += bytes;
    }
  }

  #columns(): readonly (Float64Array | Int32Array | Uint8Array)[] {
    return [...FLOATS, ...INTS, ...BYTES].map((name) => this[name]);
  }

  #grow() {
    const wider = new EventColumns(Math.max(16, this.capacity * 2));
    for (const name of FLOATS) wider[name].set(this[name]);
    for (const name of INTS) wider[name].set(this[name]);
    for (const name of BYTES) wider[name].set(this[name]);
    const { length } = this;
    Object.assign(this, wider, { length });
  }
}
