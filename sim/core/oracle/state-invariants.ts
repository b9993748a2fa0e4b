/**
 * sim/core/oracle/state-invariants: what must be true of the exchange between two commands: its own accounts, and that
 * its state is the fold of its log. Each is a function with a name and looks only at what it is shown, so that one
 * judgement costs what has changed and not what there is.
 */
import type { OutcomeIndex } from '../command.ts';
import type { Exchange, MarketView } from '../exchange.ts';
import type { OrderView } from '../order-view.ts';
import { type BookSide, bestLevel } from './book-facts.ts';
import { payoutFraction, wholePayout } from './exact.ts';
import type { Facts, GroupFacts, Holding, MarketFacts, OrderFacts, WalletFacts } from './facts.ts';
import type { Wrong } from './invariant.ts';
import { unbacked } from './market-invariants.ts';
import { nextPromised } from './promises.ts';

/** What of the state is looked at. */
export type Scope = {
  readonly wallets: readonly WalletFacts[];
  readonly holdings: readonly Holding[];
  readonly markets: readonly MarketFacts[];
  readonly orders: readonly OrderFacts[];
  readonly groups: readonly GroupFacts[];
};

/** What of an exchange is looked at; one without groups need not have their views. */
export type Watched = Pick<Exchange, 'now' | 'nextDue' | 'bids' | 'asks' | 'order' | 'cash' | 'tokens'> & {
  market(
    market: number,
  ):
    | (Pick<MarketView, 'terms' | 'state' | 'payout' | 'lastPrice'> & { readonly group?: number | undefined })
    | undefined;
  group?(group: number): { readonly markets: readonly number[]; readonly debt: number } | undefined;
  supply(market: number): ReturnType<Exchange['supply']> & { readonly vault?: number };
  treasury(): ReturnType<Exchange['treasury']> & { readonly debt?: number };
};

/** Says what is wrong with the state, given the facts of its whole log. */
export type StateInvariant = (exchange: Watched, facts: Facts, scope: Scope) => Wrong;

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

/** All there is. */
export function everything(facts: Facts): Scope {
  return {
    wallets: facts.wallets,
    holdings: facts.wallets.flatMap((wallet) => [...wallet.holdings.values()]),
    markets: facts.markets,
    orders: [...facts.orders.values()],
    groups: facts.groups,
  };
}

/** What has changed since changes are noted. */
export function touchedOnly({ touched, groups }: Facts): Scope {
  return {
    ...touched,
    groups: groups.filter(({ members }) => members.some((member) => member.touched === touched.round)),
  };
}

/** From here on changes are noted anew. */
export function startNoting({ touched }: Facts): void {
  touched.noted = true;
  touched.round += 1;
  touched.wallets.length = 0;
  touched.holdings.length = 0;
  touched.markets.length = 0;
  touched.orders.length = 0;
}

/** Cash of all wallets + collateral - debt + fees + residual = deposits. */
const conservation: StateInvariant = (exchange, facts, { wallets }) => {
  const { deposits, collateral, fees, residual, debt = 0 } = exchange.treasury();
  let cash = facts.accounts.cash - deposits;
  for (const wallet of wallets) cash += wealth(exchange.cash(wallet.number)) - wallet.cash;
  const gap = cash + (collateral - debt) + fees + residual;
  return gap === 0 ? undefined : `${gap} micro dollars more than the ${deposits} deposited`;
};

/** Fees, residual, deposits, collateral and debt are the sums of what the log says. */
const treasuryFold: StateInvariant = (exchange, { accounts }) => {
  const { deposits, collateral, fees, residual, debt = 0 } = exchange.treasury();
  if (deposits !== accounts.deposits) return `${deposits} deposited, the log says ${accounts.deposits}`;
  if (fees !== accounts.fees) return `fees of ${fees}, the log says ${accounts.fees}`;
  if (residual !== accounts.residual) return `a residual of ${residual}, the log says ${accounts.residual}`;
  if (collateral !== accounts.collateral) return `${collateral} behind all tokens, the log says ${accounts.collateral}`;
  return debt === accounts.debt ? undefined : `a debt of ${debt}, the log says ${accounts.debt}`;
};

/** Nothing is negative, and nothing is reserved that is not there. Only what is taken back can leave a residual below. */
const noNegative: StateInvariant = (exchange, facts, { wallets, holdings }) => {
  const { deposits, collateral, fees, residual, debt = 0 } = exchange.treasury();
  if (deposits < 0 || collateral < 0 || fees < 0 || debt < 0) return 'a venue account is negative';
  if (residual < 0 && facts.reversals === 0) return `a residual of ${residual}`;
  for (const { number } of wallets) {
    const { free, reserved } = exchange.cash(number);
    if (free < 0 || reserved < 0) return `wallet ${number} has ${free} free and ${reserved} reserved`;
  }
  return firstOf(holdings, ({ wallet, market }) =>
    firstOf(OUTCOMES, (outcome) => {
      const { free, reserved } = exchange.tokens(wallet.number, market.number, outcome);
      const is = `wallet ${wallet.number} has ${free} free and ${reserved} reserved of ${market.number}/${outcome}`;
      return free < 0 || reserved < 0 ? is : undefined;
    }),
  );
};

/** Until resolution there are as many tokens of one outcome as of the other, and a dollar behind each pair. */
const setsBacked: StateInvariant = (exchange, _facts, { markets }) =>
  firstOf(markets, (market) => {
    if (market.payout !== undefined) return undefined;
    const { tokens, collateral } = exchange.supply(market.number);
    const backed = tokens[0] === tokens[1] && tokens[0] === collateral;
    return backed ? undefined : `market ${market.number}: ${tokens.join(' and ')} tokens, ${collateral} behind them`;
  });

/** After resolution the collateral covers every payout that is still to come, and nothing lies there for nobody. */
const payoutsBacked: StateInvariant = (exchange, _facts, { markets }) =>
  firstOf(markets, ({ number, payout }) => {
    if (payout === undefined) return undefined;
    const { tokens, collateral } = exchange.supply(number);
    const parts = payoutFraction(payout[0], tokens[0]) + payoutFraction(payout[1], tokens[1]);
    const due = wholePayout(payout[0], tokens[0]) + wholePayout(payout[1], tokens[1]) + Math.ceil(parts / 1_000_000);
    if (collateral < due) return `market ${number}: ${collateral} micro dollars for payouts of ${due}`;
    const isOver = tokens[0] + tokens[1] === 0;
    return isOver && collateral > 0 ? `market ${number}: ${collateral} micro dollars behind no tokens` : undefined;
  });

/** What exists of a market and what is behind it is what the log says. */
const supplyFold: StateInvariant = (exchange, _facts, { markets }) =>
  firstOf(markets, (market) => {
    const { tokens, collateral, vault = 0 } = exchange.supply(market.number);
    const told = `market ${market.number}: ${tokens.join(' and ')} tokens, ${vault} in the vault, ${collateral} behind them`;
    const right =
      tokens[0] === market.supply[0] &&
      tokens[1] === market.supply[1] &&
      collateral === market.collateral &&
      vault === market.vault;
    return right
      ? undefined
      : `${told}; the log says ${market.supply.join(' and ')}, ${market.vault}, ${market.collateral}`;
  });

/** A group owes what the log says, never less than nothing, and whoever wins, what it has is what its holders get. */
const groupsBacked: StateInvariant = (exchange, _facts, { groups }) =>
  firstOf(groups, (group) => {
    const view = exchange.group?.(group.number);
    if (view?.debt !== group.debt) return `group ${group.number} owes ${view?.debt}, the log says ${group.debt}`;
    const members = group.members.map(({ number }) => number);
    if (view.markets.join() !== members.join()) return `group ${group.number} has the markets ${view.markets.join()}`;
    return unbacked(group);
  });

/** What wallets hold is what the log says. */
const balancesFold: StateInvariant = (exchange, _facts, { wallets, holdings }) => {
  for (const { number, cash } of wallets) {
    if (wealth(exchange.cash(number)) !== cash) return `wallet ${number} has not the ${cash} of its log`;
  }
  for (const { wallet, market, tokens } of holdings) {
    for (const outcome of OUTCOMES) {
      const held = wealth(exchange.tokens(wallet.number, market.number, outcome));
      const name = `${market.number}/${outcome}`;
      if (held !== tokens[outcome]) return `wallet ${wallet.number} has ${held} of ${name}, not ${tokens[outcome]}`;
    }
  }
  return undefined;
};

/** Reserved is exactly what the open orders can still cost, for each wallet; nothing is held for anything else. */
const reservesExact: StateInvariant = (exchange, _facts, { wallets, holdings }) => {
  for (const { number, held } of wallets) {
    const { reserved } = exchange.cash(number);
    if (reserved !== held) return `wallet ${number} has ${reserved} reserved and needs ${held}`;
  }
  for (const { wallet, market, offered } of holdings) {
    for (const outcome of OUTCOMES) {
      const { reserved } = exchange.tokens(wallet.number, market.number, outcome);
      const name = `${market.number}/${outcome}`;
      if (reserved !== offered[outcome]) return `wallet ${wallet.number} holds back ${reserved} of ${name}`;
    }
  }
  return undefined;
};

/** Markets are as far in their life as the log says; nobody knows the winner before it is told. */
const marketsFold: StateInvariant = (exchange, _facts, { markets }) =>
  firstOf(markets, (market) => {
    const view = exchange.market(market.number);
    if (view === undefined) return `market ${market.number} is forgotten`;
    if (view.state !== market.state) return `market ${market.number} is ${view.state}, the log says ${market.state}`;
    if (view.payout?.join() !== market.payout?.join()) return `market ${market.number} pays ${view.payout?.join()}`;
    if (view.terms.tick !== market.tick) return `market ${market.number} has the tick ${view.terms.tick}`;
    if (view.lastPrice !== market.lastPrice) return `market ${market.number} traded last at ${view.lastPrice}`;
    return view.group === market.group?.number ? undefined : `market ${market.number} is in group ${view.group}`;
  });

/** No bid reaches an ask. */
const uncrossed: StateInvariant = (exchange, _facts, { markets }) =>
  firstOf(markets, ({ number }) => {
    const bid = exchange.bids(number, 0)[0];
    const ask = exchange.asks(number, 0)[0];
    const apart = bid === undefined || ask === undefined || bid.price < ask.price;
    return apart ? undefined : `market ${number}: bid ${bid.price} against ask ${ask.price}`;
  });

/** The best price of each side is the best of all open orders there. */
const bestTrue: StateInvariant = (exchange, _facts, { markets }) =>
  firstOf(markets, ({ number, bids, asks }) => {
    const bid = exchange.bids(number, 0)[0]?.price;
    const ask = exchange.asks(number, 0)[0]?.price;
    const right = bid === bestLevel(bids)?.price && ask === bestLevel(asks)?.price;
    return right ? undefined : `market ${number} shows ${bid} and ${ask} as its best`;
  });

/** Levels are the sums of the resting orders, best first, none empty. */
const levelsTrue: StateInvariant = (exchange, _facts, { markets }) =>
  firstOf(markets, ({ number, bids, asks }) => {
    if (!areLevelsOf(bids, exchange.bids(number, 0), 0)) return `the bids of market ${number} are not its orders`;
    return areLevelsOf(asks, exchange.asks(number, 0), 0)
      ? undefined
      : `the asks of market ${number} are not its orders`;
  });

/** The second token's book is the first one's in the mirror. */
const levelsMirrored: StateInvariant = (exchange, _facts, { markets }) =>
  firstOf(markets, ({ number, bids, asks }) => {
    const mirrored = areLevelsOf(bids, exchange.asks(number, 1), 1) && areLevelsOf(asks, exchange.bids(number, 1), 1);
    return mirrored ? undefined : `market ${number}: the books of its tokens are no mirror images`;
  });

function areLevelsOf(
  side: BookSide,
  told: readonly { readonly price: number; readonly size: number }[],
  outcome: OutcomeIndex,
): boolean {
  const { levels } = side;
  return (
    told.length === levels.length &&
    told.every(({ price, size }, at) => {
      const level = levels[levels.length - 1 - at];
      return level !== undefined && size === level.size && (outcome === 0 ? price : 10_000 - price) === level.price;
    })
  );
}

/** Every order is known, as far along as the log says. */
const ordersFold: StateInvariant = (exchange, _facts, { orders }) =>
  firstOf(orders, (order) => {
    const view = exchange.order(order.number);
    if (view === undefined) return `order ${order.number} is forgotten`;
    if (view.state !== stateOf(order)) return `order ${order.number} is ${view.state}, the log says ${stateOf(order)}`;
    if (view.size !== order.size) return `order ${order.number} wants ${view.size}, the log says ${order.size}`;
    if (view.matched !== order.matched) return `order ${order.number} matched ${view.matched}, not ${order.matched}`;
    return isOfOrder(view, order) ? undefined : `order ${order.number} is not what was accepted`;
  });

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

function stateOf(order: OrderFacts): string {
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
const nothingOverdue: StateInvariant = (exchange) => {
  const due = exchange.nextDue();
  return due === undefined || due > exchange.now ? undefined : `something was due at ${due}, it is ${exchange.now}`;
};

/** What comes next by itself comes when the log says, and nothing does when nothing is left to come. */
const agendaTrue: StateInvariant = (exchange, facts) => {
  const due = exchange.nextDue();
  const promised = nextPromised(facts);
  return due === promised?.at ? undefined : `due next at ${due}, the log promises ${promised?.what} at ${promised?.at}`;
};

export const STATE_INVARIANTS = {
  agendaTrue,
  balancesFold,
  bestTrue,
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
  uncrossed,
} as const satisfies Readonly<Record<string, StateInvariant>>;

export type StateInvariantName = keyof typeof STATE_INVARIANTS;

function wealth({ free, reserved }: { readonly free: number; readonly reserved: number }): number {
  return free + reserved;
}

function firstOf<Item>(items: Iterable<Item>, judge: (item: Item) => Wrong): Wrong {
  for (const item of items) {
    const wrong = judge(item);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
