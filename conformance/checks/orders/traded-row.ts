/** conformance/checks/orders/traded-row: an order that traded in part: outcome, moment and trades (2.15). */
import { type JsonObject, listAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { momentOf } from '../../../wire/pattern/collation.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { eachLike, fieldLike, type Listed } from '../assertions.ts';
import { sendPath } from '../definition.ts';
import type { OrderPlan } from './plan.ts';

export const TRADED_ROW = ['2.15/outcome.named', '2.15/createdAt.placed', '2.15/associateTrades.named'] as const;

/** A date without a time, in any time zone, is less than two days away. */
const TWO_DAYS_MS = 172_800_000;

/** The pattern of the row of an order that was placed about this moment, in Unix seconds. */
export function placedAbout(seconds: number): JsonObject {
  const now = seconds * 1_000;
  return { createdAt: { $moment: { $range: [now - TWO_DAYS_MS, now + TWO_DAYS_MS] } } };
}

/** Judges the row of the order of `plan`, which has just traded in part. */
export async function judgeTradedRow(
  context: CheckContext,
  plan: OrderPlan,
  id: string,
  { response: of, rows: [row] }: Listed,
): Promise<void> {
  if (row === undefined) return;
  const judge = (clauses: ClauseId, fields: JsonObject, because: string) =>
    context.judge(fieldLike(clauses, of, '/data', eachLike({ id }, fields), because));
  const named = await outcomeName(context, plan);
  if (named !== undefined)
    judge('2.15/outcome.named', { outcome: { $caseless: named } }, "this is the outcome of the order's token");
  const seconds = context.serviceSeconds();
  // A text that is no moment breaks the shape of the row.
  if (!Number.isNaN(momentOf(textOrEmpty(row, 'createdAt')))) {
    const moment = new Date(seconds * 1_000).toISOString();
    judge('2.15/createdAt.placed', placedAbout(seconds), `the order was placed about ${moment}`);
  }
  judge('2.15/associateTrades.named', { associateTrades: { $length: { $gte: 1 } } }, 'the order has traded');
}

/** The name that the market of a plan gives to its outcome. */
export async function outcomeName(
  context: CheckContext,
  { market, outcome }: Pick<OrderPlan, 'market' | 'outcome'>,
): Promise<string | undefined> {
  const { json } = await sendPath(context, 'trading-market', market.conditionId);
  const isOwn = (token: JsonObject) => textAt(token, 'token_id') === market.tokenIds[outcome];
  return textAt(objectsIn(listAt(json, 'tokens')).find(isOwn), 'outcome');
}
