/** backtest/run/recorder: records a run: fills with later middles of the book, equity, prices, settlements. */
import { addTo } from '../../base/record.ts';
import { DOLLAR } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { VenueFill } from '../overlay/venue-listener.ts';
import type {
  Decision,
  EquityPoint,
  FillRecord,
  ForecastRecord,
  OrderRecord,
  PriceSeries,
  SetRecord,
  SettlementRecord,
} from '../result.ts';
import { midOf } from './book-value.ts';
import type { Callbacks } from './callbacks.ts';
import { KnownAccount } from './known-account.ts';
import { Portfolio } from './portfolio.ts';
import type { StrategyVenue } from './strategy-venue.ts';

type Requested = Decision extends infer One ? (One extends Decision ? Omit<One, 'at' | 'during'> : never) : never;

type Series = Readonly<{ market: number; at: number[]; bid: number[]; ask: number[] }>;

export class Recorder {
  readonly decisions: Decision[] = [];
  readonly orders: OrderRecord[] = [];
  readonly fills: FillRecord[] = [];
  readonly forecasts: ForecastRecord[] = [];
  readonly settlements: SettlementRecord[] = [];
  readonly sets: SetRecord[] = [];
  readonly log: { readonly at: number; readonly text: string }[] = [];
  /** The holdings of the strategy at the venue. */
  readonly account: KnownAccount;
  readonly portfolio: Portfolio;
  readonly #samples: EquityPoint[] = [];
  readonly #venue: StrategyVenue;
  readonly #byTrade = new Map<number, FillRecord[]>();
  readonly #series = new Map<number, Series>();
  readonly #callbacks: Pick<Callbacks, 'current'>;

  readonly #keepsDecisions: boolean;

  constructor(
    options: Readonly<{
      venue: StrategyVenue;
      callbacks: Pick<Callbacks, 'current'>;
      assumptions: Assumptions;
      start: number;
      keepsDecisions: boolean;
    }>,
  ) {
    const { venue, callbacks, assumptions, start } = options;
    this.#venue = venue;
    this.#callbacks = callbacks;
    this.account = new KnownAccount(assumptions.deposit, assumptions.settlement.failureRate > 0);
    this.portfolio = new Portfolio({ venue, account: this.account, assumptions, start });
    this.#keepsDecisions = options.keepsDecisions;
  }

  get prices(): readonly PriceSeries[] {
    return [...this.#series.values()].sort((one, other) => one.market - other.market);
  }

  /** The samples and the extremes between them. */
  get equity(): readonly EquityPoint[] {
    return [...new Set([...this.#samples, ...this.portfolio.marks])].sort((one, other) => one.at - other.at);
  }

  decide(at: number, request: Requested): void {
    if (this.#keepsDecisions) this.decisions.push({ at, during: this.#callbacks.current, ...request });
  }

  fill(fill: VenueFill, at: number): FillRecord {
    const { record, trade, cash, ...common } = fill;
    const { token, side } = record;
    const { size, fee } = common;
    record.filled += size;
    const mids = { mid: -1, mid1s: -1, mid10s: -1, mid60s: -1 };
    const written: FillRecord = { order: record.id, at, token, side, ...common, ...mids, reversedAt: -1 };
    this.fills.push(written);
    addTo(this.#byTrade, trade, written);
    this.account.move(token, side === 'BUY' ? size : -size, side === 'BUY' ? -(cash + fee) : cash - fee, written);
    this.portfolio.accountChanged(token >> 1, at);
    this.follow(token >> 1, at);
    return written;
  }

  /** Marks the fills of a trade that failed to settle, and returns them. */
  reverse(trade: number, at: number): readonly FillRecord[] {
    const fills = this.#byTrade.get(trade) ?? [];
    for (const fill of fills) {
      fill.reversedAt = at;
      this.account.reverse(fill.token, fill);
      this.portfolio.accountChanged(fill.token >> 1, at);
    }
    return fills;
  }

  follow(market: number, at: number): void {
    if (this.#series.has(market)) return;
    this.#series.set(market, { market, at: [], bid: [], ask: [] });
    this.#samplePrice(market, at);
  }

  /** Writes a point of the equity and of all series. */
  sample(at: number): void {
    // A last point after the end of the data replaces the one before it.
    if (this.#samples.at(-1)?.at === at) this.#samples.pop();
    this.#samples.push(this.portfolio.point(at));
    for (const market of this.#series.keys()) this.#samplePrice(market, at);
  }

  midOf(token: number): number {
    return midOf(this.#venue.books[token >> 1], token);
  }

  #samplePrice(market: number, at: number) {
    const series = this.#series.get(market);
    const book = this.#venue.books[market];
    if (series === undefined || book === undefined) return;
    series.at.push(at);
    series.bid.push(book.isKnown && book.bestBid > 0 ? book.bestBid : -1);
    series.ask.push(book.isKnown && book.bestAsk < DOLLAR ? book.bestAsk : -1);
  }
}
