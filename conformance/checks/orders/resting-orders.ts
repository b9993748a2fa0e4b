/**
 * conformance/checks/orders/resting-orders: the prices at which an order can rest, inside the spread or at the end of a
 * book; offers, of the first wallet or of others, that the second wallet fills.
 */

import { PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, Exchange, Wallet, WriteMarket } from '../../check.ts';
import { type Book, levelShares, readBook, readBooks, sharesOrSize, sizeAt } from './book.ts';
import {
  type OrderPlan,
  opposite,
  place,
  placedId,
  reasonIn,
  type Side,
  sizeFor,
  twoWallets,
  withResting,
} from './plan.ts';

type Place = { readonly market: WriteMarket; readonly book: Book };

/** The room that an order needs: its outcome, and the market that it must or must not use. */
type Wish = {
  readonly outcome: 0 | 1;
  readonly market?: WriteMarket | undefined;
  /** This market is not acceptable. */
  readonly except?: WriteMarket | undefined;
};

type Spot = { readonly market: WriteMarket; readonly price: number };

/** A level of other wallets' orders that a taker can fill, with the shares resting there. */
type Level = Spot & { readonly depth: number };

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
function deepSpot(context: CheckContext, wish: Wish, side: Side): Promise<Spot | undefined> {
  return search(context, wish, ({ market, book }) => {
    const price = side === 'BUY' ? market.tick : PRICE_ONE - market.tick;
    const isFree = side === 'BUY' ? bestAsk(book) > price : bestBid(book) < price;
    return isFree ? { market, price } : undefined;
  });
}

/** The first best level of `side` whose depth suits. */
function bestLevel(
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

/** Differences from a purchase of twenty shares of the first outcome. `besides`: a market to avoid. */
export type PlanOptions = Partial<OrderPlan> & { readonly shares?: number; readonly besides?: WriteMarket };

function planAt(spot: Spot, { besides: _, shares = 20, ...change }: PlanOptions = {}): OrderPlan {
  return { outcome: 0, side: 'BUY', size: sizeFor(spot.market, shares), type: 'GTC', ...spot, ...change };
}

function wishOf({ outcome = 0, market, besides }: PlanOptions): Wish {
  return { outcome, market, except: besides };
}

/** A resting order that does not cross: inside the spread of a market set aside, or at the end of a book. */
export async function restingPlan(context: CheckContext, options: PlanOptions = {}): Promise<OrderPlan> {
  const wish = wishOf(options);
  const rest = async (where: Wish) =>
    (await insideSpot(context, where, 1)) ?? deepSpot(context, where, options.side ?? 'BUY');
  const spot = (await rest(wish)) ?? (wish.except && (await rest({ outcome: wish.outcome, market: wish.except })));
  if (spot !== undefined) return planAt(spot, options);
  return context.notTestable(
    'no market set aside has a price at which an order rests',
    'name a market in the credentials file whose best offer is above its lowest price',
  );
}

/** An order in front of all others: inside the spread of the first market that has `count` free prices there. */
export async function frontPlan(
  context: CheckContext,
  options: PlanOptions = {},
  count: 1 | 2 = 1,
): Promise<OrderPlan> {
  const spot = await insideSpot(context, wishOf(options), count);
  if (spot !== undefined) return planAt(spot, options);
  return context.notTestable(...narrow(count));
}

/** Reason and remedy if an order must be in front of all others, and no spread has room for it. */
export function narrow(count: 1 | 2): readonly [reason: string, remedy: string] {
  const ticks = count === 1 ? 'two' : 'three';
  return [
    `no market set aside has a spread of ${ticks} ticks, so an order of another wallet is always in front`,
    `name a market with a spread of ${ticks} ticks or more in the credentials file`,
  ];
}

/** `plan`: the order to be filled. `depth`: the shares of others there; undefined if it is the first wallet's. */
export type Offer = { readonly plan: OrderPlan; readonly depth: number | undefined };

const holds =
  ({ shares = 20 }: PlanOptions) =>
  (market: WriteMarket, depth: number) =>
    depth >= sizeFor(market, shares);

/** A sale that a taker can fill (or another side, if `change` names it); ends the check without one. */
export async function findOffer(
  context: CheckContext,
  change: PlanOptions = {},
  suits: (market: WriteMarket, depth: number) => boolean = holds(change),
): Promise<Offer> {
  const options: PlanOptions = { side: 'SELL', ...change };
  const wish = wishOf(options);
  const inside = await insideSpot(context, wish, 1);
  if (inside !== undefined) return { plan: planAt(inside, options), depth: undefined };
  const level = await bestLevel(context, wish, options.side ?? 'SELL', suits);
  if (level === undefined) return context.notTestable(...narrow(1));
  const { depth, ...spot } = level;
  return { plan: planAt(spot, options), depth };
}

/** Runs `work` while the offer rests: with the id of the maker's order, or an empty one for orders of other wallets. */
export async function withOffer<Result>(
  context: CheckContext,
  maker: Wallet,
  { plan, depth }: Offer,
  work: (makerId: string) => Promise<Result>,
): Promise<Result> {
  return depth === undefined ? withResting(context, maker, plan, work) : work('');
}

/** True if the level of other wallets is known to contain the shares of the plan still. */
export async function isStillOffered(
  context: CheckContext,
  { market, outcome, side, price, size }: OrderPlan,
): Promise<boolean> {
  const book = await readBook(context, market.tokenIds[outcome]);
  const shares = levelShares(context, sizeAt(side === 'BUY' ? book.bids : book.asks, price));
  return shares !== undefined && shares >= size;
}

/** Differences from a sale of twenty shares, the part that is filled, and the order to be filled, if already chosen. */
type FillOptions = {
  readonly change?: PlanOptions;
  readonly part?: number;
  readonly offer?: Offer;
};

/** One attempt: the taker's FOK order crossed an offer; `takerId` is undefined if it was not placed. */
export type Attempt = Readonly<{
  maker: Wallet;
  taker: Wallet;
  plan: OrderPlan;
  /** The maker's order; empty if the taker traded with other wallets, whose ids are unknown. */
  makerId: string;
  /** Shares of other wallets at the price before the taker's order; undefined if the maker's order was filled. */
  depth: number | undefined;
  takerId: string | undefined;
  /** Size of the taker's order in micro shares. */
  size: number;
  reply: Exchange;
  /** Service clock before the taker's order, Unix seconds. */
  since: number;
}>;

export type Fill = Attempt & { readonly takerId: string };

/** Fills an offer, or a part of it, as the second wallet, and returns the result of `judge`. */
export async function tryFill<Result>(
  context: CheckContext,
  { change = {}, part = 1, offer }: FillOptions,
  judge: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const [maker, taker] = twoWallets(context);
  const { plan, depth } = offer ?? (await findOffer(context, change));
  const take = async (makerId: string): Promise<Result> => {
    const since = context.serviceSeconds() - 1;
    const size = Math.round(plan.size * part);
    const reply = await place(context, taker, { ...plan, side: opposite(plan.side), type: 'FOK', size });
    return await judge({ maker, taker, plan, makerId, depth, takerId: placedId(reply), size, reply, since });
  };
  return await withOffer(context, maker, { plan, depth }, take);
}

/** As `tryFill`; ends the check if nothing was filled. */
export function withFill<Result>(
  context: CheckContext,
  options: FillOptions,
  judge: (fill: Fill) => Promise<Result>,
): Promise<Result> {
  return tryFill(context, options, (attempt) => judge({ ...attempt, takerId: filledId(context, attempt.reply) }));
}

/** The id of a FOK order that was filled; ends the check if it was not. */
export function filledId(context: CheckContext, reply: Exchange): string {
  const id = placedId(reply);
  if (id === undefined)
    context.notTestable(`the FOK order was not filled (${reasonIn(reply)})`, 'give the second wallet cash');
  return id;
}
