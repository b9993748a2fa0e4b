/** backtest/run/feed: the market as it reaches the strategy, later than at the venue, in separate books. */
import { DOLLAR, FLAG, KIND, SIDE } from '../data/event.ts';
import { CHANGE, MarketBook } from '../overlay/market-book.ts';
import type { MarketTable } from '../replay/market-table.ts';
import type { Rows } from '../replay/row-cursor.ts';
import type { Book, MarketTrade, Side } from '../strategy.ts';

type FeedListener = {
  /** The last row of a message that changed the book. */
  book(market: number): void;
  trade(trade: MarketTrade): void;
  /** The first message of a market. */
  start(market: number): void;
};

export class Feed {
  readonly books: readonly MarketBook[];
  /** When the next row arrives, Unix microseconds; Infinity after the last one. */
  nextAt = 0;
  /** By market: when the last row of its book arrived; -1 before. */
  readonly updatedAt: Float64Array;
  /** By market: 1 when a message of it has arrived. */
  readonly started: Uint8Array;
  /** Rows without a receive time that were delivered, with latency `recorded`. */
  unreceived = 0;
  readonly #cursor: Rows;
  readonly #table: MarketTable;
  readonly #latency: number | 'recorded';
  readonly #listener: FeedListener;
  #hasChanged = false;

  constructor(
    options: Readonly<{
      cursor: Rows;
      table: MarketTable;
      latency: number | 'recorded';
      quoteSize: number;
      listener: FeedListener;
    }>,
  ) {
    this.#cursor = options.cursor;
    this.#table = options.table;
    this.#latency = options.latency;
    this.#listener = options.listener;
    this.books = options.table.facts.map(() => new MarketBook(options.quoteSize));
    this.updatedAt = new Float64Array(this.books.length).fill(-1);
    this.started = new Uint8Array(this.books.length);
    this.nextAt = this.#arrival();
  }

  /** A row was added after the last one. */
  wake(): void {
    this.nextAt = this.#arrival();
  }

  /** Delivers the rows that arrive up to and including `until`, without calling the listener when it is `quiet`. */
  deliver(until: number, quiet: boolean): void {
    while (this.nextAt <= until) {
      this.#row(quiet);
      this.#cursor.next();
      this.nextAt = this.#arrival();
    }
  }

  #row(quiet: boolean) {
    const { batch, at } = this.#cursor;
    if (batch === undefined) return;
    const market = batch.market[at] as number;
    const outcome = this.#table.outcomeOf[batch.token[at] as number] as number;
    if (outcome < 0 || this.#table.isIncluded[market] === 0) return;
    if (this.#latency === 'recorded' && !((batch.receiveTime[at] as number) > 0)) this.unreceived += 1;
    const book = this.books[market] as MarketBook;
    const kind = batch.kind[at] as number;
    const flags = batch.flags[at] as number;
    if (kind !== KIND.trade && kind !== KIND.gap) this.updatedAt[market] = this.nextAt;
    const side = batch.side[at] as number;
    const change = book.apply(kind, outcome, side, batch.tick[at] as number, batch.size[at] as number, flags);
    if (this.started[market] === 0 && (flags & FLAG.last) !== 0) {
      this.started[market] = 1;
      if (!quiet) this.#listener.start(market);
    }
    if (quiet) return;
    if (change === CHANGE.trade) this.#listener.trade(tradeOf(market, book, (flags & FLAG.inferred) !== 0));
    else if (change !== CHANGE.none && change !== CHANGE.otherTaker) this.#hasChanged = true;
    if (this.#hasChanged && (kind === KIND.gap || (flags & FLAG.last) !== 0)) {
      this.#hasChanged = false;
      this.#listener.book(market);
    }
  }

  /** Rows arrive in their order: none overtakes another. */
  #arrival(): number {
    const cursor = this.#cursor;
    const latency = this.#latency;
    if (latency !== 'recorded') return cursor.time + latency;
    const received = cursor.batch?.receiveTime[cursor.at] ?? 0;
    return cursor.time === Infinity ? cursor.time : Math.max(this.nextAt, cursor.time, received);
  }
}

/** The trade that a book was given last, in terms of the first outcome. */
function tradeOf(market: number, { side, price, size }: MarketBook, isInferred: boolean): MarketTrade {
  const taker = side === SIDE.buy ? 'BUY' : side === SIDE.sell ? 'SELL' : undefined;
  return { token: market * 2, side: taker, price: price / DOLLAR, size: size / 1e6, isInferred };
}

export class TokenBook implements Book {
  readonly token: number;
  readonly #book: MarketBook;
  readonly #isMirrored: boolean;

  constructor(token: number, book: MarketBook) {
    this.token = token;
    this.#book = book;
    this.#isMirrored = token % 2 === 1;
  }

  get isKnown(): boolean {
    return this.#book.isKnown;
  }

  get bestBid(): number | undefined {
    const price = this.#bidUnits();
    return price > 0 ? price / DOLLAR : undefined;
  }

  get bestAsk(): number | undefined {
    const price = this.#askUnits();
    return price < DOLLAR ? price / DOLLAR : undefined;
  }

  get mid(): number | undefined {
    const [bid, ask] = [this.#bidUnits(), this.#askUnits()];
    return bid > 0 && ask < DOLLAR ? (bid + ask) / (2 * DOLLAR) : undefined;
  }

  get tick(): number {
    return this.#book.tick / DOLLAR;
  }

  sizeAt(side: Side, price: number): number {
    return this.#sizeInUnits(side, Math.round(price * DOLLAR)) / 1e6;
  }

  levels(side: Side, count: number): readonly { readonly price: number; readonly size: number }[] {
    const levels: { readonly price: number; readonly size: number }[] = [];
    const step = side === 'BUY' ? -this.#book.tick : this.#book.tick;
    let price = side === 'BUY' ? this.#bidUnits() : this.#askUnits();
    for (; levels.length < count && price > 0 && price < DOLLAR; price += step) {
      const size = this.#sizeInUnits(side, price);
      if (size > 0) levels.push({ price: price / DOLLAR, size: size / 1e6 });
    }
    return levels;
  }

  #bidUnits(): number {
    if (!this.#book.isKnown) return 0;
    return this.#isMirrored ? DOLLAR - this.#book.bestAsk : this.#book.bestBid;
  }

  #askUnits(): number {
    if (!this.#book.isKnown) return DOLLAR;
    return this.#isMirrored ? DOLLAR - this.#book.bestBid : this.#book.bestAsk;
  }

  #sizeInUnits(side: Side, price: number): number {
    if (!this.#book.isKnown) return 0;
    const isBid = (side === 'BUY') !== this.#isMirrored;
    return this.#book.sizeAt(isBid ? SIDE.buy : SIDE.sell, this.#isMirrored ? DOLLAR - price : price);
  }
}
