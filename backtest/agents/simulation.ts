/** backtest/agents/simulation: simulated markets as data: plan and seed, and what follows from these before trading. */
import type { Truth } from './agent.ts';
import type { AgentsPlan } from './plan.ts';

/** The parameters and the hidden truth of simulated markets. The strategy sees neither. */
export type Simulation = Readonly<{
  plan: AgentsPlan;
  seed: string;
  /** By market. */
  truths: readonly Truth[];
  /** Unix microseconds. All markets open at one moment; `closes` is by market. */
  opens: number;
  closes: readonly number[];
  /** After this moment, the run has another future than the seed alone would give it; Infinity when it has not. */
  changesAfter: number;
}>;
