/** sim/core/oracle/naive-markets: complete sets, and the states of a market. */
import type { Refusal, Reply } from '../command.ts';
import { endOrder } from './naive-orders.ts';
import { freeCash, freeTokens } from './naive-reserves.ts';
import { give, isOpen, marketAt, type Naive, notAccepting, pay, tell, tokensOf } from './naive-state.ts';

/** Buys complete sets at a dollar each. */
export function splitSets(naive: Naive, wallet: number, market: number, size: number): Reply | Refusal {
  const { state } = marketAt(naive, market);
  if (state === 'closed' || state === 'resolved') return notAccepting(state);
  if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
  const free = freeCash(naive, wallet);
  if (BigInt(size) > free) return { kind: 'insufficient-cash', needed: size, free: Number(free) };
  makeSets(naive, wallet, market, BigInt(size));
  tell(naive, { kind: 'split', at: naive.now, wallet, market, size });
  return { kind: 'done' };
}

/** Sells complete sets back. */
export function mergeSets(naive: Naive, wallet: number, market: number, size: number): Reply | Refusal {
  if (marketAt(naive, market).state === 'resolved') return notAccepting('resolved');
  if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
  const each = [freeTokens(naive, wallet, market, 0), freeTokens(naive, wallet, market, 1)] as const;
  const free = each[0] < each[1] ? each[0] : each[1];
  if (BigInt(size) > free) return { kind: 'insufficient-tokens', needed: size, free: Number(free) };
  makeSets(naive, wallet, market, -BigInt(size));
  tell(naive, { kind: 'merged', at: naive.now, wallet, market, size });
  return { kind: 'done' };
}

function makeSets(naive: Naive, wallet: number, market: number, size: bigint): void {
  pay(naive, wallet, -size);
  give(naive, wallet, market, 0, size);
  give(naive, wallet, market, 1, size);
  marketAt(naive, market).collateral += size;
}

/** Gives up all tokens for their payout. */
export function redeemTokens(naive: Naive, wallet: number, market: number): Reply | Refusal {
  const { payout } = marketAt(naive, market);
  if (payout === undefined) return { kind: 'not-resolved' };
  const held = [tokensOf(naive, wallet, market, 0), tokensOf(naive, wallet, market, 1)] as const;
  if (held[0] === 0n && held[1] === 0n) return { kind: 'nothing-to-redeem' };
  const paid = [(held[0] * BigInt(payout[0])) / 1_000_000n, (held[1] * BigInt(payout[1])) / 1_000_000n] as const;
  give(naive, wallet, market, 0, -held[0]);
  give(naive, wallet, market, 1, -held[1]);
  pay(naive, wallet, paid[0] + paid[1]);
  marketAt(naive, market).collateral -= paid[0] + paid[1];
  const wallets = naive.cashByWallet.map((_, index) => index);
  if (wallets.every((each) => tokensOf(naive, each, market, 0) === 0n && tokensOf(naive, each, market, 1) === 0n)) {
    naive.residual += marketAt(naive, market).collateral;
    marketAt(naive, market).collateral = 0n;
  }
  tell(naive, {
    kind: 'redeemed',
    at: naive.now,
    wallet,
    market,
    sizes: [Number(held[0]), Number(held[1])],
    paid: [Number(paid[0]), Number(paid[1])],
  });
  return { kind: 'done' };
}

/** Pauses or resumes. */
export function switchState(naive: Naive, index: number, to: 'open' | 'paused'): Reply | Refusal {
  const market = marketAt(naive, index);
  if (market.state === 'closed' || market.state === 'resolved') return notAccepting(market.state);
  if (market.state === to) return { kind: 'done' };
  market.state = to;
  tell(naive, { kind: 'market-state', at: naive.now, market: index, state: to });
  return { kind: 'done' };
}

/** Ends trading and with it all open orders of the market. */
export function closeMarket(naive: Naive, index: number): void {
  const market = marketAt(naive, index);
  if (market.state === 'closed') return;
  market.state = 'closed';
  tell(naive, { kind: 'market-state', at: naive.now, market: index, state: 'closed' });
  for (const order of naive.orders)
    if (order.market === index && isOpen(order)) endOrder(naive, order, 'market-closed');
}
