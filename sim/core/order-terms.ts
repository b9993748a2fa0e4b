/**
 * sim/core/order-terms: price, outcome, side and type of an order, packed into 19 bits, and its place in the book. The
 * book is kept in first-outcome prices: a BUY of the second outcome at p is an ask of the first at 1-p.
 */
import { invariant } from '../../base/result.ts';
import { type Numbered, PRICE_ONE, type Price } from '../../base/units.ts';
import type { OrderType, OutcomeIndex, Side } from '../../spec/venue/command.ts';

export type Terms = Numbered<'terms'>;

const PRICE_MASK = 0x3fff;
const OUTCOME_SHIFT = 14;
const SELL_SHIFT = 15;
const TYPE_SHIFT = 16;
/** Set while an accepted order waits out the delay of its market. */
export const DELAYED = 1 << 18;

const TYPES: readonly OrderType[] = ['GTC', 'GTD', 'FOK', 'FAK'];
const FIRST_IMMEDIATE = 2;

/** The bits of `packToken`. */
export const TOKEN_BITS = TYPE_SHIFT;

/** Price, outcome and side. */
type Token = { readonly price: Price; readonly outcome: OutcomeIndex; readonly side: Side };

export function packToken({ price, outcome, side }: Token): Terms {
  invariant(price > 0 && price < PRICE_ONE, 'a price fits into its bits');
  return price | (outcome << OUTCOME_SHIFT) | ((side === 'SELL' ? 1 : 0) << SELL_SHIFT);
}

export function packTerms(order: Token & { readonly type: OrderType }): Terms {
  return packToken(order) | (typeCode(order.type) << TYPE_SHIFT);
}

/** Limit in the order's own token. */
export function priceIn(terms: Terms): Price {
  return terms & PRICE_MASK;
}

export function outcomeIn(terms: Terms): OutcomeIndex {
  return ((terms >>> OUTCOME_SHIFT) & 1) as OutcomeIndex;
}

export function isSale(terms: Terms): boolean {
  return ((terms >>> SELL_SHIFT) & 1) === 1;
}

export function sideIn(terms: Terms): Side {
  return isSale(terms) ? 'SELL' : 'BUY';
}

export function typeIn(terms: Terms): OrderType {
  return TYPES[(terms >>> TYPE_SHIFT) & 3] as OrderType;
}

/** GTC and GTD rest, FOK and FAK do not. */
export function canRest(terms: Terms): boolean {
  return ((terms >>> TYPE_SHIFT) & 3) < FIRST_IMMEDIATE;
}

export function isFillOrKill(terms: Terms): boolean {
  return ((terms >>> TYPE_SHIFT) & 3) === FIRST_IMMEDIATE;
}

/** Whether the order rests among the bids of the first outcome. */
export function isBookBid(terms: Terms): boolean {
  return ((terms >>> OUTCOME_SHIFT) & 1) === ((terms >>> SELL_SHIFT) & 1);
}

/** The limit in terms of the first outcome's token. */
export function bookPriceIn(terms: Terms): Price {
  return bookPriceOf(priceIn(terms), outcomeIn(terms));
}

/** A price of the given outcome's token in terms of the first outcome's token, and back. */
function bookPriceOf(price: Price, outcome: OutcomeIndex): Price {
  return outcome === 0 ? price : PRICE_ONE - price;
}

function typeCode(type: OrderType): number {
  if (type === 'GTC') return 0;
  if (type === 'GTD') return 1;
  return type === 'FOK' ? FIRST_IMMEDIATE : 3;
}
