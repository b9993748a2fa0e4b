/** backtest/agents/simulated-source: simulated markets as the source of a run, without rows: the venue creates them. */
import { createHash } from 'node:crypto';
import { createRng } from '../../base/rng.ts';
import type { CatalogMarket } from '../data/catalog.ts';
import type { Coverage } from '../data/coverage.ts';
import { DataError } from '../data/data-error.ts';
import type { ReplaySource } from '../replay/source.ts';
import { Fundamental, secondsOf } from './fundamental.ts';
import type { AgentsPlan } from './plan.ts';
import type { Simulation } from './simulation.ts';

/** Grows with every change of what the traders do with a plan and a seed. */
const VERSION = 2;
/** Monday, 5 January 2026, 00:00 UTC. */
export const OPENS = 1_767_571_200_000_000;
const SECOND = 1_000_000;

export type SimulatedSource = ReplaySource & { readonly simulation: Simulation };

/** The markets of a plan, which `backtest` takes in place of a recording, with the fidelity `agents`. */
export function simulatedMarkets(plan: AgentsPlan, seed: string): SimulatedSource {
  return sourceOf(plan, seed, Infinity);
}

/** The same markets up to a moment (Unix microseconds), with another future after it. */
export function withOtherFuture({ plan, seed }: Simulation, moment: number): SimulatedSource {
  return sourceOf(plan, seed, moment);
}

function sourceOf(plan: AgentsPlan, seed: string, changesAfter: number): SimulatedSource {
  const closes = OPENS + secondsOf(plan.hours) * SECOND;
  const chance = createRng(`agents ${seed}`);
  // Informed traders know the seconds ahead at the moment, so these stay as well.
  const changesAt = Math.floor((changesAfter - OPENS) / SECOND + plan.informed.aheadSeconds) + 1;
  const names = Array.from({ length: plan.markets }, (_, market) => `market-${market + 1}`);
  const truths = names.map((_, market) => new Fundamental(plan, chance.fork(`market ${market + 1}`), changesAt));
  const source: SimulatedSource = {
    simulation: { plan, seed, truths, opens: OPENS, closes: names.map(() => closes), changesAfter },
    file: 'simulated markets',
    checksum: createHash('sha256')
      .update(JSON.stringify(['agents', VERSION, seed, plan]))
      .digest('hex'),
    markets: names,
    tokens: names.flatMap((_, market) => tokensOf(market).map(({ token }) => ({ token, market }))),
    coverage: coverageOf(names, closes),
    catalog: names.map((name, market) => catalogOf(name, market, closes, truths[market]?.winner ?? 0)),
    defects: [],
    index: [],
    batch: () => {
      throw new DataError('simulated markets have no recorded rows');
    },
    batches: function* () {},
    close: () => undefined,
    reopen: () => source,
  };
  return source;
}

function tokensOf(market: number): CatalogMarket['tokens'] {
  return ['yes', 'no'].map((outcome) => ({
    token: `market-${market + 1}-${outcome}`,
    outcome: outcome === 'yes' ? 'Yes' : 'No',
  }));
}

function catalogOf(name: string, market: number, closes: number, winner: 0 | 1): CatalogMarket {
  const tokens = tokensOf(market);
  return {
    market: name,
    question: `Does simulated market ${market + 1} resolve to Yes?`,
    category: 'simulated',
    closes,
    tokens,
    resolution: { winner: tokens[winner]?.token ?? '', basis: 'recorded', time: closes },
  };
}

function coverageOf(names: readonly string[], closes: number): Coverage {
  const span = { rows: 0, first: OPENS, last: closes };
  const empty = { gap: 0, withoutBook: 0 };
  const byMarket = names.map((market) => ({ market, tokens: 2, ...span, ...empty, tradesFrom: OPENS }));
  return { ...span, markets: names.length, tokens: 2 * names.length, kinds: {}, byMarket };
}
