/**
 * backtest/session/portfolio: the worth of the account at every change of it and of the books of its shares, once all that happens at a moment is
 * applied. It keeps the extremes, and the capital that was at stake over time.
 */
import { DOLLAR } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { Rows } from '../replay/row-cursor.ts';
import type { EquityPoint, ExposureTotals, Valuation } from '../result.ts';
import { exitValue } from './exit-value.ts';
import type { KnownAccount } from './known-account.ts';
import { midOf } from './mid.ts';
import type { StrategyVenue } from './strategy-venue.ts';

/** What was last known of a token: what a share would have brought, and the middle, both in 1e-4 dollars; -1 for a middle that was never known. */
type LastKnown = { at: number; bid: number; mid: number };

type Worth = { readonly holdings: number; readonly middle: number };

const NOTHING: Worth = { holdings: 0, middle: 0 };

export class Portfolio {
  private readonly venue: StrategyVenue;
  private readonly account: KnownAccount;
  private readonly fee: Assumptions['fee'];
  private readonly lastKnown = new Map<number, LastKnown>();
  private readonly worths = new Map<number, Worth>();
  private readonly isHeld: Uint8Array;
  private heldMarkets = 0;
  private isCashKnown = true;
  private readonly changed = new Set<number>();
  /** The moment of the changes that are not valued yet; Infinity without any. */
  changedAt = Number.POSITIVE_INFINITY;
  private now: EquityPoint;
  /** Points that a report must have: those of the largest fall, of the lowest equity, and of the largest exposures. */
  private readonly extremes = new Map<'high' | 'from' | 'to' | 'lowest' | 'peak' | 'peakShare', EquityPoint>();
  private fall = 0;
  private area = 0;
  private heldTime = 0;
  private time = 0;
  private peakShare = 0;

  constructor(options: {
    readonly venue: StrategyVenue;
    readonly account: KnownAccount;
    readonly assumptions: Pick<Assumptions, 'fee' | 'deposit'>;
    readonly start: number;
  }) {
    const { venue, account, assumptions, start } = options;
    this.venue = venue;
    this.account = account;
    this.fee = assumptions.fee;
    this.isHeld = new Uint8Array(venue.books.length);
    this.now = { at: start, cash: assumptions.deposit, holdings: 0, middle: 0 };
    for (const extreme of ['high', 'lowest', 'peak'] as const) this.extremes.set(extreme, this.now);
  }

  /** The present row has come. */
  row({ batch, at, time }: Rows): void {
    this.bookChanged(batch?.market[at] as number, time);
  }

  /** The book of a market is another one. */
  bookChanged(market: number, at: number): void {
    if (this.isHeld[market] === 1) this.change(market, at);
  }

  /** Cash and shares of a market are others. */
  accountChanged(market: number, at: number): void {
    this.isCashKnown = false;
    this.change(market, at);
  }

  private change(market: number, at: number): void {
    this.changed.add(market);
    if (at < this.changedAt) this.changedAt = at;
  }

  /** The worth at a moment, to which all changes belong. */
  point(at: number): EquityPoint {
    this.value();
    this.pass(at);
    this.now = { ...this.now, at };
    return this.now;
  }

  get marks(): readonly EquityPoint[] {
    const marks = ['from', 'to', 'lowest', 'peak', 'peakShare'] as const;
    return marks.flatMap((mark) => this.extremes.get(mark) ?? []);
  }

  get exposure(): ExposureTotals {
    const { area, heldTime, time, peakShare } = this;
    return { area, heldTime, time, peak: this.extremes.get('peak')?.holdings ?? 0, peakShare };
  }

  /** Values what has changed: all of its moment is applied. */
  value(): void {
    const { changedAt } = this;
    if (changedAt === Number.POSITIVE_INFINITY) return;
    this.pass(changedAt);
    let { holdings, middle } = this.now;
    for (const market of this.changed) {
      const before = this.worths.get(market) ?? NOTHING;
      const worth = this.worthOf(market, changedAt);
      this.worths.set(market, worth);
      holdings += worth.holdings - before.holdings;
      middle += worth.middle - before.middle;
    }
    this.changed.clear();
    this.changedAt = Number.POSITIVE_INFINITY;
    this.now = { at: changedAt, cash: this.cash(), holdings, middle };
    this.mark(this.now);
  }

  /** The price at which the equity values a share of a token, its basis, and its age at a moment. */
  valuation(token: number, at: number): Valuation {
    const alone = this.aloneOf(token >> 1);
    if (alone === undefined) return { price: DOLLAR / 2, basis: 'set', age: 0 };
    const last = this.lastKnown.get(alone.token);
    const bid = last?.bid ?? 0;
    if (alone.token !== token) return { price: DOLLAR - bid, basis: 'set', age: 0 };
    if (this.venue.books[token >> 1]?.isKnown === true) return { price: bid, basis: 'bid', age: 0 };
    return last === undefined
      ? { price: 0, basis: 'none', age: -1 }
      : { price: bid, basis: 'last-bid', age: at - last.at };
  }

  private cash(): number {
    if (this.isCashKnown) return this.now.cash;
    this.isCashKnown = true;
    const { free, reserved } = this.venue.engine.cash(this.venue.wallet);
    return free + reserved;
  }

  /** A complete set is worth a dollar. Only the shares beyond have to be sold. */
  private worthOf(market: number, at: number): Worth {
    const sizes = [this.account.sizeOf(market * 2), this.account.sizeOf(market * 2 + 1)];
    const isHeld = Number(Math.max(...sizes) > 0);
    this.heldMarkets += isHeld - (this.isHeld[market] as number);
    this.isHeld[market] = isHeld;
    const sets = Math.min(...sizes);
    const alone = this.aloneOf(market);
    if (alone === undefined) return { holdings: sets, middle: sets };
    const { token, size } = alone;
    const known = this.note(token, size, at);
    const cost = (this.account.costOf(token) * size) / (sets + size);
    const middle = known === undefined || known.mid < 0 ? cost : (known.mid * size) / DOLLAR;
    return { holdings: sets + Math.round((size * (known?.bid ?? 0)) / DOLLAR), middle: sets + middle };
  }

  /** The outcome of which there are more shares, and how many more. */
  private aloneOf(market: number): { readonly token: number; readonly size: number } | undefined {
    const more = this.account.sizeOf(market * 2) - this.account.sizeOf(market * 2 + 1);
    return more === 0 ? undefined : { token: market * 2 + Number(more < 0), size: Math.abs(more) };
  }

  /** The prices of a token, which are those of its book now if that is known. */
  private note(token: number, size: number, at: number): LastKnown | undefined {
    const book = this.venue.books[token >> 1];
    const before = this.lastKnown.get(token);
    if (book === undefined || !book.isKnown) return before;
    const known = before ?? { at, bid: 0, mid: -1 };
    if (before === undefined) this.lastKnown.set(token, known);
    known.at = at;
    known.bid = (exitValue(book, token, size, this.fee) * DOLLAR) / size;
    const mid = midOf(book, token);
    if (mid >= 0) known.mid = mid;
    return known;
  }

  /** Time passes with the present worth. */
  private pass(at: number): void {
    const span = Math.max(0, at - this.now.at);
    this.time += span;
    this.area += this.now.holdings * span;
    if (this.heldMarkets > 0) this.heldTime += span;
  }

  private mark(point: EquityPoint): void {
    const { extremes } = this;
    const equity = point.cash + point.holdings;
    const worth = (name: 'high' | 'lowest'): number => {
      const { cash, holdings } = extremes.get(name) as EquityPoint;
      return cash + holdings;
    };
    if (equity > worth('high')) extremes.set('high', point);
    if (equity < worth('lowest')) extremes.set('lowest', point);
    if (worth('high') - equity > this.fall) {
      this.fall = worth('high') - equity;
      extremes.set('from', extremes.get('high') as EquityPoint).set('to', point);
    }
    if (point.holdings > (extremes.get('peak')?.holdings ?? 0)) extremes.set('peak', point);
    if (equity > 0 && point.holdings / equity > this.peakShare) {
      this.peakShare = point.holdings / equity;
      extremes.set('peakShare', point);
    }
  }
}
