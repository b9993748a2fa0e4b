/**
 * conformance/checks/orders/crossing: GTC orders of one wallet that trade with those of another, which every view shows
 * (4.3, 2.14).
 */

import { objectsIn, textAt } from '../../../base/json.ts';
import { formatPrice, MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, ClauseId, Exchange, Expectation, Wallet } from '../../check.ts';
import { isTrue, type Listed } from '../assertions.ts';
import { readTokens } from '../books/batch.ts';
import { BEST_PRICES, judgeBestPrices } from '../books/prices.ts';
import { isCrossed, judgeBooks, uncrossed } from '../books/rules.ts';
import { check } from '../definition.ts';
import {
  type Book,
  bookOf,
  isLevelSize,
  LAST_PRICE,
  lastPriceJudge,
  levelOf,
  readBook,
  sizeAt,
  unitOf,
} from './book.ts';
import { judgeUnlisted } from './cancels.ts';
import { judgeAmounts } from './fill-amounts.ts';
import { type Change, COST, judgeCost, judgeSize } from './fill-positions.ts';
import { judgeEntry, judgeTrade, TRADE_CLAUSES } from './fills.ts';
import {
  cancel,
  canceling,
  isCanceled,
  type OrderPlan,
  opposite,
  place,
  placedId,
  reasonIn,
  type Side,
  tokenOf,
  twoWallets,
  withResting,
} from './plan.ts';
import { type Fill, findOffer, frontPlan, type Offer, withOffer } from './resting-orders.ts';
import { judgeTradedRow, TRADED_ROW } from './traded-row.ts';
import { type Held, heldAfter, heldShares, listedOrder, matching, traded } from './wallet-reads.ts';

/** The side and outcome of a resting order, and how the taker's differs from one that fills it exactly. */
type Cross = Readonly<{
  name: string;
  title: string;
  side: Side;
  outcome: 0 | 1;
  /** Of the resting order. No other fill has as many, so that its entries in the activity are its own. */
  shares: number;
  /** The taker's size in sizes of the resting order, 1 or more. */
  ratio?: number;
  /** The taker's limit is a tick better than the resting price. */
  isBetter?: true;
  /** The taker's order has the same side for the other token: together they make or end complete sets. */
  isSet?: true;
}>;

/** A position that the fill moves by this many shares, and the limit of its order in dollars. */
type Move = { readonly change: Change; readonly shares: number; readonly price: number };

type Crossing = Fill & {
  /** The taker's order. */
  readonly order: OrderPlan;
  /** Its limit as a price of the resting order's token. */
  readonly limit: number;
  /** Reads the positions that the fill moves until they show it. */
  moves(): Promise<readonly Move[]>;
  /** Judges the last price after the fill; undefined if it is not certain. */
  readonly judgeLast: Awaited<ReturnType<typeof lastPriceJudge>> | undefined;
};

/** Judges best prices, then runs `judge` on both orders, and cancels them. Ends the check if one was refused. */
async function withCrossing(
  context: CheckContext,
  cross: Cross,
  judge: (crossing: Crossing) => Promise<void>,
): Promise<void> {
  const [maker, taker] = twoWallets(context);
  const offer = await offerFor(context, cross);
  const { plan, depth } = offer;
  const order = takerOrder(plan, cross);
  const limit = cross.isSet === true ? PRICE_ONE - order.price : order.price;
  await context.settled(['positions']);
  const parties = [{ wallet: taker, plan: order }, ...(depth === undefined ? [{ wallet: maker, plan }] : [])];
  const moves = await movesOf(context, parties, plan.size);
  // The last price of the second outcome may be stated in prices of the first one (D/last-trade-price).
  const isPlain = limit === plan.price && cross.isSet !== true && plan.outcome === 0;
  const judgeLast = isPlain ? await lastPriceJudge(context, plan) : undefined;
  await withOffer(context, maker, offer, async (makerId) => {
    if (cross.isSet === true) await assertMirrored(context, plan);
    await judgeBestPrices(context, plan.market.tokenIds);
    const since = context.serviceSeconds() - 1;
    await withResting(context, taker, order, (takerId, reply) =>
      judge({
        maker,
        taker,
        plan,
        order,
        limit,
        makerId,
        takerId,
        depth,
        size: order.size,
        reply,
        since,
        moves,
        judgeLast,
      }),
    );
  });
}

async function offerFor(
  context: CheckContext,
  { side, outcome, shares, ratio, isBetter, isSet }: Cross,
): Promise<Offer> {
  const isPlain = ratio === undefined && isBetter === undefined && isSet === undefined;
  if (isPlain) return await findOffer(context, { side, outcome, shares });
  return { plan: await frontPlan(context, { side, outcome, shares }, isBetter === true ? 2 : 1), depth: undefined };
}

function takerOrder(plan: OrderPlan, { ratio = 1, isBetter, isSet }: Cross): OrderPlan {
  const size = Math.round(plan.size * ratio);
  if (isSet === true) return { ...plan, size, outcome: plan.outcome === 0 ? 1 : 0, price: PRICE_ONE - plan.price };
  const better = plan.side === 'SELL' ? plan.market.tick : -plan.market.tick;
  return { ...plan, size, side: opposite(plan.side), price: plan.price + (isBetter === true ? better : 0) };
}

type Party = { readonly wallet: Wallet; readonly plan: OrderPlan };

/** Reads the positions of the parties. The result reads them again until they show a fill of `size`. */
async function movesOf(context: CheckContext, parties: readonly Party[], size: number): Promise<Crossing['moves']> {
  const read = async (): Promise<readonly Held[]> => {
    const held: Held[] = [];
    for (const { wallet, plan } of parties) held.push(await heldShares(context, wallet, plan.market, plan.outcome));
    return held;
  };
  const before = await read();
  const moves = (after: readonly Held[]): readonly Move[] =>
    parties.flatMap(({ plan }, at) => {
      const [was, is] = [before[at], after[at]];
      const shares = ((plan.side === 'BUY' ? 1 : -1) * size) / MICRO;
      return was === undefined || is === undefined
        ? []
        : [{ change: { before: was, after: is }, shares, price: plan.price / PRICE_ONE }];
    });
  const isPoor = parties.some(({ plan }, at) => plan.side === 'SELL' && (before[at]?.shares ?? 0) * MICRO < plan.size);
  if (isPoor)
    context.notTestable(
      'a wallet has too few shares to sell',
      'give both wallets both tokens of the markets set aside',
    );
  const hasMoved = ({ change, shares }: Move) =>
    isTrue({ of: change.after.response, must: heldAfter(change.before, shares) });
  return async () => moves(await context.eventually(read, (after) => moves(after).every(hasMoved)));
}

/** Ends the check if the book of the other token does not show the resting order: its orders are matched separately. */
async function assertMirrored(context: CheckContext, { market, outcome, side, price }: OrderPlan) {
  const token = market.tokenIds[outcome === 0 ? 1 : 0];
  const mirrored = (book: Awaited<ReturnType<typeof readBook>>) =>
    sizeAt(side === 'BUY' ? book.asks : book.bids, PRICE_ONE - price) > 0;
  if (mirrored(await readBook(context, token))) return;
  await context.pause(1_000);
  if (!mirrored(await readBook(context, token)))
    context.notTestable('the two tokens of a market have separate books', 'nothing is wrong: D/book-mirror allows it');
}

const CROSS_CLAUSES = [
  '2.14/uncrossed',
  '4.3/cross.trades',
  '4.3/fill.sizeMatched',
  '4.3/fill.book',
  '4.3/rest.book',
  '4.3/reply.amounts',
  '4.3/fill.activity',
  '4.4/canceled',
  '4.4/effect.live-orders',
  '4.4/effect.book',
  'D/live-order-list.open-only',
  '2.3/side.BUY',
  '2.3/side.SELL',
  '2.3/type.TRADE',
  '4.3/fill.position',
  LAST_PRICE,
  ...TRADE_CLAUSES,
  ...TRADED_ROW,
  COST,
  ...BEST_PRICES,
] as const;

function crossCheck(cross: Cross) {
  return check('place-order', `cross-${cross.name}`, {
    title: cross.title,
    clauses: CROSS_CLAUSES,
    safety: 'write-irreversible',
    run: (context) => withCrossing(context, cross, (crossing) => judgeCrossing(context, crossing)),
  });
}

async function judgeCrossing(context: CheckContext, crossing: Crossing) {
  const { plan, order, limit, depth, maker, taker } = crossing;
  const books = await readSettled(context, crossing);
  judgeBooks(context, uncrossed, books);
  if (!(await judgeOrders(context, crossing)) || !isOpen(books)) return;
  for (const level of levelsAfter(crossing)) judgeLevel(context, plan, books, level);
  await crossing.judgeLast?.(crossing.takerId, bookOf(books, tokenOf(plan)));
  judgeAmounts(context, crossing);
  await judgeBestPrices(context, plan.market.tokenIds, books);
  await judgeTrade(context, crossing, order, limit);
  if (depth === undefined) await judgeEntry(context, crossing, maker, plan.side);
  await judgeEntry(context, { ...crossing, plan: { ...order, size: plan.size } }, taker, order.side);
  for (const { change, shares, price } of await crossing.moves()) {
    judgeSize(context, change, shares);
    if (shares > 0 && depth === undefined) judgeCost(context, change, shares, price, plan.market.tick / PRICE_ONE);
  }
  await judgeRestCancelled(context, crossing);
}

/** The rest of the taker's order can be cancelled, and is in no view then. Another wallet may have filled it before. */
async function judgeRestCancelled(context: CheckContext, crossing: Crossing) {
  const { taker, order, takerId } = crossing;
  const rest = levelsAfter(crossing).find(({ size }) => size > 0);
  if (rest === undefined) return;
  const reply = await cancel(context, taker, takerId);
  if (!isCanceled(reply, takerId)) {
    const { rows } = await listedOrder(context, taker, order, takerId);
    const because = 'the order is live';
    if (rows.length > 0) context.judge({ clauses: '4.4/canceled', of: reply, must: canceling(takerId), because });
    return;
  }
  await judgeUnlisted(context, taker, order, takerId);
  const gone = { ...rest, clause: '4.4/effect.book' as const, size: 0 };
  judgeLevel(context, order, await readSettled(context, crossing, [gone]), gone);
}

const isOpen = ({ json }: Exchange) => !objectsIn(json).some(isCrossed);

/** The books of both tokens once they are not crossed and show these levels, or the latest ones. */
function readSettled(context: CheckContext, crossing: Crossing, levels = levelsAfter(crossing)): Promise<Exchange> {
  const { plan } = crossing;
  const token = tokenOf(plan);
  return context.eventually(
    () => readTokens(context, 'books', plan.market.tokenIds),
    (response) => isOpen(response) && levels.every((level) => isLevel(context, level, bookOf(response, token))),
  );
}

/** The rows of both orders among the live orders. A filled order has none, or one that is matched completely. */
type Orders = { readonly maker: Listed; readonly taker: Listed };

async function readOrders(context: CheckContext, { maker, taker, plan, makerId, takerId }: Crossing): Promise<Orders> {
  return {
    maker: await listedOrder(context, maker, plan, makerId),
    taker: await listedOrder(context, taker, plan, takerId),
  };
}

const isUntouched = ({ rows: [row] }: Listed) => row !== undefined && Number(textAt(row, 'sizeMatched')) === 0;

/** Both orders show the fill. Returns false if nothing traded. */
async function judgeOrders(context: CheckContext, crossing: Crossing): Promise<boolean> {
  const { plan, size, depth, makerId, takerId } = crossing;
  const [made, taken] = [matching(makerId, plan.size, plan.size), matching(takerId, plan.size, size)];
  const orders = await context.eventually(
    () => readOrders(context, crossing),
    ({ maker, taker }) =>
      (depth !== undefined || isTrue({ of: maker.response, must: made })) &&
      isTrue({ of: taker.response, must: taken }),
  );
  const [listed, id] = depth === undefined ? [orders.maker, makerId] : [orders.taker, takerId];
  if (isUntouched(listed)) await assertNoOtherCause(context, crossing, orders);
  const because = 'both orders were accepted and their limits reach each other';
  const hasTraded = context.judge({ clauses: '4.3/cross.trades', of: listed.response, must: traded(id), because });
  if (!hasTraded || depth !== undefined) return hasTraded;
  const judgeMatched = (of: Exchange, must: Expectation) =>
    context.judge({ clauses: '4.3/fill.sizeMatched', of, must, because: `${plan.size / MICRO} shares traded` });
  judgeMatched(orders.maker.response, made);
  judgeMatched(orders.taker.response, taken);
  if (plan.size < size) await judgeTradedRow(context, crossing.order, takerId, orders.taker);
  return true;
}

/** Ends the check if another wallet was faster, or if the taker's order vanished because it lacks cash. */
async function assertNoOtherCause(context: CheckContext, { taker, plan, depth }: Crossing, orders: Orders) {
  if (depth !== undefined)
    context.notTestable('another wallet may have filled the order before', 'name a market without other traders');
  if (orders.taker.rows.length > 0) return;
  const reply = await place(context, taker, { ...plan, side: opposite(plan.side), type: 'FOK' });
  if (placedId(reply) === undefined)
    context.notTestable(`a FOK order in its place is not filled either (${reasonIn(reply)})`, 'give the wallets cash');
}

type ExpectedLevel = Readonly<{
  clause: ClauseId;
  side: 'bids' | 'asks';
  price: number;
  size: number;
}>;

/** The level that was taken is gone, and the rest is in the book. Levels of others may change at any moment. */
function levelsAfter({ plan, order, limit, size, depth }: Crossing): readonly ExpectedLevel[] {
  if (depth !== undefined) return [];
  const [made, taken] = plan.side === 'BUY' ? (['bids', 'asks'] as const) : (['asks', 'bids'] as const);
  const gone: ExpectedLevel = { clause: '4.3/fill.book', side: made, price: plan.price, size: 0 };
  const rest: ExpectedLevel = { clause: '4.3/rest.book', side: taken, price: limit, size: size - plan.size };
  return rest.size === 0 || order.outcome !== plan.outcome ? [gone] : [gone, rest];
}

function isLevel(context: CheckContext, { side, price, size }: ExpectedLevel, book: Book) {
  const shares = sizeAt(book[side], price);
  return size === 0 ? shares === 0 : isLevelSize(context, shares, size);
}

function judgeLevel(
  context: CheckContext,
  { market, outcome }: OrderPlan,
  of: Exchange,
  { clause, side, price, size }: ExpectedLevel,
) {
  const must = levelOf({ token: market.tokenIds[outcome], side, price }, (size / MICRO) * unitOf(context, 'level'));
  context.judge({ clauses: clause, of, must, because: `the orders traded at ${formatPrice(price)}` });
}

const crosses: readonly Cross[] = [
  {
    name: 'whole',
    title: 'a GTC purchase at the price of a resting sale trades with it',
    side: 'SELL',
    outcome: 0,
    shares: 21,
  },
  {
    name: 'whole-sale',
    title: 'a GTC sale at the price of a resting purchase trades with it',
    side: 'BUY',
    outcome: 1,
    shares: 22,
  },
  {
    name: 'part',
    title: 'the rest of a GTC purchase that is larger than the sale it crosses stays in the book',
    side: 'SELL',
    outcome: 1,
    shares: 24,
    ratio: 1.5,
  },
  {
    name: 'part-sale',
    title: 'the rest of a GTC sale that is larger than the purchase it crosses stays in the book',
    side: 'BUY',
    outcome: 0,
    shares: 26,
    ratio: 1.5,
  },
  {
    name: 'better',
    title: 'a GTC purchase with a higher limit than the resting sale trades with it within both limits',
    side: 'SELL',
    outcome: 0,
    shares: 23,
    isBetter: true,
  },
  {
    name: 'mint',
    title: 'GTC purchases of both tokens whose prices add up to a dollar trade if each is in the book of the other',
    side: 'BUY',
    outcome: 0,
    shares: 25,
    isSet: true,
  },
  {
    name: 'merge',
    title: 'GTC sales of both tokens whose prices add up to a dollar trade if each is in the book of the other',
    side: 'SELL',
    outcome: 0,
    shares: 27,
    isSet: true,
  },
];

export const crossingChecks = crosses.map(crossCheck);
