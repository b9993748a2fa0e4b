/** conformance/checks/orders/book: the book of a market for writes, its last price, and its units. */
import { type JsonObject, listAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { type CheckContext, type Exchange, type Expectation, SameAs } from '../../check.ts';
import { eachLike, isTrue, textsOf, unitsOf } from '../assertions.ts';
import { readTokens, bookOf as rowOf } from '../books/batch.ts';
import { type OrderPlan, tokenOf } from './plan.ts';
import { tradesSince } from './wallet-reads.ts';

/** Levels best first; prices in price units, sizes in millionths of the unit of the book (`unitOf`). */
type Levels = readonly { readonly price: number; readonly size: number }[];
export type Book = Readonly<{ response: Exchange; bids: Levels; asks: Levels; last: string }>;

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
    last: textOrEmpty(book, 'last_trade_price'),
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
type LevelAt = { readonly token: string; readonly side: 'bids' | 'asks'; readonly price: number };

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

type Quantity = 'size' | 'price' | 'level' | 'trade';

/** Exponents learned in a run, by its list of markets: all its checks share that, although their bindings differ. */
const learned = new WeakMap<CheckContext['bindings']['markets'], Map<Quantity, number>>();

/** True for 1, 10, 100 and so on. */
export function isPowerOfTen(value: number): boolean {
  return exponentOf(value, 1) !== undefined;
}

/** The power of ten by which `actual` is larger than `expected`; undefined if it is no power of ten. */
function exponentOf(actual: number, expected: number): number | undefined {
  const exponent = Math.round(Math.log10(actual / expected));
  const isPower = Math.abs(actual / expected / 10 ** exponent - 1) < 1e-9;
  return isPower && exponent >= 0 && exponent <= 18 ? exponent : undefined;
}

/** True if a number is this value in the unit of the run. The first number decides the unit. */
function isInUnit({ bindings }: CheckContext, quantity: Quantity, actual: number, expected: number) {
  const exponent = exponentOf(actual, expected);
  if (exponent === undefined) return false;
  const units = learned.get(bindings.markets) ?? new Map<Quantity, number>();
  learned.set(bindings.markets, units);
  const unit = units.get(quantity) ?? exponent;
  units.set(quantity, unit);
  return unit === exponent;
}

/** The factor of the unit of the run; before that is known, the unit is a share or a dollar. */
export function unitOf({ bindings }: CheckContext, quantity: Quantity): number {
  return 10 ** (learned.get(bindings.markets)?.get(quantity) ?? 0);
}

/** The pattern of a value in the unit of the run; in any unit before that is known. */
export function inUnit({ bindings }: CheckContext, quantity: Quantity, value: number): JsonObject {
  const exponent = learned.get(bindings.markets)?.get(quantity);
  return exponent === undefined ? { $scaled: { $near: value } } : { $near: value * 10 ** exponent };
}

/** Learns the units of sizes and prices of live orders from the row of an order. */
export function learnUnits(context: CheckContext, { size, price }: OrderPlan, id: string, { json }: Exchange): void {
  const row = objectsIn(listAt(json, 'data')).find((order) => textAt(order, 'id') === id);
  isInUnit(context, 'size', Number(textAt(row, 'originalSize')), size / MICRO);
  isInUnit(context, 'price', Number(textAt(row, 'price')), price / PRICE_ONE);
}

/** True if a size in a book, or a difference, is this many micro shares. The first one decides the unit. */
export function isLevelSize(context: CheckContext, size: number, shares: number): boolean {
  return isInUnit(context, 'level', size, shares);
}

/** True if the size of trades is this many micro shares. The first one decides the unit of all trades. */
export function isTradeSize(context: CheckContext, size: number, shares: number): boolean {
  return isInUnit(context, 'trade', size, shares / MICRO);
}

/** The size of a book in micro shares; undefined before the unit is known. */
export function levelShares({ bindings }: CheckContext, size: number): number | undefined {
  const exponent = learned.get(bindings.markets)?.get('level');
  return exponent === undefined ? undefined : Math.round(size / 10 ** exponent);
}

/** The size of a book in micro shares; before the unit is known, the unit is a share. */
export function sharesOrSize(context: CheckContext, size: number): number {
  return levelShares(context, size) ?? size;
}

export const LAST_PRICE = '4.3/fill.last-price';

export type LaterTrades = () => Promise<readonly JsonObject[]>;

/** Reads trades before a fill; the result judges the last price, given the taker's order and a book already read. */
export async function lastPriceJudge(
  context: CheckContext,
  plan: OrderPlan,
  given?: LaterTrades,
): Promise<(takerId: string, seen?: Book) => Promise<void>> {
  const trades = given ?? (await laterTrades(context, plan));
  const token = tokenOf(plan);
  const shown = { asset_id: token, last_trade_price: { $number: { $near: plan.price / PRICE_ONE } } };
  const must = { body: { $contains: [shown] } };
  const isShown = ({ response }: Book) => isTrue({ of: response, must: must });
  return async (takerId, seen) => {
    if (seen !== undefined && isShown(seen)) return context.verified(LAST_PRICE);
    const book = await context.eventually(() => readBook(context, token), isShown);
    if (isShown(book)) return context.verified(LAST_PRICE);
    await context.settled(['builder-trades'], true);
    const later = await trades();
    const isLatest = later.length > 0 && later.every((row) => textAt(row, 'taker_order_id') === takerId);
    if (isLatest) context.judge({ clauses: LAST_PRICE, of: book.response, must, because: 'no other trade followed' });
  };
}

/** Reads the trades of the market before a fill. The result reads those since then. */
export async function laterTrades(context: CheckContext, plan: OrderPlan): Promise<LaterTrades> {
  const since = context.serviceSeconds() - 1;
  const trades = async () => (await tradesSince(context, plan.market.conditionId, since)).rows;
  const earlier = new Set(textsOf(await trades(), 'id'));
  return async () => (await trades()).filter((row) => !earlier.has(textOrEmpty(row, 'id')));
}
