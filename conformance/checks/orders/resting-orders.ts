/**
 * conformance/checks/orders/resting-orders: wallets and markets for writes, the prices at which an order can rest, and
 * orders that rest until cancelled.
 */

import { listAt } from '../../../base/json.ts';
import { pointerTo } from '../../../base/json-pointer.ts';
import { PRICE_ONE } from '../../../base/units.ts';
import type { RouteId } from '../../../spec/route.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { Check, CheckContext, ClauseId, Clauses, Exchange, Statement } from '../../check.ts';
import { isRefusal, refusal, valueAt } from '../assertions.ts';
import { check, type Definition } from '../definition.ts';
import { type Book, readBooks, sharesOrSize } from './book.ts';
import { cancel, type OrderPlan, place, placedId, refusedWords, type Side, sizeFor } from './plan.ts';

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

/** Differences from a purchase of twenty shares of the first outcome. `besides`: a market to avoid. */
export type PlanOptions = Partial<OrderPlan> & { readonly shares?: number; readonly besides?: WriteMarket };

export function planAt(spot: Spot, { besides: _, shares = 20, ...change }: PlanOptions = {}): OrderPlan {
  return { outcome: 0, side: 'BUY', size: sizeFor(spot.market, shares), type: 'GTC', ...spot, ...change };
}

export function wishOf({ outcome = 0, market, besides }: PlanOptions): Wish {
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

/** A purchase of twenty shares at the lowest possible price: it rests and does not cross. */
export function farPlan(context: CheckContext, change: Partial<OrderPlan> = {}): OrderPlan {
  const market = writeMarket(context);
  return { market, outcome: 0, side: 'BUY', price: market.tick, size: sizeFor(market, 20), type: 'GTC', ...change };
}

/** Places an order that the check depends on; returns its id. */
export async function placeSound(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
): Promise<{ readonly response: Exchange; readonly id: string }> {
  const response = await place(context, wallet, plan);
  return { response, id: acceptedId(context, plan, response) };
}

/** The id of an accepted order; ends the check if the order was refused or has no id. */
function acceptedId(context: CheckContext, plan: OrderPlan, response: Exchange): string {
  const id = placedId(response);
  if (!isRefusal(response) && id === undefined) {
    context.notTestable(
      `the response to a ${plan.type} order has no orderID`,
      'return the id of an accepted order, because it can neither be found nor cancelled without one',
    );
  }
  if (id === undefined) {
    context.notTestable(...refusedWords(plan, response));
  }
  return id;
}

/** Runs `work` while an order rests, then cancels the rest of it, even after an error. */
export async function withResting<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  work: (id: string, response: Exchange) => Promise<Result>,
): Promise<Result> {
  return await withPlaced(context, wallet, plan, await place(context, wallet, plan), work);
}

/** The same for an order that was placed already. */
export async function withPlaced<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  response: Exchange,
  work: (id: string, response: Exchange) => Promise<Result>,
): Promise<Result> {
  const id = acceptedId(context, plan, response);
  try {
    return await work(id, response);
  } finally {
    await cancel(context, wallet, id);
  }
}

/** The first market set aside for writes. Their order follows from the id of the check. */
export function writeMarket(context: CheckContext): WriteMarket {
  const [market] = context.bindings.writeMarkets;
  if (market === undefined)
    context.notTestable('no market is set aside for writes', 'name markets in the credentials file');
  return market;
}

/** The first wallet of the credentials file, the only one that sends heartbeats. */
export function firstWallet(context: CheckContext): Wallet {
  const [first] = context.wallets;
  if (first === undefined) context.notTestable('no wallet', 'add wallets to the credentials file');
  return first;
}

type Parties = readonly [Wallet, Wallet];

/** The first two wallets of the credentials file. */
export function twoWallets(context: CheckContext): Parties {
  const [first, second] = context.wallets;
  if (first === undefined || second === undefined)
    context.notTestable('fewer than two wallets', 'add a second wallet to the credentials file');
  return [first, second];
}

/** The check of writes by the first two wallets. */
export function walletCheck(
  subject: RouteId,
  name: string,
  {
    run,
    ...definition
  }: Omit<Definition, 'run'> & { readonly run: (context: CheckContext, wallets: Parties) => Promise<void> },
): Check {
  return check(subject, name, { ...definition, run: (context) => run(context, twoWallets(context)) });
}

/** The last wallet, which never sends a heartbeat: a key that has started them loses its orders when they stop. */
export function calmWallet(context: CheckContext): Wallet {
  return context.wallets.at(-1) ?? twoWallets(context)[1];
}

export function isCanceled(response: Exchange, id: string): boolean {
  return isSuccess(response) && listAt(response.json, 'canceled').includes(id);
}

/** A cancel without effect: an error, or a reply that cancels nothing and has a reason under any key. */
export function cancelsNothing(clauses: Clauses, of: Exchange, why: string): Statement {
  const must = { at: { '/canceled': [], '/not_canceled': { $not: { $exact: {} } } } };
  return isSuccess(of) ? { clauses, of, must, because: why } : refusal(clauses, of, why);
}

/** A response that does not report an order as cancelled. */
export function notCanceling(clauses: Clauses, of: Exchange, id: string, why: string): Statement {
  return {
    clauses,
    of,
    must: valueAt('/canceled', { $any: [{ $absent: true }, { $every: { $not: id } }] }),
    because: why,
  };
}

/** The place of the reason why an order was not cancelled. */
export function reasonAt(id: string): string {
  return pointerTo('/not_canceled', id);
}

/** Judges the response to a cancel without effect: by the interface if it is a success, and by the decision. */
export function judgeReason(context: CheckContext, decision: ClauseId, response: Exchange, id: string): void {
  const must = valueAt(reasonAt(id), { $type: 'string' });
  const because = 'it is the reason why the order was not cancelled';
  if (isSuccess(response)) context.judge({ clauses: '4.4/not_canceled', of: response, must, because });
  context.fact(`cancel.${decision.split('.')[1]}`, isSuccess(response) ? 'not_canceled' : String(response.status));
  context.judge({ clauses: decision, of: response, must: { status: 200, ...must }, because });
}
