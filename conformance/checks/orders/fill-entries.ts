/**
 * conformance/checks/orders/fill-entries: activity entries of a fill that meets two orders (`D/activity-entries`): one entry
 * for the taker, one for each order of the maker.
 */
import { type JsonObject, numberAt, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isClose } from '../../../wire/pattern/closeness.ts';
import type { Check, CheckContext } from '../../check.ts';
import { check } from '../definition.ts';
import { eventually } from '../steady.ts';
import { entriesSince } from './feeds.ts';
import { filledId } from './fill.ts';
import { twoWallets } from './parties.ts';
import { type OrderPlan, place } from './plan.ts';
import { frontPlan, withResting } from './resting-orders.ts';

/** Shares of the two maker orders: different from each other and from those of other checks. */
const PARTS = { older: 21.5, newer: 22.25 };

const entriesCheck = check('place-order', 'fill-entries', {
  title: 'a fill of two orders at one price has one entry for the taker and two for the maker',
  clauses: ['D/activity-entries.taker', 'D/activity-entries.maker'],
  safety: 'write-irreversible',
  cost: { books: 1, 'place-order': 3, 'cancel-order': 2, activity: 10 },
  run: async (context: CheckContext) => {
    const [maker, taker] = twoWallets(context);
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

/** The feed shows the fill, as one entry or as one for each part. Entries of earlier fills may come late, too. */
function isShown(rows: readonly JsonObject[], parts: readonly number[]): boolean {
  return hasSize(rows, sumOf(parts)) || parts.every((shares) => hasSize(rows, shares));
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, shares) => sum + shares, 0);

const sizesOf = (rows: readonly JsonObject[]): string => rows.map((row) => numberAt(row, 'size')).join(', ');

/** One entry over all; returns the hash of its transaction. */
async function judgeTaker(
  context: CheckContext,
  taker: Wallet,
  plan: OrderPlan,
  since: number,
  parts: readonly number[],
): Promise<string | undefined> {
  const shares = sumOf(parts);
  const { response, rows } = await eventually(
    context,
    () => entriesSince(context, taker, plan, since),
    (seen) => isShown(seen.rows, parts),
  );
  const entry = rows.find((row) => hasSize([row], shares));
  context.expect('D/activity-entries.taker', entry !== undefined, response, {
    expected: `one entry of ${shares} shares`,
    actual: `entries of ${sizesOf(rows)}`,
  });
  return textAt(entry, 'transactionHash');
}

/** One entry for each order. */
async function judgeMaker(
  context: CheckContext,
  maker: Wallet,
  plan: OrderPlan,
  since: number,
  parts: readonly number[],
  hash: string | undefined,
): Promise<void> {
  const { response, rows } = await eventually(
    context,
    () => entriesSince(context, maker, plan, since),
    (seen) => isShown(seen.rows, parts),
  );
  const mine = rows.filter((row) => hash === undefined || textAt(row, 'transactionHash') === hash);
  const isEach = parts.every((shares) => hasSize(mine, shares));
  context.expect('D/activity-entries.maker', isEach, response, {
    expected: `entries of ${parts.join(' and ')} shares`,
    actual: `entries of ${sizesOf(rows)}`,
  });
}

export const fillEntryChecks: readonly Check[] = [entriesCheck];
