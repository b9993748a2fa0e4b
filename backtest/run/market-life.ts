/**
 * backtest/run/market-life: the start and the end of each market for the strategy, and the books that are lost
 * meanwhile. A market starts with its first row. Its end, as a gap in it, is known once the gap time after its last row
 * has passed: neither the venue nor the strategy knows earlier.
 */
import type { Coverage } from '../data/coverage.ts';
import { KIND } from '../data/event.ts';
import type { Rows } from '../replay/row-cursor.ts';
import type { Feed } from './feed.ts';
import type { Schedule } from './schedule.ts';

type LifeParts = Readonly<{
  markets: Coverage['byMarket'];
  isIncluded: Uint8Array;
  schedule: Schedule;
  feed: Feed;
  latency: number | 'recorded';
  /** Whether the feed has the rows of the recording: a venue that publishes its own books does not lose them. */
  isRecorded: boolean;
  listener: LifeListener;
}>;

type LifeListener = {
  /** The venue has no book of the market any more. */
  lost(market: number, at: number): void;
  /** The feed has none. */
  feedLost(market: number): void;
  started(market: number): void;
  ended(market: number): void;
};

const NEVER = -1;
const LOST = -2;

export class MarketLife {
  readonly #parts: LifeParts;
  readonly #later: number;
  readonly #isOver: Uint8Array;
  /** By market: the moment of the last row of its book at the venue, or a code. */
  readonly #updatedAt: Float64Array;
  /** By market: 1 when its books are recorded, so that a quote is no news of them. */
  readonly #hasBooks: Uint8Array;
  #hasStarted = false;

  constructor(parts: LifeParts) {
    const { markets, schedule, isIncluded, latency } = parts;
    this.#parts = parts;
    this.#later = latency === 'recorded' ? 0 : latency;
    this.#isOver = new Uint8Array(markets.length);
    this.#updatedAt = new Float64Array(markets.length).fill(NEVER);
    this.#hasBooks = new Uint8Array(markets.length);
    for (const [market, { rows, last, gap }] of markets.entries())
      if (rows > 0 && isIncluded[market] === 1) schedule.add(last + gap + this.#later, (at) => this.#end(market, at));
  }

  /** The present row has come to the venue. */
  row({ batch, at, time }: Rows): void {
    const kind = batch?.kind[at];
    if (batch === undefined || kind === KIND.trade || kind === KIND.gap) return;
    const market = batch.market[at] as number;
    if (kind !== KIND.quote) this.#hasBooks[market] = 1;
    else if (this.#hasBooks[market] === 1) return;
    if ((this.#updatedAt[market] as number) < 0) this.#check(market, time);
    this.#updatedAt[market] = time;
  }

  /** Whether the book of a market had rows, and is silent now. */
  isLost(market: number): boolean {
    return this.#updatedAt[market] === LOST;
  }

  /** The strategy starts: with it the markets that have started before and have not ended. */
  begin(): void {
    this.#hasStarted = true;
    for (const [market, started] of this.#parts.feed.started.entries())
      if (started === 1 && this.#isOver[market] === 0) this.#parts.listener.started(market);
  }

  #loseFeed(market: number, at: number) {
    const { latency, schedule } = this.#parts;
    const due = this.#dueOf(market);
    if (due <= at) this.#forget(market);
    else if (latency === 'recorded' && this.isLost(market)) schedule.add(due, (then) => this.#loseFeed(market, then));
  }

  #end(market: number, at: number) {
    const due = this.#dueOf(market);
    if (due > at && this.#parts.isRecorded) {
      this.#parts.schedule.add(due, (then) => this.#end(market, then));
      return;
    }
    if (this.#parts.isRecorded) this.#forget(market);
    this.#isOver[market] = 1;
    if (this.#hasStarted) this.#parts.listener.ended(market);
  }

  #forget(market: number) {
    const book = this.#parts.feed.books[market];
    if (!book?.isKnown) return;
    book.reset();
    if (this.#hasStarted) this.#parts.listener.feedLost(market);
  }

  /** Looks again when the gap time after a row has passed without one. */
  #check(market: number, updatedAt: number) {
    const { schedule, listener, isRecorded } = this.#parts;
    schedule.add(updatedAt + this.#gapOf(market), (at) => {
      const last = this.#updatedAt[market] as number;
      if (last > updatedAt) {
        this.#check(market, last);
        return;
      }
      this.#updatedAt[market] = LOST;
      listener.lost(market, at);
      if (isRecorded) schedule.add(at + this.#later, (then) => this.#loseFeed(market, then));
    });
  }

  /** When the strategy knows that the book of a market is silent, if no row of it arrives. */
  #dueOf(market: number) {
    return (this.#parts.feed.updatedAt[market] as number) + this.#gapOf(market);
  }

  #gapOf(market: number) {
    return this.#parts.markets[market]?.gap ?? 0;
  }
}
