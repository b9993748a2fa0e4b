/** backtest/agents/informed-trader: knows the probability some seconds ahead, and takes every price that is wrong. */
import type { Agent, AgentParts } from './agent.ts';
import { drawSize, drawWait } from './draws.ts';
import type { AgentsPlan } from './plan.ts';

export class InformedTrader implements Agent {
  readonly memory = {};
  readonly #parts: AgentParts;
  readonly #traits: AgentsPlan['informed'];

  constructor(parts: AgentParts, traits: AgentsPlan['informed']) {
    this.#parts = parts;
    this.#traits = traits;
  }

  act(second: number): number {
    const { desk, truth, chance } = this.#parts;
    const { everySeconds, aheadSeconds, edge, meanSize, limit } = this.#traits;
    const wait = drawWait(chance, everySeconds);
    const size = drawSize(chance, meanSize);
    desk.takeMispriced(truth.at(second + aheadSeconds), edge, size, limit);
    return wait;
  }
}
