/** backtest/agents/trader: one member of the crowd, and its behavior: with or without an estimate. */

import type { Rng } from '../../base/rng.ts';
import { PRICE_ONE } from '../../base/units.ts';
import type { Agent, AgentParts, Truth } from './agent.ts';
import type { AgentAccount } from './agent-account.ts';
import { CountedChance, drawError, drawSize, drawWait } from './draws.ts';
import { type AgentKind, type AgentsPlan, type Member, PRICE_TICK } from './plan.ts';
import { QuotingMaker } from './quoting-maker.ts';
import type { Simulation } from './simulation.ts';

/** A market order goes at most this number of steps beyond the best price. */
const REACH = 5;
/** Limits: one step better than the best price of its side, or up to two steps worse. */
const PLACES = [1, 0, -1, -2] as const;

class NoiseTrader implements Agent {
  readonly #parts: AgentParts;
  readonly #traits: AgentsPlan['noise'];
  readonly memory = { order: -1 };

  constructor(parts: AgentParts, traits: AgentsPlan['noise']) {
    this.#parts = parts;
    this.#traits = traits;
  }

  act(): number {
    const { account, chance } = this.#parts;
    const { everySeconds, marketShare, meanSize } = this.#traits;
    const wait = drawWait(chance, everySeconds);
    const isBid = chance.chance(0.5);
    const isMarket = chance.chance(marketShare);
    const size = drawSize(chance, meanSize);
    const place = chance.pick(PLACES);
    const { memory } = this;
    if (account.remaining(memory.order) > 0) account.cancel(memory.order);
    memory.order = -1;
    account.position();
    if (isMarket) this.#trade(isBid, size);
    else this.#wait(isBid, size, place);
    return wait;
  }

  #trade(isBid: boolean, size: number) {
    const { account } = this.#parts;
    const reach = REACH * PRICE_TICK;
    if (isBid) account.take('bid', Math.min(account.bestAsk + reach, PRICE_ONE - PRICE_TICK), size);
    else account.take('ask', Math.max(account.bestBid - reach, PRICE_TICK), size);
  }

  #wait(isBid: boolean, size: number, place: number) {
    const { account } = this.#parts;
    const { bestBid, bestAsk } = account;
    // Without a price on either side there is no reference for a limit.
    if (bestBid === 0 || bestAsk === PRICE_ONE) return;
    this.memory.order = isBid
      ? account.quote('bid', Math.min(bestBid + place * PRICE_TICK, bestAsk - PRICE_TICK), size)
      : account.quote('ask', Math.max(bestAsk - place * PRICE_TICK, bestBid + PRICE_TICK), size);
  }
}

/** The kept share of the previous error; the new part is drawn so that the spread of the errors stays the same. */
const [KEPT, NEW] = [0.8, 0.6] as const;

function createValueTrader(parts: AgentParts, traits: AgentsPlan['value']): Agent {
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

function createInformedTrader(parts: AgentParts, traits: AgentsPlan['informed']): Agent {
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

export type SavedTrader = Readonly<{
  /** Its next action, milliseconds; null when its market closes before. */
  at: number | null;
  draws: number;
  salt: number;
  memory: object;
}>;

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

  #whileOpen(at: number) {
    return at < this.#closeMs ? at : Infinity;
  }
}

const AGENTS: Readonly<Record<AgentKind, (parts: AgentParts, plan: AgentsPlan) => Agent>> = {
  noise: (parts, { noise }) => new NoiseTrader(parts, noise),
  value: (parts, { value }) => createValueTrader(parts, value),
  makers: (parts, { makers }) => new QuotingMaker(parts, makers),
  informed: (parts, { informed }) => createInformedTrader(parts, informed),
};
