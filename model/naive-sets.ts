/** model/naive-sets: splits, merges and redemptions. */
import type { Refusal, Reply, TransferCommand } from '../spec/venue/command.ts';
import { lesser } from './naive-money.ts';
import { freeCash, freeTokens } from './naive-reserves.ts';
import { addCash, addTokens, marketAt, type Naive, notAccepting, record, supplyOf, tokensOf } from './naive-state.ts';

export function splitSets(naive: Naive, wallet: number, market: number, size: number): Reply | Refusal {
  const { state } = marketAt(naive, market);
  if (state === 'closed' || state === 'resolved') return notAccepting(state);
  if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
  const free = freeCash(naive, wallet);
  if (BigInt(size) > free) return { kind: 'insufficient-cash', needed: size, free: Number(free) };
  makeSets(naive, wallet, market, BigInt(size));
  record(naive, { kind: 'split', at: naive.now, wallet, market, size });
  return { kind: 'done' };
}

export function mergeSets(naive: Naive, wallet: number, market: number, size: number): Reply | Refusal {
  if (marketAt(naive, market).state === 'resolved') return notAccepting('resolved');
  if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
  const free = lesser(freeTokens(naive, wallet, market, 0), freeTokens(naive, wallet, market, 1));
  if (BigInt(size) > free) return { kind: 'insufficient-tokens', needed: size, free: Number(free) };
  makeSets(naive, wallet, market, -BigInt(size));
  record(naive, { kind: 'merged', at: naive.now, wallet, market, size });
  return { kind: 'done' };
}

export function transfer(naive: Naive, { wallet, to, amount, market, outcome }: TransferCommand): Reply | Refusal {
  if (naive.cashByWallet[to] === undefined) return { kind: 'unknown-wallet' };
  if (to === wallet) return { kind: 'malformed', what: 'to' };
  const all = BigInt(amount);
  if (market === undefined || outcome === undefined) {
    const free = freeCash(naive, wallet);
    if (all > free) return { kind: 'insufficient-cash', needed: amount, free: Number(free) };
    addCash(naive, wallet, -all);
    addCash(naive, to, all);
    record(naive, { kind: 'transferred', at: naive.now, wallet, to, amount });
    return { kind: 'done' };
  }
  const free = freeTokens(naive, wallet, market, outcome);
  if (all > free) return { kind: 'insufficient-tokens', needed: amount, free: Number(free) };
  addTokens(naive, wallet, market, outcome, -all);
  addTokens(naive, to, market, outcome, all);
  record(naive, { kind: 'transferred', at: naive.now, wallet, to, amount, market, outcome });
  return { kind: 'done' };
}

function makeSets(naive: Naive, wallet: number, market: number, size: bigint): void {
  addCash(naive, wallet, -size);
  addTokens(naive, wallet, market, 0, size);
  addTokens(naive, wallet, market, 1, size);
  marketAt(naive, market).collateral += size;
}

export function redeemTokens(naive: Naive, wallet: number, index: number): Reply | Refusal {
  const market = marketAt(naive, index);
  if (market.payout === undefined) return { kind: 'not-resolved' };
  const held = [tokensOf(naive, wallet, index, 0), tokensOf(naive, wallet, index, 1)] as const;
  if (held[0] === 0n && held[1] === 0n) return { kind: 'nothing-to-redeem' };
  const worth = market.payout.map(BigInt);
  const paid = [(held[0] * (worth[0] ?? 0n)) / 1_000_000n, (held[1] * (worth[1] ?? 0n)) / 1_000_000n] as const;
  addTokens(naive, wallet, index, 0, -held[0]);
  addTokens(naive, wallet, index, 1, -held[1]);
  addCash(naive, wallet, paid[0] + paid[1]);
  market.collateral -= paid[0] + paid[1];
  if (supplyOf(naive, index, 0) === 0n && supplyOf(naive, index, 1) === 0n) {
    naive.residual += market.collateral;
    market.collateral = 0n;
  }
  record(naive, {
    kind: 'redeemed',
    at: naive.now,
    wallet,
    market: index,
    sizes: [Number(held[0]), Number(held[1])],
    paid: [Number(paid[0]), Number(paid[1])],
  });
  return { kind: 'done' };
}
