/** model/naive-book: the book of the naive venue: bids and asks for the first outcome, as lists by priority. */
import type { OutcomeIndex, Side } from '../spec/venue/command.ts';
import { type NaiveOrder, remaining, sum } from './naive-money.ts';
import { marketAt, type Naive, type NaiveMarket, priceFor } from './naive-state.ts';

/** Whether the order bids for the first outcome: it buys it, or sells the second. */
function isBid({ outcome, side }: { readonly outcome: OutcomeIndex; readonly side: Side }): boolean {
  return (side === 'BUY') === (outcome === 0);
}

/** By how much the first-outcome price of one order is better than that of another, in price units. */
function lead(bids: boolean, one: NaiveOrder, other: NaiveOrder): number {
  return bids ? priceFor(one, 0) - priceFor(other, 0) : priceFor(other, 0) - priceFor(one, 0);
}

/** Inserts an order behind all orders that are as good. */
export function restOrder(naive: Naive, order: NaiveOrder): void {
  const { bids, asks } = marketAt(naive, order.market);
  const list = isBid(order) ? bids : asks;
  let place = 0;
  for (const resting of list) {
    if (lead(isBid(order), order, resting) > 0) break;
    place += 1;
  }
  list.splice(place, 0, order);
}

export function removeOrder({ bids, asks, delayed }: NaiveMarket, order: NaiveOrder): void {
  for (const list of [bids, asks, delayed]) {
    const place = list.indexOf(order);
    if (place !== -1) list.splice(place, 1);
  }
}

/** Price levels which `side` of `outcome` meets, best first. */
export function levels(
  naive: Naive,
  index: number,
  outcome: OutcomeIndex,
  side: Side,
): { price: number; size: number }[] {
  const market = naive.markets[index];
  const levels: { price: number; size: number }[] = [];
  if (market === undefined) return levels;
  for (const order of isBid({ outcome, side }) ? market.asks : market.bids) {
    const price = priceFor(order, outcome);
    const last = levels.at(-1);
    if (last?.price === price) last.size += Number(remaining(order));
    else levels.push({ price, size: Number(remaining(order)) });
  }
  return levels;
}

/** Shares on the order's own side at its price. */
export function levelSize(naive: Naive, order: NaiveOrder): bigint {
  const { bids, asks } = marketAt(naive, order.market);
  let size = 0n;
  for (const resting of isBid(order) ? bids : asks) {
    const ahead = lead(isBid(order), resting, order);
    if (ahead === 0) size += remaining(resting);
    if (ahead < 0) break;
  }
  return size;
}

/** Resting orders that the order crosses, by priority. */
export function crossingOrders(naive: Naive, order: NaiveOrder): NaiveOrder[] {
  const { bids, asks } = marketAt(naive, order.market);
  const crossing: NaiveOrder[] = [];
  for (const resting of isBid(order) ? asks : bids) {
    if (lead(!isBid(order), resting, order) < 0) break;
    crossing.push(resting);
  }
  return crossing;
}

/** Whether others cover the whole order: those before the first own order, or all if own orders are cancelled. */
export function canFill(naive: Naive, order: NaiveOrder): boolean {
  const crossing = crossingOrders(naive, order);
  const own = crossing.findIndex((resting) => resting.wallet === order.wallet);
  const others =
    naive.rules.selfTrade === 'cancel-oldest'
      ? crossing.filter((resting) => resting.wallet !== order.wallet)
      : crossing.slice(0, own === -1 ? undefined : own);
  return sum(others.map(remaining)) >= order.size;
}
