/** sim/world/generated/quoter: market making around a fair price that wanders, and a crowd that trades with it. */
import type { Rng } from '../../../base/rng.ts';
import { PRICE_ONE } from '../../../base/units.ts';
import type { OrderType, OutcomeIndex } from '../../../spec/venue/command.ts';
import { type Floor, type Intent, shares } from '../floor.ts';
import { HOUR_MS } from '../world.ts';
import type { MarketPlan } from './plan-parts.ts';

export type Quoter = {
  readonly market: number;
  readonly plan: MarketPlan;
  readonly maker: number;
  /** First-outcome price units, a multiple of the tick. */
  fair: number;
  /** Order numbers of the quotes: bids and asks of the first outcome. */
  bids: number[];
  asks: number[];
  /** Wallets of the crowd that have traded here. */
  readonly visitors: Set<number>;
};

/** Quotes stay this far from 0 and 1, price units. */
const EDGE = 800;
/** The smallest distance of the levels of a book, price units. */
const LEVEL_GAP = 100;
const SIZES = [60, 100, 100, 150, 240, 400];

export function openQuoter(rng: Rng, market: number, plan: MarketPlan, maker: number): Quoter {
  const middle = PRICE_ONE / 2;
  const wander = rng.between(-3_500, 3_500);
  return { market, plan, maker, fair: onTick(middle + wander, plan.tick), bids: [], asks: [], visitors: new Set() };
}

/** The nearest price on the tick that leaves room for quotes on both sides. */
function onTick(price: number, tick: number): number {
  const edge = Math.max(EDGE, 3 * tick);
  const kept = Math.min(PRICE_ONE - edge, Math.max(edge, price));
  return Math.round(kept / tick) * tick;
}

function gapOf(quoter: Quoter) {
  return Math.max(quoter.plan.tick, LEVEL_GAP);
}

/** Moves the fair price by up to three cents or one tick, whichever is more. */
export function wander(rng: Rng, quoter: Quoter): void {
  const step = rng.between(-3, 3) * LEVEL_GAP;
  quoter.fair = onTick(
    quoter.fair + (quoter.plan.tick > LEVEL_GAP ? Math.sign(step) * quoter.plan.tick : step),
    quoter.plan.tick,
  );
}

/** Cancels the quotes and places new ones at `levels` prices on each side. */
export function requote(rng: Rng, floor: Floor, quoter: Quoter, levels: number): void {
  withdraw(floor, quoter, 'bids');
  withdraw(floor, quoter, 'asks');
  const { market, maker, fair } = quoter;
  const gap = gapOf(quoter);
  for (let level = 1; level <= levels; level += 1) {
    const bid = Math.max(quoter.plan.tick, fair - level * gap);
    const ask = Math.min(PRICE_ONE - quoter.plan.tick, fair + level * gap);
    const size = shares(rng.pick(SIZES));
    const bought = floor.order({ wallet: maker, market, outcome: 0, side: 'BUY', price: bid, shares: size });
    if (bought !== undefined) quoter.bids.push(bought.order);
    // An offer of the first outcome is either a sale of it or a purchase of the second.
    const sells = level === 1 && floor.free(maker, market, 0) >= size;
    const offer = sells
      ? ({ outcome: 0, side: 'SELL', price: ask } as const)
      : ({ outcome: 1, side: 'BUY', price: PRICE_ONE - ask } as const);
    const sold = floor.order({ wallet: maker, market, shares: size, postOnly: level === 2, ...offer });
    if (sold !== undefined) quoter.asks.push(sold.order);
  }
}

export function withdraw(floor: Floor, quoter: Quoter, side: 'bids' | 'asks'): void {
  for (const order of quoter[side]) floor.cancel(quoter.maker, order);
  quoter[side] = [];
}

/** A limit for an order on the first or second outcome that takes the quotes within `gaps` levels. */
function takingPrice(quoter: Quoter, outcome: 0 | 1, side: 'BUY' | 'SELL', gaps: number): number {
  const own = outcome === 0 ? quoter.fair : PRICE_ONE - quoter.fair;
  const reach = gaps * gapOf(quoter);
  const limit = side === 'BUY' ? own + reach : own - reach;
  return Math.min(PRICE_ONE - quoter.plan.tick, Math.max(quoter.plan.tick, limit));
}

/** Many equal sizes, so that the world has ties. */
const TRADE_SIZES = [5, 10, 10, 20, 20, 25, 50, 100, 7.5, 12.345678];
const TYPES: readonly OrderType[] = ['FAK', 'FAK', 'FAK', 'FOK', 'FOK', 'GTC'];
const PAUSES_MS = [0, 0, 0, 250, 1_000, 3_000];

export function trade(rng: Rng, floor: Floor, quoter: Quoter, wallet: number): void {
  floor.wait(rng.pick(PAUSES_MS));
  const dice = rng.next();
  const outcome: OutcomeIndex = rng.chance(0.5) ? 0 : 1;
  const held = floor.free(wallet, quoter.market, outcome);
  if (dice < 0.03) rest(rng, floor, quoter, wallet, outcome);
  else if (dice < 0.05) splitOrMerge(rng, floor, quoter, wallet);
  else if (held >= shares(5) && dice < 0.4) sell(rng, floor, quoter, wallet, outcome, held);
  else take(floor, rng, quoter, { wallet, outcome, side: 'BUY', shares: shares(rng.pick(TRADE_SIZES)) });
}

type Taking = Pick<Intent, 'wallet' | 'outcome' | 'side' | 'shares'>;

function take(floor: Floor, rng: Rng, quoter: Quoter, taking: Taking) {
  const price = takingPrice(quoter, taking.outcome, taking.side, rng.between(1, 3));
  floor.order({ ...taking, market: quoter.market, price, type: rng.pick(TYPES) });
}

function sell(rng: Rng, floor: Floor, quoter: Quoter, wallet: number, outcome: OutcomeIndex, held: number) {
  const all = rng.chance(0.3);
  const size = all ? held : Math.min(held, shares(rng.pick(TRADE_SIZES)));
  take(floor, rng, quoter, { wallet, outcome, side: 'SELL', shares: size });
}

/** An order inside or outside the quotes that expires within hours, or rests until it is filled. */
function rest(rng: Rng, floor: Floor, quoter: Quoter, wallet: number, outcome: OutcomeIndex) {
  const price = takingPrice(quoter, outcome, 'SELL', rng.between(0, 2));
  const intent = {
    wallet,
    market: quoter.market,
    outcome,
    side: 'BUY',
    price,
    shares: shares(rng.pick(TRADE_SIZES)),
  } as const;
  if (rng.chance(0.7)) floor.order({ ...intent, type: 'GTD', expiresAt: floor.now + rng.between(1, 8) * HOUR_MS });
  else floor.order({ ...intent, postOnly: rng.chance(0.5) });
}

function splitOrMerge(rng: Rng, floor: Floor, quoter: Quoter, wallet: number) {
  const { market } = quoter;
  const pairs = Math.min(floor.free(wallet, market, 0), floor.free(wallet, market, 1));
  if (pairs > 0) floor.must({ kind: 'merge', wallet, market, size: pairs });
  else floor.must({ kind: 'split', wallet, market, size: shares(rng.pick(TRADE_SIZES)) });
}
