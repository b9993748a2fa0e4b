/**
 * backtest/agents/publisher: the public feed of a simulated venue: its trades and the changes of its books, as rows. Own orders of the strategy are
 * in the book, as on any venue; trades with the strategy are left out, since it gets them as fills.
 */
import type { Level } from '../../sim/core/depth.ts';
import type { Event, Trade } from '../../sim/core/event.ts';
import type { Exchange } from '../../sim/core/exchange.ts';
import { DOLLAR, FLAG, KIND, SIDE } from '../data/event.ts';
import type { LiveRows } from './live-rows.ts';

/** A book as it was published last. The lists of the engine do not change: a book that changes has new ones. */
type Published = { bids: readonly Level[]; asks: readonly Level[] };

type Change = { readonly side: number; readonly price: number; readonly size: number };

export class Publisher {
  private readonly exchange: Exchange;
  private readonly rows: LiveRows;
  private readonly strategy: number;
  private readonly books: Published[] = [];
  private readonly marketOf: number[] = [];
  private touched = new Set<number>();
  private trades: Trade[] = [];

  /** `strategy`: its wallet. */
  constructor(exchange: Exchange, rows: LiveRows, strategy: number) {
    this.exchange = exchange;
    this.rows = rows;
    this.strategy = strategy;
  }

  /** Publishes the book of a market for the first time. */
  open(market: number, at: number): void {
    const book = { bids: this.exchange.bids(market, 0), asks: this.exchange.asks(market, 0) };
    this.books[market] = book;
    const levels = [...changesOf(SIDE.buy, [], book.bids), ...changesOf(SIDE.sell, [], book.asks)];
    // The row of an empty book has no side.
    this.message(KIND.snapshot, market, at, levels.length > 0 ? levels : [{ side: SIDE.unknown, price: 0, size: 0 }]);
  }

  /** Notes an event of the engine; events have to come in their order. */
  note(event: Event): void {
    if (event.kind === 'order-accepted') {
      this.marketOf[event.order] = event.market;
      this.touched.add(event.market);
    } else if (event.kind === 'trade') {
      this.touched.add(event.market);
      this.trades.push(event);
    } else if (event.kind === 'order-closed' || event.kind === 'order-reduced') {
      const market = this.marketOf[event.order];
      if (market !== undefined) this.touched.add(market);
    }
  }

  /** Publishes what was noted, trades first. Returns the markets whose books may have changed. */
  publish(at: number): readonly number[] {
    for (const trade of this.trades) this.publishTrade(trade, at);
    const touched = [...this.touched];
    for (const market of touched) this.publishBook(market, at);
    if (touched.length > 0) this.touched = new Set();
    if (this.trades.length > 0) this.trades = [];
    return touched;
  }

  private publishTrade({ market, outcome, side, takerWallet, makers }: Trade, at: number): void {
    if (takerWallet === this.strategy) return;
    const takes = (side === 'BUY') === (outcome === 0) ? SIDE.buy : SIDE.sell;
    let [price, size] = [0, 0];
    const flush = (): void => {
      if (size > 0) this.rows.add(at, market, KIND.trade, takes, price, size, FLAG.first + FLAG.last);
    };
    for (const leg of makers) {
      if (leg.wallet === this.strategy) continue;
      const legPrice = outcome === 0 ? leg.takerPrice : DOLLAR - leg.takerPrice;
      if (legPrice !== price) {
        flush();
        [price, size] = [legPrice, 0];
      }
      size += leg.size;
    }
    flush();
  }

  private publishBook(market: number, at: number): void {
    const book = this.books[market];
    if (book === undefined) return;
    const [bids, asks] = [this.exchange.bids(market, 0), this.exchange.asks(market, 0)];
    const changes = [...changesOf(SIDE.buy, book.bids, bids), ...changesOf(SIDE.sell, book.asks, asks)];
    book.bids = bids;
    book.asks = asks;
    this.message(KIND.level, market, at, changes);
  }

  private message(kind: number, market: number, at: number, changes: readonly Change[]): void {
    for (const [index, { side, price, size }] of changes.entries()) {
      const flags = (index === 0 ? FLAG.first : 0) + (index === changes.length - 1 ? FLAG.last : 0);
      this.rows.add(at, market, kind, side, price, size, flags);
    }
  }
}

/** The levels that differ between two lists of one side, best first in both; removed ones have the size 0. */
function changesOf(side: number, before: readonly Level[], after: readonly Level[]): readonly Change[] {
  if (before === after) return [];
  const changes: Change[] = [];
  const isBetter = (one: number, other: number): boolean => (side === SIDE.buy ? one > other : one < other);
  let next = 0;
  for (const { price, size } of after) {
    for (; next < before.length; next += 1) {
      const gone = (before[next] as Level).price;
      if (!isBetter(gone, price)) break;
      changes.push({ side, price: gone, size: 0 });
    }
    const known = before[next];
    if (known?.price === price) next += 1;
    if (known?.price !== price || known.size !== size) changes.push({ side, price, size });
  }
  for (; next < before.length; next += 1) changes.push({ side, price: (before[next] as Level).price, size: 0 });
  return changes;
}
