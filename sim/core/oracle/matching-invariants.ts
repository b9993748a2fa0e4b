/** sim/core/oracle/matching-invariants: who may trade with whom, in which order and at what price. */
import type { MakerLeg, TradeEvent } from '../event.ts';
import { bookView, type Facts, type LogInvariant, leftOf, type OrderFacts } from './facts.ts';

/** Makers trade at their own limit; the taker gets that price, seen from its own token. */
export const makerPrice: LogInvariant = (facts, event) =>
  eachLeg(facts, event, (trade, leg, maker) => {
    if (leg.price !== maker.accepted.price) return `leg at ${leg.price}, the maker asked ${maker.accepted.price}`;
    const seen = trade.outcome === leg.outcome ? leg.price : 10_000 - leg.price;
    return leg.takerPrice === seen ? undefined : `the taker's price is ${leg.takerPrice}, not ${seen}`;
  });

/** No fill is worse than the limit of either party. */
export const limitKept: LogInvariant = (facts, event) =>
  eachLeg(facts, event, (_trade, leg, _maker, taker) => {
    const { side, price } = taker.accepted;
    const within = side === 'BUY' ? leg.takerPrice <= price : leg.takerPrice >= price;
    return within ? undefined : `a ${side} at ${price} filled at ${leg.takerPrice}`;
  });

/** Same token: one buys, one sells. Opposite tokens: both buy or both sell. */
export const sidesFit: LogInvariant = (facts, event) =>
  eachLeg(facts, event, (trade, leg) => {
    const fits = (trade.outcome === leg.outcome) === (trade.side !== leg.side);
    return fits ? undefined : `${trade.side} ${trade.outcome} met ${leg.side} ${leg.outcome}`;
  });

/** Parties are told as their orders say. */
export const partiesTrue: LogInvariant = (facts, event) =>
  eachLeg(facts, event, (trade, leg, maker, taker) => {
    const asTold = [
      leg.wallet,
      leg.key,
      leg.outcome,
      leg.side,
      trade.takerWallet,
      trade.takerKey,
      trade.outcome,
      trade.side,
    ];
    const [m, t] = [maker.accepted, taker.accepted];
    const asAccepted = [m.wallet, m.key, m.outcome, m.side, t.wallet, t.key, t.outcome, t.side];
    if (m.market !== trade.market || t.market !== trade.market) return 'an order traded in another market';
    return asTold.join() === asAccepted.join() ? undefined : 'a party of the trade differs from its order';
  });

/** Nobody with a better price was passed over, of either token. */
export const pricePriority: LogInvariant = (facts, event) =>
  eachLeg(facts, event, (trade, leg, maker, _taker, taken) => {
    const { price, isBid } = bookView(maker);
    const better = resting(facts, trade.market, isBid, taken).find((other) =>
      isBid ? bookView(other).price > price : bookView(other).price < price,
    );
    return better === undefined ? undefined : `order ${leg.order} traded before the better ${better.accepted.order}`;
  });

/** Nobody who came earlier to the same price was passed over, of either token. */
export const timePriority: LogInvariant = (facts, event) =>
  eachLeg(facts, event, (trade, leg, maker, _taker, taken) => {
    const { price, isBid } = bookView(maker);
    const earlier = resting(facts, trade.market, isBid, taken).find(
      (other) => bookView(other).price === price && (other.restedAt ?? 0) < (maker.restedAt ?? 0),
    );
    return earlier === undefined ? undefined : `order ${leg.order} traded before the earlier ${earlier.accepted.order}`;
  });

/** No wallet trades with itself. */
export const noSelfTrade: LogInvariant = (facts, event) =>
  eachLeg(facts, event, (trade, leg) =>
    leg.wallet === trade.takerWallet ? `wallet ${leg.wallet} traded with itself` : undefined,
  );

/** No order trades more than its size. */
export const noOverfill: LogInvariant = (facts, event) =>
  eachLeg(facts, event, (trade, leg, maker, taker, taken) => {
    if (leg.size <= 0) return 'a leg of nothing';
    if (BigInt(leg.size) > leftOf(maker) - (taken.get(leg.order) ?? 0n)) return `order ${leg.order} is overfilled`;
    return BigInt(trade.size) > leftOf(taker) ? `order ${trade.takerOrder} is overfilled` : undefined;
  });

/** An immediate order gives up only with nothing left to take, and a self trade ends one only at an own order. */
export const stopsForAReason: LogInvariant = (facts, event) => {
  if (event.kind !== 'order-closed' || (event.reason !== 'killed' && event.reason !== 'self-trade')) return undefined;
  const order = facts.orders.get(event.order);
  if (order === undefined || facts.markets[order.accepted.market]?.state !== 'open') return undefined;
  if (event.reason === 'killed' && order.accepted.type !== 'FAK') return undefined;
  const { price, isBid } = bookView(order);
  const crossed = resting(facts, order.accepted.market, !isBid, new Map())
    .filter((other) => (isBid ? bookView(other).price <= price : bookView(other).price >= price))
    .sort((one, other) => {
      const byPrice = bookView(one).price - bookView(other).price;
      return byPrice === 0 ? (one.restedAt ?? 0) - (other.restedAt ?? 0) : isBid ? byPrice : -byPrice;
    });
  const next = crossed[0];
  if (event.reason === 'killed') return next === undefined ? undefined : `it could still take ${next.accepted.order}`;
  return next?.accepted.wallet === order.accepted.wallet ? undefined : 'the next order was not its own';
};

type LegJudge = (
  trade: TradeEvent,
  leg: MakerLeg,
  maker: OrderFacts,
  taker: OrderFacts,
  /** Shares of each maker that earlier legs of this trade have taken. */
  taken: ReadonlyMap<number, bigint>,
) => string | undefined;

function eachLeg(facts: Facts, event: Parameters<LogInvariant>[1], judge: LegJudge): string | undefined {
  if (event.kind !== 'trade') return undefined;
  const taken = new Map<number, bigint>();
  for (const leg of event.makers) {
    const maker = facts.orders.get(leg.order);
    const taker = facts.orders.get(event.takerOrder);
    if (maker === undefined || taker === undefined) return 'a trade of an unknown order';
    const finding = judge(event, leg, maker, taker, taken);
    if (finding !== undefined) return finding;
    taken.set(leg.order, (taken.get(leg.order) ?? 0n) + BigInt(leg.size));
  }
  return undefined;
}

function resting(facts: Facts, market: number, isBid: boolean, taken: ReadonlyMap<number, bigint>): OrderFacts[] {
  return [...facts.orders.values()].filter(
    (order) =>
      order.open &&
      order.restedAt !== undefined &&
      order.accepted.market === market &&
      (order.accepted.type === 'GTC' || order.accepted.type === 'GTD') &&
      bookView(order).isBid === isBid &&
      leftOf(order) > (taken.get(order.accepted.order) ?? 0n),
  );
}
