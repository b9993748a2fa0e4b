/** model/naive-book: the book of the naive venue: bids and asks for the first outcome, as lists by priority. */
import type { OutcomeIndex, Side } from '../spec/venue/command.ts';
import { type NaiveOrder, remaining, sum } from './naive-money.ts';
import { type Naive, type NaiveMarket, priceFor } from './naive-state.ts';

/** Whether the order bids for the first outcome: it buys it, or sells the second. */
function isBid({ outcome, side }: { readonly outcome: OutcomeIndex; readonly side: Side }) {
  return (side === 'BUY') === (outcome === 0);
}

/** The orders at the front of a list until one of them is worse than a first-outcome price. */
function downTo(list: readonly NaiveOrder[], price: number, bids: boolean): NaiveOrder[] {
  const worse = list.findIndex((each) => (bids ? priceFor(each, 0) < price : priceFor(each, 0) > price));
  return list.slice(0, worse === -1 ? undefined : worse);
}

/** Inserts an order behind all orders that are as good. */
export function restOrder({ bids, asks }: NaiveMarket, order: NaiveOrder): void {
  const list = isBid(order) ? bids : asks;
  list.splice(downTo(list, priceFor(order, 0), isBid(order)).length, 0, order);
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
  const price = priceFor(order, 0);
  const level = (isBid(order) ? bids : asks).filter((resting) => priceFor(resting, 0) === price);
  return sum(level.map(remaining));
}

/** Resting orders that the order crosses, by priority. */
export function crossingOrders({ bids, asks }: NaiveMarket, order: NaiveOrder): NaiveOrder[] {
  return downTo(isBid(order) ? asks : bids, priceFor(order, 0), !isBid(order));
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
