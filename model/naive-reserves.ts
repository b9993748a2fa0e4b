/** model/naive-reserves: reservations, summed up over all open orders each time. */
import type { OutcomeIndex } from '../spec/venue/command.ts';
import { needAtRest, needOnArrival, remaining } from './naive-money.ts';
import { type Naive, tokensOf } from './naive-state.ts';

export function reservedCash(naive: Naive, wallet: number): bigint {
  let reserved = 0n;
  for (const { bids, asks, delayed, terms } of naive.markets) {
    for (const list of [bids, asks, delayed]) {
      for (const order of list) {
        if (order.wallet !== wallet || order.side !== 'BUY') continue;
        reserved += list === delayed ? needOnArrival(terms.fee, order, true) : needAtRest(terms.fee, order);
      }
    }
  }
  return reserved;
}

export function reservedTokens(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex): bigint {
  let reserved = 0n;
  const { bids = [], asks = [], delayed = [] } = naive.markets[market] ?? {};
  for (const list of [bids, asks, delayed]) {
    for (const order of list) {
      if (order.wallet === wallet && order.outcome === outcome && order.side === 'SELL') reserved += remaining(order);
    }
  }
  return reserved;
}

export function freeCash(naive: Naive, wallet: number): bigint {
  return (naive.cashByWallet[wallet] ?? 0n) - reservedCash(naive, wallet);
}

export function freeTokens(naive: Naive, wallet: number, market: number, outcome: OutcomeIndex): bigint {
  return tokensOf(naive, wallet, market, outcome) - reservedTokens(naive, wallet, market, outcome);
}
