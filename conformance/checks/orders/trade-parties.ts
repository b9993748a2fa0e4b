/**
 * conformance/checks/orders/trade-parties: the two orders of a fill as its trade shows them (interface 2.16): side and token of the
 * taker's order; side, token, price and matched amount of the maker's order.
 */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { CheckContext } from '../../check.ts';
import type { Listed } from '../assertions.ts';
import { micro, microPrice } from '../quantities.ts';
import type { Fill } from './fill.ts';
import { type OrderPlan, opposite } from './plan.ts';
import { isPowerOfTen } from './units.ts';

/** The clause that `judgeParties` judges. */
export const PARTIES = '4.3/fill.parties';

const SIDES = ['BUY', 'SELL'];

/** The prices that a fill may have, from the lowest to the highest, as prices of the maker's token. */
export type Limits = readonly [low: number, high: number];

/** The limits of both orders as prices of one token of the market, in millionths of a dollar. */
export function limitsIn(token: string | undefined, { market, outcome, price }: OrderPlan, limit: number): Limits {
  const isOwn = token === market.tokenIds[outcome];
  const [one, other] = [price, limit].map((each) => microPrice(isOwn ? each : PRICE_ONE - each));
  return [Math.min(one ?? 0, other ?? 0), Math.max(one ?? 0, other ?? 0)];
}

/** A price lies between two limits, in any power of ten of dollars: the interface does not state the unit. */
export function isBetween(price: number, [low, high]: Limits): boolean {
  const unit = 10 ** Math.max(0, Math.round(Math.log10(price / high)));
  return price / unit >= low && price / unit <= high;
}

/** True if a row shows the side of an order for its token, or the other side for the other token. Other words may mean anything. */
function isSideOf({ market, outcome, side }: OrderPlan, row: JsonObject): boolean {
  const shown = textAt(row, 'side')?.toUpperCase() ?? '';
  const isOwn = textAt(row, 'asset_id') === market.tokenIds[outcome];
  return !SIDES.includes(shown) || shown === (isOwn ? side : opposite(side));
}

/** Judges the rows of a fill; `order` is that of the taker, `limit` its limit as a price of the maker's token. */
export function judgeParties(
  context: CheckContext,
  { plan, makerId, depth, size }: Fill,
  order: OrderPlan,
  limit: number,
  { response, rows }: Listed,
): void {
  const seenByTaker = rows.filter((row) => textAt(row, 'type') === 'TAKER');
  const expectSame = (wrong: JsonObject | undefined, expected: string): boolean =>
    context.expect(PARTIES, wrong === undefined, response, { expected, actual: wrong });
  const turned = seenByTaker.find((row) => !isSideOf(order, row));
  expectSame(
    turned,
    `${order.side}, the side of the taker's order, for its token ${order.market.tokenIds[order.outcome]}`,
  );
  if (depth !== undefined) return;
  const makers = rows
    .flatMap((row) => objectsIn(listAt(row, 'maker_orders')))
    .filter((maker) => textAt(maker, 'order_id') === makerId);
  const isPriced = (maker: JsonObject): boolean =>
    isBetween(micro(textAt(maker, 'price')), limitsIn(textAt(maker, 'asset_id'), plan, limit));
  const other = makers.find((maker) => !isSideOf(plan, maker) || !isPriced(maker));
  const token = plan.market.tokenIds[plan.outcome];
  expectSame(
    other,
    `${plan.side} within the limits of both orders, as the maker's order ${makerId} for its token ${token}`,
  );
  const matched = makers.reduce((sum, maker) => sum + Number(textAt(maker, 'matched_amount')), 0);
  const shares = Math.min(plan.size, size) / MICRO;
  const isMatched = makers.length === 0 || isPowerOfTen(matched / shares);
  expectSame(isMatched ? undefined : makers[0], `a matched_amount of ${shares} shares, which the fill has`);
}
