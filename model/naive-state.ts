/** model/naive-state: the state of the naive venue in lists; reservations, levels and supply are summed up. */
import type { MarketTerms, OutcomeIndex, Refusal, Reply } from '../spec/venue/command.ts';
import type { Event, Trade, TradeStatus } from '../spec/venue/event.ts';
import type { VenueRules } from '../spec/venue/rules.ts';
import { type NaiveOrder, needAtRest, needOnArrival, remaining, sum } from './naive-money.ts';

export type Outcome = Reply | Refusal;

export type NaiveMarket = {
  terms: MarketTerms;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  payout: readonly [number, number] | undefined;
  collateral: bigint;
  /** First-outcome price of the last trade. */
  lastPrice: number | undefined;
  group: number | undefined;
  /** Second-outcome tokens that conversions took from wallets; the group owns them. */
  vault: bigint;
  /** Resting orders as orders for the first outcome, by priority. */
  readonly bids: NaiveOrder[];
  readonly asks: NaiveOrder[];
  readonly delayed: NaiveOrder[];
};

/** Work by the clock: an expiry, a release, a lost heartbeat, a settlement. */
export type Timer = Readonly<{
  at: number;
  kind: 'expire' | 'release' | 'beat' | 'MINED' | 'CONFIRMED';
  /** Order, key or trade. */
  id: number;
  stamp: number;
}>;

type Undated<Each> = Each extends Event ? Omit<Each, 'at'> : never;

/** Amounts with a market and an outcome are tokens, all others are dollars. */
export class Naive {
  readonly rules: VenueRules;
  now = 0;
  readonly log: Event[] = [];
  readonly markets: NaiveMarket[] = [];
  readonly groups: { readonly markets: readonly number[]; debt: bigint }[] = [];
  readonly orders: NaiveOrder[] = [];
  readonly trades: { readonly trade: Trade; status: TradeStatus }[] = [];
  wallets = 0;
  /** By wallet, or `wallet/market/outcome`. */
  readonly #holdings = new Map<string, bigint>();
  readonly salts = new Set<string>();
  /** Stamp of the timer that ends the session of each key. */
  readonly beats = new Map<number, number>();
  timers: Timer[] = [];
  deposits = 0n;
  fees = 0n;
  residual = 0n;
  /** Counts timers, to order them in time. */
  #stamps = 0;

  constructor(rules: VenueRules) {
    this.rules = rules;
  }

  market(index: number): NaiveMarket {
    const market = this.markets[index];
    if (market === undefined) throw new Error(`naive venue: no market ${index}`);
    return market;
  }

  /** Dollars of a wallet, or its tokens; reserved ones included. */
  held(wallet: number, market?: number, outcome?: OutcomeIndex): bigint {
    return this.#holdings.get(keyOf(wallet, market, outcome)) ?? 0n;
  }

  reserved(wallet: number, market?: number, outcome?: OutcomeIndex): bigint {
    const markets = market === undefined ? this.markets : this.markets.slice(market, market + 1);
    const side = market === undefined ? 'BUY' : 'SELL';
    let reserved = 0n;
    for (const { bids, asks, delayed, terms } of markets) {
      for (const list of [bids, asks, delayed]) {
        for (const order of list) {
          if (order.wallet !== wallet || order.side !== side) continue;
          if (market !== undefined) reserved += order.outcome === outcome ? remaining(order) : 0n;
          else reserved += (order.state === 'delayed' ? needOnArrival : needAtRest)(terms.fee, order, true);
        }
      }
    }
    return reserved;
  }

  free(wallet: number, market?: number, outcome?: OutcomeIndex): bigint {
    return this.held(wallet, market, outcome) - this.reserved(wallet, market, outcome);
  }

  /** The refusal if a wallet has less than this free. */
  lacking(needed: bigint, wallet: number, market?: number, outcome?: OutcomeIndex): Refusal | undefined {
    const free = this.free(wallet, market, outcome);
    const kind = market === undefined ? 'insufficient-cash' : 'insufficient-tokens';
    return needed <= free ? undefined : { kind, needed: Number(needed), free: Number(free) };
  }

  add(amount: bigint, wallet: number, market?: number, outcome?: OutcomeIndex): void {
    this.#holdings.set(keyOf(wallet, market, outcome), this.held(wallet, market, outcome) + amount);
  }

  /** Tokens in existence: those of the wallets and of the group's vault. */
  supply(market: number, outcome: OutcomeIndex): bigint {
    const owned = Array.from({ length: this.wallets }, (_, wallet) => this.held(wallet, market, outcome));
    return sum(owned) + (outcome === 1 ? this.market(market).vault : 0n);
  }

  debts(): bigint {
    return sum(this.groups.map(({ debt }) => debt));
  }

  record(event: Undated<Event>): Reply {
    this.log.push({ ...event, at: this.now });
    return { kind: 'done' };
  }

  /** Returns the stamp of the timer. */
  setTimer(afterMs: number, kind: Timer['kind'], id: number): number {
    this.timers.push({ at: this.now + afterMs, kind, id, stamp: this.#stamps });
    return this.#stamps++;
  }
}

const keyOf = (wallet: number, market?: number, outcome?: OutcomeIndex) =>
  market === undefined ? `${wallet}` : `${wallet}/${market}/${outcome}`;

export function isOpen(order: NaiveOrder | undefined): boolean {
  return order?.state === 'live' || order?.state === 'delayed';
}

export function priceFor(order: NaiveOrder, outcome: OutcomeIndex): number {
  return order.outcome === outcome ? order.price : 10_000 - order.price;
}

/** The refusal of a market in one of these states. */
export function refusedIn(
  { state }: NaiveMarket,
  ...states: readonly ('paused' | 'closed' | 'resolved')[]
): Refusal | undefined {
  const found = states.find((each) => each === state);
  return found && { kind: 'market-not-accepting', state: found };
}

export function refusedSize(size: number): Refusal | undefined {
  return size > 0 && size <= 1e15 ? undefined : { kind: 'size-invalid' };
}
