/** backtest/run/silence: notices a book without rows for the gap time: a gap, or the end of the market. */
import type { Coverage } from '../data/coverage.ts';
import { KIND } from '../data/event.ts';
import type { Rows } from '../replay/row-cursor.ts';
import type { Schedule } from './schedule.ts';

const UNHEARD = -1;
const LOST = -2;

export class Silence {
  /** By market: the moment of the last row of its book, or a code. */
  readonly #heardAt: Float64Array;
  /** By market: 1 when its books are recorded, so that a quote is no news of them. */
  readonly #hasBooks: Uint8Array;
  readonly #gaps: Float64Array;
  readonly #schedule: Schedule;
  readonly #onSilent: (market: number, at: number) => void;

  constructor(markets: Coverage['byMarket'], schedule: Schedule, onSilent: (market: number, at: number) => void) {
    this.#heardAt = new Float64Array(markets.length).fill(UNHEARD);
    this.#hasBooks = new Uint8Array(markets.length);
    this.#gaps = Float64Array.from(markets, ({ gap }) => gap);
    this.#schedule = schedule;
    this.#onSilent = onSilent;
  }

  /** The present row has come. */
  row({ batch, at, time }: Rows): void {
    const kind = batch?.kind[at];
    if (batch === undefined || kind === KIND.trade || kind === KIND.gap) return;
    const market = batch.market[at] as number;
    if (kind !== KIND.quote) this.#hasBooks[market] = 1;
    else if (this.#hasBooks[market] === 1) return;
    if ((this.#heardAt[market] as number) < 0) this.#check(market, time);
    this.#heardAt[market] = time;
  }

  /** Whether the book of a market had rows, and is silent now. */
  isLost(market: number): boolean {
    return this.#heardAt[market] === LOST;
  }

  /** Looks again when the gap time after a row has passed. */
  #check(market: number, heardAt: number): void {
    this.#schedule.add(heardAt + (this.#gaps[market] as number), (at) => {
      const last = this.#heardAt[market] as number;
      if (last > heardAt) {
        this.#check(market, last);
        return;
      }
      this.#heardAt[market] = LOST;
      this.#onSilent(market, at);
    });
  }
}
