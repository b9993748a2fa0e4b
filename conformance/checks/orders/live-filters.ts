/** conformance/checks/orders/live-filters: the filters of the live orders, alone and together (interface 4.5). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { encodeCursor, endsPaging } from '../../../spec/cursor.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Query } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { emptyList, judgeLater, type Rule } from '../assertions.ts';
import { textsOf } from '../rows.ts';
import { restingPlan, walletCheck, withResting } from './resting-orders.ts';
import { listedWith, liveOrders, livePage, notListing, untilListed } from './wallet-reads.ts';

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
        const keeps = (row: JsonObject) => (textAt(row, field) ?? textAt(row, name)) === value;
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
