/** backtest/agents/totals: the report of a simulated run about its market: averages of its books, and the profit of each kind of trader. */

import type { Venue } from '../../sim/core/venue.ts';
import type { Trade } from '../../spec/venue/event.ts';
import { AGENT_CASH, AGENT_KINDS, type AgentKind, type Member, membersOf } from './plan.ts';
import type { Simulation } from './simulation.ts';

/** Averages over time: of all books, and of those with both a bid and an ask; null when there was none. */
export type MarketQuality = {
  readonly twoSidedShare: number;
  /** Dollars between the best prices. */
  readonly spread: number | null;
  /** Shares at a best price. */
  readonly depth: number | null;
};

type KindTotals = {
  readonly kind: AgentKind;
  /** How many there are, in all markets. */
  readonly agents: number;
  /** Dollars that they traded as makers and as takers. */
  readonly volume: number;
  /** Dollars, shares valued at what they paid, or at the true probability when their market has not resolved. */
  readonly profit: number;
};

export type SimulatedTotals = MarketQuality & { readonly trades: number; readonly byKind: readonly KindTotals[] };

/** Adds up the volume of the traders. */
export class KindLedger {
  private readonly members: readonly Member[];
  private readonly firstWallet: number;
  private readonly volumes = new Map<AgentKind, number>();
  private trades = 0;

  constructor(simulation: Simulation, firstWallet: number) {
    this.members = membersOf(simulation.plan);
    this.firstWallet = firstWallet;
  }

  note({ takerWallet, cash, makers }: Trade): void {
    this.trades += 1;
    this.add(takerWallet, cash);
    for (const leg of makers) this.add(leg.wallet, leg.cash);
  }

  totals(engine: Venue, simulation: Simulation, now: number, quality: MarketQuality): SimulatedTotals {
    const profits = new Map<AgentKind, number>();
    for (const [index, member] of this.members.entries()) {
      const profit = profitOf(engine, this.firstWallet + index, simulation, member.market, now);
      profits.set(member.kind, (profits.get(member.kind) ?? 0) + profit);
    }
    const byKind = AGENT_KINDS.map((kind) => ({
      kind,
      agents: this.members.filter((member) => member.kind === kind).length,
      volume: (this.volumes.get(kind) ?? 0) / 1e6,
      profit: Math.round(profits.get(kind) ?? 0) / 1e6,
    }));
    return { ...quality, trades: this.trades, byKind };
  }

  private add(wallet: number, cash: number): void {
    const kind = this.members[wallet - this.firstWallet]?.kind;
    if (kind !== undefined) this.volumes.set(kind, (this.volumes.get(kind) ?? 0) + cash);
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
