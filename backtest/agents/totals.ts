/** backtest/agents/totals: the report of a simulated run on its market: averages of its books, profits by trader. */

import { z } from 'zod';
import { addCount } from '../../base/record.ts';
import { PRICE_ONE } from '../../base/units.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Trade } from '../../spec/venue/event.ts';
import { dollars, price, share, shares } from '../report-units.ts';
import { AGENT_CASH, AGENT_KINDS, type AgentKind, type Member, membersOf } from './plan.ts';
import type { Simulation } from './simulation.ts';

/** The market as it was, own orders included, and what its traders made. */
export const SimulatedTotals = z.strictObject({
  trades: z.int(),
  /** The part of the time in which a book had a bid and an ask, over which spread and depth are averages, or null. */
  twoSidedShare: share,
  spread: price.nullable(),
  /** Shares at a best price. */
  depth: shares.nullable(),
  byKind: z.array(
    z.strictObject({
      kind: z.enum(AGENT_KINDS),
      /** How many there are, in all markets. */
      agents: z.int(),
      /** As makers and as takers. */
      volume: dollars,
      /** Shares count what they paid, or the true probability when their market has not resolved. */
      profit: dollars,
    }),
  ),
});
export type SimulatedTotals = z.infer<typeof SimulatedTotals>;

/** Averages over time: of all books, and of those with both a bid and an ask. */
type MarketQuality = Pick<SimulatedTotals, 'twoSidedShare' | 'spread' | 'depth'>;

/** Adds up the volume of the traders. */
export class KindLedger {
  readonly #members: readonly Member[];
  readonly #firstWallet: number;
  readonly #volumes = new Map<AgentKind, number>();
  #trades = 0;

  constructor(simulation: Simulation, firstWallet: number) {
    this.#members = membersOf(simulation.plan);
    this.#firstWallet = firstWallet;
  }

  note({ takerWallet, cash, makers }: Trade): void {
    this.#trades += 1;
    this.#add(takerWallet, cash);
    for (const leg of makers) this.#add(leg.wallet, leg.cash);
  }

  totals(engine: Venue, simulation: Simulation, now: number, quality: MarketQuality): SimulatedTotals {
    const profits = new Map<AgentKind, number>();
    for (const [index, member] of this.#members.entries()) {
      addCount(profits, member.kind, profitOf(engine, this.#firstWallet + index, simulation, member.market, now));
    }
    const byKind = AGENT_KINDS.map((kind) => ({
      kind,
      agents: this.#members.filter((member) => member.kind === kind).length,
      volume: (this.#volumes.get(kind) ?? 0) / 1e6,
      profit: Math.round(profits.get(kind) ?? 0) / 1e6,
    }));
    return { ...quality, trades: this.#trades, byKind };
  }

  #add(wallet: number, cash: number) {
    const kind = this.#members[wallet - this.#firstWallet]?.kind;
    if (kind !== undefined) addCount(this.#volumes, kind, cash);
  }
}

/** Micro dollars. */
function profitOf(engine: Venue, wallet: number, { truths, opens }: Simulation, market: number, now: number): number {
  const cash = engine.cash(wallet);
  const payout = engine.market(market)?.payout;
  const probability = truths[market]?.at((now - opens) / 1e6) ?? 0;
  const values = payout === undefined ? [probability, 1 - probability] : [payout[0] / 1e6, payout[1] / 1e6];
  const shares = ([0, 1] as const).map((outcome) => {
    const { free, reserved } = engine.tokens(wallet, market, outcome);
    return (free + reserved) * (values[outcome] ?? 0);
  });
  return cash.free + cash.reserved - AGENT_CASH + (shares[0] ?? 0) + (shares[1] ?? 0);
}

type Seen = { at: number; spread: number; depth: number };

export class MarketGauge {
  readonly #engine: Venue;
  readonly #seen: Seen[];
  #time = 0;
  #twoSided = 0;
  #spreadTime = 0;
  #depthTime = 0;

  constructor(engine: Venue, markets: number, at: number) {
    this.#engine = engine;
    this.#seen = Array.from({ length: markets }, () => ({ at, spread: -1, depth: 0 }));
  }

  note(market: number, at: number): void {
    const seen = this.#seen[market];
    if (seen === undefined) return;
    this.#add(seen, at);
    const [bid] = this.#engine.bids(market, 0);
    const [ask] = this.#engine.asks(market, 0);
    seen.spread = bid === undefined || ask === undefined ? -1 : ask.price - bid.price;
    seen.depth = ((bid?.size ?? 0) + (ask?.size ?? 0)) / 2;
  }

  /** The averages until a moment. */
  quality(at: number): MarketQuality {
    for (const seen of this.#seen) this.#add(seen, at);
    const time = this.#time;
    const twoSided = this.#twoSided;
    return {
      twoSidedShare: time === 0 ? 0 : twoSided / time,
      spread: twoSided === 0 ? null : this.#spreadTime / twoSided / PRICE_ONE,
      depth: twoSided === 0 ? null : this.#depthTime / twoSided / 1e6,
    };
  }

  #add(seen: Seen, at: number) {
    const span = at - seen.at;
    seen.at = at;
    this.#time += span;
    if (seen.spread < 0) return;
    this.#twoSided += span;
    this.#spreadTime += span * seen.spread;
    this.#depthTime += span * seen.depth;
  }
}
