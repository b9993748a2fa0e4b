/**
 * sim/core/oracle/state-invariants: what must be true of the exchange between two commands: its own accounts, and that
 * its state is the fold of its log. Each is a function with a name.
 */
import type { OutcomeIndex } from '../command.ts';
import type { Exchange } from '../exchange.ts';
import { bookView, type Facts, leftOf, matchedOf, type OrderFacts, tokensOf } from './facts.ts';
import { costLeft, feeDue } from './money-invariants.ts';

/** Says what is wrong with the state, given the facts of its whole log. */
export type StateInvariant = (exchange: Exchange, facts: Facts) => string | undefined;

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

/** Cash of all wallets + collateral + fees + residual = deposits. */
const conservation: StateInvariant = (exchange, facts) => {
  const { deposits, collateral, fees, residual } = exchange.treasury();
  const held = sum(facts.cash.map((_, wallet) => wealth(exchange.cash(wallet))));
  const all = held + BigInt(collateral) + BigInt(fees) + BigInt(residual);
  return all === BigInt(deposits) ? undefined : `${all} of ${deposits} deposited micro dollars`;
};

/** Nothing is negative, and nothing is reserved that is not there. */
const noNegative: StateInvariant = (exchange, facts) => {
  const { deposits, collateral, fees, residual } = exchange.treasury();
  if ([deposits, collateral, fees, residual].some((account) => account < 0)) return 'a venue account is negative';
  for (const wallet of facts.cash.keys()) {
    for (const { free, reserved } of balances(exchange, facts, wallet)) {
      if (free < 0 || reserved < 0) return `wallet ${wallet} has ${free} free and ${reserved} reserved`;
    }
  }
  return undefined;
};

/** Until resolution there are as many tokens of one outcome as of the other, and a dollar behind each pair. */
const setsBacked: StateInvariant = (exchange, facts) =>
  firstOf(facts.markets.keys(), (market) => {
    const { tokens, collateral } = exchange.supply(market);
    if (facts.markets[market]?.payout !== undefined) return undefined;
    const backed = tokens[0] === tokens[1] && tokens[0] === collateral;
    return backed ? undefined : `market ${market}: ${tokens[0]} and ${tokens[1]} tokens, ${collateral} behind them`;
  });

/** After resolution the collateral covers every payout that is still to come. */
const payoutsBacked: StateInvariant = (exchange, facts) =>
  firstOf(facts.markets.keys(), (market) => {
    const payout = facts.markets[market]?.payout;
    if (payout === undefined) return undefined;
    const { tokens, collateral } = exchange.supply(market);
    const due = BigInt(tokens[0]) * BigInt(payout[0]) + BigInt(tokens[1]) * BigInt(payout[1]);
    const covered =
      BigInt(collateral) * 1_000_000n >= due && (due > 0n || tokens[0] + tokens[1] > 0 || collateral === 0);
    return covered ? undefined : `market ${market}: ${collateral} micro dollars for payouts of ${due} millionths`;
  });

/** What wallets hold is what the log says, and together it is the supply. */
const balancesFold: StateInvariant = (exchange, facts) => {
  for (const [wallet, cash] of facts.cash.entries()) {
    if (wealth(exchange.cash(wallet)) !== cash) return `wallet ${wallet} has not the ${cash} of its log`;
  }
  return firstOf(facts.markets.keys(), (market) =>
    firstOf(OUTCOMES, (outcome) => {
      const held = facts.cash.map((_, wallet) => wealth(exchange.tokens(wallet, market, outcome)));
      const told = facts.cash.map((_, wallet) => tokensOf(facts, wallet, market, outcome));
      if (held.join() !== told.join()) return `tokens ${market}/${outcome} differ from the log`;
      const supply = BigInt(exchange.supply(market).tokens[outcome]);
      return sum(held) === supply ? undefined : `tokens ${market}/${outcome}: ${sum(held)} held of ${supply}`;
    }),
  );
};

/** Reserved is exactly what the open orders can still cost, for each wallet; nothing is held for anything else. */
const reservesExact: StateInvariant = (exchange, facts) =>
  firstOf(facts.cash.keys(), (wallet) => {
    const mine = openOrders(facts).filter(({ accepted }) => accepted.wallet === wallet);
    const cash = sum(mine.filter(({ accepted }) => accepted.side === 'BUY').map((order) => need(facts, order)));
    const { reserved } = exchange.cash(wallet);
    if (cash !== BigInt(reserved)) return `wallet ${wallet} has ${reserved} reserved and needs ${cash}`;
    return firstOf(facts.markets.keys(), (market) =>
      firstOf(OUTCOMES, (outcome) => {
        const sales = mine.filter(
          ({ accepted }) => accepted.side === 'SELL' && accepted.market === market && accepted.outcome === outcome,
        );
        const held = exchange.tokens(wallet, market, outcome).reserved;
        return sum(sales.map(leftOf)) === BigInt(held) ? undefined : `wallet ${wallet} holds back ${held} tokens`;
      }),
    );
  });

/** No bid reaches an ask. */
const uncrossed: StateInvariant = (exchange, facts) =>
  firstOf(facts.markets.keys(), (market) => {
    const bid = exchange.bids(market, 0)[0];
    const ask = exchange.asks(market, 0)[0];
    const apart = bid === undefined || ask === undefined || bid.price < ask.price;
    return apart ? undefined : `market ${market}: bid ${bid.price} against ask ${ask.price}`;
  });

/** Levels are the sums of the resting orders, best first, none empty; the second token's book is the mirror. */
const levelsTrue: StateInvariant = (exchange, facts) =>
  firstOf(facts.markets.keys(), (market) => {
    const levels = new Map<string, bigint>();
    for (const order of openOrders(facts)) {
      if (order.accepted.market !== market || order.restedAt === undefined) continue;
      const { price, isBid } = bookView(order);
      const level = `${isBid ? 'bid' : 'ask'} ${price}`;
      levels.set(level, (levels.get(level) ?? 0n) + leftOf(order));
    }
    const told = [
      ...exchange.bids(market, 0).map(({ price, size }) => `bid ${price} ${size}`),
      ...exchange.asks(market, 0).map(({ price, size }) => `ask ${price} ${size}`),
    ];
    const priceOf = ([level]: readonly [string, bigint]): number => Number(level.slice(4));
    const folded = [...levels]
      .sort((one, other) => {
        if (one[0].slice(0, 3) !== other[0].slice(0, 3)) return one[0] > other[0] ? -1 : 1;
        return one[0].startsWith('bid') ? priceOf(other) - priceOf(one) : priceOf(one) - priceOf(other);
      })
      .map(([level, size]) => `${level} ${size}`);
    if (told.join() !== folded.join()) return `market ${market} shows ${told.join()} and has ${folded.join()}`;
    const mirrored = [
      ...exchange.asks(market, 1).map(({ price, size }) => `bid ${10_000 - price} ${size}`),
      ...exchange.bids(market, 1).map(({ price, size }) => `ask ${10_000 - price} ${size}`),
    ];
    return told.join() === mirrored.join()
      ? undefined
      : `market ${market}: the books of its tokens are no mirror images`;
  });

/** Every accepted order is known, as far along as the log says. */
const ordersFold: StateInvariant = (exchange, facts) =>
  firstOf(facts.orders.values(), (order) => {
    const view = exchange.order(order.accepted.order);
    if (view === undefined) return `order ${order.accepted.order} is forgotten`;
    const isOpen = view.state === 'live' || view.state === 'delayed';
    const waits = order.restedAt === undefined;
    if (isOpen !== order.open || (isOpen && waits !== (view.state === 'delayed')))
      return `order ${view.order} is ${view.state}`;
    return BigInt(view.matched) === matchedOf(order) ? undefined : `order ${view.order} matched ${view.matched}`;
  });

/** Nothing that was due is left undone. */
const nothingOverdue: StateInvariant = (exchange) => {
  const due = exchange.nextDue();
  return due === undefined || due > exchange.now ? undefined : `something was due at ${due}, it is ${exchange.now}`;
};

export const STATE_INVARIANTS = {
  balancesFold,
  conservation,
  levelsTrue,
  noNegative,
  nothingOverdue,
  ordersFold,
  payoutsBacked,
  reservesExact,
  setsBacked,
  uncrossed,
} as const satisfies Readonly<Record<string, StateInvariant>>;

export type StateInvariantName = keyof typeof STATE_INVARIANTS;

function openOrders(facts: Facts): readonly OrderFacts[] {
  return [...facts.orders.values()].filter((order) => order.open);
}

/** What an open buy can still cost with fees: in its delay as one who takes, at rest as one who is taken. */
function need(facts: Facts, order: OrderFacts): bigint {
  const { price, size } = order.accepted;
  const whole = { size: Number(leftOf(order)), cash: 0, fee: 0 };
  if (order.restedAt === undefined) {
    const worst = Math.min(price, 5_000);
    return costLeft(order) + feeDue(facts, order, [{ ...whole, size, price: worst, asTaker: true }]);
  }
  const charged = sum(order.fills.map((fill) => BigInt(fill.fee)));
  return costLeft(order) + feeDue(facts, order, [...order.fills, { ...whole, price, asTaker: false }]) - charged;
}

function balances(
  exchange: Exchange,
  facts: Facts,
  wallet: number,
): { readonly free: number; readonly reserved: number }[] {
  const tokens = facts.markets.flatMap((_, market) =>
    OUTCOMES.map((outcome) => exchange.tokens(wallet, market, outcome)),
  );
  return [exchange.cash(wallet), ...tokens];
}

function wealth({ free, reserved }: { readonly free: number; readonly reserved: number }): bigint {
  return BigInt(free) + BigInt(reserved);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function firstOf<Item>(items: Iterable<Item>, judge: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const finding = judge(item);
    if (finding !== undefined) return finding;
  }
  return undefined;
}
