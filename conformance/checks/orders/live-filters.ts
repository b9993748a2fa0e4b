/** conformance/checks/orders/live-filters: the filters of the live orders, alone and together (interface 4.5). */

import { type JsonObject, textAt } from '../../../spec/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { Check, CheckContext } from '../../check.ts';
import { type Listed, shownBy } from '../assertions.ts';
import { check } from '../definition.ts';
import { brief, textsOf } from '../rows.ts';
import { sameValue } from '../same-value.ts';
import { eventually } from '../steady.ts';
import { liveOrders, untilListed } from './live-list.ts';
import { twoWallets } from './parties.ts';
import { restingPlan, withResting } from './resting-orders.ts';

/** Three orders of one wallet: two tokens of one market, one token of another. */
export async function withThree(
  context: CheckContext,
  wallet: Wallet,
  work: (ids: readonly [string, string, string], market: WriteMarket) => Promise<void>,
): Promise<void> {
  const first = await restingPlan(context);
  const second = await restingPlan(context, { outcome: 1, side: 'SELL', market: first.market });
  const third = await restingPlan(context, { besides: first.market });
  await withResting(context, wallet, first, (a) =>
    withResting(context, wallet, second, (b) =>
      withResting(context, wallet, third, async (c) => {
        await untilListed(context, wallet, [a, b, c]);
        await work([a, b, c], first.market);
      }),
    ),
  );
}

/** Judges a filter against the whole list; false for a filter that keeps all orders, or no order. */
async function judgeFilter(
  context: CheckContext,
  wallet: Wallet,
  clause: string,
  query: Query,
  keeps: (row: JsonObject) => boolean,
): Promise<boolean> {
  const { rows: whole } = await liveOrders(context, wallet);
  const expected = textsOf(whole.filter(keeps), 'id').toSorted();
  if (expected.length === 0 || expected.length === whole.length) return false;
  const idsOf = (listed: Listed): readonly string[] => textsOf(listed.rows, 'id').toSorted();
  const listed = await eventually(
    context,
    () => liveOrders(context, wallet, query),
    (seen) => sameValue(idsOf(seen), expected),
  );
  const { response } = listed;
  const ids = idsOf(listed);
  context.expect(clause, isSuccess(response) && sameValue(ids, expected), response, {
    pointer: '/data',
    expected: `the ${expected.length} of ${whole.length} orders with ${brief(query)}`,
    actual: shownBy(response, `${ids.length} orders`),
    expectation: { at: { '/data': { $length: expected.length } } },
  });
  return true;
}

const filtersCheck = check('live-orders', 'filters', {
  title: 'id, market and asset_id keep the matching orders, alone and together',
  clauses: [
    '4.5/id.filter',
    '4.5/market.filter',
    '4.5/asset_id.filter',
    '4.5/filters.combine',
    '4.5/id.accepted',
    '4.5/market.accepted',
    '4.5/asset_id.accepted',
  ],
  kind: 'filter',
  safety: 'write-reversible',
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    await withThree(context, wallet, async ([id, other], { conditionId, tokenIds }) => {
      const named = [
        { name: 'id', field: 'id', value: id },
        { name: 'market', field: 'market', value: conditionId },
        { name: 'asset_id', field: 'assetId', value: tokenIds[0] },
      ];
      let isWhole = true;
      for (const { name, field, value } of named) {
        const keeps = (row: JsonObject): boolean => textAt(row, field) === value;
        isWhole = (await judgeFilter(context, wallet, `4.5/${name}.filter`, { [name]: value }, keeps)) && isWhole;
        context.verified(`4.5/${name}.accepted`);
      }
      const none = await liveOrders(context, wallet, { asset_id: tokenIds[0], id: other });
      context.expect('4.5/filters.combine', isSuccess(none.response) && none.rows.length === 0, none.response, {
        pointer: '/data',
        expected: 'no order: the id is of another token',
        actual: none.rows[0],
        expectation: { at: { '/data': [] } },
      });
      if (!isWhole)
        context.notTestable(
          'an order of this check ended meanwhile',
          'let no other program cancel orders of the first wallet',
        );
    });
  },
});

export const liveFilterChecks: readonly Check[] = [filtersCheck];
