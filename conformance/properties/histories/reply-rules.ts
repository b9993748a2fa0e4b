/** conformance/properties/histories/reply-rules: replies to orders and cancels, whatever the rules of matching are. */
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { ClauseId, Exchange } from '../../check.ts';
import { DEAREST, refusal } from '../../checks/assertions.ts';
import { amountsIn, isCanceled, notCanceling, type OrderPlan } from '../../checks/orders/plan.ts';
import type { Course, Step } from './course.ts';
import { type Ruling, rulingOf } from './ruling.ts';

export const REPLY_CLAUSES = [
  '4.3/reply.orderID.unique',
  '4.3/reply.amounts',
  '4.3/fok.whole-or-nothing',
  '4.4/exclusive',
  '4.4/not_canceled',
  '4.4/foreign',
  '4.4/twice',
  'D/order-duplicate',
] as const satisfies readonly ClauseId[];

export function replyRulings({ steps }: Course): readonly Ruling[] {
  return steps.flatMap((step, at) => {
    const before = steps.slice(0, at);
    if (step.kind === 'place') return placeRulings(step, before);
    return step.kind === 'cancel' ? cancelRulings(step, before) : [];
  });
}

function placeRulings(step: Extract<Step, { kind: 'place' }>, before: readonly Step[]): readonly Ruling[] {
  const { order, first, reply, plan } = step;
  if (order === undefined) return [];
  const { id } = order;
  const isKnown = before.some((each) => each.kind === 'place' && each.order?.id === id);
  const words = { expected: 'an id that no earlier order has', actual: id };
  return [
    rulingOf('4.3/reply.orderID.unique', reply, first !== undefined || !isKnown, () => words),
    ...(first === undefined || id === first.id ? [] : [refusal('D/order-duplicate', reply, 'it was sent before')]),
    ...amountRulings(plan, reply),
  ];
}

/** The amounts have one unit, so their ratio is the price, give or take a fee. A FOK order trades its whole size. */
function amountRulings({ side, type, price, size }: OrderPlan, reply: Exchange): readonly Ruling[] {
  const [making, taking] = amountsIn(reply);
  if (!making || !taking) return [];
  const limit = price / PRICE_ONE;
  const [cash, shares] = side === 'BUY' ? [making, taking] : [taking, making];
  const isWithin = side === 'BUY' ? cash / shares <= limit * DEAREST : cash / shares >= limit / DEAREST;
  const amounts = rulingOf('4.3/reply.amounts', reply, isWithin, () => {
    return { expected: `amounts at a price no worse than the limit ${limit}`, actual: { making, taking } };
  });
  if (type !== 'FOK') return [amounts];
  const whole = rulingOf('4.3/fok.whole-or-nothing', reply, isWhole(shares, size / MICRO), () => {
    return { expected: `${size / MICRO} shares, in any unit`, actual: shares };
  });
  return [amounts, whole];
}

/** True for this many shares in some unit that is a power of ten, less a fee. */
export function isWhole(shares: number, size: number): boolean {
  const digits = Math.log10(shares / size);
  const lacking = Math.ceil(digits - 1e-9) - digits;
  return lacking <= Math.log10(DEAREST);
}

function cancelRulings(step: Extract<Step, { kind: 'cancel' }>, before: readonly Step[]): readonly Ruling[] {
  const { order, isForeign, reply } = step;
  const { id } = order;
  const kept: unknown = Object(reply.json).not_canceled;
  const hasReason = typeof Object(kept)[id] === 'string';
  const reasons: readonly Ruling[] =
    isSuccess(reply) && !isCanceled(reply, id)
      ? [rulingOf('4.4/not_canceled', reply, hasReason, () => ({ expected: `a reason for ${id}`, actual: kept }))]
      : [];
  if (isForeign) return [...reasons, notCanceling('4.4/foreign', reply, id, 'another wallet placed the order')];
  const isAgain = before.some(
    (each) => each.kind === 'cancel' && each.order.id === id && !each.isForeign && isCanceled(each.reply, id),
  );
  const words = { expected: `${id} in one of the two lists`, actual: reply.json };
  return [
    ...reasons,
    rulingOf('4.4/exclusive', reply, !(isCanceled(reply, id) && Object.hasOwn(Object(kept), id)), () => words),
    ...(isAgain ? [notCanceling('4.4/twice', reply, id, 'it was cancelled before')] : []),
  ];
}
