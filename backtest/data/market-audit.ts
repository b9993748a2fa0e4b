/**
 * backtest/data/market-audit: replays the books of one market message by message. It finds gaps, crossed books, tokens that do not mirror
 * each other, and fills that only show as the difference between the replayed book and the next snapshot.
 */
import type { DefectKind } from './defects.ts';
import { FLAG, KIND, SIDE } from './event.ts';
import type { EventColumns } from './event-columns.ts';
import { TokenBook } from './token-book.ts';

/** The origin of a row. */
export type Place = { readonly token: number; readonly order: number; readonly row: number };

/** The defects and rows that the audit of a market adds. */
export type AuditSink = {
  found(kind: DefectKind, place: Place): void;
  /** Emits a row: a copy of row `index` of `rows` with these values. */
  derived(rows: EventColumns, index: number, kind: number, side: number, tick: number, size: number): void;
};

export class MarketAudit {
  private readonly books = new Map<number, TokenBook>();
  private readonly crossed = new Set<number>();
  private lastBookTime = Number.NaN;
  private isMirrorBroken = false;
  private last: Place = { token: 0, order: 0, row: 0 };
  private readonly gapMicros: number;
  private readonly infersFills: boolean;
  private readonly sink: AuditSink;

  constructor(gapMicros: number, infersFills: boolean, sink: AuditSink) {
    this.gapMicros = gapMicros;
    this.infersFills = infersFills;
    this.sink = sink;
  }

  /** Replays one message: rows of one token, time and kind. Derived rows are emitted before the message itself. */
  message(rows: EventColumns): void {
    const kind = rows.kind[0] as number;
    // Where books are recorded, a quote is no news of them.
    if (kind === KIND.trade || (kind === KIND.quote && this.books.size > 0)) return;
    const time = rows.venueTime[0] as number;
    if (time !== this.lastBookTime) this.endInstant();
    if (time - this.lastBookTime > this.gapMicros) this.gap(rows, time - this.lastBookTime);
    this.lastBookTime = time;
    this.last = placeOf(rows, 0);
    if (kind === KIND.quote) return;
    const { token } = this.last;
    const book = this.bookOf(token);
    if (kind === KIND.snapshot) this.replace(book, rows);
    else if (book.isKnown) {
      for (let index = 0; index < rows.length; index += 1) this.change(book, rows, index);
    } else this.sink.found('no-snapshot', this.last);
    if (book.isCrossed && !this.crossed.has(token)) this.sink.found('crossed-book', this.last);
    if (book.isCrossed) this.crossed.add(token);
    else this.crossed.delete(token);
  }

  /** To be called at the end of the recording. Within it, a moment ends when a message of a later one comes. */
  endInstant(): void {
    if (this.books.size !== 2) return;
    const [first, second] = this.books.values();
    if (first === undefined || second === undefined || !first.isKnown || !second.isKnown) return;
    const isBroken = first.digest !== second.mirrorDigest;
    if (isBroken && !this.isMirrorBroken) this.sink.found('mirror-disagreement', this.last);
    this.isMirrorBroken = isBroken;
  }

  private bookOf(token: number): TokenBook {
    const known = this.books.get(token);
    if (known !== undefined) return known;
    const book = new TokenBook();
    this.books.set(token, book);
    return book;
  }

  /** Nothing is known of the books after a stretch without rows, until their next snapshots. */
  private gap(rows: EventColumns, length: number): void {
    this.sink.found('gap', placeOf(rows, 0));
    this.sink.derived(rows, 0, KIND.gap, SIDE.unknown, 0, length);
    for (const book of this.books.values()) book.clear();
    this.crossed.clear();
    this.isMirrorBroken = false;
  }

  private change(book: TokenBook, rows: EventColumns, index: number): void {
    book.set(rows.side[index] as number, rows.tick[index] as number, rows.size[index] as number);
  }

  private replace(book: TokenBook, rows: EventColumns): void {
    if (this.infersFills && book.isKnown) this.inferFills(book, rows);
    book.clear();
    book.isKnown = true;
    for (let index = 0; index < rows.length; index += 1) {
      if (rows.side[index] !== SIDE.unknown) this.change(book, rows, index);
    }
  }

  /** Size that a level lost between the replayed book and the snapshot counts as traded: best prices first. */
  private inferFills(book: TokenBook, rows: EventColumns): void {
    const levels = { [SIDE.buy]: new Map<number, number>(), [SIDE.sell]: new Map<number, number>() };
    for (let index = 0; index < rows.length; index += 1) {
      const side = rows.side[index] as number;
      if (side === SIDE.buy || side === SIDE.sell)
        levels[side].set(rows.tick[index] as number, rows.size[index] as number);
    }
    this.inferSide(book.bids, levels[SIDE.buy], SIDE.sell, rows);
    this.inferSide(book.asks, levels[SIDE.sell], SIDE.buy, rows);
  }

  private inferSide(
    before: ReadonlyMap<number, number>,
    after: ReadonlyMap<number, number>,
    taker: number,
    rows: EventColumns,
  ): void {
    const taken = [...before.keys()].filter((tick) => (after.get(tick) ?? 0) < (before.get(tick) ?? 0));
    taken.sort((a, b) => (taker === SIDE.sell ? b - a : a - b));
    for (const tick of taken) {
      this.sink.found('inferred-fill', this.last);
      this.sink.derived(rows, 0, KIND.trade, taker, tick, (before.get(tick) ?? 0) - (after.get(tick) ?? 0));
    }
  }
}

export function placeOf(rows: EventColumns, index: number): Place {
  return { token: rows.token[index] as number, order: rows.order[index] as number, row: rows.row[index] as number };
}

/** The flags of a row that the audit derived. */
export function derivedFlags(kind: number): number {
  return FLAG.first | FLAG.last | (kind === KIND.trade ? FLAG.inferred : 0);
}
