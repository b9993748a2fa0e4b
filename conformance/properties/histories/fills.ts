/**
 * conformance/properties/histories/fills: how much of each own order has traded, as far as replies and live orders show
 * it. Other wallets may trade with own orders, and rules of matching are open, so an amount is a range.
 */
import { numberAt, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { OrderPlan } from '../../checks/orders/plan.ts';
import { type Course, cancelledIn, type OwnOrder } from './course.ts';
import { type OrderViews, rowOf } from './views.ts';

/** Shares of an order that have traded. */
export type Filled = {
  readonly order: OwnOrder;
  readonly least: number;
  readonly most: number;
  readonly isMissing: boolean;
};

/** True if the types let the order rest. */
export function mayRest({ type }: OrderPlan): boolean {
  return type === 'GTC' || type === 'GTD';
}

/** The part of a listed order that has traded: its two sizes have one unit, which the interface does not state. */
export function matchedPart(row: Parameters<typeof textAt>[0]): number {
  const [matched, size] = ['sizeMatched', 'originalSize'].map((field) =>
    Number(textAt(row, field) ?? numberAt(row, field)),
  );
  return Number(matched) / Number(size);
}

/** Price of the order for the first outcome, and whether it bids for it. */
function inFirst({ outcome, side, price }: OrderPlan): { readonly isBid: boolean; readonly price: number } {
  return outcome === 0 ? { isBid: side === 'BUY', price } : { isBid: side === 'SELL', price: PRICE_ONE - price };
}

/** True if the limits of two orders reach each other, over both tokens. */
function cross(one: OrderPlan, other: OrderPlan): boolean {
  const [left, right] = [inFirst(one), inFirst(other)];
  if (left.isBid === right.isBid) return false;
  return left.isBid ? left.price >= right.price : right.price >= left.price;
}

/** True if another order of the wallet reaches it: self-trade prevention may cancel both, or reduce their sizes. */
export function meetsOwn({ steps }: Course, { wallet, plan }: OwnOrder): boolean {
  return steps.some((step) => step.kind === 'place' && step.wallet === wallet && cross(step.plan, plan));
}

/** True if an open rule may have ended the order: its expiry, a lost session, an own order, a delay. */
function mayHaveEnded(course: Course, order: OwnOrder): boolean {
  const { plan, reply } = order;
  return (
    plan.type === 'GTD' ||
    course.steps.some(({ kind }) => kind === 'beat') ||
    meetsOwn(course, order) ||
    !['live', 'matched'].includes((textAt(reply.json, 'status') ?? '').toLowerCase())
  );
}

/** `isMissing`: the order is neither listed nor cancelled, so that it must have traded completely. */
export function filledOf(course: Course, views: OrderViews): readonly Filled[] {
  const cancelled = cancelledIn(course);
  return course.orders.map((order) => {
    const { plan, reply } = order;
    const size = plan.size / MICRO;
    const row = rowOf(views, order);
    const part = row === undefined || meetsOwn(course, order) ? Number.NaN : matchedPart(row) * size;
    if (Number.isFinite(part)) return { order, least: part, most: part, isMissing: false };
    const hasTraded = Number(textAt(reply.json, 'makingAmount')) > 0;
    if (plan.type === 'FOK') return { order, least: hasTraded ? size : 0, most: size, isMissing: false };
    const isMissing = row === undefined && mayRest(plan) && !cancelled.has(order.id) && !mayHaveEnded(course, order);
    return { order, least: 0, most: size, isMissing };
  });
}
