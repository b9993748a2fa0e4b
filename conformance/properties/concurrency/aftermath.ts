/**
 * conformance/properties/concurrency/aftermath: cancels everything that may rest after a contest. Then the book holds
 * nothing of it: the level of the contest is empty, or has shares that no order of the contest had.
 */
import type { CheckContext } from '../../check.ts';
import { type Book, levelOf, readBook, sizeAt } from '../../checks/orders/book.ts';
import { cancel, type OrderPlan } from '../../checks/orders/plan.ts';
import { isLevelSize, sharesOrSize } from '../../checks/orders/units.ts';
import { listedIn, type Views } from './outcome.ts';
import type { Entered, Race } from './race.ts';

/** Cancels the orders of a race that are listed, and those that may be listed late. Returns true if none is listed afterwards. */
export async function withdrawAll(
  context: CheckContext,
  { resting, placed, cancels }: Race,
  readAgain: () => Promise<Views>,
): Promise<boolean> {
  const ended = new Set(cancels.flatMap(({ id, isReported }) => (isReported ? [id] : [])));
  const orders = new Map([...resting, ...placed.map(({ order }) => order)].map((order) => [order.id, order]));
  const listed = new Set(listedIn(await readAgain()));
  for (const { id, wallet, plan } of orders.values())
    if (listed.has(id) || (!ended.has(id) && plan.type === 'GTC')) await cancel(context, wallet, id);
  const isClear = (views: Views): boolean => !listedIn(views).some((id) => orders.has(id));
  return isClear(await context.eventually(readAgain, isClear));
}

/** Judges the level at which the orders of a race rested, when none of them is live. */
export async function judgeLevelAfter(
  context: CheckContext,
  { resting, placed }: Race,
  plan: OrderPlan,
): Promise<void> {
  const token = plan.market.tokenIds[plan.outcome];
  const sides = ['bids', 'asks'] as const;
  const shares = (book: Book, side: 'bids' | 'asks'): number => sharesOrSize(context, sizeAt(book[side], plan.price));
  const book = await context.eventually(
    () => readBook(context, token),
    (seen) => sides.every((side) => shares(seen, side) === 0),
  );
  const sizes = [...resting, ...placed.map(({ order }) => order)].map(({ plan: own }) => own.size);
  for (const side of sides) {
    // Other wallets may have come to this price meanwhile.
    if (shares(book, side) !== 0 && !isSumOf(shares(book, side), sizes)) continue;
    const because = 'every order of the run at this price is cancelled or filled';
    const must = levelOf({ token, side, price: plan.price }, 0);
    context.judge({ clauses: '4.4/effect.book', of: book.response, must, because });
  }
}

/** True if some of the sizes add up to the total. */
export function isSumOf(total: number, sizes: readonly number[]): boolean {
  let sums = new Set([0]);
  for (const size of sizes)
    sums = new Set([...sums, ...[...sums].map((sum) => sum + size).filter((sum) => sum <= total)]);
  return total > 0 && sums.has(total);
}

/** Reads the book once while the resting orders are alone in it, which shows the unit of its sizes. */
export async function learnLevel(context: CheckContext, entered: readonly Entered[]): Promise<void> {
  const [first] = entered;
  if (first === undefined) return;
  const { market, outcome, side, price } = first.plan;
  const total = entered.reduce((sum, { plan }) => sum + plan.size, 0);
  const shown = (book: Book): number => sizeAt(side === 'BUY' ? book.bids : book.asks, price);
  await context.eventually(
    () => readBook(context, market.tokenIds[outcome]),
    (book) => isLevelSize(context, shown(book), total),
  );
}
