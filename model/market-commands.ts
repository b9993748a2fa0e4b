/** model/market-commands: integers as commands for markets, groups and settlements. */
import type { Command, FeeTerms, MarketTerms } from '../spec/venue/command.ts';
import { marketFrom, pick, sizeFrom } from './gene-values.ts';
import type { Registry } from './registry.ts';

const TICKS = [1000, 100, 50, 25, 10, 1] as const;
const DELAYS = [0, 0, 0, 1_000, 3_000, 70_000] as const;
const FEES: readonly FeeTerms[] = [
  { rate: 0, exponent: 1, takerOnly: true },
  { rate: 50_000, exponent: 1, takerOnly: true },
  { rate: 20_000, exponent: 0, takerOnly: false },
  { rate: 1_000_000, exponent: 2, takerOnly: false },
  { rate: 1_000_000, exponent: 1, takerOnly: false },
];

export function termsFrom(genes: readonly number[]): MarketTerms {
  const [, , a = 0, b = 0, c = 0, d = 0] = genes;
  return { tick: pick(TICKS, a), minSize: b % 5 === 0 ? 2_000_000 : 1, fee: pick(FEES, c), delayMs: pick(DELAYS, d) };
}

/** A finer or coarser tick for a market that is mostly open; sometimes an invalid tick. */
export function tickFrom(registry: Registry, where: number, step: number): Command {
  const market = marketFrom(registry, where, step % 9 === 0 ? 'paused' : 'open');
  return { kind: 'change-tick', market, tick: step % 97 === 0 ? 3_000 : pick(TICKS, step) };
}

/** Two to four of the youngest ungrouped markets that trade; sometimes any two. */
export function groupFrom(registry: Registry, count: number, odd: number): Command {
  if (odd % 7 === 0) {
    const first = odd % registry.markets.length;
    return { kind: 'group-markets', markets: [first, first + 1 + (count % 2)] };
  }
  const single = registry.markets.flatMap(({ state, group }, index) =>
    group === undefined && (state === 'open' || state === 'paused') ? [index] : [],
  );
  return { kind: 'group-markets', markets: single.slice(-2 - (count % 3)) };
}

/** Some markets of a group: each bit of `members` selects one. */
export function convertFrom(
  registry: Registry,
  wallet: number,
  { which, members, size, scale }: { which: number; members: number; size: number; scale: number },
): Command {
  const group = which % 31 === 0 ? registry.groups.length : groupOf(registry, which);
  const all = registry.groups[group] ?? [0, 1];
  const some = all.filter((_, index) => ((members >> index) & 1) === 1);
  const markets = members % 37 === 0 ? [...some, registry.markets.length] : some;
  return { kind: 'convert', wallet, group, markets, size: sizeFrom(size, scale) };
}

/** Mostly a group without a resolved member. */
function groupOf(registry: Registry, gene: number): number {
  const groups = registry.groups.map((_, group) => group);
  const running = groups.filter((group) =>
    registry.groups[group]?.every((market) => registry.markets[market]?.state !== 'resolved'),
  );
  return pick(running.length === 0 || gene % 13 === 0 ? [...groups, groups.length] : running, gene);
}

/** In a group mostly one whole outcome, elsewhere any share of the dollar. */
export function resolveFrom(registry: Registry, market: number, gene: number): Command {
  const grouped = registry.markets[market]?.group !== undefined && gene % 5 !== 0;
  const first = grouped ? pick([0, 1_000_000], gene) : pick([0, 1_000_000, 500_000, 333_333], gene);
  return { kind: 'resolve-market', market, payout: [first, 1_000_000 - first] };
}

/** Mostly one of the last two trades. */
export function disturbFrom(registry: Registry, which: number, gene: number): Command {
  const late = Math.max(0, registry.trades - 1 - (which % 2));
  const trade = which % 23 === 0 ? which % (registry.trades + 1) : late;
  return { kind: 'disturb-settlement', trade, outcome: gene % 3 === 0 ? 'retry' : 'fail' };
}
