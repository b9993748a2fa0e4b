/** sim/core/oracle/naive-book: the order book of the naive exchange: no book at all, but filters and sorts over all orders. */
import type { OutcomeIndex, Side } from '../command.ts';
import { type NaiveOrder, remaining, sum } from './naive-money.ts';
import { type Naive, priceFor } from './naive-state.ts';

/** Resting orders which someone who wants to do `side` with `outcome` meets, the first to trade first. */
function queue(naive: Naive, market: number, outcome: OutcomeIndex, side: Side): NaiveOrder[] {
  const buying = side === 'BUY';
  return naive.orders
    .filter((order) => order.state === 'live' && order.market === market)
    .filter((order) => (order.outcome === outcome ? order.side !== side : order.side === side))
    .sort((a, b) => {
      const byPrice = priceFor(a, outcome) - priceFor(b, outcome);
      if (byPrice !== 0n) return buying === byPrice > 0n ? 1 : -1;
      return a.rested - b.rested;
    });
}

/** Price levels of a queue, best first. */
export function levels(
  naive: Naive,
  market: number,
  outcome: OutcomeIndex,
  side: Side,
): { price: number; size: number }[] {
  const levels: { price: number; size: number }[] = [];
  for (const order of queue(naive, market, outcome, side)) {
    const price = Number(priceFor(order, outcome));
    const last = levels.at(-1);
    if (last?.price === price) last.size += Number(remaining(order));
    else levels.push({ price, size: Number(remaining(order)) });
  }
  return levels;
}

/** Shares resting on the own side of the order at its price. */
export function levelSize(naive: Naive, order: NaiveOrder): bigint {
  const opposite = order.side === 'BUY' ? 'SELL' : 'BUY';
  const level = queue(naive, order.market, order.outcome, opposite).filter(
    (resting) => priceFor(resting, order.outcome) === order.price,
  );
  return sum(level.map(remaining));
}

/** Resting orders the order crosses, the first to trade first. */
export function crossingOrders(naive: Naive, order: NaiveOrder): NaiveOrder[] {
  return queue(naive, order.market, order.outcome, order.side).filter((resting) => {
    const price = priceFor(resting, order.outcome);
    return order.side === 'BUY' ? price <= order.price : price >= order.price;
  });
}

/** What the order may trade with: everything it crosses up to the first order of its own wallet. */
export function partnersOf(naive: Naive, order: NaiveOrder): NaiveOrder[] {
  const crossing = crossingOrders(naive, order);
  const own = crossing.findIndex((resting) => resting.wallet === order.wallet);
  return own === -1 ? crossing : crossing.slice(0, own);
}

/** Whether what the order may trade with covers its whole size. */
export function canFill(naive: Naive, order: NaiveOrder): boolean {
  return sum(partnersOf(naive, order).map(remaining)) >= order.size;
}
