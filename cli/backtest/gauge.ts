/** cli/backtest/gauge: numbers that the thread of a run shares with its watcher. A callback can take under 1 µs. */
import { CALLBACKS } from '../../backtest/strategy-file.ts';

/** The work of the thread outside of callbacks: 0 the engine works, 1 the strategy is loaded. */
const ENGINE = 0;
const LOADING = 1;
const FIRST_CALLBACK = 2;
const NAMES: readonly string[] = CALLBACKS;
const [ON_BOOK, ON_TRADE] = [FIRST_CALLBACK + NAMES.indexOf('onBook'), FIRST_CALLBACK + NAMES.indexOf('onTrade')];

const BYTES = 40;

/** Places in the array of integers, behind three floats. */
const [WORK, COUNT, STOP] = [6, 7, 8] as const;

export class Gauge {
  readonly memory: SharedArrayBuffer;
  /** The row of the callback, the rows that are replayed, and those that were surveyed before. */
  readonly #rows: Float64Array;
  readonly #numbers: Int32Array;

  constructor(memory = new SharedArrayBuffer(BYTES)) {
    this.memory = memory;
    this.#rows = new Float64Array(memory, 0, 3);
    this.#numbers = new Int32Array(memory);
  }

  /** A callback of the strategy is about to run. */
  readonly enter = (callback: string, row: number): void => {
    const numbers = this.#numbers;
    this.#rows[0] = row;
    numbers[WORK] = codeOf(callback);
    numbers[COUNT] = (numbers[COUNT] as number) + 1;
  };

  /** The file of the strategy is about to be loaded. */
  load(): void {
    this.#numbers[WORK] = LOADING;
  }

  /** The engine does due work, after this number of rows. */
  leave(rowsDone: number): void {
    this.#rows[1] = rowsDone;
    this.#numbers[WORK] = ENGINE;
  }

  readonly survey = (rows: number): void => {
    this.#rows[2] = rows;
  };

  stop(): void {
    Atomics.store(this.#numbers, STOP, 1);
  }

  get isStopped(): boolean {
    return this.#numbers[STOP] === 1;
  }

  /** Callbacks that have begun. The same in each repetition of a run, so that it names one of them. */
  get count(): number {
    return Atomics.load(this.#numbers, COUNT);
  }

  get row(): number {
    return this.#rows[0] as number;
  }

  get rowsDone(): number {
    return this.#rows[1] as number;
  }

  get rowsSurveyed(): number {
    return this.#rows[2] as number;
  }

  get isLoading(): boolean {
    return Atomics.load(this.#numbers, WORK) === LOADING;
  }

  /** The callback that runs; undefined while the engine works or the strategy is loaded. */
  get callback(): string | undefined {
    return NAMES[Atomics.load(this.#numbers, WORK) - FIRST_CALLBACK];
  }
}

/** The names are constants, so a comparison is one of addresses. The most frequent ones come first. */
function codeOf(callback: string): number {
  if (callback === 'onBook') return ON_BOOK;
  if (callback === 'onTrade') return ON_TRADE;
  return FIRST_CALLBACK + NAMES.indexOf(callback);
}
