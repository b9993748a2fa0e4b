/** conformance/checks/orders/crossing: GTC orders that trade with another wallet, which every view shows (4.3, 2.14) */
import { objectsIn, textAt } from '../../../base/json.ts';
import { formatPrice, MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { isTrue, type Listed } from '../assertions.ts';
import { readTokens } from '../books/batch.ts';
import { BEST_PRICES, judgeBestPrices } from '../books/prices.ts';
import { isCrossed, judgeBooks, uncrossed } from '../books/rules.ts';
import { check } from '../definition.ts';
import { type Book, bookOf, isLevelSize, LAST_PRICE, levelOf, sizeAt, unitOf } from './book.ts';
import { type Cross, type Crossing, judgeAmounts, withCrossing } from './cross.ts';
import { COST, judgeCost, judgeSize } from './fill-positions.ts';
import { judgeEntry, judgeTrade, TRADE_CLAUSES } from './fill-records.ts';
import { type OrderPlan, opposite, place, placedId, reasonIn } from './plan.ts';
import { judgeTradedRow, TRADED_ROW } from './traded-row.ts';
import { listedOrder, matching, traded } from './wallet-reads.ts';

const CROSS_CLAUSES = [
  '2.14/uncrossed',
  '4.3/cross.trades',
  '4.3/fill.sizeMatched',
  '4.3/fill.book',
  '4.3/rest.book',
  '4.3/reply.amounts',
  '4.3/fill.activity',
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
  await crossing.judgeLast?.(crossing.takerId, bookOf(books, plan.market.tokenIds[plan.outcome]));
  judgeAmounts(context, crossing);
  await judgeBestPrices(context, plan.market.tokenIds, books);
  await judgeTrade(context, crossing, order, limit);
  if (depth === undefined) await judgeEntry(context, crossing, maker, plan.side);
  await judgeEntry(context, { ...crossing, plan: { ...order, size: plan.size } }, taker, order.side);
  for (const { change, shares, price } of await crossing.moves()) {
    judgeSize(context, change, shares);
    if (shares > 0 && depth === undefined) judgeCost(context, change, shares, price, plan.market.tick / PRICE_ONE);
  }
}

const isOpen = ({ json }: Exchange) => !objectsIn(json).some(isCrossed);

/** The books of both tokens once they are not crossed and show the fill, or the latest ones. */
function readSettled(context: CheckContext, crossing: Crossing): Promise<Exchange> {
  const { plan } = crossing;
  const token = plan.market.tokenIds[plan.outcome];
  const levels = levelsAfter(crossing);
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

function isLevel(context: CheckContext, { side, price, size }: ExpectedLevel, book: Book): boolean {
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
