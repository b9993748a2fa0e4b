/** conformance/properties/histories/order-rules: live orders and books, whatever the rules of matching are. */
import { type JsonObject, textAt, textOrEmpty } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { matches } from '../../../wire/pattern/match.ts';
import type { CheckContext, ClauseId, Clauses, Exchange } from '../../check.ts';
import { eachLike, isTrue } from '../../checks/assertions.ts';
import { inUnit, restLevel, sharesOrSize, sizeAt } from '../../checks/orders/book.ts';
import { placedAbout } from '../../checks/orders/traded-row.ts';
import { notListing } from '../../checks/orders/wallet-reads.ts';
import { type Course, cancelledIn, type OwnOrder } from './course.ts';
import { type Ruling, rulingOf } from './ruling.ts';
import { crossesOwn, matchedPart, mayRest, type OrderViews, rowOf } from './views.ts';

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
  const isEnded = ({ id, plan }: OwnOrder) => cancelled.has(id) || !mayRest(plan);
  const known = ([0, 1] as const).map((wallet) => {
    const absent = course.orders.filter((order) => order.wallet !== wallet || isEnded(order));
    return listsNone(views.live[wallet].response, absent) ? ({ holds: true } as const) : {};
  });
  const notListed = (wallet: 0 | 1, { id }: OwnOrder, clauses: Clauses, because: string): Ruling => {
    return { clauses, of: views.live[wallet].response, must: notListing(id), because, ...known[wallet] };
  };
  const ofOrder = (order: OwnOrder): readonly Ruling[] => {
    const { id, plan, wallet } = order;
    if (cancelled.has(id)) return [notListed(wallet, order, '4.4/effect.live-orders', 'the order is cancelled')];
    if (!mayRest(plan)) {
      const clauses = plan.type === 'FOK' ? KILLED : 'D/order-types.FAK';
      return [notListed(wallet, order, clauses, `a ${plan.type} order never rests`)];
    }
    const row = rowOf(views, order);
    if (row === undefined) return [];
    const other = notListed(wallet === 0 ? 1 : 0, order, '4.5/own', 'it is an order of another wallet');
    return [...rowRulings(context, course, order, row, views), other];
  };
  const resting = restingIn(course, views);
  const ofKnownSize = resting.filter(({ order }) => !crossesOwn(course, order));
  return [
    ...course.orders.flatMap(ofOrder),
    ...crossRulings(resting, views),
    ...levelRulings(context, ofKnownSize, views),
  ];
}

const KILLED = ['4.3/fok.whole-or-nothing', '4.3/fok.killed'] as const;

/** One look for all orders is much faster than one for each. */
function listsNone(of: Exchange, orders: readonly OwnOrder[]): boolean {
  const ids = orders.map(({ id }) => id);
  return isTrue({ of, must: { status: '2xx', at: { '/data': { $every: { id: { $not: { $in: ids } } } } } } });
}

function rowRulings(
  context: CheckContext,
  course: Course,
  order: OwnOrder,
  row: JsonObject,
  { live }: OrderViews,
): readonly Ruling[] {
  const { id, plan, wallet } = order;
  const { response: of, rows } = live[wallet];
  const { market, outcome, side, type, price, size } = plan;
  const { wallets, names } = course.stage;
  const name = names[outcome];
  const placed = {
    side,
    assetId: market.tokenIds[outcome],
    market: market.conditionId,
    // A service without GTD orders may take one as GTC.
    ...(type === 'GTC' ? { type } : {}),
    price: { $number: inUnit(context, 'price', price / PRICE_ONE) },
    ...(crossesOwn(course, order) ? {} : { originalSize: { $number: inUnit(context, 'size', size / MICRO) } }),
  };
  const rules: readonly (readonly [clause: ClauseId, is: unknown, because?: string])[] = [
    ['2.15/type.placed', placed, 'it is the order as placed'],
    ['2.15/sizeMatched.bounded', { $relation: { left: '/sizeMatched', is: '<=', right: '/originalSize' } }],
    ...(side === 'BUY' ? [['2.15/side.BUY', { side }] as const] : []),
    ['2.15/makerAddress.caller', { makerAddress: { $caseless: wallets[wallet].address } }],
    ['2.15/createdAt.placed', placedAbout(context.serviceSeconds())],
    ['D/order-status.listed', { status: 'LIVE' }],
    ...(name === undefined ? [] : [['2.15/outcome.named', { outcome: { $caseless: name } }] as const]),
    ...(matchedPart(row) > 0 ? [['2.15/associateTrades.named', NAMED] as const] : []),
  ];
  const count = rows.filter((one) => textAt(one, 'id') === id).length;
  // The row alone is compared much faster than the list once for each rule.
  const known = count === 1 && matches({ $all: rules.map(([, is]) => is) }, row) ? ({ holds: true } as const) : {};
  return [
    ...rules.map(([clauses, is, because]): Ruling => {
      return { clauses, of, must: { at: { '/data': eachLike({ id }, is) } }, because, ...known };
    }),
    rulingOf('2.15/id.unique', of, count === 1, () => ({ expected: `${id} once`, actual: count })),
  ];
}

const NAMED = { associateTrades: { $length: { $gte: 1 } } };

type Resting = { readonly order: OwnOrder; readonly left: number };

/** The listed orders. One that waits out a delay is listed perhaps, but not in the book. */
export function restingIn({ orders }: Course, views: OrderViews): readonly Resting[] {
  return orders.flatMap((order) => {
    const row = rowOf(views, order);
    const isDelayed = /delay/i.test(textOrEmpty(order.reply.json, 'status'));
    const left = row === undefined ? 0 : order.plan.size * (1 - matchedPart(row));
    return left > 0 && !isDelayed ? [{ order, left }] : [];
  });
}

/** Resting orders of different wallets for one token do not reach each other. */
function crossRulings(resting: readonly Resting[], { live }: OrderViews): readonly Ruling[] {
  const sideOf = (side: 'BUY' | 'SELL') => resting.map(({ order }) => order).filter(({ plan }) => plan.side === side);
  return sideOf('BUY').flatMap((bid) => {
    const asks = sideOf('SELL').filter((ask) => ask.wallet !== bid.wallet && ask.plan.outcome === bid.plan.outcome);
    return asks.map((ask) => {
      const words = { expected: 'a trade, because the limits reach each other', actual: [bid.id, ask.id] };
      return rulingOf('4.3/cross.trades', live[bid.wallet].response, bid.plan.price < ask.plan.price, () => words);
    });
  });
}

/** Each level has at least the shares of the own orders there. */
function levelRulings(context: CheckContext, resting: readonly Resting[], { books }: OrderViews): readonly Ruling[] {
  const byLevel = Map.groupBy(resting, ({ order: { plan } }) => [plan.outcome, plan.side, plan.price].join(' '));
  return [...byLevel.values()].flatMap((level) => {
    const [first] = level;
    if (first === undefined) return [];
    const at = restLevel(first.order.plan);
    const { response, [at.side]: levels } = books[first.order.plan.outcome];
    const shown = sharesOrSize(context, sizeAt(levels, at.price));
    const own = level.reduce((sum, { left }) => sum + left, 0);
    const words = { expected: `${own / MICRO} shares or more at ${at.price / PRICE_ONE}`, actual: shown / MICRO };
    return [rulingOf('4.3/rest.book', response, shown >= own - 1, () => words)];
  });
}
