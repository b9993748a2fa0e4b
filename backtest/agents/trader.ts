/** backtest/agents/trader: one member of the crowd: its behavior, wallet, stream of chance, and moments. */
import type { Rng } from '../../base/rng.ts';
import type { Agent, AgentParts, Truth } from './agent.ts';
import type { AgentAccount } from './agent-account.ts';
import { CountedChance, drawWait } from './draws.ts';
import { createInformedTrader, createValueTrader } from './estimating-traders.ts';
import { NoiseTrader } from './noise-trader.ts';
import type { AgentKind, AgentsPlan, Member } from './plan.ts';
import { QuotingMaker } from './quoting-maker.ts';
import type { Simulation } from './simulation.ts';

export type SavedTrader = {
  /** Its next action, milliseconds; null when its market closes before. */
  readonly at: number | null;
  readonly draws: number;
  readonly salt: number;
  readonly memory: object;
};

export class Trader {
  /** Its next action, milliseconds; Infinity when its market closes before. */
  at: number;
  readonly #agent: Agent;
  readonly #parts: AgentParts;
  readonly #own: Rng;
  readonly #openMs: number;
  readonly #closeMs: number;
  /** The run has another future than its seed from then on; Infinity afterwards, and without one. */
  #changesAfter: number;

  constructor(simulation: Simulation, member: Member, account: AgentAccount, own: Rng, saved: SavedTrader | undefined) {
    const { plan, truths, opens, closes, changesAfter } = simulation;
    const { market, kind } = member;
    this.#own = own;
    this.#openMs = opens / 1_000;
    this.#closeMs = (closes[market] as number) / 1_000;
    this.#changesAfter = changesAfter;
    this.#parts = { account, truth: truths[market] as Truth, chance: new CountedChance(own, saved?.draws) };
    this.#agent = AGENTS[kind](this.#parts, plan);
    if (saved !== undefined) {
      account.salt = saved.salt;
      Object.assign(this.#agent.memory, saved.memory);
      this.at = saved.at ?? Infinity;
      return;
    }
    // Makers are there when the market opens.
    const wait = kind === 'makers' ? 0 : drawWait(this.#parts.chance, plan[kind].everySeconds);
    this.at = this.#whileOpen(this.#openMs + wait);
  }

  act(): void {
    const parts = this.#parts;
    const agent = this.#agent;
    const { at } = this;
    if (at * 1_000 > this.#changesAfter) {
      this.#changesAfter = Infinity;
      parts.chance = new CountedChance(this.#own.fork('another future'));
    }
    this.at = this.#whileOpen(at + agent.act((at - this.#openMs) / 1_000));
  }

  save(): SavedTrader {
    const agent = this.#agent;
    const parts = this.#parts;
    const { at } = this;
    const moment = at === Infinity ? null : at;
    return { at: moment, draws: parts.chance.draws, salt: parts.account.salt, memory: agent.memory };
  }

  #whileOpen(at: number): number {
    return at < this.#closeMs ? at : Infinity;
  }
}

const AGENTS: Readonly<Record<AgentKind, (parts: AgentParts, plan: AgentsPlan) => Agent>> = {
  noise: (parts, { noise }) => new NoiseTrader(parts, noise),
  value: (parts, { value }) => createValueTrader(parts, value),
  makers: (parts, { makers }) => new QuotingMaker(parts, makers),
  informed: (parts, { informed }) => createInformedTrader(parts, informed),
};
