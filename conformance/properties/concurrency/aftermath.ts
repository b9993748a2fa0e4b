/** conformance/properties/concurrency/aftermath: cancels everything that may rest after a contest, and learns the unit of its book before. */
import type { CheckContext } from '../../check.ts';
import { type Book, readBook, sizeAt } from '../../checks/orders/book.ts';
import { cancel } from '../../checks/orders/plan.ts';
import { isLevelSize } from '../../checks/orders/units.ts';
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
