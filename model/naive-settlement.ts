/** model/naive-settlement: the statuses of a trade after its match, and disturbed settlements. */
import type { Disturbance, OutcomeIndex, Refusal, Reply, Side } from '../spec/venue/command.ts';
import type { Trade, TradeStatus } from '../spec/venue/event.ts';
import { freeCash, freeTokens } from './naive-reserves.ts';
import { addCash, addTokens, marketAt, type Naive, record, setTimer } from './naive-state.ts';

/** Amounts that a party of a leg received; negative if it paid. */
type Movement = {
  readonly wallet: number;
  readonly outcome: OutcomeIndex;
  readonly cash: bigint;
  readonly tokens: bigint;
};

export function settle(naive: Naive, index: number, status: TradeStatus): void {
  const trade = naive.trades[index];
  if (trade === undefined) return;
  trade.status = status;
  record(naive, { kind: 'trade-status', at: naive.now, trade: index, status });
  if (status === 'MINED') setTimer(naive, naive.now + naive.rules.confirmedAfterMs, 'CONFIRMED', index);
  if (status === 'RETRYING') setTimer(naive, naive.now + naive.rules.minedAfterMs, 'MINED', index);
}

export function disturb(naive: Naive, index: number, outcome: Disturbance): Reply | Refusal {
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
function canReverse(naive: Naive, trade: Trade): boolean {
  if (marketAt(naive, trade.market).state === 'resolved') return false;
  const movements = movementsOf(trade);
  return movements.every(({ wallet }) => {
    const own = movements.filter((each) => each.wallet === wallet);
    const cash = own.reduce((all, each) => all + each.cash, 0n);
    const tokens = [0n, 0n];
    for (const each of own) tokens[each.outcome] = (tokens[each.outcome] ?? 0n) + each.tokens;
    const has = [
      freeCash(naive, wallet),
      freeTokens(naive, wallet, trade.market, 0),
      freeTokens(naive, wallet, trade.market, 1),
    ];
    return [cash, ...tokens].every((got, index) => got <= 0n || got <= (has[index] ?? 0n));
  });
}

/** Reverses all amounts, fees and rounding included. */
function reverse(naive: Naive, trade: Trade): void {
  const market = marketAt(naive, trade.market);
  for (const { wallet, outcome, cash, tokens } of movementsOf(trade)) {
    addCash(naive, wallet, -cash);
    addTokens(naive, wallet, trade.market, outcome, -tokens);
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
  record(naive, { kind: 'trade-reversed', ...trade, at: naive.now });
}
