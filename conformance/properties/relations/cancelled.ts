/** conformance/properties/relations/cancelled: an order that rests and is cancelled leaves everything as before. */
import fc from 'fast-check';
import type { CheckContext } from '../../check.ts';
import { readBook } from '../../checks/orders/book.ts';
import { judgeRestored, judgeUnlisted } from '../../checks/orders/cancels.ts';
import { cancel, isCanceled, place, placedId, type Side, tokenOf, twoWallets } from '../../checks/orders/plan.ts';
import { restingPlan } from '../../checks/orders/resting-orders.ts';
import { type Property, property, TRADING } from '../property.ts';

type Case = Readonly<{ side: Side; outcome: 0 | 1; shares: number; isSecond: boolean }>;

const cases: fc.Arbitrary<Case> = fc.record({
  side: fc.constantFrom<Side>('BUY', 'SELL'),
  outcome: fc.constantFrom(0, 1),
  shares: fc.integer({ min: 20, max: 60 }),
  isSecond: fc.boolean(),
});

async function judgeCancelled(context: CheckContext, { isSecond, ...change }: Case) {
  const [first, second] = twoWallets(context);
  const wallet = isSecond ? second : first;
  const plan = await restingPlan(context, change);
  await context.settled(['books']);
  const before = await readBook(context, tokenOf(plan));
  const id = placedId(await place(context, wallet, plan));
  // A service may refuse an order for reasons that no view shows.
  if (id === undefined) return;
  // Another wallet may have filled the order, and then a cancel has no effect.
  if (!isCanceled(await cancel(context, wallet, id), id)) return;
  await judgeRestored(context, plan, before);
  await judgeUnlisted(context, wallet, plan, id);
}

export const cancelledProperty: Property = property<Case>({
  ...TRADING,
  id: 'relations.cancelled',
  title: 'an order that rests and is cancelled leaves book and live orders as they were',
  clauses: ['4.4/effect.book', '4.4/effect.live-orders', 'D/live-order-list.open-only'],
  safety: 'write-reversible',
  cost: { perCase: { books: 6, 'place-order': 1, 'cancel-order': 1, 'live-orders': 1 } },
  runs: 1,
  open: async () => ({ arbitrary: cases, judge: judgeCancelled }),
});
