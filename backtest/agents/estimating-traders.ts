/** backtest/agents/estimating-traders: take prices off an estimate: late and inexact, or seconds ahead. */
import type { Agent, AgentParts } from './agent.ts';
import { drawError, drawSize, drawWait } from './draws.ts';
import type { AgentsPlan } from './plan.ts';

/** The kept share of the previous error; the new part is drawn so that the spread of the errors stays the same. */
const [KEPT, NEW] = [0.8, 0.6] as const;

export function createValueTrader(parts: AgentParts, traits: AgentsPlan['value']): Agent {
  const memory = { error: 0 };
  return {
    memory,
    act(second: number): number {
      const { account, truth, chance } = parts;
      const { everySeconds, lagSeconds, error, threshold, meanSize, limit } = traits;
      const wait = drawWait(chance, everySeconds);
      memory.error = KEPT * memory.error + NEW * error * drawError(chance);
      const size = drawSize(chance, meanSize);
      account.takeMispriced(truth.at(second - lagSeconds) + memory.error, threshold, size, limit);
      return wait;
    },
  };
}

export function createInformedTrader(parts: AgentParts, traits: AgentsPlan['informed']): Agent {
  return {
    memory: {},
    act(second: number): number {
      const { account, truth, chance } = parts;
      const { everySeconds, aheadSeconds, edge, meanSize, limit } = traits;
      const wait = drawWait(chance, everySeconds);
      const size = drawSize(chance, meanSize);
      account.takeMispriced(truth.at(second + aheadSeconds), edge, size, limit);
      return wait;
    },
  };
}
