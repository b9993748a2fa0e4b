/** backtest/data/mirrored-trades: finds trades that a capture has twice, once for each token of the market. */
import { DOLLAR, MATCH_MICROS } from './event.ts';
import type { EventColumns } from './event-columns.ts';

type Recent = { readonly token: number; readonly time: number; readonly terms: string };

export class MirroredTrades {
  private firstToken = -1;
  private recent: Recent[] = [];

  /** Whether the trade repeats one of the other token. Each trade has one repetition; rows have to come in order of time. */
  isMirrored(rows: EventColumns, index: number): boolean {
    const time = rows.venueTime[index] as number;
    const token = rows.token[index] as number;
    if (this.firstToken < 0) this.firstToken = token;
    const isFirst = token === this.firstToken;
    const tick = rows.tick[index] as number;
    // A capture may name the same side for both tokens, so that only price and size show the repetition.
    const terms = `${isFirst ? tick : DOLLAR - tick} ${rows.size[index]}`;
    if ((this.recent[0]?.time ?? time) < time - MATCH_MICROS) {
      this.recent = this.recent.filter((trade) => trade.time >= time - MATCH_MICROS);
    }
    const place = this.recent.findIndex((trade) => trade.token !== token && trade.terms === terms);
    if (place < 0) this.recent.push({ token, time, terms });
    else this.recent.splice(place, 1);
    return place >= 0;
  }
}
