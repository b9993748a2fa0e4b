/** sim/core/oracle/money-invariants: cash, tokens, fees and rounding, as the events tell them. */
import type { OutcomeIndex } from '../command.ts';
import { type Facts, type Fill, type LogInvariant, leftOf, type OrderFacts, tokensOf } from './facts.ts';

/** Over all its fills a BUY has paid the exact sum rounded up, a SELL has got it rounded down. */
export const roundedOnce: LogInvariant = (facts, event) =>
  eachParty(facts, event, (order, fills) => {
    const exact = fills.reduce((total, fill) => total + BigInt(fill.price) * BigInt(fill.size), 0n);
    const due = order.accepted.side === 'BUY' ? (exact + 9_999n) / 10_000n : exact / 10_000n;
    const told = fills.reduce((total, fill) => total + BigInt(fill.cash), 0n);
    return told === due ? undefined : `order ${order.accepted.order} settled ${told} where ${due} was due`;
  });

/** The fees of an order are the formula over all its fills, five decimals half up; a sale's fill never costs more than it brings. */
export const feeRight: LogInvariant = (facts, event) =>
  eachParty(facts, event, (order, fills) => {
    const last = fills.at(-1);
    if (last === undefined) return undefined;
    const before = fills.slice(0, -1).reduce((total, fill) => total + BigInt(fill.fee), 0n);
    const due = isCharged(facts, order, last) ? feeDue(facts, order, fills) - before : 0n;
    const bearable = order.accepted.side === 'SELL' && due > BigInt(last.cash) ? BigInt(last.cash) : due;
    return BigInt(last.fee) === bearable
      ? undefined
      : `order ${order.accepted.order} paid ${last.fee}, not ${bearable}`;
  });

/** Size, dollars and fee of a trade are the sums of its legs. */
export const totalsAdd: LogInvariant = (_facts, event) => {
  if (event.kind !== 'trade') return undefined;
  const size = total(event.makers.map((leg) => leg.size));
  const cash = total(event.makers.map((leg) => leg.takerCash));
  const fee = total(event.makers.map((leg) => leg.takerFee));
  const right = size === BigInt(event.size) && cash === BigInt(event.cash) && fee === BigInt(event.fee);
  return right ? undefined : `the legs add up to ${size}, ${cash} and ${fee}`;
};

/** An accepted order is funded: what all open orders of the wallet can cost does not exceed what it has. */
export const funded: LogInvariant = (facts, event) => {
  if (event.kind !== 'order-accepted') return undefined;
  const { wallet, market, outcome, side, price, size } = event;
  const open = [...facts.orders.values()].filter((order) => order.open && order.accepted.wallet === wallet);
  if (side === 'BUY') {
    const held = open
      .filter((order) => order.accepted.side === 'BUY')
      .reduce((sum, order) => sum + costLeft(order), 0n);
    const needed = (BigInt(price) * BigInt(size) + 9_999n) / 10_000n;
    return held + needed <= (facts.cash[wallet] ?? 0n) ? undefined : `wallet ${wallet} cannot pay order ${event.order}`;
  }
  const offered = open.filter(
    ({ accepted }) => accepted.side === 'SELL' && accepted.market === market && accepted.outcome === outcome,
  );
  const held = offered.reduce((sum, order) => sum + leftOf(order), 0n);
  const has = tokensOf(facts, wallet, market, outcome);
  return held + BigInt(size) <= has ? undefined : `wallet ${wallet} does not have the shares of order ${event.order}`;
};

/** No debit goes below zero. */
export const solvent: LogInvariant = (facts, event) => {
  if (event.kind === 'split' && BigInt(event.size) > (facts.cash[event.wallet] ?? 0n))
    return 'a split without the cash';
  if (event.kind === 'merged' || event.kind === 'redeemed') {
    const sizes = event.kind === 'merged' ? [event.size, event.size] : event.sizes;
    for (const outcome of [0, 1] as const satisfies readonly OutcomeIndex[]) {
      if (BigInt(sizes[outcome] ?? 0) > tokensOf(facts, event.wallet, event.market, outcome))
        return 'tokens it never had';
    }
  }
  if (event.kind !== 'trade') return undefined;
  for (const leg of event.makers) {
    if (leg.side === 'SELL' && BigInt(leg.size) > tokensOf(facts, leg.wallet, event.market, leg.outcome)) {
      return `wallet ${leg.wallet} sold tokens it does not have`;
    }
    if (leg.side === 'BUY' && BigInt(leg.cash + leg.fee) > (facts.cash[leg.wallet] ?? 0n)) {
      return `wallet ${leg.wallet} bought without the cash`;
    }
  }
  return undefined;
};

/** Redemption takes all tokens of the wallet and pays each outcome its payout, rounded down. */
export const payoutRight: LogInvariant = (facts, event) => {
  if (event.kind !== 'redeemed') return undefined;
  const { payout } = facts.markets[event.market] ?? {};
  if (payout === undefined) return 'redeemed before the market was resolved';
  for (const outcome of [0, 1] as const satisfies readonly OutcomeIndex[]) {
    const held = tokensOf(facts, event.wallet, event.market, outcome);
    if (BigInt(event.sizes[outcome]) !== held) return `gave up ${event.sizes[outcome]} of ${held}`;
    const due = (held * BigInt(payout[outcome])) / 1_000_000n;
    if (BigInt(event.paid[outcome]) !== due) return `paid ${event.paid[outcome]}, not ${due}`;
  }
  return undefined;
};

function total(values: readonly number[]): bigint {
  return values.reduce((sum, value) => sum + BigInt(value), 0n);
}

/** Dollars the rest of a buy can still cost at its limit, after rounding, without fees. */
export function costLeft(order: OrderFacts): bigint {
  const exact = order.fills.reduce((total, fill) => total + BigInt(fill.price) * BigInt(fill.size), 0n);
  const all = exact + BigInt(order.accepted.price) * leftOf(order);
  return (all + 9_999n) / 10_000n - (exact + 9_999n) / 10_000n;
}

function isCharged(facts: Facts, order: OrderFacts, fill: Fill): boolean {
  return fill.asTaker || facts.markets[order.accepted.market]?.terms.fee.takerOnly === false;
}

/** The fee on all these fills of the order together, micro dollars. */
export function feeDue(facts: Facts, order: OrderFacts, fills: readonly Fill[]): bigint {
  const fee = facts.markets[order.accepted.market]?.terms.fee;
  if (fee === undefined) return 0n;
  const scale = 100_000_000n ** BigInt(fee.exponent) * 1_000_000n * 10n;
  const exact = fills
    .filter((fill) => isCharged(facts, order, fill))
    .map(
      (fill) =>
        BigInt(fill.size) * BigInt(fee.rate) * BigInt(fill.price * (10_000 - fill.price)) ** BigInt(fee.exponent),
    )
    .reduce((total, each) => total + each, 0n);
  return ((2n * exact + scale) / (2n * scale)) * 10n;
}

/** Judges both parties of each leg, with all fills of the order up to and including that leg. */
function eachParty(
  facts: Facts,
  event: Parameters<LogInvariant>[1],
  judge: (order: OrderFacts, fills: readonly Fill[]) => string | undefined,
): string | undefined {
  if (event.kind !== 'trade') return undefined;
  const taker = facts.orders.get(event.takerOrder);
  if (taker === undefined) return 'a trade of an unknown order';
  const takerFills = [...taker.fills];
  for (const leg of event.makers) {
    const maker = facts.orders.get(leg.order);
    if (maker === undefined) return 'a trade of an unknown order';
    takerFills.push({ price: leg.takerPrice, size: leg.size, cash: leg.takerCash, fee: leg.takerFee, asTaker: true });
    const made: Fill = { price: leg.price, size: leg.size, cash: leg.cash, fee: leg.fee, asTaker: false };
    const finding = judge(maker, [...maker.fills, made]) ?? judge(taker, takerFills);
    if (finding !== undefined) return finding;
  }
  return undefined;
}
