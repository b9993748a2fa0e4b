/** backtest/run/schedule: the later work of a run, in the order of moment and then of request. */

type Task = Readonly<{
  at: number;
  sequence: number;
  act: (at: number) => void;
  /** A response of the venue: it arrives even when the data has ended. */
  isResponse: boolean;
}>;

export class Schedule {
  /** The moment of the next task, Unix microseconds; Infinity without tasks. */
  nextAt = Infinity;
  readonly #heap: Task[] = [];
  #sequence = 0;

  add(at: number, act: (at: number) => void, isResponse = false): void {
    this.#sequence += 1;
    const heap = this.#heap;
    heap.push({ at, sequence: this.#sequence, act, isResponse });
    for (let child = heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) break;
      this.#swap(child, parent);
      child = parent;
    }
    this.nextAt = heap[0]?.at ?? Infinity;
  }

  /** Removes the next task and returns it. */
  take(): Task | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first !== last && last !== undefined) {
      heap[0] = last;
      this.#sink();
    }
    this.nextAt = heap[0]?.at ?? Infinity;
    return first;
  }

  #sink() {
    const { length } = this.#heap;
    for (let parent = 0; ; ) {
      const child = parent * 2 + 1;
      let least = parent;
      if (child < length && this.#isBefore(child, least)) least = child;
      if (child + 1 < length && this.#isBefore(child + 1, least)) least = child + 1;
      if (least === parent) return;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const a = this.#heap[one] as Task;
    const b = this.#heap[other] as Task;
    return a.at < b.at || (a.at === b.at && a.sequence < b.sequence);
  }

  #swap(one: number, other: number) {
    const task = this.#heap[one] as Task;
    this.#heap[one] = this.#heap[other] as Task;
    this.#heap[other] = task;
  }
}
