/** backtest/injected/injected-player: plays a recording into an engine, at each moment trades before books. */
import { createHash } from 'node:crypto';
import type { Venue } from '../../sim/core/venue.ts';
import type { Tape, TapePlayer } from '../../sim/tape/tape.ts';
import { DOLLAR, FLAG, KIND, SIDE } from '../data/event.ts';
import type { RecordingBatch } from '../data/recording.ts';
import { RowCursor } from '../replay/row-cursor.ts';
import type { ReplaySource } from '../replay/source.ts';
import { type Background, place, TAKER } from './background.ts';
import { BackgroundBook } from './background-book.ts';
import { type Drift, measure, newDrift } from './drift.ts';
import { readState, writeState } from './player-state.ts';
import { calendarOf, type Entry, momentOf, type ServedMarket, type Survey } from './survey.ts';

/** The size of a quote without one: 100 shares, in micro shares. */
const QUOTE_SIZE = 100_000_000;

class InjectedPlayer implements TapePlayer {
  readonly background: Background = { salt: 1, refused: {} };
  readonly books: readonly BackgroundBook[];
  readonly drifts: readonly Drift[];
  /** The next entry of the calendar. */
  #entry = 0;
  readonly #cursor: RowCursor;
  readonly #survey: Survey;
  readonly #calendar: readonly Entry[];
  #changed: number[] = [];

  constructor(recording: ReplaySource, survey: Survey, calendar: readonly Entry[], saved: string | undefined) {
    this.#survey = survey;
    this.#calendar = calendar;
    this.books = survey.markets.map((_, market) => new BackgroundBook(market));
    this.drifts = survey.markets.map(newDrift);
    const state = saved === undefined ? undefined : readState(saved, this);
    this.#cursor = new RowCursor(recording, state?.cursor, true);
    this.#entry = state?.entry ?? 0;
  }

  get next(): number {
    return Math.min(momentOf(this.#cursor.time), this.#entryAt());
  }

  perform(engine: Venue): void {
    const at = this.next;
    while (momentOf(this.#cursor.time) === at) {
      const end = this.#endOfMoment(at);
      this.#playTrades(engine, end);
      this.#stateBooks(engine, end);
      this.#cursor.goTo(end);
    }
    for (const market of this.#changed) this.books[market]?.settle(engine, this.background);
    this.#changed = [];
    for (; this.#entryAt() === at; this.#entry += 1) this.#keep(engine, this.#calendar[this.#entry] as Entry);
  }

  save(): string {
    return writeState(this, this.#cursor.place, this.#entry);
  }

  /** The batch of the next row: there is one as long as `perform` has rows to play. */
  get #batch(): RecordingBatch {
    return this.#cursor.batch as RecordingBatch;
  }

  /** The row behind the last one of the batch that is visible at a moment, milliseconds. */
  #endOfMoment(at: number): number {
    const { venueTime, rows } = this.#batch;
    let end = this.#cursor.at;
    while (end < rows && (venueTime[end] as number) <= at * 1_000) end += 1;
    return end;
  }

  #entryAt() {
    return this.#calendar[this.#entry]?.at ?? Infinity;
  }

  #keep(engine: Venue, { market, payout }: Entry) {
    this.books[market]?.withdraw(engine);
    if (payout !== undefined) engine.step({ kind: 'resolve-market', market, payout }, engine.now);
  }

  #playTrades(engine: Venue, end: number) {
    const { kind, token, flags } = this.#batch;
    for (let row = this.#cursor.at; row < end; row += 1) {
      if (kind[row] !== KIND.trade || ((flags[row] as number) & FLAG.mirrored) !== 0) continue;
      const market = this.#survey.marketOf[token[row] as number] as number;
      if (market >= 0) this.#playTrade(engine, market, row);
    }
  }

  #playTrade(engine: Venue, market: number, row: number) {
    const { token, side, tick, size, flags } = this.#batch;
    const drift = this.drifts[market] as Drift;
    const book = this.books[market] as BackgroundBook;
    const isInferred = ((flags[row] as number) & FLAG.inferred) !== 0;
    const price = tick[row] as number;
    if (!book.isKnown || isInferred || side[row] === SIDE.unknown || price <= 0 || price >= DOLLAR) {
      drift.skippedTrades += 1;
      return;
    }
    const isSecond = this.#survey.outcomeOf[token[row] as number] === 1;
    // A sale of the first outcome, or a purchase of the second, takes from the bids.
    const isSale = (side[row] === SIDE.sell) !== isSecond;
    const shares = size[row] as number;
    const order = place(engine, this.background, TAKER, market, isSale, isSecond ? DOLLAR - price : price, shares);
    const traded = order < 0 ? 0 : engine.desk.ticket.traded;
    drift.trades += 1;
    drift.tradedSize += traded;
    drift.missedSize += shares - traded;
  }

  #stateBooks(engine: Venue, end: number) {
    const { kind, token, flags } = this.#batch;
    const { marketOf, outcomeOf, markets } = this.#survey;
    for (let row = this.#cursor.at; row < end; row += 1) {
      const code = kind[row];
      if (code === KIND.trade || code === KIND.gap) continue;
      const number = token[row] as number;
      const market = marketOf[number] as number;
      const { driver, isQuoted } = markets[market] ?? NO_MARKET;
      if (driver !== outcomeOf[number] || isQuoted !== (code === KIND.quote)) continue;
      const book = this.books[market] as BackgroundBook;
      if (this.#changed.at(-1) !== market) this.#changed.push(market);
      if (code === KIND.snapshot) {
        const flag = flags[row] as number;
        if ((flag & FLAG.first) !== 0) {
          book.settle(engine, this.background);
          book.beginWhole();
        }
        this.#stateLevel(book, row, driver);
        if ((flag & FLAG.last) !== 0) {
          if (book.isKnown) measure(this.drifts[market] as Drift, book, engine);
          book.isKnown = true;
        }
      } else if (code === KIND.quote) this.#stateQuote(book, row, driver);
      else if (book.isKnown) this.#stateLevel(book, row, driver);
    }
  }

  /** One side of a quote: the whole side is this price, or empty. */
  #stateQuote(book: BackgroundBook, row: number, outcome: 0 | 1 | -1) {
    const { side, tick, size } = this.#batch;
    book.isKnown = true;
    const isAsk = (side[row] === SIDE.sell) !== (outcome === 1);
    book.clearSide(isAsk);
    const price = tick[row] as number;
    if (price === 0) return;
    book.state(isAsk, outcome === 1 ? DOLLAR - price : price, (size[row] as number) || QUOTE_SIZE);
  }

  #stateLevel(book: BackgroundBook, row: number, outcome: 0 | 1 | -1) {
    const { side, tick, size } = this.#batch;
    if (side[row] === SIDE.unknown) return;
    const price = tick[row] as number;
    const isAsk = (side[row] === SIDE.sell) !== (outcome === 1);
    book.state(isAsk, outcome === 1 ? DOLLAR - price : price, size[row] as number);
  }
}

const NO_MARKET: Pick<ServedMarket, 'driver' | 'isQuoted'> = { driver: -1, isQuoted: false };

/** Grows with every change of what the tape does with a recording. */
const VERSION = 1;

export type InjectedTape = Tape & {
  /** The meters of the player that was made last, by served market. */
  drifts(): readonly Drift[];
  /** Background orders that the engine refused, by reason. */
  refused(): Readonly<Record<string, number>>;
};

export function injectedTape(recording: ReplaySource, survey: Survey): InjectedTape {
  const calendar = calendarOf(recording, survey);
  let latest: InjectedPlayer | undefined;
  return {
    checksum: createHash('sha256').update(`injected ${VERSION} ${recording.checksum}`).digest('hex'),
    play(saved) {
      latest = new InjectedPlayer(recording, survey, calendar, saved);
      return latest;
    },
    drifts: () => latest?.drifts ?? [],
    refused: () => latest?.background.refused ?? {},
  };
}
