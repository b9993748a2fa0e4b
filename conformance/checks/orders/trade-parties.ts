/** conformance/checks/orders/trade-parties: the taker's and the maker's order in the trade of a fill (2.16). */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { bodyLike, eachLike, type Listed } from '../assertions.ts';
import type { Fill } from './fill.ts';
import { type OrderPlan, opposite } from './plan.ts';
import { isPowerOfTen } from './units.ts';

/** The clause that `judgeParties` judges. */
export const PARTIES = '4.3/fill.parties';

function eachOfToken(row: unknown, { market, outcome }: OrderPlan, own: unknown, other: unknown): JsonObject {
  const token = market.tokenIds[outcome];
  const of = (asset_id: unknown) => ({ $all: [row, { asset_id }] });
  return { $all: [eachLike(of(token), own), eachLike(of({ $not: token }), other)] };
}

/** Rows with a price between some of the order's token, or their complements, in any unit. */
export function eachPriced(row: unknown, plan: OrderPlan, prices: readonly number[], isScaled = true): JsonObject {
  const [own, other] = [prices, prices.map((price) => PRICE_ONE - price)].map((all) => {
    const [least, most] = [Math.min(...all) / PRICE_ONE, Math.max(...all) / PRICE_ONE];
    const range = least === most ? { $near: least } : { $range: [least, most] };
    return { price: { $number: isScaled ? { $scaled: range } : range } };
  });
  return eachOfToken(row, plan, own, other);
}

/** Rows with the order's side for its token, or the other for the other; other words mean anything. */
function eachSided(row: unknown, plan: OrderPlan): JsonObject {
  const [own, other] = [opposite(plan.side), plan.side].map((side) => ({ side: { $not: { $caseless: side } } }));
  return eachOfToken(row, plan, own, other);
}

/** Judges rows like `own`; `order` is the taker's, `limit` its limit as a price of the maker's token. */
export function judgeParties(
  context: CheckContext,
  { plan, makerId, depth, size }: Fill,
  order: OrderPlan,
  limit: number,
  { response: of, rows, own }: Listed & { readonly own: unknown },
): void {
  const judge = (each: unknown, because: string): boolean => context.judge(bodyLike(PARTIES, of, each, because));
  const token = (one: OrderPlan) => `token ${one.market.tokenIds[one.outcome]}`;
  const seenByTaker = { $all: [own, { type: 'TAKER' }] };
  judge(eachSided(seenByTaker, order), `the taker's order is a ${order.side} of ${token(order)}`);
  if (depth !== undefined) return;
  const made = { order_id: makerId };
  const orders = { $all: [eachSided(made, plan), eachPriced(made, plan, [plan.price, limit])] };
  const within = `${plan.price / PRICE_ONE} to ${limit / PRICE_ONE}`;
  const because = `the maker's order is a ${plan.side} of ${token(plan)}, within ${within}`;
  judge(eachLike(own, { maker_orders: orders }), because);
  judgeMatched(context, of, rows, makerId, Math.min(plan.size, size) / MICRO);
}

function judgeMatched(
  context: CheckContext,
  of: Exchange,
  rows: readonly JsonObject[],
  makerId: string,
  shares: number,
): void {
  const makers = rows
    .flatMap((row) => objectsIn(listAt(row, 'maker_orders')))
    .filter((maker) => textAt(maker, 'order_id') === makerId);
  const matched = makers.reduce((sum, maker) => sum + Number(textAt(maker, 'matched_amount')), 0);
  const isMatched = makers.length === 0 || isPowerOfTen(matched / shares);
  const fault = { expected: `a matched_amount of ${shares} shares, which the fill has`, actual: makers[0] };
  context.judgeBy(PARTIES, of, isMatched ? undefined : fault, 'it is a sum over lists in several rows');
}
