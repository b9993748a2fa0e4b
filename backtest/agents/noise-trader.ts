/** backtest/agents/noise-trader: trades without a reason: each action withdraws its order and sends another one. */
import { PRICE_ONE } from '../../base/units.ts';
import type { Agent, AgentParts } from './agent.ts';
import { drawSize, drawWait } from './draws.ts';
import { type AgentsPlan, PRICE_TICK } from './plan.ts';

/** A market order goes at most this number of steps beyond the best price. */
const REACH = 5;
/** Limits: one step better than the best price of its side, or up to two steps worse. */
const PLACES = [1, 0, -1, -2] as const;

export class NoiseTrader implements Agent {
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

  #trade(isBid: boolean, size: number): void {
    const { account } = this.#parts;
    const reach = REACH * PRICE_TICK;
    if (isBid) account.take('bid', Math.min(account.bestAsk + reach, PRICE_ONE - PRICE_TICK), size);
    else account.take('ask', Math.max(account.bestBid - reach, PRICE_TICK), size);
  }

  #wait(isBid: boolean, size: number, place: number): void {
    const { account } = this.#parts;
    const { bestBid, bestAsk } = account;
    // Without a price on either side there is no reference for a limit.
    if (bestBid === 0 || bestAsk === PRICE_ONE) return;
    this.memory.order = isBid
      ? account.quote('bid', Math.min(bestBid + place * PRICE_TICK, bestAsk - PRICE_TICK), size)
      : account.quote('ask', Math.max(bestAsk - place * PRICE_TICK, bestBid + PRICE_TICK), size);
  }
}
