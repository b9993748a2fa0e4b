/** backtest/agents/simulation: simulated markets as data: plan and seed, and what follows from these before trading. */
import type { Truth } from './agent.ts';
import type { AgentsPlan } from './plan.ts';

/** The parameters and the hidden truth of simulated markets. The strategy sees neither. */
export type Simulation = {
  readonly plan: AgentsPlan;
  readonly seed: string;
  /** By market. */
  readonly truths: readonly Truth[];
  /** Unix microseconds. All markets open at one moment; `closes` is by market. */
  readonly opens: number;
  readonly closes: readonly number[];
  /** After this moment, the run has another future than the seed alone would give it; Infinity when it has not. */
  readonly changesAfter: number;
};
