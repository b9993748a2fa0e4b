/** model/naive-sets: deposits, transfers, splits, merges and redemptions. */
import type { CommandOf, TransferCommand } from '../spec/venue/command.ts';
import { type Naive, type Outcome, refusedIn, refusedSize } from './naive-state.ts';

export function deposit(naive: Naive, { wallet, amount }: CommandOf<'deposit'>): Outcome {
  if (naive.deposits + naive.debts() + BigInt(amount) > BigInt(Number.MAX_SAFE_INTEGER))
    return { kind: 'malformed', what: 'amount' };
  naive.deposits += BigInt(amount);
  naive.add(BigInt(amount), wallet);
  return naive.record({ kind: 'deposited', wallet, amount });
}

export function splitSets(naive: Naive, { wallet, market, size }: CommandOf<'split'>): Outcome {
  return (
    refusedIn(naive.market(market), 'closed', 'resolved') ??
    refusedSize(size) ??
    naive.lacking(BigInt(size), wallet) ??
    changeSets(naive, 'split', wallet, market, size)
  );
}

export function mergeSets(naive: Naive, { wallet, market, size }: CommandOf<'merge'>): Outcome {
  const scarce = naive.free(wallet, market, 0) < naive.free(wallet, market, 1) ? 0 : 1;
  return (
    refusedIn(naive.market(market), 'resolved') ??
    refusedSize(size) ??
    naive.lacking(BigInt(size), wallet, market, scarce) ??
    changeSets(naive, 'merged', wallet, market, size)
  );
}

function changeSets(naive: Naive, kind: 'split' | 'merged', wallet: number, market: number, size: number): Outcome {
  const made = BigInt(kind === 'split' ? size : -size);
  naive.add(-made, wallet);
  for (const outcome of [0, 1] as const) naive.add(made, wallet, market, outcome);
  naive.market(market).collateral += made;
  return naive.record({ kind, wallet, market, size });
}

export function transfer(naive: Naive, { wallet, to, amount, market, outcome }: TransferCommand): Outcome {
  if (to >= naive.wallets) return { kind: 'unknown-wallet' };
  if (to === wallet) return { kind: 'malformed', what: 'to' };
  const all = BigInt(amount);
  const refusal = naive.lacking(all, wallet, market, outcome);
  if (refusal !== undefined) return refusal;
  naive.add(-all, wallet, market, outcome);
  naive.add(all, to, market, outcome);
  const token = market === undefined || outcome === undefined ? {} : { market, outcome };
  return naive.record({ kind: 'transferred', wallet, to, amount, ...token });
}

export function redeemTokens(naive: Naive, { wallet, market: index }: CommandOf<'redeem'>): Outcome {
  const market = naive.market(index);
  const { payout } = market;
  if (payout === undefined) return { kind: 'not-resolved' };
  const held = [naive.held(wallet, index, 0), naive.held(wallet, index, 1)] as const;
  if (held[0] === 0n && held[1] === 0n) return { kind: 'nothing-to-redeem' };
  const paidFor = (outcome: 0 | 1): bigint => (held[outcome] * BigInt(payout[outcome])) / 1_000_000n;
  const paid = [paidFor(0), paidFor(1)] as const;
  for (const outcome of [0, 1] as const) {
    naive.add(-held[outcome], wallet, index, outcome);
    naive.add(paid[outcome], wallet);
    market.collateral -= paid[outcome];
  }
  if (naive.supply(index, 0) === 0n && naive.supply(index, 1) === 0n) {
    naive.residual += market.collateral;
    market.collateral = 0n;
  }
  const amounts = { sizes: [Number(held[0]), Number(held[1])], paid: [Number(paid[0]), Number(paid[1])] } as const;
  return naive.record({ kind: 'redeemed', wallet, market: index, ...amounts });
}
