/** proof/venue/oracle/state-invariants: accounts balance and the state is the fold of the log, as far as observed. */
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { OrderView } from '../../../sim/core/order-view.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { OutcomeIndex } from '../../../spec/venue/command.ts';
import { nextDeadline } from './deadlines.ts';
import { isSame, OUTCOMES } from './differential.ts';
import { payoutFraction, wholePayout } from './exact.ts';
import type { BookSide, Facts, Holding, OrderFacts } from './facts.ts';
import { unbacked } from './group-invariants.ts';
import { firstOf, type Wrong } from './invariant.ts';
import type { ObservedState } from './observed-state.ts';

export type StateInvariant = (sight: ObservedState, facts: Facts) => Wrong;

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

/** Judges each token of each holding; `judge` returns what the wallet does wrong. */
function ofTokens(
  holdings: ObservedState['holdings'],
  judge: (expected: Holding, balance: ReturnType<Venue['tokens']>, outcome: OutcomeIndex) => Wrong,
): Wrong {
  for (const { expected, tokens } of holdings) {
    for (const outcome of OUTCOMES) {
      const wrong = judge(expected, tokens[outcome], outcome);
      if (wrong !== undefined)
        return `wallet ${expected.wallet.number} ${wrong} of ${expected.market.number}/${outcome}`;
    }
  }
  return undefined;
}

export const STATE_INVARIANTS = {
  agendaTrue: ({ nextDue }, facts) => {
    const promised = nextDeadline(facts);
    if (nextDue === promised?.at) return undefined;
    return `due next at ${nextDue}, by the log ${promised?.kind} at ${promised?.at}`;
  },

  balancesFold: ({ wallets, holdings }) =>
    firstOf(wallets, ({ expected, cash }) =>
      cash.free + cash.reserved === expected.cash
        ? undefined
        : `wallet ${expected.number} has another balance than ${expected.cash}`,
    ) ??
    ofTokens(holdings, ({ tokens }, { free, reserved }, outcome) =>
      free + reserved === tokens[outcome] ? undefined : `has ${free + reserved}`,
    ),

  /** Cash of all wallets + collateral - debt + fees + residual = deposits. */
  conservation: ({ treasury, wallets }, facts) => {
    const { deposits, collateral, fees, residual, debt } = treasury;
    let cash = facts.accounts.cash - deposits;
    for (const wallet of wallets) cash += wallet.cash.free + wallet.cash.reserved - wallet.expected.cash;
    const gap = cash + (collateral - debt) + fees + residual;
    return gap === 0 ? undefined : `${gap} micro dollars more than the ${deposits} deposited`;
  },

  /** The debt and the members of a group are those of the log, and the group covers its payouts. */
  groupsBacked: ({ groups }) =>
    firstOf(groups, ({ expected, view }) => {
      if (view?.debt !== expected.debt)
        return `group ${expected.number} owes ${view?.debt}, by the log ${expected.debt}`;
      const isMember = view.markets.every((market, at) => market === expected.members[at]?.number);
      if (!isMember || view.markets.length !== expected.members.length)
        return `group ${expected.number} has other members`;
      return unbacked(expected);
    }),

  /** The book of the second token mirrors that of the first. */
  levelsMirrored: ({ markets }) =>
    firstOf(markets, ({ expected, bids, asks }) =>
      areLevelsOf(expected.bids, asks[1], 1) && areLevelsOf(expected.asks, bids[1], 1)
        ? undefined
        : `market ${expected.number}: the books of its tokens do not mirror each other`,
    ),

  levelsTrue: ({ markets }) =>
    firstOf(markets, ({ expected, bids, asks }) => {
      if (!areLevelsOf(expected.bids, bids[0], 0)) return `the bids of market ${expected.number} are not its orders`;
      if (areLevelsOf(expected.asks, asks[0], 0)) return undefined;
      return `the asks of market ${expected.number} are not its orders`;
    }),

  marketsFold: ({ markets }) =>
    firstOf(markets, ({ expected, view }) => {
      const name = `market ${expected.number}`;
      if (view === undefined) return `${name} is forgotten`;
      if (view.state !== expected.state) return `${name} is ${view.state}, by the log ${expected.state}`;
      if (view.payout?.[0] !== expected.payout?.[0]) return `${name} pays ${view.payout?.join(' and ')}`;
      if (!isSame(view.terms, { ...expected.terms, tick: expected.tick })) return `${name} has other terms`;
      if (view.lastPrice !== expected.lastPrice) return `${name} traded last at ${view.lastPrice}`;
      return view.group === expected.group?.number ? undefined : `${name} is in group ${view.group}`;
    }),

  noNegative: ({ treasury, wallets, holdings }, facts) => {
    const { deposits, collateral, fees, residual, debt } = treasury;
    if (deposits < 0 || collateral < 0 || fees < 0 || debt < 0) return 'a venue account is negative';
    if (residual < 0 && facts.reversals === 0) return `a residual of ${residual}`;
    return (
      firstOf(wallets, ({ expected, cash: { free, reserved } }) =>
        free < 0 || reserved < 0 ? `wallet ${expected.number} has ${free} and ${reserved} reserved` : undefined,
      ) ??
      ofTokens(holdings, (_, { free, reserved }) =>
        free < 0 || reserved < 0 ? `has ${free} and ${reserved} reserved` : undefined,
      )
    );
  },

  nothingOverdue: ({ now, nextDue }) =>
    nextDue === undefined || nextDue > now ? undefined : `work was due at ${nextDue}, the clock shows ${now}`,

  ordersFold: ({ orders }) =>
    firstOf(orders, ({ expected, view }) => {
      const name = `order ${expected.number}`;
      if (view === undefined) return `${name} is forgotten`;
      if (view.state !== stateOf(expected)) return `${name} is ${view.state}, by the log ${stateOf(expected)}`;
      if (view.size !== expected.size) return `${name} has the size ${view.size}, by the log ${expected.size}`;
      if (view.matched !== expected.matched) return `${name} matched ${view.matched}, by the log ${expected.matched}`;
      return isOfOrder(view, expected) ? undefined : `${name} differs from the accepted order`;
    }),

  /** After resolution the collateral covers every payout still to come; none is left without tokens. */
  payoutsBacked: ({ markets }) =>
    firstOf(markets, ({ expected, supply }) => {
      if (expected.payout === undefined) return undefined;
      const { tokens, collateral } = supply;
      const [first, second] = expected.payout;
      const parts = payoutFraction(first, tokens[0]) + payoutFraction(second, tokens[1]);
      const due = wholePayout(first, tokens[0]) + wholePayout(second, tokens[1]) + Math.ceil(parts / MICRO);
      if (collateral < due) return `market ${expected.number}: ${collateral} micro dollars for payouts of ${due}`;
      const isOver = tokens[0] + tokens[1] === 0;
      return isOver && collateral > 0
        ? `market ${expected.number}: ${collateral} micro dollars without tokens`
        : undefined;
    }),

  reservesExact: ({ wallets, holdings }) =>
    firstOf(wallets, ({ expected, cash: { reserved } }) =>
      reserved === expected.held
        ? undefined
        : `wallet ${expected.number} has ${reserved} reserved and needs ${expected.held}`,
    ) ??
    ofTokens(holdings, ({ offered }, { reserved }, outcome) =>
      reserved === offered[outcome] ? undefined : `reserves ${reserved}`,
    ),

  /** Until resolution both outcomes have the same supply, and a dollar behind each pair. */
  setsBacked: ({ markets }) =>
    firstOf(markets, ({ expected, supply: { tokens, collateral } }) =>
      expected.payout !== undefined || (tokens[0] === tokens[1] && tokens[0] === collateral)
        ? undefined
        : `market ${expected.number}: ${tokens.join(' and ')} tokens, ${collateral} behind them`,
    ),

  supplyFold: ({ markets }) =>
    firstOf(markets, ({ expected, supply: { tokens, collateral, vault } }) => {
      const right =
        tokens[0] === expected.supply[0] &&
        tokens[1] === expected.supply[1] &&
        collateral === expected.collateral &&
        vault === expected.vault;
      if (right) return undefined;
      const shown = `${tokens.join(' and ')} tokens, ${vault} in the vault, ${collateral} behind them`;
      return (
        `market ${expected.number}: ${shown}; ` +
        `the log says ${expected.supply.join(' and ')}, ${expected.vault}, ${expected.collateral}`
      );
    }),

  /** The accounts of the venue are the sums of the log. */
  treasuryFold: ({ treasury }, { accounts }) =>
    firstOf(['deposits', 'fees', 'residual', 'collateral', 'debt'] as const, (name) =>
      treasury[name] === accounts[name]
        ? undefined
        : `the ${name} of the venue: ${treasury[name]}, by the log ${accounts[name]}`,
    ),
} as const satisfies Readonly<Record<string, StateInvariant>>;

export type StateInvariantName = keyof typeof STATE_INVARIANTS;
