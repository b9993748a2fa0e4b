/** conformance/checks/orders/live-orders: the list of live orders: filters, pages, ownership (interface 4.5). */

import { decodeCursor, encodeCursor, endsPaging } from '../../../spec/cursor.ts';
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Query } from '../../../wire/message.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { momentOf } from '../sorted.ts';
import { canonicalJson, sameJson } from '../steady.ts';
import { restingPlan, tradingCheck } from './placing.ts';
import { liveOrders, livePage, twoWallets, withResting } from './venue.ts';

function listCheck(what: string, draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'run'>): Check {
  return tradingCheck(`live-orders.${what}`, { route: 'live-orders', ...draft });
}

/** Three orders of one wallet: two tokens of one market, one token of another. */
async function withThree(
  context: CheckContext,
  wallet: Wallet,
  work: (ids: readonly [string, string, string]) => Promise<void>,
): Promise<void> {
  const first = await restingPlan(context, 0);
  const second = await restingPlan(context, 0, { outcome: 1, side: 'SELL' });
  const third = await restingPlan(context, 1);
  await withResting(context, wallet, first, (a) =>
    withResting(context, wallet, { ...second, price: second.price + 2 * second.market.tick }, (b) =>
      withResting(context, wallet, third, (c) => work([a, b, c])),
    ),
  );
}

async function judgeFilter(
  context: CheckContext,
  wallet: Wallet,
  clause: string,
  query: Query,
  keeps: (row: JsonObject) => boolean,
): Promise<void> {
  const { rows: whole } = await liveOrders(context, wallet);
  const expected = whole
    .filter(keeps)
    .map((row) => textAt(row, 'id'))
    .sort();
  if (expected.length === 0 || expected.length === whole.length) return;
  const { answer, rows } = await liveOrders(context, wallet, query);
  const ids = rows.map((row) => textAt(row, 'id')).sort();
  context.expect(clause, isSuccess(answer) && JSON.stringify(ids) === JSON.stringify(expected), answer, {
    pointer: '/data',
    expected: `the ${expected.length} of ${whole.length} orders with ${JSON.stringify(query)}`,
    actual: isSuccess(answer) ? `${ids.length} orders` : `status ${answer.status}`,
  });
}

const filtersCheck = listCheck('filters', {
  title: 'id, market and asset_id keep the orders they name, alone and together',
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
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    await withThree(context, wallet, async ([id, other]) => {
      const [market] = context.bindings.writeMarkets;
      const condition = market?.conditionId ?? '';
      const token = market?.tokenIds[0] ?? '';
      await judgeFilter(context, wallet, '4.5/id.filter', { id }, (row) => textAt(row, 'id') === id);
      await judgeFilter(
        context,
        wallet,
        '4.5/market.filter',
        { market: condition },
        (row) => textAt(row, 'market') === condition,
      );
      await judgeFilter(
        context,
        wallet,
        '4.5/asset_id.filter',
        { asset_id: token },
        (row) => textAt(row, 'assetId') === token,
      );
      for (const name of ['id', 'market', 'asset_id']) context.verified(`4.5/${name}.accepted`);
      const none = await liveOrders(context, wallet, { asset_id: token, id: other });
      context.expect('4.5/filters.combine', isSuccess(none.answer) && none.rows.length === 0, none.answer, {
        pointer: '/data',
        expected: 'no order: the id is of another token',
        actual: none.rows[0],
      });
    });
  },
});

const pagesCheck = listCheck('pages', {
  title: 'cursors start at MA==, are base64 offsets, list every order once and end empty',
  clauses: [
    '4.5/next_cursor.start',
    '4.5/next_cursor.end',
    '4.5/next_cursor.offset',
    '4.5/next_cursor.walk',
    '4.5/next_cursor.accepted',
    '4.5/limit.page',
    '4.5/count.items',
    'D/live-order-list.page',
    'D/live-order-list.order',
  ],
  kind: 'pagination',
  run: async (context: CheckContext) => {
    for (const wallet of [...context.wallets].slice(0, 8)) await judgePages(context, wallet);
    const [wallet] = twoWallets(context);
    await withThree(context, wallet, async () => {
      await judgePages(context, wallet);
      await judgeCursors(context, wallet);
    });
  },
});

async function judgePages(context: CheckContext, wallet: Wallet): Promise<void> {
  const seen = new Set<string>();
  const moments: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 50; page += 1) {
    const { answer, rows } = await livePage(context, wallet, cursor === undefined ? {} : { next_cursor: cursor });
    const limit = numberAt(answer.json, 'limit') ?? 0;
    const count = numberAt(answer.json, 'count');
    context.expect('4.5/limit.page', rows.length <= limit, answer, {
      pointer: '/limit',
      expected: `${rows.length} or more`,
      actual: limit,
    });
    context.expect('D/live-order-list.page', limit === 100, answer, {
      pointer: '/limit',
      expected: '100',
      actual: limit,
    });
    context.expect(
      '4.5/count.items',
      count === rows.length || (count !== undefined && count >= seen.size + rows.length),
      answer,
      { pointer: '/count', expected: `${rows.length}, or all orders`, actual: count },
    );
    const ids = objectsIn(listAt(answer.json, 'data')).map((row) => textAt(row, 'id') ?? '');
    const twice = ids.find((id) => seen.has(id));
    if (rows.length > 0)
      context.expect('4.5/next_cursor.walk', twice === undefined, answer, {
        pointer: '/data',
        expected: 'orders not listed before',
        actual: twice,
      });
    for (const id of ids) seen.add(id);
    moments.push(...rows.map((row) => momentOf(textAt(row, 'createdAt') ?? '')));
    const next = textAt(answer.json, 'next_cursor') ?? '';
    if (rows.length < limit || endsPaging(next)) {
      context.expect('4.5/next_cursor.end', next === '', answer, {
        pointer: '/next_cursor',
        expected: 'an empty cursor on the last page',
        actual: next,
      });
      break;
    }
    cursor = next;
  }
  const odd = moments.findIndex((moment, index) => index > 0 && moment < (moments[index - 1] ?? moment));
  if (moments.length > 1)
    context.expect('D/live-order-list.order', odd < 0, await lastList(context, wallet), {
      pointer: `/data/${odd}/createdAt`,
      expected: 'oldest first',
      actual: moments[odd],
    });
}

async function lastList(context: CheckContext, wallet: Wallet): Promise<Exchange> {
  return (await livePage(context, wallet)).answer;
}

async function judgeCursors(context: CheckContext, wallet: Wallet): Promise<void> {
  const silent = await liveOrders(context, wallet);
  const spoken = await livePage(context, wallet, { next_cursor: 'MA==' });
  context.expect('4.5/next_cursor.start', sameJson(silent.answer, spoken.answer), spoken.answer, {
    expected: 'the page without next_cursor',
    actual: `${spoken.rows.length} orders`,
  });
  context.verified('4.5/next_cursor.accepted');
  const next = textAt(silent.answer.json, 'next_cursor') ?? '';
  if (!endsPaging(next))
    context.expect('4.5/next_cursor.offset', decodeCursor(next) !== undefined, silent.answer, {
      pointer: '/next_cursor',
      expected: 'base64 of an offset',
      actual: next,
    });
  const shifted = await livePage(context, wallet, { next_cursor: encodeCursor(1) });
  context.expect(
    '4.5/next_cursor.offset',
    canonicalJson(shifted.rows[0]) === canonicalJson(silent.rows[1]),
    shifted.answer,
    { pointer: '/data/0', expected: 'the second order', actual: textAt(shifted.rows[0], 'id') },
  );
}

const malformedCheck = listCheck('malformed-cursor', {
  title: 'a malformed cursor is refused',
  clauses: ['4.5/next_cursor.malformed', 'D/live-order-list.malformed-cursor', '7/live-orders.bad-request'],
  kind: 'error',
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const answer = await context.send(get('/data/orders', { next_cursor: 'not-a-cursor' }), wallet);
    for (const clause of [
      '4.5/next_cursor.malformed',
      'D/live-order-list.malformed-cursor',
      '7/live-orders.bad-request',
    ]) {
      context.expect(clause, !isSuccess(answer), answer, { expected: 'an error', actual: `status ${answer.status}` });
    }
  },
});

/** The list of live orders. */
export const liveOrderChecks: readonly Check[] = [filtersCheck, pagesCheck, malformedCheck];
