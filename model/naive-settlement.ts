/** model/naive-settlement: the statuses of a trade after its match, and disturbed settlements. */
import type { CommandOf, OutcomeIndex, Side } from '../spec/venue/command.ts';
import type { Trade, TradeStatus } from '../spec/venue/event.ts';
import { sum } from './naive-money.ts';
import type { Naive, Outcome } from './naive-state.ts';

/** Amounts that a party of a leg received; negative if it paid. */
type Movement = Readonly<{
  wallet: number;
  outcome: OutcomeIndex;
  cash: bigint;
  tokens: bigint;
}>;

export function settle(naive: Naive, index: number, status: TradeStatus): void {
  const trade = naive.trades[index];
  if (trade === undefined) return;
  trade.status = status;
  naive.record({ kind: 'trade-status', trade: index, status });
  if (status === 'MINED') naive.setTimer(naive.rules.confirmedAfterMs, 'CONFIRMED', index);
  if (status === 'RETRYING') naive.setTimer(naive.rules.minedAfterMs, 'MINED', index);
}

export function disturb(naive: Naive, { trade: index, outcome }: CommandOf<'disturb-settlement'>): Outcome {
  const known = naive.trades[index];
  if (known === undefined) return { kind: 'unknown-trade' };
  const { status, trade } = known;
  if (status === 'CONFIRMED' || status === 'FAILED') return { kind: 'trade-settled', status };
  if (outcome === 'hold' && status === 'HELD') return { kind: 'done' };
  if (outcome === 'fail' && !canReverse(naive, trade)) return { kind: 'cannot-reverse' };
  naive.timers = naive.timers.filter(({ kind, id }) => id !== index || (kind !== 'MINED' && kind !== 'CONFIRMED'));
  if (outcome === 'fail') reverse(naive, trade);
  settle(naive, index, ({ fail: 'FAILED', hold: 'HELD', retry: 'RETRYING' } as const)[outcome]);
  return { kind: 'done' };
}

function movementsOf(trade: Trade): Movement[] {
  const move = (wallet: number, outcome: OutcomeIndex, side: Side, [size, cash, fee]: number[]): Movement => {
    const sign = side === 'BUY' ? 1n : -1n;
    return { wallet, outcome, cash: -sign * BigInt(cash ?? 0) - BigInt(fee ?? 0), tokens: sign * BigInt(size ?? 0) };
  };
  return trade.makers.flatMap((leg) => [
    move(leg.wallet, leg.outcome, leg.side, [leg.size, leg.cash, leg.fee]),
    move(trade.takerWallet, trade.outcome, trade.side, [leg.size, leg.takerCash, leg.takerFee]),
  ]);
}

/** Whether each party has free, in cash and in each token, what it received on balance. */
function canReverse(naive: Naive, trade: Trade) {
  if (naive.market(trade.market).state === 'resolved') return false;
  const movements = movementsOf(trade);
  return movements.every(({ wallet }) => {
    const own = movements.filter((each) => each.wallet === wallet);
    const hasFree = (got: bigint, outcome?: OutcomeIndex) =>
      got <= 0n || got <= naive.free(wallet, outcome === undefined ? undefined : trade.market, outcome);
    const tokensOf = (outcome: OutcomeIndex): bigint =>
      sum(own.map((each) => (each.outcome === outcome ? each.tokens : 0n)));
    return hasFree(sum(own.map(({ cash }) => cash))) && hasFree(tokensOf(0), 0) && hasFree(tokensOf(1), 1);
  });
}

/** Reverses all amounts, fees and rounding included. */
function reverse(naive: Naive, trade: Trade) {
  const market = naive.market(trade.market);
  for (const { wallet, outcome, cash, tokens } of movementsOf(trade)) {
    naive.add(-cash, wallet);
    naive.add(-tokens, wallet, trade.market, outcome);
    naive.residual += cash;
  }
  for (const leg of trade.makers) {
    const fees = BigInt(leg.fee) + BigInt(leg.takerFee);
    const minted = leg.outcome === trade.outcome ? 0n : BigInt(trade.side === 'BUY' ? leg.size : -leg.size);
    market.collateral -= minted;
    naive.fees -= fees;
    // All payments went to the collateral and the fees; the rest went to the residual.
    naive.residual += minted + fees;
  }
  naive.record({ ...trade, kind: 'trade-reversed' });
}
