/** backtest/agents/informed-trader: knows the probability some seconds ahead, and takes every price that is wrong. */
import type { Agent, AgentParts } from './agent.ts';
import { drawSize, drawWait } from './draws.ts';
import type { AgentsPlan } from './plan.ts';

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
