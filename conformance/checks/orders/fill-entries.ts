/** conformance/checks/orders/fill-entries: activity of an order that fills two others (`D/activity-entries`). */
import { type JsonObject, numberAt, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isClose } from '../../../wire/pattern/closeness.ts';
import type { CheckContext } from '../../check.ts';
import type { Rule } from '../assertions.ts';
import { entriesSince, entryOf } from './feeds.ts';
import { filledId } from './fill.ts';
import { walletCheck } from './parties.ts';
import { type OrderPlan, place } from './plan.ts';
import { frontPlan, withResting } from './resting-orders.ts';

/** Shares of the two maker orders: different from each other and from those of other checks. */
const PARTS = { older: 21.5, newer: 22.25 };

export const fillEntryCheck = walletCheck('place-order', 'fill-entries', {
  title: 'a fill of two orders at one price has one entry for the taker and two for the maker',
  clauses: ['D/activity-entries.taker', 'D/activity-entries.maker'],
  safety: 'write-irreversible',
  cost: { books: 1, 'place-order': 3, 'cancel-order': 2, activity: 10 },
  async run(context, [maker, taker]) {
    const plan = await frontPlan(context, { side: 'SELL' });
    const sized = (shares: number): OrderPlan => ({ ...plan, size: Math.max(plan.size, shares * MICRO) });
    const first = sized(PARTS.older);
    const second = sized(PARTS.newer);
    await withResting(context, maker, first, () =>
      withResting(context, maker, second, async () => {
        const since = context.serviceSeconds() - 1;
        const size = first.size + second.size;
        const parts = [first.size / MICRO, second.size / MICRO];
        filledId(context, await place(context, taker, { ...plan, side: 'BUY', type: 'FOK', size }));
        const hash = await judgeTaker(context, taker, plan, since, parts);
        await judgeMaker(context, maker, plan, since, parts, hash);
      }),
    );
  },
});

const hasSize = (rows: readonly JsonObject[], shares: number): boolean =>
  rows.some((row) => isClose(numberAt(row, 'size') ?? 0, shares));

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, shares) => sum + shares, 0);

/** The feed once it shows one entry, or one for each part: no view is waited for over that choice. */
function shownEntries(context: CheckContext, wallet: Wallet, plan: OrderPlan, since: number, parts: readonly number[]) {
  return context.eventually(
    () => entriesSince(context, wallet, plan, since),
    ({ rows }) => hasSize(rows, sumOf(parts)) || parts.every((shares) => hasSize(rows, shares)),
  );
}

/** One entry over all; returns the hash of its transaction. */
async function judgeTaker(
  context: CheckContext,
  taker: Wallet,
  plan: OrderPlan,
  since: number,
  parts: readonly number[],
): Promise<string | undefined> {
  const shares = sumOf(parts);
  const must = { body: { $contains: [{ ...entryOf(plan, since), size: { $near: shares } }] } };
  const whole: Rule = { clauses: 'D/activity-entries.taker', must, because: 'a taker has one entry for all orders' };
  const { response, rows } = await shownEntries(context, taker, plan, since, parts);
  context.judge({ ...whole, of: response });
  return textAt(
    rows.find((row) => hasSize([row], shares)),
    'transactionHash',
  );
}

async function judgeMaker(
  context: CheckContext,
  maker: Wallet,
  plan: OrderPlan,
  since: number,
  parts: readonly number[],
  hash: string | undefined,
): Promise<void> {
  const own = { ...entryOf(plan, since), ...(hash === undefined ? {} : { transactionHash: hash }) };
  const must = { body: { $contains: parts.map((shares) => ({ ...own, size: { $near: shares } })) } };
  const each: Rule = { clauses: 'D/activity-entries.maker', must, because: 'a maker has one entry for each order' };
  const { response } = await shownEntries(context, maker, plan, since, parts);
  context.judge({ ...each, of: response });
}
