/**
 * proof/oracle/naive-book: the order book of the naive venue: one list of bids and one of asks for the first
 * outcome, the first to trade first. An order for the second outcome stands in them as what it means for the first.
 */
import type { OutcomeIndex, Side } from '../../sim/core/command.ts';
import { type NaiveOrder, remaining, sum } from './naive-money.ts';
import { marketAt, type Naive, type NaiveMarket, priceFor } from './naive-state.ts';

/** Whether the order stands among the bids for the first outcome: it buys it, or sells the second. */
function isBid({ outcome, side }: { readonly outcome: OutcomeIndex; readonly side: Side }): boolean {
  return (side === 'BUY') === (outcome === 0);
}

/** Dollars by which one first-outcome price is better than another for somebody on the other side, in price units. */
function lead(bids: boolean, one: NaiveOrder, other: NaiveOrder): number {
  return bids ? priceFor(one, 0) - priceFor(other, 0) : priceFor(other, 0) - priceFor(one, 0);
}

/** Puts an order into the book, behind all that are as good. */
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

/** Takes an order out of whatever list of its market it is in. */
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

/** Shares resting on the own side of the order at its price. */
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

/** Resting orders the order crosses, the first to trade first. */
export function crossingOrders(naive: Naive, order: NaiveOrder): NaiveOrder[] {
  const { bids, asks } = marketAt(naive, order.market);
  const crossing: NaiveOrder[] = [];
  for (const resting of isBid(order) ? asks : bids) {
    if (lead(!isBid(order), resting, order) < 0) break;
    crossing.push(resting);
  }
  return crossing;
}

/** Whether others cover the order's whole size: those it meets before its own wallet, or all where own orders give way. */
export function canFill(naive: Naive, order: NaiveOrder): boolean {
  const crossing = crossingOrders(naive, order);
  const own = crossing.findIndex((resting) => resting.wallet === order.wallet);
  const others =
    naive.rules.selfTrade === 'cancel-oldest'
      ? crossing.filter((resting) => resting.wallet !== order.wallet)
      : crossing.slice(0, own === -1 ? undefined : own);
  return sum(others.map(remaining)) >= order.size;
}
