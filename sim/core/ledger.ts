/**
 * sim/core/ledger: balances of wallets: cash in micro dollars, tokens in micro shares, free = total - reserved for open
 * orders. Cash leaves a wallet only into another wallet, the collateral of a market, the fee account or the residual
 * account, so their sum always equals the deposits.
 */
import { invariant } from '../../base/result.ts';
import type { Micro, Numbered } from '../../base/units.ts';
import type { MarketNumber, OutcomeIndex, WalletNumber } from '../../spec/venue/command.ts';
import { intAt, moreFloats, moreInts } from './typed-arrays.ts';

/** The number of a wallet's holding in a market; negative for none. */
export type Holding = Numbered<'holding'>;

export type Ledger = {
  wallets: number;
  /** Two doubles a wallet: cash, and how much of it is reserved. */
  cash: Float64Array;
  holdings: number;
  /** Four doubles a holding: tokens of each outcome, and how many of each are reserved. */
  tokens: Float64Array;
  /** Two ints a holding: wallet and market. */
  owners: Int32Array;
  /** Open addressing over wallet and market: the holding's number and one. */
  table: Int32Array;
};

/** The sums the venue keeps itself, micro dollars. */
export type Treasury = {
  deposits: Micro;
  /** Collateral behind the complete sets of all markets. */
  collateral: Micro;
  /** The part of it that groups owe for conversions. */
  debt: Micro;
  fees: Micro;
  /** The sum of all rounding. */
  residual: Micro;
};

const CASH_FLOATS = 2;
const TOKEN_FLOATS = 4;

export function newLedger(): Ledger {
  return {
    wallets: 0,
    cash: new Float64Array(16 * CASH_FLOATS),
    holdings: 0,
    tokens: new Float64Array(16 * TOKEN_FLOATS),
    owners: new Int32Array(16 * 2),
    table: new Int32Array(32),
  };
}

export function newTreasury(): Treasury {
  return { deposits: 0, collateral: 0, debt: 0, fees: 0, residual: 0 };
}

export function openAccount(ledger: Ledger): WalletNumber {
  const wallet = ledger.wallets;
  ledger.wallets += 1;
  if (ledger.wallets * CASH_FLOATS > ledger.cash.length) ledger.cash = moreFloats(ledger.cash, ledger.cash.length * 2);
  return wallet;
}

/** The number of a wallet's holding in a market; -1 if it never had one. */
export function findHolding(ledger: Ledger, wallet: WalletNumber, market: MarketNumber): Holding {
  return intAt(ledger.table, placeFor(ledger, wallet, market)) - 1;
}

/** The number of a wallet's holding in a market, created when first needed. */
export function holdingOf(ledger: Ledger, wallet: WalletNumber, market: MarketNumber): Holding {
  const place = placeFor(ledger, wallet, market);
  const known = intAt(ledger.table, place);
  if (known !== 0) return known - 1;
  invariant(wallet < ledger.wallets, 'only an open wallet has holdings');
  const holding = ledger.holdings;
  ledger.holdings += 1;
  if (holding * TOKEN_FLOATS >= ledger.tokens.length) {
    ledger.tokens = moreFloats(ledger.tokens, ledger.tokens.length * 2);
    ledger.owners = moreInts(ledger.owners, ledger.owners.length * 2);
  }
  ledger.owners[holding * 2] = wallet;
  ledger.owners[holding * 2 + 1] = market;
  ledger.table[place] = holding + 1;
  if (ledger.holdings * 2 > ledger.table.length) rebuildTable(ledger, ledger.table.length * 2);
  invariant(ledger.holdings < ledger.table.length, 'the table has free places, at which every search ends');
  return holding;
}

/** The index of this holding in the table, or the free index for it. */
function placeFor({ table, owners }: Ledger, wallet: WalletNumber, market: MarketNumber): number {
  const mask = table.length - 1;
  const mixed = Math.imul(wallet, 0x9e3779b1) ^ Math.imul(market + 1, 0x85ebca6b);
  let place = (mixed ^ (mixed >>> 15)) & mask;
  for (;;) {
    const known = intAt(table, place);
    if (known === 0) return place;
    if (intAt(owners, known * 2 - 2) === wallet && intAt(owners, known * 2 - 1) === market) return place;
    place = (place + 1) & mask;
  }
}

/** Puts every holding into a new table of this length (a power of two). */
export function rebuildTable(ledger: Ledger, length: number): void {
  invariant((length & (length - 1)) === 0, 'the table has a power of two places, so that a mask wraps around');
  ledger.table = new Int32Array(length);
  for (let holding = 0; holding < ledger.holdings; holding += 1) {
    const place = placeFor(ledger, intAt(ledger.owners, holding * 2), intAt(ledger.owners, holding * 2 + 1));
    ledger.table[place] = holding + 1;
  }
}

function cashOf(ledger: Ledger, wallet: WalletNumber): Micro {
  return ledger.cash[wallet * CASH_FLOATS] as number;
}

export function reservedCashOf(ledger: Ledger, wallet: WalletNumber): Micro {
  return ledger.cash[wallet * CASH_FLOATS + 1] as number;
}

export function freeCash(ledger: Ledger, wallet: WalletNumber): Micro {
  return cashOf(ledger, wallet) - reservedCashOf(ledger, wallet);
}

export function tokensOf(ledger: Ledger, holding: Holding, outcome: OutcomeIndex): Micro {
  return ledger.tokens[holding * TOKEN_FLOATS + outcome] as number;
}

export function reservedTokensOf(ledger: Ledger, holding: Holding, outcome: OutcomeIndex): Micro {
  return ledger.tokens[holding * TOKEN_FLOATS + 2 + outcome] as number;
}

/** Free tokens of a holding; 0 if there is no holding (-1). */
export function freeTokens(ledger: Ledger, holding: Holding, outcome: OutcomeIndex): Micro {
  return holding < 0 ? 0 : tokensOf(ledger, holding, outcome) - reservedTokensOf(ledger, holding, outcome);
}

export function changeCash(ledger: Ledger, wallet: WalletNumber, change: Micro): void {
  const cash = cashOf(ledger, wallet) + change;
  ledger.cash[wallet * CASH_FLOATS] = cash;
  invariant(cash >= reservedCashOf(ledger, wallet), 'a debit exceeds the free cash of its wallet');
  invariant(cash <= Number.MAX_SAFE_INTEGER, 'cash is an exact integer, because all deposits and debts together are');
}

/** Pays reserved cash. */
export function spendCash(ledger: Ledger, wallet: WalletNumber, amount: Micro): void {
  const cash = cashOf(ledger, wallet) - amount;
  const reserved = reservedCashOf(ledger, wallet) - amount;
  ledger.cash[wallet * CASH_FLOATS] = cash;
  ledger.cash[wallet * CASH_FLOATS + 1] = reserved;
  invariant(amount >= 0, 'an order never pays a negative amount');
  invariant(reserved >= 0, 'an order pays no more cash than it reserved');
}

export function spendTokens(ledger: Ledger, holding: Holding, outcome: OutcomeIndex, amount: Micro): void {
  const tokens = tokensOf(ledger, holding, outcome) - amount;
  const reserved = reservedTokensOf(ledger, holding, outcome) - amount;
  ledger.tokens[holding * TOKEN_FLOATS + outcome] = tokens;
  ledger.tokens[holding * TOKEN_FLOATS + 2 + outcome] = reserved;
  invariant(amount > 0, 'a sale gives up shares');
  invariant(reserved >= 0, 'an order gives up no more tokens than it reserved');
}

export function changeReservedCash(ledger: Ledger, wallet: WalletNumber, change: Micro): void {
  const reserved = reservedCashOf(ledger, wallet) + change;
  ledger.cash[wallet * CASH_FLOATS + 1] = reserved;
  invariant(reserved >= 0, 'more cash released than was reserved');
  invariant(cashOf(ledger, wallet) >= reserved, 'more cash reserved than the wallet has');
}

export function changeTokens(ledger: Ledger, holding: Holding, outcome: OutcomeIndex, change: Micro): void {
  const tokens = tokensOf(ledger, holding, outcome) + change;
  ledger.tokens[holding * TOKEN_FLOATS + outcome] = tokens;
  invariant(tokens <= Number.MAX_SAFE_INTEGER, 'tokens are an exact integer, because the dollars behind them are');
  invariant(tokens >= reservedTokensOf(ledger, holding, outcome), 'a debit exceeds the free tokens of its wallet');
}

export function changeReservedTokens(ledger: Ledger, holding: Holding, outcome: OutcomeIndex, change: Micro): void {
  const reserved = reservedTokensOf(ledger, holding, outcome) + change;
  ledger.tokens[holding * TOKEN_FLOATS + 2 + outcome] = reserved;
  invariant(reserved >= 0, 'more tokens released than were reserved');
  invariant(tokensOf(ledger, holding, outcome) >= reserved, 'more tokens reserved than the wallet has');
}
