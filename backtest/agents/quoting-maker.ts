/**
 * backtest/agents/quoting-maker: a market maker: quotes several levels on both sides of its estimate, moves them
 * against its inventory, widens them when the price moves fast, withdraws stale ones, and takes quotes of others that
 * cross its estimate.
 */
import type { Agent, AgentParts } from './agent.ts';
import { type QuoteSide, stepAbove, stepBelow } from './agent-account.ts';
import { drawError, drawWait } from './draws.ts';
import { type AgentsPlan, PRICE_TICK } from './plan.ts';

type Quote = Readonly<{ order: number; side: QuoteSide; price: number; size: number }>;
type Wanted = Omit<Quote, 'order'>;

/** The part of the last move by which it widens, and the seconds of that move. */
const WIDENING = 0.5;
const MOVE_SECONDS = 10;
const [KEPT, NEW] = [0.8, 0.6] as const;

export class QuotingMaker implements Agent {
  readonly #parts: AgentParts;
  readonly #traits: AgentsPlan['makers'];
  readonly memory: { error: number; quotes: Quote[] } = { error: 0, quotes: [] };

  constructor(parts: AgentParts, traits: AgentsPlan['makers']) {
    this.#parts = parts;
    this.#traits = traits;
  }

  act(second: number): number {
    const { account, truth, chance } = this.#parts;
    const { everySeconds, lagSeconds, error, halfSpread, size, skew, limit } = this.#traits;
    const wait = drawWait(chance, everySeconds);
    const { memory } = this;
    memory.error = KEPT * memory.error + NEW * error * drawError(chance);
    const seen = truth.at(second - lagSeconds);
    const move = Math.abs(seen - truth.at(second - lagSeconds - MOVE_SECONDS));
    const inventory = Math.max(-1, Math.min(1, account.position() / 1e6 / limit));
    const middle = seen + memory.error - skew * inventory;
    const half = halfSpread + WIDENING * move;
    const wanted = [
      ...(inventory < 1 ? this.#ladder('bid', stepBelow(middle - half)) : []),
      ...(inventory > -1 ? this.#ladder('ask', stepAbove(middle + half)) : []),
    ];
    this.#withdrawStale(wanted);
    account.takeMispriced(middle, half, size * 1_000_000, limit);
    this.#quote(wanted);
    return wait;
  }

  #ladder(side: QuoteSide, best: number): readonly Wanted[] {
    const away = side === 'bid' ? -PRICE_TICK : PRICE_TICK;
    const size = this.#traits.size * 1_000_000;
    const ladder: Wanted[] = [];
    for (let level = 0; level < this.#traits.levels; level += 1)
      ladder.push({ side, price: best + level * away, size });
    return ladder;
  }

  /** Keeps orders at wanted prices with at least half of their size, so that they keep their place in the queue. */
  #withdrawStale(wanted: readonly Wanted[]) {
    const { account } = this.#parts;
    const kept: Quote[] = [];
    for (const quote of this.memory.quotes) {
      const left = account.remaining(quote.order);
      if (left === 0) continue;
      const isWanted = wanted.some(({ side, price }) => side === quote.side && price === quote.price);
      if (isWanted && left * 2 >= quote.size) kept.push(quote);
      else account.cancel(quote.order);
    }
    this.memory.quotes = kept;
  }

  #quote(wanted: readonly Wanted[]) {
    const { account } = this.#parts;
    const kept = this.memory.quotes;
    for (const { side, price, size } of wanted) {
      if (kept.some((quote) => quote.side === side && quote.price === price)) continue;
      const order = account.quote(side, uncrossed(side, price, account), size);
      if (order >= 0) kept.push({ order, side, price, size });
    }
  }
}

/** A quote that would trade is placed one step from the other side instead. */
function uncrossed(
  side: QuoteSide,
  price: number,
  { bestBid, bestAsk }: { readonly bestBid: number; readonly bestAsk: number },
): number {
  if (side === 'bid') return Math.min(price, bestAsk - PRICE_TICK);
  return bestBid === 0 ? price : Math.max(price, bestBid + PRICE_TICK);
}
