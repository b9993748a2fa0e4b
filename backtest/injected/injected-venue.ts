/**
 * backtest/injected/injected-venue: the recorded market as background orders in the engine, for a strategy in process. Own orders meet the background in
 * the engine's own book: they move it, and what they take is gone for the rest of the background as well.
 */
import type { Exchange } from '../../sim/core/exchange.ts';
import { DOCUMENT_RULES } from '../../sim/core/rules.ts';
import { ORDER_REFUSALS } from '../../sim/core/ticket.ts';
import { taped } from '../../sim/tape/taped.ts';
import type { Rng } from '../../sim/world/rng.ts';
import { DOLLAR, SIDE } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import { EngineEvents } from '../overlay/engine-events.ts';
import { OwnOrders, termsOf } from '../overlay/own-orders.ts';
import type { VenueListener } from '../overlay/venue-listener.ts';
import type { ReplaySource } from '../replay/source.ts';
import type { DriftTotals, OrderRecord } from '../result.ts';
import type { BookTop, Venue } from '../session/venue.ts';
import { STRATEGY } from './background.ts';
import { driftTotals } from './drift.ts';
import { type InjectedTape, injectedTape } from './injected-tape.ts';
import { openExchange } from './injected-world.ts';
import { momentOf, surveyRecording } from './survey.ts';

/** A key of its own: heartbeats are per key. */
const KEY = 1;

export class InjectedVenue implements Venue {
  readonly exchange: Exchange;
  readonly wallet = STRATEGY;
  readonly books: readonly BookTop[];
  private readonly own = new OwnOrders();
  private readonly events: EngineEvents;
  /** By market of the recording: its number in the engine; -1 for a market that cannot be served. */
  private readonly served: readonly number[];
  private readonly tape: InjectedTape;
  private readonly assumptions: Assumptions;
  private readonly recording: ReplaySource;
  private salt = 0;
  private now = 0;

  /** Throws `DataError` when no market can be served. */
  constructor(recording: ReplaySource, assumptions: Assumptions, chance: Rng, onSurvey?: (rows: number) => void) {
    this.assumptions = assumptions;
    this.recording = recording.reopen();
    const survey = surveyRecording(this.recording, onSurvey);
    const { settlement, deposit: cash, fee } = assumptions;
    const { minedAfterMs, confirmedAfterMs } = settlement;
    const rules = { ...DOCUMENT_RULES, minedAfterMs, confirmedAfterMs };
    this.tape = injectedTape(this.recording, survey);
    this.exchange = taped(openExchange(survey, rules, cash, fee), this.tape.play());
    this.served = recording.markets.map((_, market) => survey.markets.findIndex(({ recorded }) => recorded === market));
    this.books = this.served.map((market) => new EngineTop(this.exchange, market));
    const { exchange, own } = this;
    this.events = new EngineEvents({ exchange, own, settlement, chance, onClosed: (order) => own.ended(order) });
    this.events.cause.reason = 'matched';
    this.events.read(0);
  }

  set listener(listener: VenueListener) {
    this.events.listener = listener;
  }

  get nextDue(): number {
    return this.events.nextDue;
  }

  get drift(): DriftTotals {
    return driftTotals(this.tape.drifts());
  }

  /** The tape plays the rows. */
  row(): void {}

  /** The tape withdraws the background. */
  loseBook(): void {}

  place(record: OrderRecord, expiresAt: number, at: number): void {
    this.advance(at);
    const own = this.own.add(record, expiresAt);
    const misfit = this.misfitOf(record);
    const order = misfit === undefined ? this.enter(record, expiresAt) : -1;
    if (misfit !== undefined || order < 0) {
      this.own.ended(own);
      this.events.listener.rejected(record, misfit ?? ORDER_REFUSALS[-1 - order] ?? 'malformed', this.now);
      return;
    }
    this.own.placed(own, order);
    const level = this.sizeAt(record);
    this.read();
    const view = this.exchange.order(order);
    if (view?.state === 'live') record.queueAhead = level - (view.size - view.matched);
  }

  /** What the venue rejects before the engine sees it. */
  private misfitOf({ token, price, size }: OrderRecord): string | undefined {
    if ((this.served[token >> 1] ?? -1) < 0) return 'market-not-served';
    if (!Number.isInteger(price)) return 'price-off-tick';
    return size < this.assumptions.minSize ? 'size-too-small' : undefined;
  }

  private enter({ token, side, type, price, size, postOnly }: OrderRecord, expiresAt: number): number {
    const { desk, now } = this.exchange;
    this.salt += 1;
    const market = this.served[token >> 1] ?? -1;
    const terms = { wallet: STRATEGY, key: KEY, market, outcome: token % 2 === 0 ? (0 as const) : (1 as const) };
    Object.assign(desk.ticket, { ...terms, side, type, price, size, postOnly, expiresAt, salt: this.salt });
    return desk.place(now);
  }

  isMarketable(record: OrderRecord): boolean {
    const top = this.books[record.token >> 1];
    const terms = termsOf(record);
    if (top === undefined) return false;
    return terms.side === SIDE.buy ? top.bestAsk <= terms.price : top.bestBid >= terms.price && top.bestBid > 0;
  }

  cancel(id: number, at: number): void {
    this.advance(at);
    const own = this.own.get(id);
    if (own === undefined) return;
    this.exchange.desk.cancel(STRATEGY, own.order, this.exchange.now);
    this.read();
  }

  exchangeSets(kind: 'split' | 'merge', market: number, size: number, at: number): boolean {
    this.advance(at);
    const number = this.served[market] ?? -1;
    if (number < 0) return false;
    const { ok } = this.exchange.step({ kind, wallet: STRATEGY, market: number, size }, this.exchange.now);
    this.read();
    return ok;
  }

  sharesOf(token: number): number {
    const { free, reserved } = this.exchange.tokens(STRATEGY, this.served[token >> 1] ?? -1, token % 2 === 0 ? 0 : 1);
    return free + reserved;
  }

  /** The tape resolves the market at the first millisecond from then on. */
  resolve(market: number, _: readonly [number, number], at: number): number {
    this.advance(momentOf(at) * 1_000);
    const before = this.exchange.cash(STRATEGY);
    this.exchange.step({ kind: 'redeem', wallet: STRATEGY, market: this.served[market] ?? -1 }, this.exchange.now);
    this.read();
    const after = this.exchange.cash(STRATEGY);
    return after.free + after.reserved - before.free - before.reserved;
  }

  advance(at: number): void {
    this.now = Math.max(this.now, at);
    const now = Math.floor(this.now / 1_000);
    this.events.failSettlements(now);
    this.exchange.advanceTo(now);
    this.read();
  }

  close(): void {
    this.recording.close();
  }

  private read(): void {
    this.events.read(this.now);
  }

  /** Everything that rests at the order's price and side, the order itself included. */
  private sizeAt(record: OrderRecord): number {
    const { side, price } = termsOf(record);
    const number = this.served[record.token >> 1] ?? -1;
    const levels = side === SIDE.buy ? this.exchange.bids(number, 0) : this.exchange.asks(number, 0);
    return levels.find((level) => level.price === price)?.size ?? 0;
  }
}

/** The best prices of a market in the engine. */
class EngineTop implements BookTop {
  private readonly exchange: Exchange;
  private readonly market: number;

  constructor(exchange: Exchange, market: number) {
    this.exchange = exchange;
    this.market = market;
  }

  get isKnown(): boolean {
    return this.bestBid > 0 || this.bestAsk < DOLLAR;
  }

  get bestBid(): number {
    return this.exchange.bids(this.market, 0)[0]?.price ?? 0;
  }

  get bestAsk(): number {
    return this.exchange.asks(this.market, 0)[0]?.price ?? DOLLAR;
  }
}
