/**
 * backtest/agents/agent: a simulated trader. Each has a stream of chance of its own and draws the same count of numbers in each action, whatever the
 * book shows. So an order of the strategy, or a trader more or less, changes the others through the book alone.
 */
import type { Rng } from '../../sim/world/rng.ts';
import type { AgentDesk } from './agent-desk.ts';
import type { Fundamental } from './fundamental.ts';

export type AgentParts = {
  readonly desk: AgentDesk;
  readonly truth: Fundamental;
  /** The chance of its next action: another stream when the run has another future. */
  chance: Rng;
};

export type Agent = {
  /** Acts at a moment, seconds since the opening, and returns the wait until its next action, milliseconds. */
  act(second: number): number;
};
