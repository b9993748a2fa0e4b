/**
 * conformance/checks/orders/trade-parties: the two orders of a fill as its trade shows them (interface 2.16): side and token of the
 * taker's order; side, token, price and matched amount of the maker's order.
 */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { eachLike, type Listed } from '../assertions.ts';
import type { Fill } from './fill.ts';
import { type OrderPlan, opposite } from './plan.ts';
import { isPowerOfTen } from './units.ts';

/** The clause that `judgeParties` judges. */
export const PARTIES = '4.3/fill.parties';

/** A row of the order's token that is like `own`, or of the other token that is like `other`. */
function ofToken({ market, outcome }: OrderPlan, own: JsonObject, other: JsonObject): JsonObject {
  const token = market.tokenIds[outcome];
  return {
    $any: [
      { asset_id: token, ...own },
      { asset_id: { $not: token }, ...other },
    ],
  };
}

/** A row with a price between some prices of the order's token, or their complements. The interface does not state the unit. */
export function pricedWithin(plan: OrderPlan, prices: readonly number[], isScaled = true): JsonObject {
  const [own, other] = [prices, prices.map((price) => PRICE_ONE - price)].map((all) => {
    const range = { $range: [Math.min(...all) / PRICE_ONE - 1e-9, Math.max(...all) / PRICE_ONE + 1e-9] };
    return { price: { $number: isScaled ? { $scaled: range } : range } };
  });
  return ofToken(plan, own ?? {}, other ?? {});
}

/** A row with the side of an order for its token, or the other side for the other token. Other words may mean anything. */
function sided(plan: OrderPlan): JsonObject {
  const [own, other] = [opposite(plan.side), plan.side].map((side) => ({ side: { $not: { $caseless: side } } }));
  return ofToken(plan, own ?? {}, other ?? {});
}

/** Judges the rows of a fill, which match `own`; `order` is that of the taker, `limit` its limit as a price of the maker's token. */
export function judgeParties(
  context: CheckContext,
  { plan, makerId, depth, size }: Fill,
  order: OrderPlan,
  limit: number,
  { response: of, rows, own }: Listed & { readonly own: unknown },
): void {
  const judge = (each: unknown, because: string): boolean =>
    context.judge({ clauses: PARTIES, of, must: { body: each }, because });
  const token = (one: OrderPlan) => `token ${one.market.tokenIds[one.outcome]}`;
  const seenByTaker = { $all: [own, { type: 'TAKER' }] };
  judge(eachLike(seenByTaker, sided(order)), `the taker's order is a ${order.side} of ${token(order)}`);
  if (depth !== undefined) return;
  const made = eachLike({ order_id: makerId }, { $all: [sided(plan), pricedWithin(plan, [plan.price, limit])] });
  const within = `${plan.price / PRICE_ONE} to ${limit / PRICE_ONE}`;
  judge(
    eachLike(own, { maker_orders: made }),
    `the maker's order is a ${plan.side} of ${token(plan)}, within ${within}`,
  );
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
