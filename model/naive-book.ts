/** model/naive-book: the book of the naive venue: bids and asks for the first outcome, as lists by priority. */
import type { OutcomeIndex, Side } from '../spec/venue/command.ts';
import { type NaiveOrder, remaining, sum } from './naive-money.ts';
import { type Naive, type NaiveMarket, priceFor } from './naive-state.ts';

/** Whether the order bids for the first outcome: it buys it, or sells the second. */
function isBid({ outcome, side }: { readonly outcome: OutcomeIndex; readonly side: Side }): boolean {
  return (side === 'BUY') === (outcome === 0);
}

/** By how much the first-outcome price of one order is better than that of another, in price units. */
function lead(bids: boolean, one: NaiveOrder, other: NaiveOrder): number {
  return (priceFor(one, 0) - priceFor(other, 0)) * (bids ? 1 : -1);
}

/** Inserts an order behind all orders that are as good. */
export function restOrder({ bids, asks }: NaiveMarket, order: NaiveOrder): void {
  const list = isBid(order) ? bids : asks;
  const place = list.findIndex((resting) => lead(isBid(order), order, resting) > 0);
  list.splice(place === -1 ? list.length : place, 0, order);
}

export function removeOrder({ bids, asks, delayed }: NaiveMarket, order: NaiveOrder): void {
  for (const list of [bids, asks, delayed]) {
    const place = list.indexOf(order);
    if (place !== -1) list.splice(place, 1);
  }
}

/** Price levels which `side` of `outcome` crosses, best first. */
export function levels(market: NaiveMarket | undefined, outcome: OutcomeIndex, side: Side) {
  const levels: { price: number; size: number }[] = [];
  for (const order of (isBid({ outcome, side }) ? market?.asks : market?.bids) ?? []) {
    const price = priceFor(order, outcome);
    const last = levels.at(-1);
    if (last?.price === price) last.size += Number(remaining(order));
    else levels.push({ price, size: Number(remaining(order)) });
  }
  return levels;
}

/** Shares on the order's own side at its price. */
export function levelSize({ bids, asks }: NaiveMarket, order: NaiveOrder): bigint {
  const level = (isBid(order) ? bids : asks).filter((resting) => lead(true, resting, order) === 0);
  return sum(level.map(remaining));
}

/** Resting orders that the order crosses, by priority. */
export function crossingOrders({ bids, asks }: NaiveMarket, order: NaiveOrder): NaiveOrder[] {
  return (isBid(order) ? asks : bids).filter((resting) => lead(!isBid(order), resting, order) >= 0);
}

/** Whether others cover the whole order: those before the first own order, or all if own orders are cancelled. */
export function canFill(naive: Naive, order: NaiveOrder): boolean {
  const crossing = crossingOrders(naive.market(order.market), order);
  const own = crossing.findIndex((resting) => resting.wallet === order.wallet);
  const others =
    naive.rules.selfTrade === 'cancel-oldest'
      ? crossing.filter((resting) => resting.wallet !== order.wallet)
      : crossing.slice(0, own === -1 ? undefined : own);
  return sum(others.map(remaining)) >= order.size;
}
