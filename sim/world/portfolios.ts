/** sim/world/portfolios: wallets with special portfolios, one crowd, and the markets for the writes of a check run. */
import type { Rng } from '../../base/rng.ts';
import { PRICE_ONE } from '../../base/units.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import { type Floor, shares } from './floor.ts';
import { DAY_MS, MINUTE_MS } from './world.ts';

/** A market to trade in. `deep`: both sides of its book are quoted. */
export type Spot = { readonly market: number; readonly tick: number; readonly deep: boolean };

const LOT = shares(20);
const PAIR = shares(100);
const CRUMB = shares(0.4);
const CROWD_LARGEST = shares(1_000);

/** A complete set in every market, then more of one outcome in some and less of it in others. */
export function collect(rng: Rng, floor: Floor, spots: readonly Spot[], wallet: number): void {
  for (const spot of spots) {
    floor.must({ kind: 'split', wallet, market: spot.market, size: PAIR });
    if (!spot.deep) continue;
    const dice = rng.int(4);
    if (dice === 0) takeLot(floor, spot, wallet, outcomeOf(spot), 'BUY', LOT);
    if (dice === 1) takeLot(floor, spot, wallet, outcomeOf(spot), 'SELL', LOT);
  }
}

function outcomeOf(spot: Spot): OutcomeIndex {
  return spot.market % 2 === 0 ? 0 : 1;
}

type Side = 'BUY' | 'SELL';

/** Buys all of a lot or nothing, at any price. */
function takeLot(floor: Floor, spot: Spot, wallet: number, outcome: OutcomeIndex, side: Side, size: number) {
  const price = side === 'BUY' ? PRICE_ONE - spot.tick : spot.tick;
  floor.order({ wallet, market: spot.market, outcome, side, price, shares: size, type: 'FOK' });
}

/** Buys a lot in each market, of one outcome or the other. */
export function openLots(floor: Floor, spots: readonly Spot[], wallet: number): void {
  for (const spot of spots) takeLot(floor, spot, wallet, outcomeOf(spot), 'BUY', LOT);
}

/** Sells every lot again, several at the same moment; in every fifth market it also splits and merges a set. */
export function closeLots(floor: Floor, spots: readonly Spot[], wallet: number): void {
  for (const spot of spots) {
    const { market } = spot;
    floor.wait(market % 3 === 0 ? MINUTE_MS : 0);
    const held = floor.free(wallet, market, outcomeOf(spot));
    if (held > 0) takeLot(floor, spot, wallet, outcomeOf(spot), 'SELL', held);
    if (market % 5 > 0) continue;
    floor.must({ kind: 'split', wallet, market, size: PAIR });
    floor.must({ kind: 'merge', wallet, market, size: PAIR });
  }
}

export function redeemAll(floor: Floor, spots: readonly Spot[], wallet: number): void {
  for (const { market } of spots) {
    if (floor.venue.market(market)?.state !== 'resolved') continue;
    const held = floor.free(wallet, market, 0) + floor.free(wallet, market, 1);
    if (held > 0) floor.must({ kind: 'redeem', wallet, market });
  }
}

/** Buys ten shares of the second outcome in each market and, but for the first, sells all but two fifths of one. */
export function keepCrumbs(floor: Floor, spots: readonly Spot[], wallet: number): void {
  spots.forEach((spot, position) => {
    takeLot(floor, spot, wallet, 1, 'BUY', shares(10));
    const held = floor.free(wallet, spot.market, 1);
    if (position > 0 && held > CRUMB) takeLot(floor, spot, wallet, 1, 'SELL', held - CRUMB);
  });
}

/** Takes all shares at the best offer and cancels the rest of its order. */
export function takeBestOffer(floor: Floor, { market }: Spot, wallet: number): void {
  const [offer] = floor.venue.asks(market, 0);
  if (offer === undefined) return;
  const { price, size } = offer;
  floor.order({ wallet, market, outcome: 0, side: 'BUY', price, shares: size + LOT, type: 'FAK' });
}

/** Every wallet splits dollars in one market; many split the same amount, the first by far the most. */
export function crowdInto(floor: Floor, { market }: Spot, wallets: readonly number[]): void {
  wallets.forEach((wallet, position) => {
    const size = position === 0 ? CROWD_LARGEST : shares(10 + (wallet % 4) * 5);
    floor.must({ kind: 'split', wallet, market, size });
  });
}

/** `count` live orders on both sides and outcomes, far from the market, and one in it that is filled in part. */
export function restOrders(floor: Floor, spots: readonly Spot[], wallet: number, taker: number, count: number): void {
  const usable = spots.filter((spot) => spot.deep);
  for (let number = 0; number < count; number += 1) {
    const spot = usable[number % usable.length];
    if (spot === undefined) return;
    floor.wait(number % 3 === 0 ? 0 : 1_000);
    restOrder(floor, spot, wallet, number);
  }
  restPartly(floor, usable, wallet, taker);
}

function restOrder(floor: Floor, { market, tick }: Spot, wallet: number, number: number) {
  const outcome: OutcomeIndex = number % 4 === 3 ? 1 : 0;
  const size = shares([5, 10, 10, 25][number % 4] ?? 5);
  const lives = number % 7 === 5 ? ({ type: 'GTD', expiresAt: floor.now + 90 * DAY_MS } as const) : {};
  const isOffer = number % 5 === 4;
  if (isOffer) floor.must({ kind: 'split', wallet, market, size });
  const best = isOffer ? floor.venue.bids(market, outcome)[0] : floor.venue.asks(market, outcome)[0];
  const distance = (1 + (number % 3)) * tick;
  const price = isOffer ? PRICE_ONE - distance : distance;
  // In a market at the edge of its range even the farthest price may cross, and a resting order must not.
  const crosses = best !== undefined && (isOffer ? best.price >= price : best.price <= price);
  if (crosses) return;
  floor.order({ wallet, market, outcome, side: isOffer ? 'SELL' : 'BUY', price, shares: size, ...lives });
}

/** Places the best bid in a book with room for one, and sells two fifths of the order to it from another wallet. */
function restPartly(floor: Floor, spots: readonly Spot[], wallet: number, taker: number) {
  const { venue } = floor;
  for (const { market, tick } of spots) {
    const [bid] = venue.bids(market, 0);
    const [ask] = venue.asks(market, 0);
    if (bid === undefined || ask === undefined || ask.price - bid.price < 2 * tick) continue;
    const price = bid.price + tick;
    floor.must({ kind: 'split', wallet: taker, market, size: PAIR });
    floor.order({ wallet, market, outcome: 0, side: 'BUY', price, shares: shares(50) });
    floor.order({ wallet: taker, market, outcome: 0, side: 'SELL', price, shares: LOT, type: 'FAK' });
    return;
  }
}

const HELD = shares(5_000);
const LEVELS = 5;
const SIZES = [2_000, 1_500, 2_000, 3_000, 2_500];

export function stockWriters(floor: Floor, wallets: readonly number[], market: number): void {
  for (const wallet of wallets) floor.must({ kind: 'split', wallet, market, size: HELD });
}

/** Five levels on each side of half a dollar: bids by one wallet, offers by the other. */
export function restBook(floor: Floor, market: number, bidder: number, offerer: number): void {
  floor.must({ kind: 'split', wallet: offerer, market, size: HELD });
  for (let level = 0; level < LEVELS; level += 1) {
    const size = shares(SIZES[level] ?? 1_000);
    const bid = PRICE_ONE / 2 - (2 + level * 2) * 100;
    floor.order({ wallet: bidder, market, outcome: 0, side: 'BUY', price: bid, shares: size });
    const ask = PRICE_ONE - bid;
    // The best offer sells tokens, so that a purchase is a transfer first; the others mint.
    const offer =
      level === 0
        ? ({ outcome: 0, side: 'SELL', price: ask } as const)
        : ({ outcome: 1, side: 'BUY', price: PRICE_ONE - ask } as const);
    floor.order({ wallet: offerer, market, shares: size, ...offer });
  }
}
