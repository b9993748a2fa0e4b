/** sim/core/oracle/naive-reserves: what open orders hold, added up over all orders each time. */
import type { OutcomeIndex } from '../command.ts';
import { type NaiveOrder, needAtRest, needOnArrival, remaining, sum } from './naive-money.ts';
import { isOpen, marketAt, type Naive, tokensOf } from './naive-state.ts';

/** Cash held for the wallet's open orders. */
export function reservedCash(naive: Naive, wallet: number): bigint {
  const mine = naive.orders.filter((order) => isOpen(order) && order.wallet === wallet && order.side === 'BUY');
  return sum(mine.map((order) => need(naive, order)));
}

/** Tokens held for the wallet's open orders. */
export function reservedTokens(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex): bigint {
  const mine = naive.orders.filter(
    (order) =>
      isOpen(order) &&
      order.wallet === wallet &&
      order.market === market &&
      order.outcome === outcome &&
      order.side === 'SELL',
  );
  return sum(mine.map(remaining));
}

function need(naive: Naive, order: NaiveOrder): bigint {
  const { fee } = marketAt(naive, order.market).terms;
  return order.state === 'delayed' ? needOnArrival(fee, order, true) : needAtRest(fee, order);
}

/** Cash that can still be spent. */
export function freeCash(naive: Naive, wallet: number): bigint {
  return (naive.cashByWallet[wallet] ?? 0n) - reservedCash(naive, wallet);
}

/** Tokens that can still be sold. */
export function freeTokens(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex): bigint {
  return tokensOf(naive, wallet, market, outcome) - reservedTokens(naive, wallet, market, outcome);
}
