/** backtest/agents/crowd tests: simulated markets are sound and plausible, pay informed traders, and repeat. */
import { describe, expect, it } from 'vitest';
import { audit } from '../../proof/venue/oracle/auditor.ts';
import type { TradeEvent } from '../../spec/venue/event.ts';
import { DOLLAR, SIDE } from '../data/event.ts';
import { MarketBook } from '../overlay/market-book.ts';
import type { AgentsVenue } from './crowd.ts';
import { planOf, playedVenue } from './fixtures/simulated.ts';
import { type AgentKind, type AgentsPlan, membersOf, PRICE_TICK } from './plan.ts';
import { simulatedMarkets } from './simulated-source.ts';

/** Many short markets, played once for several tests. */
const MANY = planOf({ markets: 40, hours: 0.1 });
const { simulation } = simulatedMarkets(MANY, 'many');
let mids: readonly number[] = [];
/** How far the middle is from the hidden probability, at about every tenth moment. */
const misses: number[] = [];
const many = playedVenue(MANY, 'many', ({ books, engine }) => {
  mids = books.map(({ bestBid, bestAsk }) => (bestBid + bestAsk) / 2 / DOLLAR);
  if (engine.now % 10 !== 0 || engine.now * 1_000 < simulation.opens + 10e6) return;
  const second = engine.now / 1_000 - simulation.opens / 1e6;
  for (const [market, mid] of mids.entries()) misses.push(Math.abs(mid - (simulation.truths[market]?.at(second) ?? 0)));
});
const winners = simulation.truths.map((truth) => truth.at(Number.MAX_SAFE_INTEGER));

describe('a simulated market', () => {
  it('keeps every invariant of the engine', () => {
    const { engine } = playedVenue(planOf(), 'audited');
    expect(engine.tradeCount).toBeGreaterThan(50);
    expect(audit(engine.log)).toEqual([]);
  });

  it('has a book that is two-sided most of the time, a spread of cents, and depth', () => {
    const { twoSidedShare, spread, depth, trades } = many.totals;
    expect([spread, depth]).not.toContain(null);
    expect(twoSidedShare).toBeGreaterThan(0.5);
    expect(spread).toBeGreaterThan(0.01);
    expect(spread).toBeLessThan(0.05);
    expect(depth).toBeGreaterThan(30);
    expect(trades).toBeGreaterThan(40 * 50);
  });

  it('converges to the outcome before it closes', () => {
    const wrong = mids.map((mid, market) => Math.abs(mid - (winners[market] ?? 0)));
    expect(wrong.filter((error) => error < 0.5).length).toBeGreaterThan(36);
    expect(wrong.reduce((sum, error) => sum + error, 0) / wrong.length).toBeLessThan(0.1);
  });

  it('has prices that follow the hidden probability', () => {
    expect(misses.length).toBeGreaterThan(1_000);
    expect(misses.reduce((sum, miss) => sum + miss, 0) / misses.length).toBeLessThan(0.04);
  });

  it('pays those who know at the cost of those who do not', () => {
    const gain = gainOf(many, MANY);
    expect(gain('informed')).toBeGreaterThan(0.005);
    expect(gain('value')).toBeGreaterThan(0);
    expect(gain('noise')).toBeLessThan(-0.005);
  });

  it('selects against its makers: they earn from noise and lose to informed traders', () => {
    const gain = gainOf(many, MANY);
    expect(gain('makers', 'noise')).toBeGreaterThan(0.005);
    expect(gain('makers', 'informed')).toBeLessThan(-0.005);
  });

  it('takes and gives the same money', () => {
    const total = many.totals.byKind.reduce((sum, { profit }) => sum + profit, 0);
    expect(Math.abs(total)).toBeLessThan(0.01);
  });
});

describe('the feed', () => {
  it('shows the book of the engine after every moment, and never a crossed one', () => {
    const books = [new MarketBook(0), new MarketBook(0)];
    let [compared, different] = [0, 0];
    playedVenue(planOf({ markets: 2, hours: 0.05 }), 'feed', (venue) => {
      for (const { rows } = venue; rows.time < Number.POSITIVE_INFINITY; rows.next()) {
        const { batch, at } = rows;
        const [side, tick, size, flags] = [batch.side[at], batch.tick[at], batch.size[at], batch.flags[at]] as number[];
        books[batch.market[at] ?? 0]?.apply(batch.kind[at] as number, 0, side ?? 0, tick ?? 0, size ?? 0, flags ?? 0);
      }
      for (const [market, book] of books.entries()) {
        if (book.bestBid >= book.bestAsk || shownBy(book).join() !== held(venue, market).join()) different += 1;
        compared += 1;
      }
    });
    expect(compared).toBeGreaterThan(500);
    expect(different).toBe(0);
  });
});

describe('the same seed', () => {
  const plan = planOf({ hours: 0.1 });

  it('gives the same state hash, another seed another one', () => {
    const hashes = ['1', '1', '2'].map((seed) => playedVenue(plan, seed).engine.hash());
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  it('gives a market the same traders and truth with other markets beside it', () => {
    const [one, two] = [planOf({ hours: 0.1 }), planOf({ markets: 2, hours: 0.1 })];
    const tradesOf = (of: AgentsPlan): readonly string[] =>
      tradesIn(playedVenue(of, '5')).flatMap(({ at, market, size, cash }) =>
        market === 0 ? [[at, size, cash].join()] : [],
      );
    expect(tradesOf(one).length).toBeGreaterThan(10);
    expect(tradesOf(two)).toEqual(tradesOf(one));
  });

  it.each([
    ['informed', 0],
    ['value', 9],
    ['makers', 1],
  ] as const)('gives noise traders the same draws with another count of %s', (kind, count) => {
    const [one, other] = [plan, planOf({ hours: 0.1, [kind]: count })].map((given) => noiseOrders(given));
    const shared = [...(one ?? [])].filter(([key]) => other?.has(key));
    expect(shared.length).toBeGreaterThan((one?.size ?? 0) * 0.6);
    for (const [key, order] of shared) expect(other?.get(key)).toBe(order);
  });
});

/** The orders of the noise traders, by trader and moment, without the rejected ones. */
function noiseOrders(plan: AgentsPlan): ReadonlyMap<string, string> {
  const orders = new Map<string, string>();
  for (const event of playedVenue(plan, '3').engine.log) {
    if (event.kind !== 'order-accepted' || event.wallet > plan.noise.count) continue;
    orders.set(`${event.wallet} ${event.at}`, `${event.outcome} ${event.type} ${event.size}`);
  }
  return orders;
}

function tradesIn({ engine }: AgentsVenue): readonly TradeEvent[] {
  return engine.log.filter((event) => event.kind === 'trade');
}

/** The gain of a kind, by its counterparties: dollars a share, at the hidden probability ten seconds later. */
function gainOf(venue: AgentsVenue, plan: AgentsPlan): (kind: AgentKind, other?: AgentKind) => number {
  const members = membersOf(plan);
  const legs = tradesIn(venue).flatMap(({ at, market, outcome, takerWallet, makers }) => {
    const later = simulation.truths[market]?.at(at / 1_000 - simulation.opens / 1e6 + 10) ?? 0;
    const gained = (token: number, price: number): number => (token === 0 ? later : 1 - later) - price / DOLLAR;
    return makers.flatMap(({ wallet, size, outcome: token, price, takerPrice }) => [
      { wallet, other: takerWallet, size, gain: gained(token, price) },
      { wallet: takerWallet, other: wallet, size, gain: gained(outcome, takerPrice) },
    ]);
  });
  return (kind, other) => {
    const chosen = legs.filter(
      (leg) =>
        members[leg.wallet - 1]?.kind === kind &&
        (other ?? members[leg.other - 1]?.kind) === members[leg.other - 1]?.kind,
    );
    expect(chosen.length).toBeGreaterThan(20);
    const shares = chosen.reduce((sum, { size }) => sum + size, 0);
    return chosen.reduce((sum, { size, gain }) => sum + (gain * size) / shares, 0);
  };
}

function shownBy(book: MarketBook): readonly (readonly number[])[] {
  return [SIDE.buy, SIDE.sell].map((side) => ticks().map((price) => book.sizeAt(side, price)));
}

function held({ engine }: AgentsVenue, market: number): readonly (readonly number[])[] {
  return (['BUY', 'SELL'] as const).map((side) => ticks().map((price) => engine.restingAt(market, 0, side, price)));
}

function ticks(): readonly number[] {
  return Array.from({ length: DOLLAR / PRICE_TICK - 1 }, (_, step) => (step + 1) * PRICE_TICK);
}
