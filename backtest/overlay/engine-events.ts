/** backtest/overlay/engine-events: reads the events of the engine and reports those of own orders. */
import type { Rng } from '../../base/rng.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Event, MakerLeg, Trade } from '../../spec/venue/event.ts';
import type { Assumptions } from '../options.ts';
import type { FillReason } from '../result.ts';
import type { OwnOrders, VenueOrder } from './own-orders.ts';
import type { RestingOrder } from './resting-orders.ts';
import { SILENT, type VenueListener } from './venue-listener.ts';

/** Why a fill of the present moment happens. */
export type Cause = { reason: FillReason; row: number; isUnsized: boolean; resting: RestingOrder | undefined };

export class EngineEvents {
  listener: VenueListener = SILENT;
  readonly cause: Cause = { reason: 'took-liquidity', row: -1, isUnsized: false, resting: undefined };
  /** When the engine has work to do by itself, Unix microseconds; Infinity when it has none. */
  nextDue = Infinity;
  readonly #engine: Venue;
  readonly #own: OwnOrders;
  readonly #settlement: Assumptions['settlement'];
  readonly #chance: Rng;
  readonly #onClosed: (own: VenueOrder) => void;
  readonly #onEvent: ((event: Event) => void) | undefined;
  /** Trades whose settlement will fail, in the order of their moments (milliseconds). */
  readonly #failing: { readonly at: number; readonly trade: number }[] = [];
  #seen = 0;

  constructor(options: {
    readonly engine: Venue;
    readonly own: OwnOrders;
    readonly settlement: Assumptions['settlement'];
    readonly chance: Rng;
    readonly onClosed: (own: VenueOrder) => void;
    /** Called with each event of the engine, also those of other wallets. */
    readonly onEvent?: (event: Event) => void;
  }) {
    this.#engine = options.engine;
    this.#own = options.own;
    this.#settlement = options.settlement;
    this.#chance = options.chance;
    this.#onClosed = options.onClosed;
    this.#onEvent = options.onEvent;
  }

  /** Reports the events since the last call. `now` is in Unix microseconds. */
  read(now: number): void {
    for (; this.#seen < this.#engine.eventCount; this.#seen += 1) {
      const event = this.#engine.eventAt(this.#seen);
      if (event === undefined) continue;
      this.#onEvent?.(event);
      this.#report(event, now);
    }
    const due = Math.min(this.#engine.nextDue() ?? Infinity, this.#failing[0]?.at ?? Infinity);
    this.nextDue = due * 1_000;
  }

  /** Lets the settlements fail that are due, `now` in milliseconds. */
  failSettlements(now: number): void {
    for (let first = this.#failing[0]; first !== undefined && first.at <= now; first = this.#failing[0]) {
      this.#failing.shift();
      this.#engine.step({ kind: 'disturb-settlement', trade: first.trade, outcome: 'fail' }, first.at);
    }
  }

  #report(event: Event, now: number): void {
    if (event.kind === 'trade') this.#reportTrade(event, now);
    else if (event.kind === 'trade-reversed') this.listener.reversed(event.trade, now);
    else if (event.kind === 'order-accepted') {
      const own = this.#own.at(event.order);
      if (own !== undefined) this.listener.accepted(own.record, now);
    } else if (event.kind === 'order-closed') {
      const own = this.#own.at(event.order);
      if (own === undefined) return;
      this.#onClosed(own);
      this.listener.ended(own.record, event.reason, now);
    }
  }

  #reportTrade({ trade, takerOrder, makers }: Trade, now: number): void {
    const taker = this.#own.at(takerOrder);
    let isOwn = false;
    for (const leg of makers) {
      const maker = this.#own.at(leg.order);
      if (taker !== undefined) this.#reportTaken(taker, trade, leg, now);
      else if (maker !== undefined) this.#reportMade(maker, trade, leg, now);
      isOwn ||= taker !== undefined || maker !== undefined;
    }
    const { failureRate, minedAfterMs } = this.#settlement;
    if (isOwn && failureRate > 0 && this.#chance.chance(failureRate)) {
      this.#failing.push({ at: this.#engine.now + minedAfterMs, trade });
    }
  }

  #reportTaken({ record }: VenueOrder, trade: number, leg: MakerLeg, now: number): void {
    const { takerPrice: price, takerCash: cash, takerFee: fee, size } = leg;
    const { reason, row, isUnsized } = this.cause;
    const common = { record, trade, price, size, cash, fee, reason, row, ...(isUnsized ? { isUnsized } : {}) };
    this.listener.filled({ ...common, isMaker: false, queueAhead: -1, waited: -1 }, now);
  }

  #reportMade({ record }: VenueOrder, trade: number, { price, size, cash, fee }: MakerLeg, now: number): void {
    const { reason, row, isUnsized, resting } = this.cause;
    if (resting !== undefined) resting.remaining -= size;
    const queueAhead = resting?.queueAhead ?? record.queueAhead;
    const waited = now - (resting?.since ?? record.arrivedAt);
    const common = { record, trade, price, size, cash, fee, reason, row, ...(isUnsized ? { isUnsized } : {}) };
    this.listener.filled({ ...common, isMaker: true, queueAhead, waited }, now);
  }
}
