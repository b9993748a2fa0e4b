/** backtest/metrics/ledger: an account for each token, at average cost, by the position maths of the simulator. */
import { getOrAdd } from '../../base/record.ts';
import { type Account, applyMovement, costOf } from '../../sim/views/position-maths.ts';
import type { AccountMovement } from './movements.ts';

export type TokenAccount = Account & {
  readonly token: number;
  /** Micro dollars: received less paid, without fees. */
  cash: number;
  fees: number;
  /** The part of `realizedPnl` that settlements made. */
  settledPnl: number;
};

const NOTHING = { size: 0, average: 0, totalBought: 0, realizedPnl: 0, settledPnl: 0, cash: 0, fees: 0 };

export class Ledger {
  /** By token, in order of their first movement. */
  readonly accounts = new Map<number, TokenAccount>();
  /** Micro dollars that the shares held now have cost. */
  cost = 0;

  apply({ token, side, size, cash, fee, cause }: AccountMovement): void {
    const account = getOrAdd(this.accounts, token, () => ({ ...NOTHING, token }));
    const [before, costBefore] = [account.realizedPnl, costOfHeld(account)];
    // Shares that no record explains cost nothing. The accounting difference of the report shows them.
    if (side === 'SELL' && size > account.size) {
      applyMovement(account, { wallet: 0, side: 'BUY', size: size - account.size, cash: 0 });
    }
    applyMovement(account, { wallet: 0, side, size, cash });
    account.cash += side === 'BUY' ? -cash : cash;
    account.fees += fee;
    this.cost += costOfHeld(account) - costBefore;
    if (cause === 'settlement') account.settledPnl += account.realizedPnl - before;
  }
}

export function costOfHeld({ average, size }: Account): number {
  return costOf(average, size);
}

export function ledgerOf(movements: readonly AccountMovement[]): Ledger {
  const ledger = new Ledger();
  for (const movement of movements) ledger.apply(movement);
  return ledger;
}
