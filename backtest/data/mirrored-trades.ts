/** backtest/data/mirrored-trades: finds trades that a capture has twice, once for each token of the market. */
import { DOLLAR, FLAG, MATCH_MICROS, SIDE } from './event.ts';
import type { EventColumns } from './event-columns.ts';

type Recent = { readonly token: number; readonly time: number; readonly terms: string; readonly taker: number };

export class MirroredTrades {
  #firstToken = -1;
  #recent: Recent[] = [];

  /** The flags of a trade that repeats one of the other token, once. Rows have to come in order of time. */
  flagsOf(rows: EventColumns, index: number): number {
    const time = rows.venueTime[index] as number;
    const token = rows.token[index] as number;
    if (this.#firstToken < 0) this.#firstToken = token;
    const isFirst = token === this.#firstToken;
    const tick = rows.tick[index] as number;
    // A capture may name the same side for both tokens, so that only price and size show the repetition.
    const side = rows.side[index] as number;
    const taker = isFirst || side === SIDE.unknown ? side : 1 - side;
    const terms = `${isFirst ? tick : DOLLAR - tick} ${rows.size[index]}`;
    if ((this.#recent[0]?.time ?? time) < time - MATCH_MICROS) {
      this.#recent = this.#recent.filter((trade) => trade.time >= time - MATCH_MICROS);
    }
    const place = this.#recent.findIndex((trade) => trade.token !== token && trade.terms === terms);
    if (place < 0) {
      this.#recent.push({ token, time, terms, taker });
      return 0;
    }
    const [earlier] = this.#recent.splice(place, 1);
    return earlier?.taker === taker ? FLAG.mirrored : FLAG.mirrored | FLAG.otherTaker;
  }
}
