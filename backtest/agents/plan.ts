/** backtest/agents/plan: all parameters of simulated markets and traders except the seed, in dollars and shares. */
import { z } from 'zod';
import { price, seconds, share, shares } from '../report-units.ts';

export const AGENT_KINDS = ['noise', 'value', 'makers', 'informed'] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

/** How many traders of a kind each market has, and the mean wait between two actions of one of them. */
const group = { count: z.int().describe('traders of this kind in each market'), everySeconds: seconds };

export const AgentsPlan = z.strictObject({
  markets: z.int(),
  hours: z.number(),
  /** The part of all uncertainty that news resolves, each within a second; the rest is resolved evenly. */
  news: z.strictObject({ perHour: z.number(), share }),
  /** They trade at random: side and size, at the market or with a limit. */
  noise: z.strictObject({ ...group, marketShare: share, meanSize: shares }),
  /** They buy below and sell above their estimate of the probability, which is late and differs by trader. */
  value: z.strictObject({
    ...group,
    lagSeconds: seconds,
    error: price,
    threshold: price,
    meanSize: shares,
    limit: shares,
  }),
  /** They quote both sides around their estimate, moved against their inventory (`skew` at the `limit`). */
  makers: z.strictObject({
    ...group,
    lagSeconds: seconds,
    error: price,
    halfSpread: price,
    levels: z.int(),
    size: shares,
    skew: price,
    limit: shares,
  }),
  /** They know the probability some seconds ahead, and take every price that is off by more than the edge. */
  informed: z.strictObject({ ...group, aheadSeconds: seconds, edge: price, meanSize: shares, limit: shares }),
});
export type AgentsPlan = z.infer<typeof AgentsPlan>;

export const DEFAULT_AGENTS: AgentsPlan = {
  markets: 6,
  hours: 1,
  news: { perHour: 4, share: 0.5 },
  noise: { count: 12, everySeconds: 30, marketShare: 0.5, meanSize: 30 },
  value: { count: 4, everySeconds: 20, lagSeconds: 2, error: 0.015, threshold: 0.02, meanSize: 40, limit: 2_000 },
  makers: {
    count: 3,
    everySeconds: 2,
    lagSeconds: 1,
    error: 0.005,
    halfSpread: 0.01,
    levels: 3,
    size: 60,
    skew: 0.03,
    limit: 2_000,
  },
  informed: { count: 1, everySeconds: 15, aheadSeconds: 5, edge: 0.01, meanSize: 60, limit: 5_000 },
};

/** The default groups of traders, some with another number of them. */
export function groupsWith(counts: Partial<Record<AgentKind, number>>): Pick<AgentsPlan, AgentKind> {
  const groups = AGENT_KINDS.map((kind) => {
    const group = DEFAULT_AGENTS[kind];
    return [kind, { ...group, count: counts[kind] ?? group.count }];
  });
  return Object.fromEntries(groups);
}

export const FIRST_AGENT = 1;

/** One of the traders of a market; their wallets have numbers in this order. */
export type Member = { readonly market: number; readonly kind: AgentKind; readonly number: number };

export function membersOf(plan: AgentsPlan): readonly Member[] {
  return Array.from({ length: plan.markets }, (_, market) =>
    AGENT_KINDS.flatMap((kind) =>
      Array.from({ length: plan[kind].count }, (_member, number): Member => ({ market, kind, number })),
    ),
  ).flat();
}

/** Bounds that keep a run within memory and minutes. */
export const MARKET_HOURS_MAX = 2_000;
export const AGENTS_MAX = 200;

/** The cash of each trader of a market at the start, micro dollars: more than its limits let it spend. */
export const AGENT_CASH = 100_000_000_000;

export const PRICE_TICK = 100;
