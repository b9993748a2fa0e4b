/**
 * sim/core/ledger: who owns what. Cash in micro dollars, tokens in micro shares; what is reserved for open orders is
 * part of the total, and free = total - reserved. Cash leaves a wallet only into another wallet, the collateral of a
 * market, the fee account or the residual account, so their sum always equals the deposits.
 */
import { invariant } from '../../spec/result.ts';

export type Holding = { readonly total: [number, number]; readonly reserved: [number, number] };

export type Account = {
  cash: number;
  reservedCash: number;
  /** By market. */
  readonly holdings: Map<number, Holding>;
  /** Salts of accepted orders. */
  readonly salts: Set<string>;
};

/** The sums the venue keeps itself, micro dollars. */
export type Treasury = {
  deposits: number;
  /** Collateral behind the complete sets of all markets. */
  collateral: number;
  fees: number;
  /** What rounding took. */
  residual: number;
};

export function newAccount(): Account {
  return { cash: 0, reservedCash: 0, holdings: new Map(), salts: new Set() };
}

export function newTreasury(): Treasury {
  return { deposits: 0, collateral: 0, fees: 0, residual: 0 };
}

/** The holding of a wallet in a market, made when first needed. */
export function holdingOf(account: Account, market: number): Holding {
  const known = account.holdings.get(market);
  if (known !== undefined) return known;
  const holding: Holding = { total: [0, 0], reserved: [0, 0] };
  account.holdings.set(market, holding);
  return holding;
}

export function freeCash(account: Account): number {
  return account.cash - account.reservedCash;
}

/** Free tokens of a wallet that may never have touched the market. */
export function freeTokens(account: Account, market: number, outcome: 0 | 1): number {
  const holding = account.holdings.get(market);
  return holding === undefined ? 0 : holding.total[outcome] - holding.reserved[outcome];
}

export function changeCash(account: Account, change: number): void {
  account.cash += change;
  invariant(account.cash >= account.reservedCash, 'a debit exceeds the free cash of its wallet');
}

export function changeReservedCash(account: Account, change: number): void {
  account.reservedCash += change;
  invariant(account.reservedCash >= 0, 'more cash released than was reserved');
  invariant(account.cash >= account.reservedCash, 'more cash reserved than the wallet has');
}

export function changeTokens(holding: Holding, outcome: 0 | 1, change: number): void {
  holding.total[outcome] += change;
  invariant(holding.total[outcome] >= holding.reserved[outcome], 'a debit exceeds the free tokens of its wallet');
}

export function changeReservedTokens(holding: Holding, outcome: 0 | 1, change: number): void {
  holding.reserved[outcome] += change;
  invariant(holding.reserved[outcome] >= 0, 'more tokens released than were reserved');
  invariant(holding.total[outcome] >= holding.reserved[outcome], 'more tokens reserved than the wallet has');
}
