/** backtest/data/duplicates: finds rows that repeat another one of the same token and time in everything. */
import { DOLLAR } from './event.ts';
import type { EventColumns } from './event-columns.ts';

type Recent = { time: number; readonly rows: Map<number, number[]> };

export class Duplicates {
  readonly #recent = new Map<number, Recent>();

  /** Whether the row came before. Rows have to be asked for in order of time. */
  isRepeated(rows: EventColumns, index: number): boolean {
    const { rows: seen } = this.#of(rows.token[index] as number, rows.venueTime[index] as number);
    const key =
      ((rows.kind[index] as number) * 4 + (rows.side[index] as number)) * (DOLLAR + 1) + (rows.tick[index] as number);
    const [size, identity] = [rows.size[index] as number, rows.identity[index] as number];
    const same = seen.get(key);
    if (same === undefined) {
      seen.set(key, [size, identity]);
      return false;
    }
    for (let at = 0; at < same.length; at += 2) if (same[at] === size && same[at + 1] === identity) return true;
    same.push(size, identity);
    return false;
  }

  #of(token: number, time: number): Recent {
    const known = this.#recent.get(token);
    if (known === undefined) {
      const recent = { time, rows: new Map<number, number[]>() };
      this.#recent.set(token, recent);
      return recent;
    }
    if (known.time !== time) {
      known.time = time;
      if (known.rows.size > 0) known.rows.clear();
    }
    return known;
  }
}
