/** conformance/checks/orders/last-price: the last price of a book is that of the latest fill (interface 2.14). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext } from '../../check.ts';
import { isTrue } from '../assertions.ts';
import { textsOf } from '../rows.ts';
import { type Book, readBook } from './book.ts';
import { tradesSince } from './feeds.ts';
import type { OrderPlan } from './plan.ts';

export const LAST_PRICE = '4.3/fill.last-price';

export type LaterTrades = () => Promise<readonly JsonObject[]>;

/** Reads trades before a fill; the result judges the last price, given the taker's order and a book already read. */
export async function lastPriceJudge(
  context: CheckContext,
  plan: OrderPlan,
  given?: LaterTrades,
): Promise<(takerId: string, seen?: Book) => Promise<void>> {
  const trades = given ?? (await laterTrades(context, plan));
  const token = plan.market.tokenIds[plan.outcome];
  const shown = { asset_id: token, last_trade_price: { $number: { $near: plan.price / PRICE_ONE } } };
  const must = { body: { $contains: [shown] } };
  const isShown = ({ response }: Book): boolean => isTrue({ of: response, must: must });
  return async (takerId, seen) => {
    if (seen !== undefined && isShown(seen)) return context.verified(LAST_PRICE);
    const book = await context.eventually(() => readBook(context, token), isShown);
    if (isShown(book)) return context.verified(LAST_PRICE);
    await context.settled(['builder-trades'], true);
    const later = await trades();
    const isLatest = later.length > 0 && later.every((row) => textAt(row, 'taker_order_id') === takerId);
    if (isLatest) context.judge({ clauses: LAST_PRICE, of: book.response, must, because: 'no other trade followed' });
  };
}

/** Reads the trades of the market before a fill. The result reads those since then. */
export async function laterTrades(context: CheckContext, plan: OrderPlan): Promise<LaterTrades> {
  const since = context.serviceSeconds() - 1;
  const trades = async () => (await tradesSince(context, plan.market.conditionId, since)).rows;
  const earlier = new Set(textsOf(await trades(), 'id'));
  return async () => (await trades()).filter((row) => !earlier.has(textAt(row, 'id') ?? ''));
}
