/** conformance/checks/orders/live-filters: the filters of the live orders, alone and together (interface 4.5). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { endsPaging } from '../../../spec/cursor.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Query } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { emptyList, judgeLater } from '../assertions.ts';
import { textsOf } from '../rows.ts';
import { liveOrders, untilListed } from './live-list.ts';
import { walletCheck } from './parties.ts';
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
  clause: ClauseId,
  query: Query,
  keeps: (row: JsonObject) => boolean,
): Promise<boolean> {
  const { response: all, rows: whole } = await liveOrders(context, wallet);
  const expected = textsOf(whole.filter(keeps), 'id');
  if (expected.length === 0 || expected.length === whole.length) return false;
  // The orders of a longer list may be on other pages.
  const isOnePage = endsPaging(textAt(all.json, 'next_cursor') ?? '');
  const kept = isOnePage ? { $sameSet: { by: '/id', of: expected } } : { $every: { id: { $in: expected } } };
  const rule = { clauses: clause, must: { status: '2xx', at: { '/data': { $all: [kept, { $unique: '/id' }] } } } };
  const because = `the filter keeps ${expected.length} of ${whole.length} orders`;
  await judgeLater(context, { ...rule, because }, () => liveOrders(context, wallet, query));
  return true;
}

export const liveFilterCheck = walletCheck('live-orders', 'filters', {
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
  async run(context, [wallet]) {
    await withThree(context, wallet, async ([id, other], { conditionId, tokenIds }) => {
      const named = [
        { name: 'id', field: 'id', value: id },
        { name: 'market', field: 'market', value: conditionId },
        { name: 'asset_id', field: 'assetId', value: tokenIds[0] },
      ] as const;
      let isWhole = true;
      for (const { name, field, value } of named) {
        // Profiles with the order book of real clients name the fields like the filters.
        const keeps = (row: JsonObject): boolean => (textAt(row, field) ?? textAt(row, name)) === value;
        isWhole =
          (await judgeFilter(context, wallet, clauseOf('live-orders', `${name}.filter`), { [name]: value }, keeps)) &&
          isWhole;
        context.verified(clauseOf('live-orders', `${name}.accepted`));
      }
      const none = await liveOrders(context, wallet, { asset_id: tokenIds[0], id: other });
      context.judge(emptyList('4.5/filters.combine', none.response));
      if (!isWhole)
        context.notTestable(
          'an order of this check ended meanwhile',
          'let no other program cancel orders of the first wallet',
        );
    });
  },
});
