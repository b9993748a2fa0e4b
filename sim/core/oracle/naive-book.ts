/** sim/core/oracle/naive-book: the order book of the naive exchange: no book at all, but filters and sorts over open orders. */
import type { OutcomeIndex, Side } from '../command.ts';
import { type NaiveOrder, remaining, sum } from './naive-money.ts';
import { marketAt, type Naive, priceFor } from './naive-state.ts';

type Wish = Pick<NaiveOrder, 'market' | 'outcome' | 'side' | 'price'>;

/** Whether someone who wants to do `side` with `outcome` can trade with the resting order, at whatever price. */
function isOpposite(resting: NaiveOrder, outcome: OutcomeIndex, side: Side): boolean {
  if (resting.state !== 'live') return false;
  return resting.outcome === outcome ? resting.side !== side : resting.side === side;
}

/** Sorts resting orders: the first to trade with `side` of `outcome` first. */
function inTurn(orders: NaiveOrder[], outcome: OutcomeIndex, side: Side): NaiveOrder[] {
  const up = side === 'BUY' ? 1 : -1;
  return orders.sort((a, b) => (priceFor(a, outcome) - priceFor(b, outcome)) * up || a.rested - b.rested);
}

/** Price levels which `side` of `outcome` meets, best first. */
export function levels(
  naive: Naive,
  market: number,
  outcome: OutcomeIndex,
  side: Side,
): { price: number; size: number }[] {
  const levels: { price: number; size: number }[] = [];
  const resting = naive.markets[market]?.open.filter((order) => isOpposite(order, outcome, side)) ?? [];
  for (const order of inTurn(resting, outcome, side)) {
    const price = priceFor(order, outcome);
    const last = levels.at(-1);
    if (last?.price === price) last.size += Number(remaining(order));
    else levels.push({ price, size: Number(remaining(order)) });
  }
  return levels;
}

/** Shares resting on the own side of the order at its price. */
export function levelSize(naive: Naive, { market, outcome, side, price }: Wish): bigint {
  const opposite = side === 'BUY' ? 'SELL' : 'BUY';
  const level = marketAt(naive, market).open.filter(
    (resting) => priceFor(resting, outcome) === price && isOpposite(resting, outcome, opposite),
  );
  return sum(level.map(remaining));
}

/** Resting orders the order crosses, the first to trade first. */
export function crossingOrders(naive: Naive, { market, outcome, side, price }: Wish): NaiveOrder[] {
  const crossing = marketAt(naive, market).open.filter((resting) => {
    const better = side === 'BUY' ? price - priceFor(resting, outcome) : priceFor(resting, outcome) - price;
    return better >= 0 && isOpposite(resting, outcome, side);
  });
  return inTurn(crossing, outcome, side);
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
