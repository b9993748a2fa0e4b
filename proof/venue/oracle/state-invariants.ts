/** proof/venue/oracle/state-invariants: accounts balance and the state is the fold of the log, as far as observed. */
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { OrderView } from '../../../sim/core/order-view.ts';
import type { OutcomeIndex } from '../../../spec/venue/command.ts';
import { nextDeadline } from './deadlines.ts';
import { isSame, OUTCOMES } from './differential.ts';
import { payoutFraction, wholePayout } from './exact.ts';
import type { BookSide, Facts, OrderFacts } from './facts.ts';
import { unbacked } from './group-invariants.ts';
import type { Wrong } from './invariant.ts';
import type { ObservedState } from './observed-state.ts';

export type StateInvariant = (sight: ObservedState, facts: Facts) => Wrong;

function areLevelsOf(
  { levels }: BookSide,
  shown: readonly { readonly price: number; readonly size: number }[],
  outcome: OutcomeIndex,
) {
  if (shown.length !== levels.length) return false;
  for (let at = 0; at < levels.length; at += 1) {
    const level = levels[levels.length - 1 - at];
    const { price = 0, size = 0 } = shown[at] ?? {};
    if (size !== level?.size || (outcome === 0 ? price : PRICE_ONE - price) !== level.price) return false;
  }
  return true;
}

function isOfOrder(view: OrderView, order: OrderFacts) {
  return (
    view.wallet === order.wallet.number &&
    view.key === order.key &&
    view.market === order.market.number &&
    view.outcome === order.outcome &&
    view.side === order.side &&
    view.type === order.type &&
    view.price === order.price &&
    view.expiresAt === order.expiresAt
  );
}

function stateOf(order: OrderFacts): OrderView['state'] {
  switch (order.end) {
    case undefined:
      return order.stage === 'delayed' ? 'delayed' : 'live';
    case 'matched':
    case 'expired':
    case 'killed':
      return order.end;
    default:
      return 'cancelled';
  }
}

export const STATE_INVARIANTS = {
  agendaTrue: ({ nextDue }, facts) => {
    const promised = nextDeadline(facts);
    if (nextDue === promised?.at) return undefined;
    return `due next at ${nextDue}, by the log ${promised?.kind} at ${promised?.at}`;
  },

  balancesFold: ({ wallets, holdings }) => {
    for (const { expected, cash } of wallets) {
      if (cash.free + cash.reserved !== expected.cash)
        return `wallet ${expected.number} has another balance than ${expected.cash}`;
    }
    for (const { expected, tokens } of holdings) {
      for (const outcome of OUTCOMES) {
        const held = tokens[outcome].free + tokens[outcome].reserved;
        if (held === expected.tokens[outcome]) continue;
        return `wallet ${expected.wallet.number} has ${held} of ${expected.market.number}/${outcome}`;
      }
    }
    return undefined;
  },

  /** Cash of all wallets + collateral - debt + fees + residual = deposits. */
  conservation: ({ treasury, wallets }, facts) => {
    const { deposits, collateral, fees, residual, debt } = treasury;
    let cash = facts.accounts.cash - deposits;
    for (const wallet of wallets) cash += wallet.cash.free + wallet.cash.reserved - wallet.expected.cash;
    const gap = cash + (collateral - debt) + fees + residual;
    return gap === 0 ? undefined : `${gap} micro dollars more than the ${deposits} deposited`;
  },

  /** The debt and the members of a group are those of the log, and the group covers its payouts. */
  groupsBacked: ({ groups }) => {
    for (const { expected, view } of groups) {
      if (view?.debt !== expected.debt)
        return `group ${expected.number} owes ${view?.debt}, by the log ${expected.debt}`;
      const isMember = view.markets.every((market, at) => market === expected.members[at]?.number);
      if (!isMember || view.markets.length !== expected.members.length)
        return `group ${expected.number} has other members`;
      const wrong = unbacked(expected);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  },

  /** The book of the second token mirrors that of the first. */
  levelsMirrored: ({ markets }) => {
    for (const { expected, bids, asks } of markets) {
      if (areLevelsOf(expected.bids, asks[1], 1) && areLevelsOf(expected.asks, bids[1], 1)) continue;
      return `market ${expected.number}: the books of its tokens do not mirror each other`;
    }
    return undefined;
  },

  levelsTrue: ({ markets }) => {
    for (const { expected, bids, asks } of markets) {
      if (!areLevelsOf(expected.bids, bids[0], 0)) return `the bids of market ${expected.number} are not its orders`;
      if (!areLevelsOf(expected.asks, asks[0], 0)) return `the asks of market ${expected.number} are not its orders`;
    }
    return undefined;
  },

  marketsFold: ({ markets }) => {
    for (const { expected, view } of markets) {
      const name = `market ${expected.number}`;
      if (view === undefined) return `${name} is forgotten`;
      if (view.state !== expected.state) return `${name} is ${view.state}, by the log ${expected.state}`;
      if (view.payout?.[0] !== expected.payout?.[0]) return `${name} pays ${view.payout?.join(' and ')}`;
      if (!isSame(view.terms, { ...expected.terms, tick: expected.tick })) return `${name} has other terms`;
      if (view.lastPrice !== expected.lastPrice) return `${name} traded last at ${view.lastPrice}`;
      if (view.group !== expected.group?.number) return `${name} is in group ${view.group}`;
    }
    return undefined;
  },

  noNegative: ({ treasury, wallets, holdings }, facts) => {
    const { deposits, collateral, fees, residual, debt } = treasury;
    if (deposits < 0 || collateral < 0 || fees < 0 || debt < 0) return 'a venue account is negative';
    if (residual < 0 && facts.reversals === 0) return `a residual of ${residual}`;
    for (const { expected, cash } of wallets) {
      if (cash.free < 0 || cash.reserved < 0)
        return `wallet ${expected.number} has ${cash.free} and ${cash.reserved} reserved`;
    }
    for (const { expected, tokens } of holdings) {
      const short = tokens.find(({ free, reserved }) => free < 0 || reserved < 0);
      if (short === undefined) continue;
      const { wallet, market } = expected;
      return `wallet ${wallet.number} has ${short.free} and ${short.reserved} reserved in market ${market.number}`;
    }
    return undefined;
  },

  nothingOverdue: ({ now, nextDue }) =>
    nextDue === undefined || nextDue > now ? undefined : `work was due at ${nextDue}, the clock shows ${now}`,

  ordersFold: ({ orders }) => {
    for (const { expected, view } of orders) {
      const name = `order ${expected.number}`;
      if (view === undefined) return `${name} is forgotten`;
      if (view.state !== stateOf(expected)) return `${name} is ${view.state}, by the log ${stateOf(expected)}`;
      if (view.size !== expected.size) return `${name} has the size ${view.size}, by the log ${expected.size}`;
      if (view.matched !== expected.matched) return `${name} matched ${view.matched}, by the log ${expected.matched}`;
      if (!isOfOrder(view, expected)) return `${name} differs from the accepted order`;
    }
    return undefined;
  },

  /** After resolution the collateral covers every payout still to come; none is left without tokens. */
  payoutsBacked: ({ markets }) => {
    for (const { expected, supply } of markets) {
      if (expected.payout === undefined) continue;
      const { tokens, collateral } = supply;
      const [first, second] = expected.payout;
      const parts = payoutFraction(first, tokens[0]) + payoutFraction(second, tokens[1]);
      const due = wholePayout(first, tokens[0]) + wholePayout(second, tokens[1]) + Math.ceil(parts / MICRO);
      if (collateral < due) return `market ${expected.number}: ${collateral} micro dollars for payouts of ${due}`;
      const isOver = tokens[0] + tokens[1] === 0;
      if (isOver && collateral > 0) return `market ${expected.number}: ${collateral} micro dollars without tokens`;
    }
    return undefined;
  },

  reservesExact: ({ wallets, holdings }) => {
    for (const { expected, cash } of wallets) {
      if (cash.reserved !== expected.held)
        return `wallet ${expected.number} has ${cash.reserved} reserved and needs ${expected.held}`;
    }
    for (const { expected, tokens } of holdings) {
      for (const outcome of OUTCOMES) {
        const { reserved } = tokens[outcome];
        if (reserved === expected.offered[outcome]) continue;
        return `wallet ${expected.wallet.number} reserves ${reserved} of ${expected.market.number}/${outcome}`;
      }
    }
    return undefined;
  },

  /** Until resolution both outcomes have the same supply, and a dollar behind each pair. */
  setsBacked: ({ markets }) => {
    for (const { expected, supply } of markets) {
      const { tokens, collateral } = supply;
      if (expected.payout !== undefined || (tokens[0] === tokens[1] && tokens[0] === collateral)) continue;
      return `market ${expected.number}: ${tokens.join(' and ')} tokens, ${collateral} behind them`;
    }
    return undefined;
  },

  supplyFold: ({ markets }) => {
    for (const { expected, supply } of markets) {
      const { tokens, collateral, vault } = supply;
      const right =
        tokens[0] === expected.supply[0] &&
        tokens[1] === expected.supply[1] &&
        collateral === expected.collateral &&
        vault === expected.vault;
      if (right) continue;
      const shown = `${tokens.join(' and ')} tokens, ${vault} in the vault, ${collateral} behind them`;
      return (
        `market ${expected.number}: ${shown}; ` +
        `the log says ${expected.supply.join(' and ')}, ${expected.vault}, ${expected.collateral}`
      );
    }
    return undefined;
  },

  /** Fees, residual, deposits, collateral and debt are the sums of the log. */
  treasuryFold: ({ treasury }, { accounts }) => {
    const { deposits, collateral, fees, residual, debt } = treasury;
    if (deposits !== accounts.deposits) return `${deposits} deposited, by the log ${accounts.deposits}`;
    if (fees !== accounts.fees) return `fees of ${fees}, by the log ${accounts.fees}`;
    if (residual !== accounts.residual) return `a residual of ${residual}, by the log ${accounts.residual}`;
    if (collateral !== accounts.collateral) return `${collateral} behind all tokens, by the log ${accounts.collateral}`;
    return debt === accounts.debt ? undefined : `a debt of ${debt}, by the log ${accounts.debt}`;
  },
} as const satisfies Readonly<Record<string, StateInvariant>>;

export type StateInvariantName = keyof typeof STATE_INVARIANTS;
