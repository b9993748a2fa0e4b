/** backtest/data/market-audit: replays the books of one market; finds gaps, crossings, wrong mirrors, hidden fills. */

import { getOrAdd } from '../../base/record.ts';
import type { DefectKind } from './defects.ts';
import { DOLLAR, FLAG, KIND, MATCH_MICROS, SIDE } from './event.ts';
import type { EventColumns } from './event-columns.ts';
import { TokenBook } from './token-book.ts';

type Recent = Readonly<{ token: number; time: number; terms: string; taker: number }>;

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

/** The origin of a row. */
export type Place = { readonly token: number; readonly order: number; readonly row: number };

export type AuditSink = {
  found(kind: DefectKind, place: Place): void;
  /** Emits a row: a copy of row `index` of `rows` with these values. */
  derived(rows: EventColumns, index: number, kind: number, side: number, tick: number, size: number): void;
};

export class MarketAudit {
  readonly #books = new Map<number, TokenBook>();
  readonly trades = new MirroredTrades();
  readonly #crossed = new Set<number>();
  #lastBookTime = NaN;
  #isMirrorBroken = false;
  #last: Place = { token: 0, order: 0, row: 0 };
  readonly #gapMicros: number;
  readonly #tradesFrom: number;
  readonly #sink: AuditSink;

  /** `tradesFrom`: since when the recording can have trades of the market; before, fills are inferred. */
  constructor(gapMicros: number, tradesFrom: number, sink: AuditSink) {
    this.#gapMicros = gapMicros;
    this.#tradesFrom = tradesFrom;
    this.#sink = sink;
  }

  /** Replays one message: rows of one token, time and kind. Derived rows are emitted before the message itself. */
  message(rows: EventColumns): void {
    const kind = rows.kind[0] as number;
    // If books are recorded, a quote adds nothing to them.
    if (kind === KIND.trade || (kind === KIND.quote && this.#books.size > 0)) return;
    const time = rows.venueTime[0] as number;
    if (time !== this.#lastBookTime) this.endInstant();
    if (time - this.#lastBookTime > this.#gapMicros) this.#gap(rows, time - this.#lastBookTime);
    this.#lastBookTime = time;
    this.#last = placeOf(rows, 0);
    if (kind === KIND.quote) return;
    const { token } = this.#last;
    const book = getOrAdd(this.#books, token, () => new TokenBook());
    if (kind === KIND.snapshot) this.#replace(book, rows);
    else if (book.isKnown) {
      for (let index = 0; index < rows.length; index += 1) this.#change(book, rows, index);
    } else this.#sink.found('no-snapshot', this.#last);
    if (book.isCrossed && !this.#crossed.has(token)) this.#sink.found('crossed-book', this.#last);
    if (book.isCrossed) this.#crossed.add(token);
    else this.#crossed.delete(token);
  }

  /** To be called at the end of the recording. Within it, a moment ends when a message of a later one comes. */
  endInstant(): void {
    if (this.#books.size !== 2) return;
    const [first, second] = this.#books.values();
    if (first === undefined || second === undefined || !first.isKnown || !second.isKnown) return;
    const isBroken = first.digest !== second.mirrorDigest;
    if (isBroken && !this.#isMirrorBroken) this.#sink.found('mirror-disagreement', this.#last);
    this.#isMirrorBroken = isBroken;
  }

  /** Nothing is known of the books after a stretch without rows, until their next snapshots. */
  #gap(rows: EventColumns, length: number) {
    this.#sink.found('gap', placeOf(rows, 0));
    this.#sink.derived(rows, 0, KIND.gap, SIDE.unknown, 0, length);
    for (const book of this.#books.values()) book.clear();
    this.#crossed.clear();
    this.#isMirrorBroken = false;
  }

  #change(book: TokenBook, rows: EventColumns, index: number) {
    book.set(rows.side[index] as number, rows.tick[index] as number, rows.size[index] as number);
  }

  #replace(book: TokenBook, rows: EventColumns) {
    const infers = book.isKnown && !book.isCrossed && (rows.venueTime[0] as number) < this.#tradesFrom;
    const before = infers ? { bids: new Map(book.bids), asks: new Map(book.asks) } : undefined;
    book.clear();
    book.isKnown = true;
    for (let index = 0; index < rows.length; index += 1) {
      if (rows.side[index] !== SIDE.unknown) this.#change(book, rows, index);
    }
    if (before === undefined || book.isCrossed) return;
    const bids = shrinkages(before.bids, book.bids, 1);
    const asks = shrinkages(before.asks, book.asks, -1);
    // Trades take one side. If both lost shares, at least one of them was cancelled, and it is not known which.
    // A level that left the window may be lost.
    if (bids.length === 0 || asks.length === 0) {
      this.#infer(bids, book.bestBid, SIDE.sell, rows);
      this.#infer(asks, DOLLAR - book.bestAsk, SIDE.buy, rows);
    }
  }

  /** Shares that left a side count as traded if no better level of that side is left. The best price comes first. */
  #infer(lost: readonly Shrinkage[], best: number, taker: number, rows: EventColumns) {
    for (const { tick, goodness, size, isShown } of lost) {
      if (goodness < best || !isShown) return;
      this.#sink.found('inferred-fill', this.#last);
      this.#sink.derived(rows, 0, KIND.trade, taker, tick, size);
    }
  }
}

/** Shares that a level lost between two snapshots. `goodness`: of its price; `isShown`: the later window has it. */
type Shrinkage = Readonly<{ tick: number; goodness: number; size: number; isShown: boolean }>;

type Levels = ReadonlyMap<number, number>;

/** The levels that are smaller in the later book, or beyond its window, the best price first. `sign` 1: bids. */
function shrinkages(before: Levels, after: Levels, sign: 1 | -1): readonly Shrinkage[] {
  const goodnessOf = (tick: number) => (sign === 1 ? tick : DOLLAR - tick);
  const worst = Math.min(...[...after.keys()].map(goodnessOf));
  return [...before]
    .map(([tick, before]) => {
      const goodness = goodnessOf(tick);
      return { tick, goodness, size: before - (after.get(tick) ?? 0), isShown: goodness >= worst };
    })
    .filter(({ size }) => size > 0)
    .sort((one, other) => other.goodness - one.goodness);
}

export function placeOf(rows: EventColumns, index: number): Place {
  return { token: rows.token[index] as number, order: rows.order[index] as number, row: rows.row[index] as number };
}

export function derivedFlags(kind: number): number {
  return FLAG.first | FLAG.last | (kind === KIND.trade ? FLAG.inferred : 0);
}
