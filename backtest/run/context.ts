/** backtest/run/context: the view and the actions of a strategy. Private fields keep it from the run. */
import type { Rng } from '../../base/rng.ts';
import type { MarketBook } from '../overlay/market-book.ts';
import {
  type Book,
  type Context,
  type MarketFacts,
  type OrderRequest,
  type OwnOrder,
  type Params,
  type Position,
  StrategyError,
} from '../strategy.ts';
import { midOf } from './book-value.ts';
import { TokenBook } from './feed.ts';
import type { OrderGateway } from './order-gateway.ts';
import type { Recorder } from './recorder.ts';
import type { Schedule } from './schedule.ts';
import type { StrategyVenue } from './strategy-venue.ts';

type ContextParts = Readonly<{
  clock: RunClock;
  gateway: OrderGateway;
  /** The books of the feed. */
  books: readonly MarketBook[];
  schedule: Schedule;
  recorder: Recorder;
  venue: StrategyVenue;
  onTimer: (name: string) => void;
}>;

export type RunClock = {
  /** Unix microseconds. */
  now: number;
  /** The run has ended. Only code that a strategy left behind, such as a timer, can call the context then. */
  isOver: boolean;
};

export class StrategyContext implements Context {
  readonly rng: Rng;
  readonly params: Params;
  readonly markets: readonly MarketFacts[];
  readonly #parts: ContextParts;
  readonly #tokenBooks: readonly TokenBook[];

  constructor(
    facts: { readonly rng: Rng; readonly params: Params; readonly markets: readonly MarketFacts[] },
    parts: ContextParts,
  ) {
    this.rng = facts.rng;
    this.params = facts.params;
    this.markets = facts.markets;
    this.#parts = parts;
    this.#tokenBooks = parts.books.flatMap((book, market) => [
      new TokenBook(market * 2, book),
      new TokenBook(market * 2 + 1, book),
    ]);
  }

  get now(): number {
    return this.#parts.clock.now;
  }

  book(token: number): Book {
    const book = this.#tokenBooks[token];
    if (book === undefined)
      throw new RangeError(`there is no token ${token}: tokens are 0 to ${this.#tokenBooks.length - 1}`);
    return book;
  }

  position(token: number): Position {
    const { known } = this.#parts.gateway;
    const size = known.sizeOf(this.book(token).token);
    return { token, size: size / 1e6, averagePrice: size === 0 ? 0 : known.costOf(token) / size };
  }

  get cash(): number {
    const { known, reserved } = this.#parts.gateway;
    return (known.cash - reserved) / 1e6;
  }

  get reservedCash(): number {
    return this.#parts.gateway.reserved / 1e6;
  }

  openOrders(): readonly OwnOrder[] {
    return this.#parts.gateway.openOrders();
  }

  order(id: number): OwnOrder | undefined {
    return this.#parts.gateway.order(id);
  }

  place(order: OrderRequest): number {
    this.#assertRuns('place');
    return this.#parts.gateway.place(order, this.now);
  }

  cancel(id: number): void {
    this.#assertRuns('cancel');
    this.#parts.gateway.cancel(id, this.now);
  }

  split(market: number, size: number): boolean {
    return this.#sets('split', market, size);
  }

  merge(market: number, size: number): boolean {
    return this.#sets('merge', market, size);
  }

  timer(name: string, at: number): void {
    this.#assertRuns('timer');
    if (!Number.isFinite(at))
      throw new StrategyError(`timer(${JSON.stringify(name)}, ${at}): the moment must be Unix microseconds`);
    const { schedule, onTimer } = this.#parts;
    schedule.add(Math.max(at, this.now), () => onTimer(name));
  }

  forecast(token: number, probability: number): void {
    this.#assertRuns('forecast');
    if (!(probability >= 0 && probability <= 1)) {
      throw new StrategyError(`forecast(${token}, ${probability}): a probability is a number from 0 to 1`);
    }
    const { recorder, books } = this.#parts;
    const { now } = this;
    const market = this.book(token).token >> 1;
    recorder.decide(now, { kind: 'forecast', token, probability });
    recorder.follow(market, now);
    recorder.forecasts.push({ at: now, token, probability, mid: midOf(books[market], token) });
  }

  log(text: string): void {
    this.#assertRuns('log');
    this.#parts.recorder.log.push({ at: this.now, text: String(text) });
  }

  #assertRuns(method: string) {
    if (!this.#parts.clock.isOver) return;
    throw new StrategyError(
      `${method}() was called after the run, from a promise or a timer of the strategy: ` +
        'act in callbacks, and ask for later ones with context.timer',
    );
  }

  #sets(kind: 'split' | 'merge', market: number, size: number): boolean {
    this.#assertRuns(kind);
    if (this.markets[market] === undefined) throw new StrategyError(`${kind}(${market}): there is no such market`);
    if (!(size > 0 && Number.isFinite(size)))
      throw new StrategyError(`${kind}(${market}, ${size}): size must be shares above 0`);
    const { gateway, recorder, venue } = this.#parts;
    const { now } = this;
    const micros = Math.round(size * 1e6);
    if (gateway.isClosed || !venue.splitOrMerge(kind, market, micros, now)) return false;
    const shares = kind === 'split' ? micros : -micros;
    for (const account of [gateway.known, recorder.account]) account.moveSets(market, shares);
    recorder.sets.push({ at: now, market, kind, size: micros });
    recorder.portfolio.accountChanged(market, now);
    recorder.decide(now, { kind, market, size: micros / 1e6 });
    recorder.follow(market, now);
    return true;
  }
}
