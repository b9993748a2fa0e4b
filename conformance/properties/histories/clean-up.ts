/** conformance/properties/histories/clean-up: cancels orders, and looks for shares that stay in the book. */
import { MICRO } from '../../../base/units.ts';
import type { CheckContext, ClauseId, Statement } from '../../check.ts';
import { levelOf, restLevel, sharesOrSize, sizeAt } from '../../checks/orders/book.ts';
import { cancel, type OrderPlan } from '../../checks/orders/plan.ts';
import { type Course, cancelledIn, type Stage } from './course.ts';
import { judgeRulings, verdictOf } from './ruling.ts';
import { mayRest, type OrderViews, readBooksOf } from './views.ts';

/** The clause that `judgeGhosts` judges. */
export const GHOST = '4.4/effect.book' satisfies ClauseId;

/** Cancels every order that may rest; with `isWhole` those, too, that only a broken service leaves. */
export async function withdrawOrders(context: CheckContext, course: Course, isWhole: boolean): Promise<void> {
  const cancelled = cancelledIn(course);
  for (const { id, wallet, plan } of course.orders)
    if ((isWhole || mayRest(plan)) && !cancelled.has(id)) await cancel(context, course.stage.wallets[wallet], id);
}

/** Judges levels of orders, none of which rests any more. `before`: the books before; by default without them. */
export async function judgeGhosts(
  context: CheckContext,
  stage: Pick<Stage, 'market'>,
  plans: readonly OrderPlan[],
  before?: OrderViews['books'],
): Promise<void> {
  const read = async () => verdictOf(ghostStatements(context, plans, before, await readBooksOf(context, stage)));
  judgeRulings(context, await context.eventually(read, ({ holds }) => holds));
}

/** No level has more shares than before by a sum of sizes of the orders. Other wallets may have come to any price. */
function ghostStatements(
  context: CheckContext,
  plans: readonly OrderPlan[],
  before: OrderViews['books'] | undefined,
  after: OrderViews['books'],
): readonly Statement[] {
  const levels = Map.groupBy(plans, ({ outcome, side, price }) => [outcome, side, price].join(' '));
  return [...levels.values()].flatMap((level): readonly Statement[] => {
    const [first] = level;
    if (first === undefined) return [];
    const at = restLevel(first);
    const { response, [at.side]: shown } = after[first.outcome];
    const known = sizeAt(before?.[first.outcome][at.side] ?? [], at.price);
    const more = sharesOrSize(context, sizeAt(shown, at.price)) - sharesOrSize(context, known);
    const sizes = level.map(({ size }) => size);
    if (more !== 0 && !isSumOf(more, sizes)) return [];
    const because = 'every order of the run at this price is cancelled or filled';
    return [{ clauses: GHOST, of: response, must: levelOf(at, known / MICRO), because }];
  });
}

function isSumOf(total: number, sizes: readonly number[]) {
  let sums = new Set([0]);
  for (const size of sizes)
    sums = new Set([...sums, ...[...sums].map((sum) => sum + size).filter((sum) => sum <= total)]);
  return total > 0 && sums.has(total);
}
