/**
 * sim/views/position-maths: the effect of purchases and sales on a position, and the value of a position. Integers
 * only. The average price is kept in 1e-12 dollars, so that no cost is lost and sales do not change it. It is shown in
 * micro dollars, and values follow from the shown price.
 */
import { invariant } from '../../base/result.ts';
import { MICRO, mulDivHalfUp } from '../../base/units.ts';
import type { Movement } from './movement.ts';

const AVERAGE_ONE = 1_000_000_000_000;
/** Percentages count millionths of a percent. */
const HUNDRED_PERCENT = 100 * MICRO;

/** The running account of one wallet in one token. */
export type Account = {
  /** Micro shares held. */
  size: number;
  /** Average cost of a share while held, 1e-12 dollars; keeps its last value when the size reaches zero. */
  average: number;
  /** Micro shares ever bought. */
  totalBought: number;
  /** Gain or loss by sales and redemptions, micro dollars. */
  realizedPnl: number;
};

export function applyMovement(account: Account, movement: Pick<Movement, 'wallet' | 'side' | 'size' | 'cash'>): void {
  const { size, cash } = movement;
  if (movement.side === 'BUY') {
    account.average = averageAfter(account, size, cash);
    account.size += size;
    account.totalBought += size;
    return;
  }
  invariant(size <= account.size, `wallet ${movement.wallet} gives up no more than it holds`);
  account.realizedPnl += cash - costOf(account.average, size);
  account.size -= size;
}

/** Micro dollars that `size` micro shares cost at this average. */
export function costOf(average: number, size: number): number {
  return mulDivHalfUp(average, size, AVERAGE_ONE);
}

function averageAfter(account: Account, size: number, cash: number): number {
  if (account.size === 0) return mulDivHalfUp(cash, AVERAGE_ONE, size);
  const total = BigInt(account.size) + BigInt(size);
  const cost = BigInt(account.average) * BigInt(account.size) + BigInt(cash) * BigInt(AVERAGE_ONE);
  return Number((2n * cost + total) / (2n * total));
}

/** The value of an account at a price. Micro dollars, and millionths of a percent. */
export type Valuation = Readonly<{
  /** Micro dollars a share. */
  avgPrice: number;
  initialValue: number;
  currentValue: number;
  cashPnl: number;
  percentPnl: number;
  percentRealizedPnl: number;
}>;

/** The value of an account when a share is worth `price` micro dollars. */
export function valueAt(account: Account, price: number): Valuation {
  const avgPrice = mulDivHalfUp(account.average, MICRO, AVERAGE_ONE);
  const initialValue = mulDivHalfUp(account.size, avgPrice, MICRO);
  const currentValue = mulDivHalfUp(account.size, price, MICRO);
  const cashPnl = currentValue - initialValue;
  return {
    avgPrice,
    initialValue,
    currentValue,
    cashPnl,
    percentPnl: percent(cashPnl, initialValue),
    percentRealizedPnl: percent(account.realizedPnl, account.totalBought),
  };
}

/** `part` of `whole` in millionths of a percent, half away from zero; 0 of nothing. */
function percent(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0;
  return part < 0 ? -mulDivHalfUp(-part, HUNDRED_PERCENT, whole) : mulDivHalfUp(part, HUNDRED_PERCENT, whole);
}
