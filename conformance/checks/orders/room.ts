/** conformance/checks/orders/room: the market and price at which an order can rest, if need be without a spread. */
import { PRICE_ONE } from '../../../base/units.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext } from '../../check.ts';
import { type Book, readBooks, sharesOrSize } from './book.ts';
import type { Side } from './plan.ts';

type Place = { readonly market: WriteMarket; readonly book: Book };

/** The room that an order needs: its outcome, and the market that it must or must not use. */
export type Wish = {
  readonly outcome: 0 | 1;
  readonly market?: WriteMarket | undefined;
  /** This market is not acceptable. */
  readonly except?: WriteMarket | undefined;
};

export type Spot = { readonly market: WriteMarket; readonly price: number };

/** A level of other wallets' orders that a taker can fill, with the shares resting there. */
export type Level = Spot & { readonly depth: number };

const bestBid = ({ bids }: Book) => bids[0]?.price ?? 0;
const bestAsk = ({ asks }: Book) => asks[0]?.price ?? PRICE_ONE;

/** The first result of `pick` among the markets, or undefined. */
async function search<Found>(
  context: CheckContext,
  wish: Wish,
  pick: (place: Place) => Found | undefined,
): Promise<Found | undefined> {
  const all = wish.market === undefined ? context.bindings.writeMarkets : [wish.market];
  const [first, ...others] = all.filter(({ conditionId }) => conditionId !== wish.except?.conditionId);
  // All other markets cost one request, which most checks never send.
  await context.settled(['books']);
  for (const markets of [first === undefined ? [] : [first], others]) {
    const tokens = markets.map(({ tokenIds }) => tokenIds[wish.outcome]);
    const books = tokens.length === 0 ? [] : await readBooks(context, tokens);
    for (const [index, market] of markets.entries()) {
      const book = books[index];
      const found = book && pick({ market, book });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The first market with `count` free prices in its spread, and the lowest of them, near its middle. */
export function insideSpot(context: CheckContext, wish: Wish, count: 1 | 2): Promise<Spot | undefined> {
  return search(context, wish, ({ market, book }) => {
    const [bid, ask] = [bestBid(book), bestAsk(book)];
    const price = bid + market.tick * Math.max(1, Math.floor((ask - bid) / market.tick / 2) - 1);
    return price + (count - 1) * market.tick < ask ? { market, price } : undefined;
  });
}

/** The first market in which an order of `side` rests at the end of the book: no order of the other side reaches it. */
export function deepSpot(context: CheckContext, wish: Wish, side: Side): Promise<Spot | undefined> {
  return search(context, wish, ({ market, book }) => {
    const price = side === 'BUY' ? market.tick : PRICE_ONE - market.tick;
    const isFree = side === 'BUY' ? bestAsk(book) > price : bestBid(book) < price;
    return isFree ? { market, price } : undefined;
  });
}

/** The first best level of `side` whose depth suits. */
export function bestLevel(
  context: CheckContext,
  wish: Wish,
  side: Side,
  suits: (market: WriteMarket, depth: number) => boolean,
): Promise<Level | undefined> {
  return search(context, wish, ({ market, book }) => {
    const best = side === 'BUY' ? book.bids[0] : book.asks[0];
    if (best === undefined) return undefined;
    const depth = sharesOrSize(context, best.size);
    return suits(market, depth) ? { market, price: best.price, depth } : undefined;
  });
}
