/** proof/oracle/life-invariants: what an order must be to be accepted, and how it may live and end. */

import { SIZE_LIMIT } from '../../sim/core/rules.ts';
import { PRICE_ONE } from '../../spec/units.ts';
import { sizeAt } from './book-facts.ts';
import { type Facts, isImmediate, leftOf, ownSide } from './facts.ts';
import { onEvent, onLeg, type Wrong } from './invariant.ts';

/** Accepted orders keep the market's terms: tick, range, size, type and options. */
export const termsKept = onEvent<'order-accepted'>((facts, event) => {
  const market = facts.markets[event.market];
  if (market === undefined) return 'accepted in an unknown market';
  if (event.price % market.tick !== 0) return 'off the tick';
  if (event.price < market.tick || event.price > PRICE_ONE - market.tick) return 'price out of range';
  const least = event.type === 'FOK' || event.type === 'FAK' ? 1 : market.terms.minSize;
  if (event.size < least || event.size <= 0) return 'too small';
  if (event.size > SIZE_LIMIT) return 'too large';
  if (event.postOnly && (event.type === 'FOK' || event.type === 'FAK')) return 'post-only for an immediate order';
  if ((event.expiresAt !== undefined) !== (event.type === 'GTD')) return 'an expiry belongs to GTD and only to it';
  if (event.expiresAt === undefined) return undefined;
  return event.expiresAt > event.at + facts.rules.minimumLifeMs ? undefined : 'expires too soon';
});

/** With an order that can rest, the shares at its price are a number that is exact. */
export const levelsExact = onEvent<'order-accepted' | 'order-released'>(({ present: { order } }) => {
  if (order === undefined || isImmediate(order)) return undefined;
  const size = sizeAt(ownSide(order), order.bookPrice) + order.size;
  return size > Number.MAX_SAFE_INTEGER ? `${size} shares at ${order.bookPrice}` : undefined;
});

/** Markets, wallets, groups, orders and trades are numbered in the order in which they come. */
export const numbersFollow = onEvent<
  'market-listed' | 'wallet-opened' | 'markets-grouped' | 'order-accepted' | 'trade'
>((facts, event) => {
  switch (event.kind) {
    case 'market-listed':
      return follows('market', event.market, facts.markets.length);
    case 'wallet-opened':
      return follows('wallet', event.wallet, facts.wallets.length);
    case 'markets-grouped':
      return follows('group', event.group, facts.groups.length);
    case 'order-accepted':
      return follows('order', event.order, facts.accepted);
    default:
      return follows('trade', event.trade, facts.traded);
  }
});

function follows(what: string, number: number, due: number): Wrong {
  return number === due ? undefined : `${what} ${number} is number ${due}`;
}

/** No wallet uses a salt twice. */
export const neverTwice = onEvent<'order-accepted'>((facts, event) =>
  facts.present.isRepeated ? `wallet ${event.wallet} uses the salt ${event.salt} again` : undefined,
);

/** Nothing happens to wallets and markets that do not exist. */
export const partiesKnown = onEvent<
  | 'deposited'
  | 'split'
  | 'merged'
  | 'redeemed'
  | 'converted'
  | 'order-accepted'
  | 'market-state'
  | 'market-resolved'
  | 'tick-changed'
>((facts, event) => {
  switch (event.kind) {
    case 'deposited':
    case 'converted':
      return walletKnown(facts, event.wallet);
    case 'market-state':
    case 'market-resolved':
    case 'tick-changed':
      return marketKnown(facts, event.market);
    default:
      return walletKnown(facts, event.wallet) ?? marketKnown(facts, event.market);
  }
});

function walletKnown({ wallets }: Facts, wallet: number): Wrong {
  return wallets[wallet] === undefined ? `no wallet ${wallet}` : undefined;
}

function marketKnown({ markets }: Facts, market: number): Wrong {
  return markets[market] === undefined ? `no market ${market}` : undefined;
}

/** Only in an open market are orders accepted and released and trades made. */
export const tradingOpen = onEvent<'order-accepted' | 'order-released' | 'trade'>((facts, event) => {
  const market = event.kind === 'order-released' ? facts.present.order?.market : facts.markets[event.market];
  return market?.state === 'open' ? undefined : `${event.kind} in a ${market?.state} market`;
});

/** Only open orders trade, change or end, and they end once. */
export const endedOnce = onEvent<'order-closed' | 'order-released' | 'order-reduced' | 'trade'>((facts, event) => {
  const number = event.kind === 'trade' ? event.takerOrder : event.order;
  if (facts.present.order === undefined) return `order ${number} is not open`;
  if (event.kind !== 'trade') return undefined;
  const ended = event.makers.find((leg) => !facts.orders.has(leg.order));
  return ended === undefined ? undefined : `order ${ended.order} is not open`;
});

/** From its delay an order goes to the book once or ends; each end is one that its stage and type allow. */
export const transitionsLegal = onEvent<'order-released' | 'order-closed'>((facts, event) => {
  const { order } = facts.present;
  if (order === undefined) return undefined;
  if (event.kind === 'order-released') {
    return order.stage === 'delayed' ? undefined : `order ${event.order} is released and was ${order.stage}`;
  }
  const { stage } = order;
  switch (event.reason) {
    case 'matched':
      return stage === 'delayed' ? 'matched during its delay' : undefined;
    case 'self-trade':
      return stage === 'delayed' ? 'met its own order during its delay' : undefined;
    case 'expired':
      return order.type === 'GTD' && stage !== 'arriving' ? undefined : `a ${stage} ${order.type} expired`;
    case 'killed':
      return stage === 'resting' ? 'killed at rest' : undefined;
    default:
      return stage === 'arriving' ? `${event.reason} while it arrived` : undefined;
  }
});

/** What is left is told truly, and an order ends as matched, or reduced to nothing, exactly when nothing is. */
export const remainderTrue = onEvent<'order-closed'>((facts, event) => {
  const { order } = facts.present;
  if (order === undefined) return undefined;
  const left = leftOf(order);
  if (event.remaining !== left) return `${left} is left, ${event.remaining} is told`;
  if (left === 0 && event.reason === 'self-trade' && facts.rules.selfTrade === 'decrement') return undefined;
  return (event.reason === 'matched') === (left === 0) ? undefined : `ended ${event.reason} with that left`;
});

/** FOK and FAK never wait in the book; post-only orders never take. */
export const rolesKept = onLeg((_facts, _trade, leg, maker, taker) => {
  if (taker.postOnly) return `the post-only order ${taker.number} took`;
  return isImmediate(maker) ? `the immediate order ${leg.order} had rested` : undefined;
});
