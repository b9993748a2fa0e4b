/** conformance/checks/orders/book: the book of a market for writes, in the units of planned orders. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { eachLike } from '../assertions.ts';
import { readTokens, bookOf as rowOf } from '../books/batch.ts';
import { unitsOf } from '../quantities.ts';
import type { OrderPlan } from './plan.ts';

/** Levels best first; prices in price units, sizes in millionths of the unit of the book (`units`). */
type Levels = readonly { readonly price: number; readonly size: number }[];
export type Book = { readonly response: Exchange; readonly bids: Levels; readonly asks: Levels; readonly last: string };

function sideOf(book: JsonObject | undefined, key: 'bids' | 'asks'): Levels {
  const levels = objectsIn(listAt(book, key)).map((level) => ({
    price: unitsOf(textAt(level, 'price'), 4) || 0,
    size: Math.round(Number(textAt(level, 'size')) * MICRO) || 0,
  }));
  return levels.sort((left, right) => (key === 'bids' ? right.price - left.price : left.price - right.price));
}

/** The book of a token in a response; an empty one if the response lacks the token. */
export function bookOf(response: Exchange, token: string): Book {
  const book = rowOf(response, token);
  return {
    response,
    bids: sideOf(book, 'bids'),
    asks: sideOf(book, 'asks'),
    last: textAt(book, 'last_trade_price') ?? '',
  };
}

/** The books of some tokens, in their order; an empty one if the response lacks a token. */
export async function readBooks(context: CheckContext, tokens: readonly string[]): Promise<readonly Book[]> {
  const response = await readTokens(context, 'books', tokens);
  return tokens.map((token) => bookOf(response, token));
}

export async function readBook(context: CheckContext, token: string): Promise<Book> {
  return bookOf(await readTokens(context, 'books', [token]), token);
}

/** The level of a book to be judged. */
export type LevelAt = { readonly token: string; readonly side: 'bids' | 'asks'; readonly price: number };

/** The level at which an order rests. */
export function restLevel({ market, outcome, side, price }: OrderPlan): LevelAt {
  return { token: market.tokenIds[outcome], side: side === 'BUY' ? 'bids' : 'asks', price };
}

/** Books in which a token has this size at a price, in the unit of the book; `change` is the new part. */
export function levelOf({ token, side, price }: LevelAt, size: number | SameAs, change = Number(size)): Expectation {
  const level = { price: { $number: { $near: price / PRICE_ONE } } };
  const sum = { $sum: { by: '/size', is: { $near: [size, Math.max(1e-6, change * 1e-9)] } } };
  const own = { asset_id: token };
  const sized = eachLike(own, { [side]: { $where: { of: level, is: sum } } });
  // A book without orders may be missing.
  return { body: size === 0 ? sized : { $all: [{ $contains: [own] }, sized] } };
}

/** Books in which a token has `added` more at a price than in the first book of an earlier response. */
export function grownLevelOf(before: Book, level: LevelAt, added: number): Expectation {
  const { side, price } = level;
  const all = before[side].filter((each) => each.price === price);
  const at = placeIn(before, side, price);
  const size =
    all.length === 1
      ? new SameAs(before.response, `/0/${side}/${at}/size`, added)
      : sizeAt(before[side], price) / MICRO + added;
  return levelOf(level, size, added);
}

/** Index of the first level at a price in the first book of a response, or -1. */
function placeIn({ response }: Book, side: 'bids' | 'asks', price: number): number {
  const levels = objectsIn(listAt(objectsIn(response.json)[0], side));
  return levels.findIndex((level) => unitsOf(textAt(level, 'price'), 4) === price);
}

export function sizeAt(side: Levels, price: number): number {
  return side.reduce((sum, level) => (level.price === price ? sum + level.size : sum), 0);
}
