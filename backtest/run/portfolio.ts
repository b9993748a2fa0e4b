/** backtest/run/portfolio: the worth of the account at every change. It runs for every row: no objects. */
import { DOLLAR } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { Rows } from '../replay/row-cursor.ts';
import type { EquityPoint, ExposureTotals, Valuation } from '../result.ts';
import { exitValue, midOf } from './book-value.ts';
import type { KnownAccount } from './known-account.ts';
import type { StrategyVenue } from './strategy-venue.ts';

/** Last known of a token: when, what a share would have brought, and the middle, in 1e-4 dollars; -1 if never. */
const [KNOWN_AT, BID, MID, KNOWN] = [0, 1, 2, 3] as const;

type Extreme = 'high' | 'from' | 'to' | 'lowest' | 'peak' | 'peakShare';

export class Portfolio {
  /** The moment of the changes that are not valued yet; Infinity without any. */
  changedAt = Infinity;
  readonly #venue: StrategyVenue;
  readonly #account: KnownAccount;
  readonly #fee: Assumptions['fee'];
  readonly #changed: number[] = [];
  readonly #isChanged: Uint8Array;
  /** By market: whether there are shares, what they would bring, and their value at the middle. */
  readonly #isHeld: Uint8Array;
  readonly #holdings: Float64Array;
  readonly #middles: Float64Array;
  /** By token: `KNOWN` numbers each. */
  readonly #known: Float64Array;
  #heldMarkets = 0;
  #isCashKnown = true;
  /** The worth since the last change. */
  readonly #now: { -readonly [Field in keyof EquityPoint]: EquityPoint[Field] };
  /** Points that a report must have: those of the largest fall, of the lowest equity, and of the largest exposures. */
  readonly #extremes = new Map<Extreme, EquityPoint>();
  #high: number;
  #lowest: number;
  #fall = 0;
  readonly #totals = { area: 0, heldTime: 0, time: 0, peak: 0, peakShare: 0 };

  constructor(
    options: Readonly<{
      venue: StrategyVenue;
      account: KnownAccount;
      assumptions: Pick<Assumptions, 'fee' | 'deposit'>;
      start: number;
    }>,
  ) {
    const { venue, account, assumptions, start } = options;
    const markets = venue.books.length;
    this.#venue = venue;
    this.#account = account;
    this.#fee = assumptions.fee;
    this.#isChanged = new Uint8Array(markets);
    this.#isHeld = new Uint8Array(markets);
    this.#holdings = new Float64Array(markets);
    this.#middles = new Float64Array(markets);
    this.#known = new Float64Array(2 * markets * KNOWN).fill(-1);
    this.#now = { at: start, cash: assumptions.deposit, holdings: 0, middle: 0 };
    [this.#high, this.#lowest] = [assumptions.deposit, assumptions.deposit];
    this.#extremes.set('high', { ...this.#now });
  }

  /** The present row has come. */
  row({ batch, at, time }: Rows): void {
    this.bookChanged(batch?.market[at] as number, time);
  }

  /** The book of a market is another one. */
  bookChanged(market: number, at: number): void {
    if (this.#isHeld[market] === 1) this.#change(market, at);
  }

  /** Cash and shares of a market are others. */
  accountChanged(market: number, at: number): void {
    this.#isCashKnown = false;
    this.#change(market, at);
  }

  #change(market: number, at: number) {
    if (this.#isChanged[market] === 0) {
      this.#isChanged[market] = 1;
      this.#changed.push(market);
    }
    if (at < this.changedAt) this.changedAt = at;
  }

  /** The worth at a moment, to which all changes belong. */
  point(at: number): EquityPoint {
    this.value();
    this.#pass(at);
    return { ...this.#now };
  }

  get marks(): readonly EquityPoint[] {
    return (['from', 'to', 'lowest', 'peak', 'peakShare'] as const).flatMap((mark) => this.#extremes.get(mark) ?? []);
  }

  get exposure(): ExposureTotals {
    return { ...this.#totals };
  }

  value(): void {
    const now = this.#now;
    const { changedAt } = this;
    if (changedAt === Infinity) return;
    this.#pass(changedAt);
    while (this.#changed.length > 0) this.#valueMarket(this.#changed.pop() as number, changedAt);
    this.changedAt = Infinity;
    if (!this.#isCashKnown) {
      const { free, reserved } = this.#venue.engine.cash(this.#venue.wallet);
      now.cash = free + reserved;
      this.#isCashKnown = true;
    }
    this.#mark();
  }

  /** The price at which the equity values a share of a token, its basis, and its age at a moment. */
  valuation(token: number, at: number): Valuation {
    const more = this.#moreOf(token >> 1);
    if (more === 0) return { price: DOLLAR / 2, basis: 'set', age: 0 };
    const alone = tokenOf(token >> 1, more);
    const bid = Math.max(0, this.#known[alone * KNOWN + BID] as number);
    if (alone !== token) return { price: DOLLAR - bid, basis: 'set', age: 0 };
    if (this.#venue.books[token >> 1]?.isKnown === true) return { price: bid, basis: 'bid', age: 0 };
    const knownAt = this.#known[alone * KNOWN + KNOWN_AT] as number;
    return knownAt < 0 ? { price: 0, basis: 'none', age: -1 } : { price: bid, basis: 'last-bid', age: at - knownAt };
  }

  /** A complete set is worth a dollar. Only the shares beyond have to be sold. */
  #valueMarket(market: number, at: number) {
    this.#isChanged[market] = 0;
    const more = this.#moreOf(market);
    const size = Math.abs(more);
    const sets = this.#account.sizeOf(market * 2 + Number(more > 0));
    const isHeld = Number(sets + size > 0);
    this.#heldMarkets += isHeld - (this.#isHeld[market] as number);
    this.#isHeld[market] = isHeld;
    let holdings = sets;
    let middle = sets;
    if (size > 0) {
      const token = tokenOf(market, more);
      this.#note(token, size, at);
      const mid = this.#known[token * KNOWN + MID] as number;
      holdings += Math.round((size * Math.max(0, this.#known[token * KNOWN + BID] as number)) / DOLLAR);
      middle += mid < 0 ? (this.#account.costOf(token) * size) / (sets + size) : (mid * size) / DOLLAR;
    }
    this.#now.holdings += holdings - (this.#holdings[market] as number);
    this.#now.middle += middle - (this.#middles[market] as number);
    this.#holdings[market] = holdings;
    this.#middles[market] = middle;
  }

  /** How many more shares of the first outcome there are than of the second one. */
  #moreOf(market: number) {
    return this.#account.sizeOf(market * 2) - this.#account.sizeOf(market * 2 + 1);
  }

  /** Notes the prices of a token if its book is known. */
  #note(token: number, size: number, at: number) {
    const book = this.#venue.books[token >> 1];
    if (!book?.isKnown) return;
    this.#known[token * KNOWN + KNOWN_AT] = at;
    this.#known[token * KNOWN + BID] = (exitValue(book, token, size, this.#fee) * DOLLAR) / size;
    const mid = midOf(book, token);
    if (mid >= 0) this.#known[token * KNOWN + MID] = mid;
  }

  /** Time passes with the present worth. */
  #pass(at: number) {
    const now = this.#now;
    const totals = this.#totals;
    const span = Math.max(0, at - now.at);
    totals.time += span;
    totals.area += now.holdings * span;
    if (this.#heldMarkets > 0) totals.heldTime += span;
    now.at += span;
  }

  #mark() {
    const now = this.#now;
    const totals = this.#totals;
    const extremes = this.#extremes;
    const equity = now.cash + now.holdings;
    if (equity > this.#high) {
      this.#high = equity;
      extremes.set('high', { ...now });
    }
    if (equity < this.#lowest) {
      this.#lowest = equity;
      extremes.set('lowest', { ...now });
    }
    if (this.#high - equity > this.#fall) {
      this.#fall = this.#high - equity;
      extremes.set('from', extremes.get('high') as EquityPoint).set('to', { ...now });
    }
    if (now.holdings > totals.peak) {
      totals.peak = now.holdings;
      extremes.set('peak', { ...now });
    }
    if (now.holdings > totals.peakShare * equity && equity > 0) {
      totals.peakShare = now.holdings / equity;
      extremes.set('peakShare', { ...now });
    }
  }
}

function tokenOf(market: number, more: number) {
  return market * 2 + Number(more < 0);
}
