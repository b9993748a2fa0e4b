/**
 * conformance/checks/orders/fill-records: how fills are written into feed and position (`D/activity-entries`, `D/average-precision`): a
 * taker that meets two orders at one price, and what a sale does to an average price.
 */
import type { JsonObject } from '../../../spec/json.ts';
import { numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { withFill } from './fills.ts';
import { restingPlan, tradingCheck } from './placing.ts';
import type { OrderPlan } from './plan.ts';
import { place, placedId } from './plan.ts';
import { eventually, heldShares, twoWallets, withResting } from './venue.ts';

type Feed = { readonly answer: Exchange; readonly rows: readonly JsonObject[] };

/** Entries of a wallet about one token since a moment. */
async function entriesSince(context: CheckContext, wallet: Wallet, plan: OrderPlan, since: number): Promise<Feed> {
  const answer = await context.send(get('/activity', { user: wallet.address, limit: '500' }));
  const rows = objectsIn(answer.json).filter(
    (row) =>
      textAt(row, 'conditionId') === plan.market.conditionId &&
      numberAt(row, 'outcomeIndex') === plan.outcome &&
      (numberAt(row, 'timestamp') ?? 0) >= since,
  );
  return { answer, rows };
}

const sizesOf = (rows: readonly JsonObject[]): string => rows.map((row) => numberAt(row, 'size')).join(', ');

/** Shares of the two orders that are met: unlike each other and unlike those of other checks. */
const PARTS = [21.5, 22.25] as const;

const entriesCheck = tradingCheck('place-order.fill-entries', {
  title: 'two orders met at one price are one entry for the taker and two for the maker',
  clauses: ['D/activity-entries.taker', 'D/activity-entries.maker'],
  kind: 'stateful',
  route: 'place-order',
  safety: 'write-irreversible',
  cost: { books: 1, 'place-order': 3, 'cancel-order': 2, activity: 10 },
  run: async (context: CheckContext) => {
    const [maker, taker] = twoWallets(context);
    const plan = await restingPlan(context, 7, { side: 'SELL' });
    const [first, second] = PARTS.map((shares) => ({ ...plan, size: Math.max(plan.size, shares * MICRO) }));
    if (first === undefined || second === undefined) return;
    await withResting(context, maker, first, () =>
      withResting(context, maker, second, async () => {
        const since = context.serviceSeconds() - 1;
        const size = first.size + second.size;
        const reply = await place(context, taker, { ...plan, side: 'BUY', type: 'FOK', size });
        if (placedId(reply) === undefined)
          context.notTestable(`the FOK order was not filled (status ${reply.status})`, 'give the second wallet cash');
        const isWhole = (row: JsonObject): boolean => numberAt(row, 'size') === size / MICRO;
        const taken = await eventually(
          context,
          () => entriesSince(context, taker, plan, since),
          ({ rows }) => rows.some(isWhole),
        );
        const entry = taken.rows.find(isWhole);
        context.expect('D/activity-entries.taker', entry !== undefined, taken.answer, {
          expected: `one entry of ${size / MICRO} shares`,
          actual: `entries of ${sizesOf(taken.rows)}`,
        });
        const given = await eventually(
          context,
          () => entriesSince(context, maker, plan, since),
          ({ rows }) => rows.length >= PARTS.length,
        );
        const hash = textAt(entry, 'transactionHash');
        const mine = given.rows.filter((row) => hash === undefined || textAt(row, 'transactionHash') === hash);
        const isEach = [first, second].every((part) => mine.some((row) => numberAt(row, 'size') === part.size / MICRO));
        context.expect('D/activity-entries.maker', isEach, given.answer, {
          expected: `entries of ${first.size / MICRO} and ${second.size / MICRO} shares`,
          actual: `entries of ${sizesOf(given.rows)}`,
        });
      }),
    );
  },
});

const averageCheck = tradingCheck('place-order.sale-average', {
  title: 'a sale leaves the average price of what is still held as it was',
  clauses: ['D/average-precision.sale'],
  kind: 'stateful',
  route: 'place-order',
  safety: 'write-irreversible',
  cost: { books: 2, 'place-order': 2, 'cancel-order': 1, positions: 6 },
  run: async (context: CheckContext) => {
    const [maker] = twoWallets(context);
    const { market, outcome } = await restingPlan(context, 8, { side: 'SELL' });
    const before = await heldShares(context, maker, market, outcome);
    await withFill(context, 8, { market, outcome }, 'FOK', 1, async ({ plan, takerId, reply }) => {
      if (takerId === undefined)
        context.notTestable(`the FOK order was not filled (status ${reply.status})`, 'give the second wallet cash');
      const shares = before.shares - plan.size / MICRO;
      const after = await eventually(
        context,
        () => heldShares(context, maker, market, outcome),
        (seen) => Math.abs(seen.shares - shares) < 1e-6,
      );
      if (after.row === undefined)
        context.notTestable('nothing is left after the sale', 'give the first wallet more tokens');
      context.expect(
        'D/average-precision.sale',
        numberAt(after.row, 'avgPrice') === numberAt(before.row, 'avgPrice'),
        after.answer,
        { pointer: '/0/avgPrice', expected: String(numberAt(before.row, 'avgPrice')), actual: after.row['avgPrice'] },
      );
    });
  },
});

/** Entries and averages after fills. */
export const fillRecordChecks: readonly Check[] = [entriesCheck, averageCheck];
