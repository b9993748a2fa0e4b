/** proof/venue/oracle/matching-invariants: who may trade with whom, in which order, at what price and size. */
import { PRICE_ONE } from '../../../base/units.ts';
import { leftOf } from './facts.ts';
import { type LogInvariant, onEvent, onLeg } from './invariant.ts';

export const MATCHING_INVARIANTS = {
  /** Makers trade at their own limit; the taker gets that price, or its complement for the other token. */
  makerPrice: onLeg((_facts, trade, leg, maker) => {
    if (leg.price !== maker.price) return `leg at ${leg.price}, the limit of the maker was ${maker.price}`;
    const seen = trade.outcome === leg.outcome ? leg.price : PRICE_ONE - leg.price;
    return leg.takerPrice === seen ? undefined : `the taker's price is ${leg.takerPrice}, not ${seen}`;
  }),

  limitKept: onLeg((_facts, _trade, leg, _maker, { side, price }) => {
    const within = side === 'BUY' ? leg.takerPrice <= price : leg.takerPrice >= price;
    return within ? undefined : `a ${side} at ${price} filled at ${leg.takerPrice}`;
  }),

  /** Same token: one buys, one sells. Opposite tokens: both buy or both sell. */
  sidesFit: onLeg((_facts, trade, leg) => {
    const fits = (trade.outcome === leg.outcome) === (trade.side !== leg.side);
    return fits ? undefined : `${trade.side} ${trade.outcome} traded with ${leg.side} ${leg.outcome}`;
  }),

  partiesTrue: onLeg((_facts, trade, leg, maker, taker) => {
    if (maker.market.number !== trade.market || taker.market.number !== trade.market) {
      return 'an order traded in another market';
    }
    const makerTrue =
      leg.wallet === maker.wallet.number &&
      leg.key === maker.key &&
      leg.outcome === maker.outcome &&
      leg.side === maker.side;
    const takerTrue =
      trade.takerWallet === taker.wallet.number &&
      trade.takerKey === taker.key &&
      trade.outcome === taker.outcome &&
      trade.side === taker.side;
    return makerTrue && takerTrue ? undefined : 'a party of the trade differs from its order';
  }),

  pricePriority: onLeg((facts, _trade, leg, maker) => {
    const { next } = facts.arrival;
    if (next === undefined || next === maker || next.bookPrice === maker.bookPrice) return undefined;
    const isBetter = maker.isBid ? next.bookPrice > maker.bookPrice : next.bookPrice < maker.bookPrice;
    return isBetter ? `order ${leg.order} traded before the better ${next.number}` : undefined;
  }),

  timePriority: onLeg((facts, _trade, leg, maker) => {
    const { next } = facts.arrival;
    if (next === undefined || next === maker || next.bookPrice !== maker.bookPrice) return undefined;
    return `order ${leg.order} traded before the earlier ${next.number}`;
  }),

  noSelfTrade: onLeg((_facts, trade, leg, maker, taker) =>
    maker.wallet === taker.wallet || leg.wallet === trade.takerWallet
      ? `wallet ${leg.wallet} traded with itself`
      : undefined,
  ),

  noOverfill: onLeg((facts, _trade, leg, maker, taker) => {
    if (leg.size <= 0) return 'a leg without a size';
    if (leg.size > leftOf(maker)) return `order ${maker.number} is overfilled`;
    return leg.size > leftOf(taker) - facts.arrival.owed ? `order ${taker.number} is overfilled` : undefined;
  }),

  /** Each maker is filled completely before the next one; the last one as far as the taker needs. */
  metInFull: onLeg((facts, _trade, leg, maker, taker) => {
    const most = Math.min(leftOf(maker), leftOf(taker) - facts.arrival.owed);
    return leg.size >= most ? undefined : `took ${leg.size} of order ${maker.number}, although ${most} were available`;
  }),

  makersRest: onLeg((_facts, trade, leg, maker) => {
    if (maker.stage === 'resting' && maker.level !== undefined) return undefined;
    return `order ${leg.order} is ${maker.stage} and traded with order ${trade.takerOrder}`;
  }),

  /** A trade belongs to the arriving order. Each arrival has one trade, before its consequences. */
  takerArrives: onEvent(['trade'], ({ arrival }, event) => {
    const { order, own, traded } = arrival;
    if (order?.number !== event.takerOrder || traded) return `order ${event.takerOrder} did not just arrive`;
    return own === undefined ? undefined : `its own order ${own.number} was reduced or closed before the trade`;
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;
