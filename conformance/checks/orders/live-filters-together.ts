/** conformance/checks/orders/live-filters-together: filters of live orders together, paged, of two accounts (4.5). */
import { textAt } from '../../../base/json.ts';
import { encodeCursor } from '../../../spec/cursor.ts';
import type { Query } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import { emptyList, judgeLater, type Rule } from '../assertions.ts';
import { textsOf } from '../rows.ts';
import { listedWith, liveOrders, livePage, notListing } from './live-list.ts';
import { walletCheck } from './parties.ts';
import { restingPlan, withResting } from './resting-orders.ts';

const ownCheck = walletCheck('live-orders', 'own.filtered', {
  title: 'an order of another wallet is not listed, whichever filter it satisfies',
  clauses: ['4.5/own'],
  kind: 'filter',
  safety: 'write-reversible',
  async run(context, [caller, other]) {
    const plan = await restingPlan(context);
    await withResting(context, other, plan, async (id) => {
      const filters: readonly Query[] = [
        { market: plan.market.conditionId },
        { asset_id: plan.market.tokenIds[plan.outcome] },
        { id },
        { market: plan.market.conditionId, asset_id: plan.market.tokenIds[plan.outcome] },
      ];
      for (const query of filters) {
        const { response: of } = await listedWith(context, caller, query, id);
        context.judge({ clauses: '4.5/own', of, must: notListing(id), because: 'it is an order of another wallet' });
      }
    });
  },
});

const pairCheck = walletCheck('live-orders', 'filters.pair', {
  title: 'a market and a token of another market match no order',
  clauses: ['4.5/filters.combine'],
  kind: 'filter',
  safety: 'write-reversible',
  async run(context: CheckContext, [wallet]) {
    const first = await restingPlan(context);
    const second = await restingPlan(context, { besides: first.market });
    if (first.market.conditionId === second.market.conditionId) {
      context.notTestable('a single market is set aside for writes', 'name two in the credentials file');
    }
    await withResting(context, wallet, first, () =>
      withResting(context, wallet, second, async () => {
        const query = { market: first.market.conditionId, asset_id: second.market.tokenIds[second.outcome] };
        const { response } = await liveOrders(context, wallet, query);
        context.judge(emptyList('4.5/filters.combine', response));
      }),
    );
  },
});

const cursorCheck = walletCheck('live-orders', 'filters.cursor', {
  title: 'a cursor is an offset in the filtered list',
  clauses: ['4.5/next_cursor.offset'],
  kind: 'pagination',
  safety: 'write-reversible',
  async run(context, [wallet]) {
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
          const must = { at: { '/data/0/id': textAt(whole.rows[1], 'id') } };
          const because = 'it is the second order of the market';
          const second: Rule = { clauses: '4.5/next_cursor.offset', must, because };
          const query = { market, next_cursor: encodeCursor(1) };
          await judgeLater(context, second, () => livePage(context, wallet, query));
        }),
      ),
    );
  },
});

export const jointLiveFilterChecks = [ownCheck, pairCheck, cursorCheck];
