/** backtest/run/strategy-run: one run: rows, due work, feed and schedule by moment; at one moment, rows first. */
import { createRng } from '../../base/rng.ts';
import type { Assumptions } from '../options.ts';
import { type MarketTable, marketTable } from '../replay/market-table.ts';
import { RowCursor } from '../replay/row-cursor.ts';
import type { ReplaySource } from '../replay/source.ts';
import type { MarketFacts, Params, Strategy } from '../strategy.ts';
import { midOf } from './book-value.ts';
import { Callbacks } from './callbacks.ts';
import { type RunClock, StrategyContext } from './context.ts';
import { Feed } from './feed.ts';
import { MarketLife } from './market-life.ts';
import { openVenue } from './open-venue.ts';
import { OrderGateway } from './order-gateway.ts';
import { Recorder } from './recorder.ts';
import { type Resolving, resolutionsOf } from './resolutions.ts';
import { Schedule } from './schedule.ts';
import type { StrategyVenue } from './strategy-venue.ts';

export type RunOptions = Readonly<{
  /** Or simulated markets (`simulatedMarkets`), which take the fidelity `agents`. */
  recording: ReplaySource;
  strategy: Strategy;
  params: Params;
  seed: string;
  assumptions: Assumptions;
  /** Names of markets; all of them when left out. */
  only?: readonly string[];
  /** Unix microseconds: rows before `from` build the books for the strategy; the run ends after `to`. */
  from?: number;
  to?: number;
  /** Writes down every decision of the strategy: an audit needs them. */
  keepsDecisions?: boolean;
  /** Called with the rows that are read before the replay begins: the venue looks for gaps and trades first. */
  onSurvey?: (rows: number) => void;
  /** Called before each callback of the strategy, for a watchdog. */
  onCallback?: (callback: string, row: number) => void;
}>;

/** Points of the equity, about. */
const SAMPLES = 500;
const SECOND = 1_000_000;

export class StrategyRun {
  readonly venue: StrategyVenue;
  readonly recorder: Recorder;
  readonly cursor: RowCursor;
  readonly context: StrategyContext;
  readonly #clock: RunClock = { now: 0, isOver: false };
  readonly #options: RunOptions;
  readonly #feedRecording: ReplaySource;
  readonly #schedule = new Schedule();
  readonly #callbacks: Callbacks;
  readonly #feed: Feed;
  readonly #gateway: OrderGateway;
  readonly #life: MarketLife;
  /** The markets that do not resolve within the run. */
  readonly #unresolved: readonly Resolving[];
  readonly #start: number;
  readonly #end: number;
  #hasStarted = false;

  constructor(options: RunOptions) {
    const { recording, assumptions, seed, params, strategy, only } = options;
    this.#options = options;
    this.#feedRecording = recording.reopen();
    const { first, last } = recording.coverage;
    this.#start = Math.max(options.from ?? first, first);
    this.#end = Math.min(options.to ?? last, last);
    const table = marketTable(recording, only);
    const chance = createRng(`backtest ${seed}`);
    this.cursor = new RowCursor(recording);
    const { onSurvey } = options;
    this.venue = openVenue({ source: recording, table, assumptions, chance: chance.fork('venue'), onSurvey });
    this.#callbacks = new Callbacks(strategy, (callback) => options.onCallback?.(callback, this.rowOf(callback)));
    this.recorder = new Recorder({
      venue: this.venue,
      callbacks: this.#callbacks,
      assumptions,
      start: this.#start,
      keepsDecisions: options.keepsDecisions === true,
    });
    const tokens = table.facts.flatMap(({ outcomes }) => outcomes.map(({ token }) => token));
    this.#feed = new Feed({
      cursor: this.venue.rows ?? new RowCursor(this.#feedRecording),
      table:
        this.venue.rows === undefined ? table : { ...table, outcomeOf: Int8Array.from(tokens, (token) => token % 2) },
      latency: assumptions.latency.feed,
      quoteSize: assumptions.quoteSize,
      listener: {
        book: (market) => this.#onBook(market),
        trade: (trade) => this.#callbacks.call('onTrade', trade, this.context),
        start: (market) => this.#callMarket('onMarketStart', market),
      },
    });
    this.#watchRows();
    this.#life = this.#lifeOf(table);
    this.#gateway = new OrderGateway({
      assumptions,
      schedule: this.#schedule,
      venue: this.venue,
      recorder: this.recorder,
      listener: {
        onOrder: (order) => this.#callbacks.call('onOrder', order, this.context),
        onFill: (fill) => this.#callbacks.call('onFill', fill, this.context),
      },
      tokens: tokens.length,
      isLost: (market) => this.#life.isLost(market),
      feedMid: (token) => midOf(this.#feed.books[token >> 1], token),
    });
    this.context = new StrategyContext(
      { rng: chance.fork('strategy'), params, markets: table.facts },
      {
        clock: this.#clock,
        gateway: this.#gateway,
        books: this.#feed.books,
        schedule: this.#schedule,
        recorder: this.recorder,
        venue: this.venue,
        onTimer: (name) => this.#callbacks.call('onTimer', name, this.context),
      },
    );
    const resolutions = resolutionsOf(recording, table);
    this.#unresolved = resolutions.filter(({ at }) => at > this.#end);
    this.#plan(resolutions);
  }

  /** The row at which the run is: of the recording, or of the feed of a simulated market. */
  get row(): number {
    return this.venue.rows?.row ?? this.cursor.row;
  }

  /** Rows of the feed without a receive time, if the feed is to have the recorded ones. */
  get unreceived(): number {
    return this.#feed.unreceived;
  }

  /** Seconds since the beginning. */
  get seconds(): number {
    return Math.floor(Math.max(0, this.#clock.now - this.#start) / SECOND);
  }

  /** Does the next things that there are to do, rows among them. Returns whether there may be more. */
  advance(steps: number): boolean {
    const schedule = this.#schedule;
    const feed = this.#feed;
    const { cursor, venue } = this;
    const reads = this.#callbacks.readsFeed;
    const { portfolio } = this.recorder;
    for (let step = 0; step < steps; step += 1) {
      const feedAt = reads && this.#hasStarted ? feed.nextAt : Infinity;
      const next = Math.min(schedule.nextAt, venue.nextDue, feedAt);
      if (Math.min(cursor.time, next) > portfolio.changedAt) portfolio.value();
      if (cursor.time <= next) {
        if (cursor.time > this.#end) return false;
        venue.row(cursor);
        this.#life.row(cursor);
        portfolio.row(cursor);
        cursor.next();
      } else if (next > this.#end) return false;
      else this.#do(next, feedAt);
    }
    return true;
  }

  /** The data has ended: delivers the responses that are under way, and ends the run. */
  finish(): void {
    this.#gateway.isClosed = true;
    this.venue.advance(this.#end);
    this.recorder.sample(this.#end);
    for (let task = this.#schedule.take(); task !== undefined; task = this.#schedule.take()) {
      if (!task.isResponse) continue;
      this.#setClock(task.at);
      task.act(task.at);
    }
    this.#callbacks.call('onEnd', this.context);
  }

  /** Pays the markets that did not resolve within the run. The strategy is not notified. */
  settle(): void {
    for (const resolving of this.#unresolved) this.#pay(resolving, this.#end, true);
    this.recorder.sample(this.#end);
  }

  /** Writes a last point of the equity. */
  sample(): void {
    this.recorder.sample(Math.min(this.#clock.now, this.#end));
  }

  /** The row of the recording at which a callback runs; -1 for the one that runs before the first row. */
  rowOf(callback: string): number {
    return callback === 'onStart' ? -1 : this.row;
  }

  /** Closes the files of the feed and the venue. The strategy can do nothing any more. */
  close(): void {
    this.#clock.isOver = true;
    this.#feedRecording.close();
    this.venue.close();
  }

  /** Schedules the start, the resolutions within the run, and the points of the equity. */
  #plan(resolutions: readonly Resolving[]) {
    for (const resolving of resolutions)
      if (resolving.at <= this.#end) this.#schedule.add(resolving.at, (at) => this.#resolve(resolving, at));
    const step = Math.max(SECOND, Math.ceil((this.#end - this.#start) / SAMPLES / SECOND) * SECOND);
    const sample = (at: number) => {
      this.recorder.sample(at);
      this.#schedule.add(at + step, sample);
    };
    this.#schedule.add(this.#start, (at) => this.#begin(at));
    this.#schedule.add(this.#start, sample);
  }

  #do(at: number, feedAt: number) {
    if (this.venue.nextDue <= at) this.venue.advance(at);
    else if (this.#schedule.nextAt <= at) {
      // Rows that the strategy sees at this moment have arrived by now.
      if (feedAt === Infinity) this.#feed.deliver(at, true);
      else if (feedAt <= at) {
        this.#deliver(feedAt);
        return;
      }
      this.#setClock(at);
      this.#schedule.take()?.act(at);
    } else this.#deliver(feedAt);
  }

  #deliver(at: number) {
    this.#setClock(at);
    this.#feed.deliver(at, false);
  }

  #begin(at: number) {
    this.#feed.deliver(at, true);
    this.#hasStarted = true;
    this.#setClock(at);
    this.#callbacks.call('onStart', this.context);
    this.#life.begin();
  }

  #setClock(at: number) {
    this.#clock.now = Math.max(this.#clock.now, at);
  }

  #onBook(market: number) {
    if (this.#callbacks.readsBooks) this.#callbacks.onBook(this.context.book(market * 2), this.context);
  }

  /** The venue publishes rows: they go to the feed, and into the worth of the account. */
  #watchRows() {
    const { rows } = this.venue;
    if (rows === undefined) return;
    rows.onAdded = () => this.#feed.wake();
    rows.onRow = (market, time) => this.recorder.portfolio.bookChanged(market, time);
  }

  #callMarket(name: 'onMarketStart' | 'onMarketEnd', market: number) {
    this.#callbacks.call(name, this.context.markets[market] as MarketFacts, this.context);
  }

  #lifeOf({ isIncluded }: MarketTable): MarketLife {
    const schedule = this.#schedule;
    const feed = this.#feed;
    const options = this.#options;
    const { venue } = this;
    return new MarketLife({
      schedule,
      feed,
      isIncluded,
      markets: options.recording.coverage.byMarket,
      latency: options.assumptions.latency.feed,
      isRecorded: venue.rows === undefined,
      listener: {
        lost: (market, at) => {
          venue.loseBook(market);
          this.recorder.portfolio.bookChanged(market, at);
        },
        feedLost: (market) => this.#onBook(market),
        started: (market) => this.#callMarket('onMarketStart', market),
        ended: (market) => this.#callMarket('onMarketEnd', market),
      },
    });
  }

  #pay({ market, payout, basis }: Resolving, at: number, isAtEnd = false): number {
    const tokens = [market * 2, market * 2 + 1] as const;
    const { account, settlements } = this.recorder;
    const held = [account.sizeOf(tokens[0]), account.sizeOf(tokens[1])] as const;
    const cost = account.costOf(tokens[0]) + account.costOf(tokens[1]);
    const paid = this.venue.resolve(market, payout, at);
    account.settle(market, paid);
    settlements.push({ at, market, payout, basis, held, cost, paid, ...(isAtEnd ? { isAtEnd } : {}) });
    this.recorder.portfolio.accountChanged(market, at);
    return paid;
  }

  #resolve(resolving: Resolving, at: number) {
    const { market, payout } = resolving;
    const paid = this.#pay(resolving, at);
    const resolution = { market, payout: [payout[0] / 1e6, payout[1] / 1e6] as const };
    const { response } = this.#options.assumptions.latency;
    const deliver = () => {
      this.#gateway.known.settle(market, paid);
      this.#callbacks.call('onResolve', resolution, this.context);
    };
    this.#schedule.add(at + response, deliver, true);
  }
}
