/** backtest/agents/agent: a simulated trader. It draws equally often for any book, so others affect it only by that. */
import type { AgentAccount } from './agent-account.ts';
import type { CountedChance } from './draws.ts';

/** The hidden probability of a market's first outcome. */
export type Truth = {
  /** Dollars, at a second since the opening: that of the opening before it, that of the end after the end. */
  at(second: number): number;
};

export type AgentParts = {
  readonly account: AgentAccount;
  readonly truth: Truth;
  /** The chance of its next action: another stream when the run has another future. */
  chance: CountedChance;
};

export type Agent = {
  /** Everything that it remembers between two actions, as plain values: saved and restored with the market. */
  readonly memory: object;
  /** Acts at a moment, seconds since the opening, and returns the wait until its next action, milliseconds. */
  act(second: number): number;
};
