/** proof/venue/oracle/settlement-invariants: which trades that fail to settle are reversed, and whether they can be. */
import { addCount, getOrAdd } from '../../../base/record.ts';
import { isSame } from './differential.ts';
import type { Facts } from './facts.ts';
import { firstOf, type LogInvariant, onEvent, type Wrong, whenPending } from './invariant.ts';

function lacks(
  facts: Facts,
  market: number,
  number: number,
  dollars: number,
  shares: readonly [number, number],
): Wrong {
  const wallet = facts.wallets[number];
  const holding = wallet?.holdings.get(market);
  if (wallet === undefined || holding === undefined) return `wallet ${number} is no party of the trade`;
  if (dollars > 0 && wallet.cash - wallet.held < dollars) return `wallet ${number} no longer has ${dollars} free`;
  const short = ([0, 1] as const).find(
    (outcome) => shares[outcome] > 0 && holding.tokens[outcome] - holding.offered[outcome] < shares[outcome],
  );
  return short === undefined ? undefined : `wallet ${number} no longer has ${shares[short]} tokens free`;
}

export const SETTLEMENT_INVARIANTS = {
  /** A reversal is the trade as it was, once, before it is confirmed and before its market is resolved. */
  reversalTrue: onEvent(['trade-reversed'], (facts, event) => {
    const trade = facts.trades.get(event.trade)?.event;
    if (trade === undefined) return `trade ${event.trade} is not waiting for its settlement`;
    if (facts.markets[event.market]?.state === 'resolved') return 'reversed in a resolved market';
    return isSame({ ...event, kind: 'trade', at: trade.at }, trade)
      ? undefined
      : `the reversal differs from trade ${event.trade}`;
  }),

  /** Each party has free what the reversal takes, summed over all legs. */
  reversalFunded: onEvent(['trade-reversed'], (facts, event) => {
    const cash = new Map<number, number>();
    /** Shares that each wallet returns, by outcome. */
    const shares = new Map<number, [number, number]>();
    const give = (wallet: number, buys: boolean, outcome: 0 | 1, size: number, dollars: number, fee: number) => {
      addCount(cash, wallet, (buys ? -dollars : dollars) - fee);
      getOrAdd<number, [number, number]>(shares, wallet, () => [0, 0])[outcome] += buys ? size : -size;
    };
    for (const leg of event.makers) {
      give(leg.wallet, leg.side === 'BUY', leg.outcome, leg.size, leg.cash, leg.fee);
      give(event.takerWallet, event.side === 'BUY', event.outcome, leg.size, leg.takerCash, leg.takerFee);
    }
    return firstOf(cash, ([wallet, dollars]) =>
      lacks(facts, event.market, wallet, dollars, shares.get(wallet) ?? [0, 0]),
    );
  }),

  reversalFails: whenPending((facts, next) => {
    if (facts.reversed === undefined) return undefined;
    const fails = next?.kind === 'trade-status' && next.trade === facts.reversed && next.status === 'FAILED';
    return fails ? undefined : `trade ${facts.reversed} was reversed and has not failed`;
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;
