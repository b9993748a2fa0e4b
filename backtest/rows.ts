/** backtest/rows: lists whose rows are made while they are read, so that millions of orders are not in memory twice. */

/** The common interface of arrays and `LazyRows`. */
export type Rows<Row> = Iterable<Row> & {
  readonly length: number;
  at(index: number): Row | undefined;
};

export class LazyRows<From, Row> implements Rows<Row> {
  readonly #source: Rows<From>;
  readonly #make: (from: From, index: number) => Row;

  constructor(source: Rows<From>, make: (from: From, index: number) => Row) {
    this.#source = source;
    this.#make = make;
  }

  get length(): number {
    return this.#source.length;
  }

  *[Symbol.iterator](): Generator<Row> {
    let index = 0;
    for (const from of this.#source) {
      yield this.#make(from, index);
      index += 1;
    }
  }

  at(index: number): Row | undefined {
    const from = this.#source.at(index);
    return from && this.#make(from, index < 0 ? this.length + index : index);
  }
}

export function firstRows<Row>(rows: Rows<Row>, count: number): readonly Row[] {
  const first: Row[] = [];
  if (count <= 0) return first;
  for (const row of rows) if (first.push(row) >= count) break;
  return first;
}
