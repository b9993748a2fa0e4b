/**
 * sim/world/generated/portfolios: wallets with a purpose: one that holds both outcomes everywhere, one that closes what
 * it opens, one that keeps crumbs, one with many live orders. They trade through the exchange like anybody else.
 */

import { PRICE_ONE } from '../../../spec/units.ts';
import type { OutcomeIndex } from '../../core/command.ts';
import { type Floor, shares } from '../floor.ts';
import { DAY_MS } from '../moment.ts';
import type { Rng } from '../rng.ts';
import { type Desk, takingPrice } from './desk.ts';

const LOT = shares(20);
const PAIR = shares(100);

/** A complete set in every market, then a bit more of one outcome in some and less of the other in others. */
export function collect(rng: Rng, floor: Floor, desks: readonly Desk[], wallet: number): void {
  for (const desk of desks) {
    const { market } = desk;
    floor.must({ kind: 'split', wallet, market, size: PAIR });
    if (desk.plan.book !== 'deep') continue;
    const outcome: OutcomeIndex = market % 2 === 0 ? 0 : 1;
    const dice = rng.int(4);
    if (dice === 0) takeLot(floor, desk, wallet, outcome, 'BUY', LOT);
    if (dice === 1) takeLot(floor, desk, wallet, outcome, 'SELL', LOT);
  }
}

/** A whole lot or nothing, at whatever the book asks for. */
function takeLot(
  floor: Floor,
  desk: Desk,
  wallet: number,
  outcome: OutcomeIndex,
  side: 'BUY' | 'SELL',
  size: number,
): void {
  const price = takingPrice(desk, outcome, side, 8);
  floor.order({ wallet, market: desk.market, outcome, side, price, shares: size, type: 'FOK' });
}

/** Buys a lot in each market, of one outcome or the other. */
export function openLots(floor: Floor, desks: readonly Desk[], wallet: number): void {
  for (const desk of desks) takeLot(floor, desk, wallet, desk.market % 2 === 0 ? 0 : 1, 'BUY', LOT);
}

/** Sells every lot again; in every fifth market a set comes and goes at the same moment. */
export function closeLots(floor: Floor, desks: readonly Desk[], wallet: number): void {
  for (const desk of desks) {
    const outcome: OutcomeIndex = desk.market % 2 === 0 ? 0 : 1;
    const held = floor.free(wallet, desk.market, outcome);
    if (held > 0) takeLot(floor, desk, wallet, outcome, 'SELL', held);
    if (desk.market % 5 > 0) continue;
    floor.must({ kind: 'split', wallet, market: desk.market, size: PAIR });
    floor.must({ kind: 'merge', wallet, market: desk.market, size: PAIR });
  }
}

/** Redeems all that a wallet holds in resolved markets. */
export function redeemAll(floor: Floor, desks: readonly Desk[], wallet: number): void {
  for (const { market } of desks) {
    if (floor.exchange.market(market)?.state !== 'resolved') continue;
    const held = floor.free(wallet, market, 0) + floor.free(wallet, market, 1);
    if (held > 0) floor.must({ kind: 'redeem', wallet, market });
  }
}

/** Buys ten shares and sells all but two fifths of one. */
export function keepCrumbs(floor: Floor, desks: readonly Desk[], wallet: number): void {
  for (const desk of desks) {
    takeLot(floor, desk, wallet, 0, 'BUY', shares(10));
    const held = floor.free(wallet, desk.market, 0);
    if (held > 0) takeLot(floor, desk, wallet, 0, 'SELL', held - shares(0.4));
  }
}

/** `count` live orders on both sides and outcomes, far from the market, and one in it that is filled in part. */
export function restOrders(floor: Floor, desks: readonly Desk[], wallet: number, taker: number, count: number): void {
  const usable = desks.filter((desk) => desk.plan.book === 'deep' && desk.plan.tick <= 100);
  for (let number = 0; number < count; number += 1) {
    const desk = usable[number % usable.length];
    if (desk === undefined) return;
    floor.wait(number % 3 === 0 ? 0 : 1_000);
    restOrder(floor, desk, wallet, number);
  }
  const [first] = usable;
  if (first !== undefined) restPartly(floor, first, wallet, taker);
}

function restOrder(floor: Floor, { market, plan }: Desk, wallet: number, number: number): void {
  const outcome: OutcomeIndex = number % 4 === 3 ? 1 : 0;
  const size = shares([5, 10, 10, 25][number % 4] ?? 5);
  const distance = (1 + (number % 3)) * plan.tick;
  const lives = number % 7 === 5 ? ({ type: 'GTD', expiresAt: floor.now + 90 * DAY_MS } as const) : {};
  if (number % 5 === 4) {
    floor.must({ kind: 'split', wallet, market, size });
    floor.order({ wallet, market, outcome, side: 'SELL', price: PRICE_ONE - distance, shares: size, ...lives });
  } else {
    floor.order({ wallet, market, outcome, side: 'BUY', price: distance, shares: size, ...lives });
  }
}

/** Joins the market at its fair price, where another wallet sells two fifths of the order to it. */
function restPartly(floor: Floor, desk: Desk, wallet: number, taker: number): void {
  const { market, fair: price } = desk;
  floor.must({ kind: 'split', wallet: taker, market, size: PAIR });
  floor.order({ wallet, market, outcome: 0, side: 'BUY', price, shares: shares(50) });
  floor.order({ wallet: taker, market, outcome: 0, side: 'SELL', price, shares: LOT, type: 'FAK' });
}
