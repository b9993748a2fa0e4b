/** conformance/checks/orders/traded-row: the row of an order that traded in part and rests: its outcome, moment and trades (interface 2.15). */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { momentOf } from '../../../wire/pattern/collation.ts';
import type { CheckContext } from '../../check.ts';
import type { Listed } from '../assertions.ts';
import { sendPath } from '../requests.ts';
import type { OrderPlan } from './plan.ts';

/** Clauses that `judgeTradedRow` judges. */
export const TRADED_ROW = ['2.15/outcome.named', '2.15/createdAt.placed', '2.15/associateTrades.named'];

/** A date without a time, in any time zone, is less than two days away. */
const TWO_DAYS_MS = 172_800_000;

/** Judges the row of the order of `plan`, which has just traded in part. */
export async function judgeTradedRow(
  context: CheckContext,
  plan: OrderPlan,
  { response, rows }: Listed,
): Promise<void> {
  const [row] = rows;
  if (row === undefined) return;
  const judge = (clause: string, field: string, holds: boolean, expected: string, pattern: unknown): boolean => {
    const expectation = { at: { '/data': { $contains: [{ id: row['id'], [field]: pattern }] } } };
    return context.expect(clause, holds, response, { expected: `${field}: ${expected}`, actual: row, expectation });
  };
  const named = await nameOf(context, plan);
  if (named !== undefined) {
    const isNamed = textAt(row, 'outcome')?.toLowerCase() === named.toLowerCase();
    judge('2.15/outcome.named', 'outcome', isNamed, `${named}, the outcome of the order's token`, named);
  }
  const now = context.serviceSeconds() * 1000;
  const placed = momentOf(textAt(row, 'createdAt') ?? '');
  const moment = new Date(now).toISOString();
  // A text that is no moment breaks the shape of the row.
  if (!Number.isNaN(placed)) {
    const isRecent = Math.abs(placed - now) < TWO_DAYS_MS;
    judge('2.15/createdAt.placed', 'createdAt', isRecent, `about ${moment}, when the order was placed`, {
      $match: `^${moment.slice(0, 10)}`,
    });
  }
  const hasTrade = listAt(row, 'associateTrades').length > 0;
  judge('2.15/associateTrades.named', 'associateTrades', hasTrade, 'the trade of the order', { $not: [] });
}

/** The name that the market gives to the token of an order. */
async function nameOf(context: CheckContext, { market, outcome }: OrderPlan): Promise<string | undefined> {
  const { json } = await sendPath(context, 'trading-market', market.conditionId);
  const isOwn = (token: JsonObject): boolean => textAt(token, 'token_id') === market.tokenIds[outcome];
  return textAt(objectsIn(listAt(json, 'tokens')).find(isOwn), 'outcome');
}
