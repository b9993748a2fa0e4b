/**
 * proof/oracle/state-invariants: what must be true of the venue between two commands: its own accounts, and that
 * its state is the fold of its log. Each is a function with a name and judges what was looked at, so that one judgement
 * costs what has changed and not what there is.
 */

import type { MarketTerms, OutcomeIndex } from '../../sim/core/command.ts';
import type { OrderView } from '../../sim/core/order-view.ts';
import { MICRO, PRICE_ONE } from '../../spec/units.ts';
import type { BookSide } from './book-facts.ts';
import { nextDeadline } from './deadlines.ts';
import { payoutFraction, wholePayout } from './exact.ts';
import type { Facts, OrderFacts } from './facts.ts';
import { unbacked } from './group-invariants.ts';
import type { Wrong } from './invariant.ts';
import type { ObservedState } from './observed-state.ts';

/** Says what is wrong with what is seen, given the facts of the whole log. */
export type StateInvariant = (sight: ObservedState, facts: Facts) => Wrong;

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

/** Cash of all wallets + collateral - debt + fees + residual = deposits. */
const conservation: StateInvariant = ({ treasury, wallets }, facts) => {
  const { deposits, collateral, fees, residual, debt } = treasury;
  let cash = facts.accounts.cash - deposits;
  for (const wallet of wallets) cash += wallet.cash.free + wallet.cash.reserved - wallet.expected.cash;
  const gap = cash + (collateral - debt) + fees + residual;
  return gap === 0 ? undefined : `${gap} micro dollars more than the ${deposits} deposited`;
};

/** Fees, residual, deposits, collateral and debt are the sums of what the log says. */
const treasuryFold: StateInvariant = ({ treasury }, { accounts }) => {
  const { deposits, collateral, fees, residual, debt } = treasury;
  if (deposits !== accounts.deposits) return `${deposits} deposited, the log says ${accounts.deposits}`;
  if (fees !== accounts.fees) return `fees of ${fees}, the log says ${accounts.fees}`;
  if (residual !== accounts.residual) return `a residual of ${residual}, the log says ${accounts.residual}`;
  if (collateral !== accounts.collateral) return `${collateral} behind all tokens, the log says ${accounts.collateral}`;
  return debt === accounts.debt ? undefined : `a debt of ${debt}, the log says ${accounts.debt}`;
};

/** Nothing is negative, and nothing is reserved that is not there. Only what is taken back can leave a residual below. */
const noNegative: StateInvariant = ({ treasury, wallets, holdings }, facts) => {
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
    return `wallet ${expected.wallet.number} has ${short.free} and ${short.reserved} reserved in market ${expected.market.number}`;
  }
  return undefined;
};

/** Until resolution there are as many tokens of one outcome as of the other, and a dollar behind each pair. */
const setsBacked: StateInvariant = ({ markets }) => {
  for (const { expected, supply } of markets) {
    const { tokens, collateral } = supply;
    if (expected.payout !== undefined || (tokens[0] === tokens[1] && tokens[0] === collateral)) continue;
    return `market ${expected.number}: ${tokens.join(' and ')} tokens, ${collateral} behind them`;
  }
  return undefined;
};

/** After resolution the collateral covers every payout that is still to come, and nothing lies there for nobody. */
const payoutsBacked: StateInvariant = ({ markets }) => {
  for (const { expected, supply } of markets) {
    if (expected.payout === undefined) continue;
    const { tokens, collateral } = supply;
    const [first, second] = expected.payout;
    const parts = payoutFraction(first, tokens[0]) + payoutFraction(second, tokens[1]);
    const due = wholePayout(first, tokens[0]) + wholePayout(second, tokens[1]) + Math.ceil(parts / MICRO);
    if (collateral < due) return `market ${expected.number}: ${collateral} micro dollars for payouts of ${due}`;
    const isOver = tokens[0] + tokens[1] === 0;
    if (isOver && collateral > 0) return `market ${expected.number}: ${collateral} micro dollars behind no tokens`;
  }
  return undefined;
};

/** What exists of a market and what is behind it is what the log says. */
const supplyFold: StateInvariant = ({ markets }) => {
  for (const { expected, supply } of markets) {
    const { tokens, collateral, vault } = supply;
    const right =
      tokens[0] === expected.supply[0] &&
      tokens[1] === expected.supply[1] &&
      collateral === expected.collateral &&
      vault === expected.vault;
    if (right) continue;
    const shown = `${tokens.join(' and ')} tokens, ${vault} in the vault, ${collateral} behind them`;
    return `market ${expected.number}: ${shown}; the log says ${expected.supply.join(' and ')}, ${expected.vault}, ${expected.collateral}`;
  }
  return undefined;
};

/** A group owes what the log says, never less than nothing, and whoever wins, what it has is what its holders get. */
const groupsBacked: StateInvariant = ({ groups }) => {
  for (const { expected, view } of groups) {
    if (view?.debt !== expected.debt)
      return `group ${expected.number} owes ${view?.debt}, the log says ${expected.debt}`;
    const isMember = view.markets.every((market, at) => market === expected.members[at]?.number);
    if (!isMember || view.markets.length !== expected.members.length)
      return `group ${expected.number} has other members`;
    const wrong = unbacked(expected);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};

/** What wallets hold is what the log says. */
const balancesFold: StateInvariant = ({ wallets, holdings }) => {
  for (const { expected, cash } of wallets) {
    if (cash.free + cash.reserved !== expected.cash)
      return `wallet ${expected.number} has not the ${expected.cash} of its log`;
  }
  for (const { expected, tokens } of holdings) {
    for (const outcome of OUTCOMES) {
      const held = tokens[outcome].free + tokens[outcome].reserved;
      if (held === expected.tokens[outcome]) continue;
      return `wallet ${expected.wallet.number} has ${held} of ${expected.market.number}/${outcome}`;
    }
  }
  return undefined;
};

/** Reserved is exactly what the open orders can still cost, for each wallet; nothing is held for anything else. */
const reservesExact: StateInvariant = ({ wallets, holdings }) => {
  for (const { expected, cash } of wallets) {
    if (cash.reserved !== expected.held)
      return `wallet ${expected.number} has ${cash.reserved} reserved and needs ${expected.held}`;
  }
  for (const { expected, tokens } of holdings) {
    for (const outcome of OUTCOMES) {
      const { reserved } = tokens[outcome];
      if (reserved === expected.offered[outcome]) continue;
      return `wallet ${expected.wallet.number} holds back ${reserved} of ${expected.market.number}/${outcome}`;
    }
  }
  return undefined;
};

/** Markets are as far in their life as the log says; nobody knows the winner before it is told. */
const marketsFold: StateInvariant = ({ markets }) => {
  for (const { expected, view } of markets) {
    const name = `market ${expected.number}`;
    if (view === undefined) return `${name} is forgotten`;
    if (view.state !== expected.state) return `${name} is ${view.state}, the log says ${expected.state}`;
    if (view.payout?.[0] !== expected.payout?.[0]) return `${name} pays ${view.payout?.join(' and ')}`;
    if (view.terms.tick !== expected.tick) return `${name} has the tick ${view.terms.tick}`;
    if (!areTermsKept(view.terms, expected.terms)) return `${name} has other terms than it was listed with`;
    if (view.lastPrice !== expected.lastPrice) return `${name} traded last at ${view.lastPrice}`;
    if (view.group !== expected.group?.number) return `${name} is in group ${view.group}`;
  }
  return undefined;
};

/** The step apart, which can change. */
function areTermsKept(shown: MarketTerms, listed: MarketTerms): boolean {
  return (
    shown.minSize === listed.minSize &&
    shown.delayMs === listed.delayMs &&
    shown.fee.rate === listed.fee.rate &&
    shown.fee.exponent === listed.fee.exponent &&
    shown.fee.takerOnly === listed.fee.takerOnly
  );
}

/** Levels are the sums of the resting orders, best first, none empty. */
const levelsTrue: StateInvariant = ({ markets }) => {
  for (const { expected, bids, asks } of markets) {
    if (!areLevelsOf(expected.bids, bids[0], 0)) return `the bids of market ${expected.number} are not its orders`;
    if (!areLevelsOf(expected.asks, asks[0], 0)) return `the asks of market ${expected.number} are not its orders`;
  }
  return undefined;
};

/** The second token's book is the first one's in the mirror. */
const levelsMirrored: StateInvariant = ({ markets }) => {
  for (const { expected, bids, asks } of markets) {
    if (areLevelsOf(expected.bids, asks[1], 1) && areLevelsOf(expected.asks, bids[1], 1)) continue;
    return `market ${expected.number}: the books of its tokens are no mirror images`;
  }
  return undefined;
};

function areLevelsOf(
  { levels }: BookSide,
  shown: readonly { readonly price: number; readonly size: number }[],
  outcome: OutcomeIndex,
): boolean {
  if (shown.length !== levels.length) return false;
  for (let at = 0; at < levels.length; at += 1) {
    const level = levels[levels.length - 1 - at];
    const { price = 0, size = 0 } = shown[at] ?? {};
    if (size !== level?.size || (outcome === 0 ? price : PRICE_ONE - price) !== level.price) return false;
  }
  return true;
}

/** Every order is known, as far along as the log says. */
const ordersFold: StateInvariant = ({ orders }) => {
  for (const { expected, view } of orders) {
    const name = `order ${expected.number}`;
    if (view === undefined) return `${name} is forgotten`;
    if (view.state !== stateOf(expected)) return `${name} is ${view.state}, the log says ${stateOf(expected)}`;
    if (view.size !== expected.size) return `${name} wants ${view.size}, the log says ${expected.size}`;
    if (view.matched !== expected.matched) return `${name} matched ${view.matched}, the log says ${expected.matched}`;
    if (!isOfOrder(view, expected)) return `${name} is not what was accepted`;
  }
  return undefined;
};

function isOfOrder(view: OrderView, order: OrderFacts): boolean {
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

/** Nothing that was due is left undone. */
const nothingOverdue: StateInvariant = ({ now, nextDue }) =>
  nextDue === undefined || nextDue > now ? undefined : `something was due at ${nextDue}, it is ${now}`;

/** What comes next by itself comes when the log says, and nothing does when nothing is left to come. */
const agendaTrue: StateInvariant = ({ nextDue }, facts) => {
  const promised = nextDeadline(facts);
  if (nextDue === promised?.at) return undefined;
  return `due next at ${nextDue}, the log promises ${promised?.kind} at ${promised?.at}`;
};

export const STATE_INVARIANTS = {
  agendaTrue,
  balancesFold,
  conservation,
  groupsBacked,
  levelsMirrored,
  levelsTrue,
  marketsFold,
  noNegative,
  nothingOverdue,
  ordersFold,
  payoutsBacked,
  reservesExact,
  setsBacked,
  supplyFold,
  treasuryFold,
} as const satisfies Readonly<Record<string, StateInvariant>>;

export type StateInvariantName = keyof typeof STATE_INVARIANTS;
