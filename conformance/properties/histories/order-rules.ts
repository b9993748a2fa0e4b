/** conformance/properties/histories/order-rules: what live orders and books must show of a history, whatever the rules of matching are. */
import { textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { eachLike } from '../../checks/assertions.ts';
import { sizeAt } from '../../checks/orders/book.ts';
import { notListing } from '../../checks/orders/live-list.ts';
import { placedAbout } from '../../checks/orders/traded-row.ts';
import { inUnit, sharesOrSize } from '../../checks/orders/units.ts';
import { type Course, cancelledIn, type OwnOrder } from './course.ts';
import { matchedPart, mayRest, meetsOwn } from './fills.ts';
import { type Ruling, rulingOf } from './ruling.ts';
import { type OrderViews, rowOf } from './views.ts';

export const ORDER_CLAUSES = [
  '2.15/type.placed',
  '2.15/sizeMatched.bounded',
  '2.15/side.BUY',
  '2.15/makerAddress.caller',
  '2.15/createdAt.placed',
  '2.15/associateTrades.named',
  '2.15/outcome.named',
  '2.15/id.unique',
  '4.5/own',
  'D/order-status.listed',
  '4.3/fok.whole-or-nothing',
  '4.3/fok.killed',
  '4.3/cross.trades',
  '4.3/rest.book',
  '4.4/effect.live-orders',
  'D/order-types.FAK',
] as const satisfies readonly ClauseId[];

export function orderRulings(context: CheckContext, course: Course, views: OrderViews): readonly Ruling[] {
  const cancelled = cancelledIn(course);
  return [
    ...course.orders.flatMap((order) => rowRulings(context, course, order, views, cancelled.has(order.id))),
    ...crossRulings(course, views),
    ...levelRulings(context, course, views),
  ];
}

function rowRulings(
  context: CheckContext,
  course: Course,
  order: OwnOrder,
  views: OrderViews,
  isCancelled: boolean,
): readonly Ruling[] {
  const { id, plan, wallet } = order;
  const { response: of } = views.live[wallet];
  if (isCancelled)
    return [{ clauses: '4.4/effect.live-orders', of, must: notListing(id), because: 'the order is cancelled' }];
  if (!mayRest(plan)) {
    const clauses =
      plan.type === 'FOK' ? (['4.3/fok.whole-or-nothing', '4.3/fok.killed'] as const) : ('D/order-types.FAK' as const);
    return [{ clauses, of, must: notListing(id), because: `a ${plan.type} order never rests` }];
  }
  const row = rowOf(views, order);
  if (row === undefined) return [];
  const { market, outcome, side, type, price, size } = plan;
  const { wallets, names } = course.stage;
  const { address } = wallets[wallet];
  const name = names[outcome];
  const named = name === undefined ? undefined : { outcome: { $caseless: name } };
  const placed = {
    side,
    assetId: market.tokenIds[outcome],
    market: market.conditionId,
    // A service without GTD orders may take one as GTC.
    ...(type === 'GTC' ? { type } : {}),
    price: { $number: inUnit(context, 'price', price / PRICE_ONE) },
    ...(meetsOwn(course, order) ? {} : { originalSize: { $number: inUnit(context, 'size', size / MICRO) } }),
  };
  const bounded = { $relation: { left: '/sizeMatched', is: '<=', right: '/originalSize' } };
  const each = (is: unknown) => ({ at: { '/data': eachLike({ id }, is) } });
  return [
    { clauses: '2.15/type.placed', of, must: each(placed), because: 'it is the order as placed' },
    { clauses: '2.15/sizeMatched.bounded', of, must: each(bounded) },
    ...(side === 'BUY' ? [{ clauses: '2.15/side.BUY', of, must: each({ side }) } as const] : []),
    { clauses: '2.15/makerAddress.caller', of, must: each({ makerAddress: { $caseless: address } }) },
    { clauses: '2.15/createdAt.placed', of, must: each(placedAbout(context.serviceSeconds())) },
    { clauses: 'D/order-status.listed', of, must: each({ status: 'LIVE' }) },
    ...(named === undefined ? [] : [{ clauses: '2.15/outcome.named', of, must: each(named) } as const]),
    ...(matchedPart(row) > 0 ? [{ clauses: '2.15/associateTrades.named', of, must: each(NAMED) } as const] : []),
    ...ownRulings(order, views),
  ];
}

const NAMED = { associateTrades: { $length: { $gte: 1 } } };

/** An order is listed once, and to its own wallet. */
function ownRulings({ id, wallet }: OwnOrder, { live }: OrderViews): readonly Ruling[] {
  const [own, other] = [live[wallet], live[wallet === 0 ? 1 : 0]];
  const count = own.rows.filter((row) => textAt(row, 'id') === id).length;
  const words = { expected: `${id} once`, actual: count };
  return [
    rulingOf('2.15/id.unique', own.response, count === 1, () => words),
    { clauses: '4.5/own', of: other.response, must: notListing(id), because: 'it is an order of another wallet' },
  ];
}

/** An order that rests, with the shares that are left of it. */
type Resting = { readonly order: OwnOrder; readonly left: number };

/** The listed orders. One that waits out a delay is listed perhaps, but not in the book. */
export function restingIn({ orders }: Course, views: OrderViews): readonly Resting[] {
  return orders.flatMap((order) => {
    const row = rowOf(views, order);
    const isDelayed = /delay/i.test(textAt(order.reply.json, 'status') ?? '');
    const left = row === undefined ? 0 : order.plan.size * (1 - matchedPart(row));
    return left > 0 && !isDelayed ? [{ order, left }] : [];
  });
}

/** Resting orders of different wallets for one token do not reach each other. */
function crossRulings(course: Course, views: OrderViews): readonly Ruling[] {
  const resting = restingIn(course, views).map(({ order }) => order);
  return resting.flatMap((bid) =>
    resting.flatMap((ask): readonly Ruling[] => {
      const { plan } = bid;
      const isPair = plan.side === 'BUY' && ask.plan.side === 'SELL' && plan.outcome === ask.plan.outcome;
      if (!isPair || bid.wallet === ask.wallet) return [];
      const words = { expected: 'a trade, because the limits reach each other', actual: [bid.id, ask.id] };
      const of = views.live[bid.wallet].response;
      return [rulingOf('4.3/cross.trades', of, plan.price < ask.plan.price, () => words)];
    }),
  );
}

/** Each level has at least the shares of the own orders there. */
function levelRulings(context: CheckContext, course: Course, { live, books }: OrderViews): readonly Ruling[] {
  const ofKnownSize = restingIn(course, { live, books }).filter(({ order }) => !meetsOwn(course, order));
  const byLevel = Map.groupBy(ofKnownSize, ({ order: { plan } }) => [plan.outcome, plan.side, plan.price].join(' '));
  return [...byLevel.values()].flatMap((level): readonly Ruling[] => {
    const [first] = level;
    if (first === undefined) return [];
    const { outcome, side, price } = first.order.plan;
    const book = books[outcome];
    const shown = sharesOrSize(context, sizeAt(side === 'BUY' ? book.bids : book.asks, price));
    const own = level.reduce((sum, { left }) => sum + left, 0);
    const words = { expected: `${own / MICRO} shares or more at ${price / PRICE_ONE}`, actual: shown / MICRO };
    return [rulingOf('4.3/rest.book', book.response, shown >= own - 1, () => words)];
  });
}
