/** conformance/properties/histories/clean-up: cancels the orders of a history, and looks for shares of them that stay in the book. */
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { type Book, sizeAt } from '../../checks/orders/book.ts';
import { cancel } from '../../checks/orders/plan.ts';
import { sharesOrSize } from '../../checks/orders/units.ts';
import { isSumOf } from '../concurrency/aftermath.ts';
import { type Course, cancelledIn } from './course.ts';
import { mayRest } from './fills.ts';
import { judgeRulings, type Ruling, rulingOf, verdictOf } from './ruling.ts';
import { type OrderViews, readBooksOf } from './views.ts';

/** The clause that `judgeGhosts` judges. */
export const GHOST = '4.4/effect.book' satisfies ClauseId;

/** Cancels every order that may rest; with `isWhole` those, too, that only a broken service leaves. */
export async function withdrawOrders(context: CheckContext, course: Course, isWhole: boolean): Promise<void> {
  const cancelled = cancelledIn(course);
  for (const { id, wallet, plan } of course.orders)
    if ((isWhole || mayRest(plan)) && !cancelled.has(id)) await cancel(context, course.stage.wallets[wallet], id);
}

/** Judges the levels of the own orders, none of which rests any more. */
export async function judgeGhosts(context: CheckContext, course: Course, before: OrderViews['books']): Promise<void> {
  const read = async () => verdictOf(ghostRulings(context, course, before, await readBooksOf(context, course.stage)));
  judgeRulings(context, await context.eventually(read, ({ holds }) => holds));
}

/** Shares beyond those before the history that sizes of own orders explain. Other wallets may have come to any price. */
function ghostRulings(
  context: CheckContext,
  { orders }: Course,
  before: OrderViews['books'],
  after: OrderViews['books'],
): readonly Ruling[] {
  const levels = Map.groupBy(orders, ({ plan: { outcome, side, price } }) => [outcome, side, price].join(' '));
  return [...levels.values()].flatMap((level): readonly Ruling[] => {
    const [first] = level;
    if (first === undefined) return [];
    const { outcome, side, price } = first.plan;
    const shown = (book: Book): number => sharesOrSize(context, sizeAt(side === 'BUY' ? book.bids : book.asks, price));
    const more = shown(after[outcome]) - shown(before[outcome]);
    const isGhost = isSumOf(
      more,
      level.map(({ plan }) => plan.size),
    );
    const words = { expected: `no shares of ended orders at ${price / PRICE_ONE}`, actual: more / MICRO };
    return [rulingOf(GHOST, after[outcome].response, !isGhost, () => words)];
  });
}
