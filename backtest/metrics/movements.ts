/** backtest/metrics/movements: the changes of the account by fills, splits, merges and settlements, in order. */
import { MICRO, mulDivHalfUp, PRICE_ONE } from '../../base/units.ts';
import type { Side } from '../../spec/venue/command.ts';
import type { BacktestResult, FillRecord, SetRecord, SettlementRecord } from '../result.ts';

type Cause = 'split' | 'trade' | 'merge' | 'settlement';

/** Shares of one token came (BUY) or went (SELL). */
export type AccountMovement = Readonly<{
  at: number;
  cause: Cause;
  token: number;
  side: Side;
  /** Micro shares, and micro dollars without the fee. */
  size: number;
  cash: number;
  /** Micro dollars. */
  fee: number;
}>;

/** Causes of the same moment in this order: shares exist before they are sold, merged or settled. */
const ORDER: readonly Cause[] = ['split', 'trade', 'merge', 'settlement'];

export function movementsOf(result: BacktestResult): readonly AccountMovement[] {
  const movements = [
    ...result.sets.flatMap(setMovements),
    ...result.fills.flatMap(fillMovements),
    ...result.settlements.flatMap(settlementMovements),
  ];
  // The sort is stable: movements of one cause and moment keep the order of their list.
  return movements.sort((a, b) => a.at - b.at || ORDER.indexOf(a.cause) - ORDER.indexOf(b.cause));
}

function fillMovements({ at, token, side, price, size, fee, reversedAt }: FillRecord): AccountMovement[] {
  if (reversedAt >= 0) return [];
  return [{ at, cause: 'trade', token, side, size, cash: mulDivHalfUp(price, size, PRICE_ONE), fee }];
}

/** A split is a purchase of both outcomes at half a dollar, a merge a sale of both. */
function setMovements({ at, market, kind, size }: SetRecord): AccountMovement[] {
  const half = Math.floor(size / 2);
  const side = kind === 'split' ? 'BUY' : 'SELL';
  return [half, size - half].map((cash, outcome) => {
    return { at, cause: kind, token: 2 * market + outcome, side, size, cash, fee: 0 };
  });
}

function settlementMovements({ at, market, payout, held, paid }: SettlementRecord): AccountMovement[] {
  const first = held[1] === 0 ? paid : mulDivHalfUp(held[0], payout[0], MICRO);
  return [first, paid - first].flatMap((cash, outcome) => {
    const size = held[outcome] ?? 0;
    if (size === 0) return [];
    return [{ at, cause: 'settlement', token: 2 * market + outcome, side: 'SELL', size, cash, fee: 0 }] as const;
  });
}
