/**
 * conformance/checks/orders/live-filters-together: combinations of filters of the live orders that are easily forgotten: with
 * each other, with a cursor, and with orders of another account in the same market (interface 4.5).
 */
import { encodeCursor } from '../../../spec/cursor.ts';
import { textAt } from '../../../spec/json.ts';
import type { Query } from '../../../wire/message.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type Check, type CheckContext, SameAs } from '../../check.ts';
import { shownBy, statusOf } from '../assertions.ts';
import { check } from '../definition.ts';
import { brief, textsOf } from '../rows.ts';
import { liveOrders, livePage, notListing } from './live-list.ts';
import { twoWallets } from './parties.ts';
import { restingPlan, withResting } from './resting-orders.ts';

const ownCheck = check('live-orders', 'own.filtered', {
  title: 'an order of another wallet is not listed, whichever filter it satisfies',
  clauses: ['4.5/own'],
  kind: 'filter',
  safety: 'write-reversible',
  run: async (context) => {
    const [caller, other] = twoWallets(context);
    const plan = await restingPlan(context);
    await withResting(context, other, plan, async (id) => {
      const filters: readonly Query[] = [
        { market: plan.market.conditionId },
        { asset_id: plan.market.tokenIds[plan.outcome] },
        { id },
        { market: plan.market.conditionId, asset_id: plan.market.tokenIds[plan.outcome] },
      ];
      for (const query of filters) {
        const { response, rows } = await liveOrders(context, caller, query);
        const at = rows.findIndex((row) => textAt(row, 'id') === id);
        context.expect('4.5/own', at < 0, response, {
          pointer: `/data/${at}`,
          expected: `no order of another wallet among those with ${brief(query)}`,
          actual: id,
          expectation: notListing(id),
        });
      }
    });
  },
});

const pairCheck = check('live-orders', 'filters.pair', {
  title: 'a market and a token of another market match no order',
  clauses: ['4.5/filters.combine'],
  kind: 'filter',
  safety: 'write-reversible',
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const first = await restingPlan(context);
    const second = await restingPlan(context, { besides: first.market });
    if (first.market.conditionId === second.market.conditionId) {
      context.notTestable('a single market is set aside for writes', 'name two in the credentials file');
    }
    await withResting(context, wallet, first, () =>
      withResting(context, wallet, second, async () => {
        const query = { market: first.market.conditionId, asset_id: second.market.tokenIds[second.outcome] };
        const { response, rows } = await liveOrders(context, wallet, query);
        context.expect('4.5/filters.combine', isSuccess(response) && rows.length === 0, response, {
          pointer: '/data',
          expected: 'no order: the token is of another market',
          actual: shownBy(response, rows[0]),
          expectation: { at: { '/data': [] } },
        });
      }),
    );
  },
});

const cursorCheck = check('live-orders', 'filters.cursor', {
  title: 'a cursor is an offset in the filtered list',
  clauses: ['4.5/next_cursor.offset'],
  kind: 'pagination',
  safety: 'write-reversible',
  run: async (context) => {
    const [wallet] = twoWallets(context);
    const plan = await restingPlan(context);
    const other = await restingPlan(context, { besides: plan.market });
    await withResting(context, wallet, other, () =>
      withResting(context, wallet, plan, (older) =>
        withResting(context, wallet, plan, async (newer) => {
          const market = plan.market.conditionId;
          const whole = await context.eventually(
            () => liveOrders(context, wallet, { market }),
            ({ rows }) => [older, newer].every((id) => textsOf(rows, 'id').includes(id)),
          );
          const expected = textAt(whole.rows[1], 'id');
          const { response, rows } = await context.eventually(
            () => livePage(context, wallet, { market, next_cursor: encodeCursor(1) }),
            (seen) => textAt(seen.rows[0], 'id') === expected,
          );
          context.expect('4.5/next_cursor.offset', textAt(rows[0], 'id') === expected, response, {
            pointer: '/data/0/id',
            expected: `the second order of the market, ${expected}`,
            actual: textAt(rows[0], 'id') ?? statusOf(response),
            expectation: { at: { '/data/0/id': new SameAs(whole.response, '/data/1/id') } },
          });
        }),
      ),
    );
  },
});

export const jointLiveFilterChecks: readonly Check[] = [ownCheck, pairCheck, cursorCheck];
