/**
 * conformance/checks/orders/live-orders: filters, pages and cursors of the live orders (interface 4.5,
 * `D/live-order-list`).
 */

import { type JsonObject, textAt, textOrEmpty } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_START, encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { momentOf } from '../../../wire/pattern/collation.ts';
import { type CheckContext, type ClauseId, type Exchange, SameAs, type Wallet, type WriteMarket } from '../../check.ts';
import {
  bodyLike,
  emptyList,
  fieldLike,
  judgeLater,
  type Rule,
  refusal,
  success,
  textsOf,
  valueAt,
} from '../assertions.ts';
import { type CursorPage, cursorPages, endlessPage, judgeNextOffset, judgeTotal, lastPage } from '../cursor-pages.ts';
import { check } from '../definition.ts';
import { tokenOf, twoWallets, walletCheck, withResting } from './plan.ts';
import { restingPlan } from './resting-orders.ts';
import { listed, listedWith, liveOrders, livePage, notListing, PAGES, readLive, untilListed } from './wallet-reads.ts';

/** Three orders of one wallet: two tokens of one market, one token of another. */
async function withThree(
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
  const isOnePage = endsPaging(textOrEmpty(all.json, 'next_cursor'));
  const kept = isOnePage ? { $sameSet: { by: '/id', of: expected } } : { $every: { id: { $in: expected } } };
  const rule = { clauses: clause, must: { status: '2xx', at: { '/data': { $all: [kept, { $unique: '/id' }] } } } };
  const because = `the filter keeps ${expected.length} of ${whole.length} orders`;
  await judgeLater(context, { ...rule, because }, () => liveOrders(context, wallet, query));
  return true;
}

/** Wallets whose lists are read unchanged; one of them may be long. */
const WALLETS = 8;

async function judgeList(context: CheckContext, wallet: Wallet) {
  const seen = new Set<string>();
  let latest = Number.NEGATIVE_INFINITY;
  const read = (query: Query) => readLive(context, wallet, query);
  let last: CursorPage | undefined;
  let first: Exchange | undefined;
  let cursor = '';
  for await (const page of cursorPages(read, PAGES)) {
    const { response, next } = page;
    last = page;
    if (!isSuccess(response)) {
      context.judge(success('4.5/next_cursor.walk', response, 'it asks for a page of the list'));
      return;
    }
    const { rows } = listed(response);
    judgePage(context, response, { rows, seen, latest });
    for (const id of textsOf(rows, 'id')) seen.add(id);
    if (rows.length > 0) latest = momentOf(textOrEmpty(rows.at(-1), 'createdAt'));
    if (!endsPaging(next))
      judgeNextOffset(context, '4.5/next_cursor.walk', response, { cursor, next, rows: rows.length });
    cursor = next;
    first ??= response;
    if (endsPaging(next)) judgeTotal(context, '4.5/count.items', { first, last: response }, rows.length, seen.size);
    if (next === '') await judgeNothingFollows(context, wallet, response, seen);
  }
  if (last !== undefined && !endsPaging(last.next)) await judgeEndless(context, last, read);
}

type Page = {
  readonly rows: readonly JsonObject[];
  /** The ids on earlier pages. */
  readonly seen: ReadonlySet<string>;
  /** The moment of the last order on them. */
  readonly latest: number;
};

function judgePage(context: CheckContext, of: Exchange, { rows, seen, latest }: Page) {
  const judge = (clauses: ClauseId, body: unknown, because?: string) =>
    context.judge(bodyLike(clauses, of, body, because));
  judge('4.5/limit.page', { $relation: { left: '/data', is: '<=', right: '/limit' } });
  judge('D/live-order-list.page', { limit: 100 });
  const counts = { left: '/count', right: '/data' };
  const items = [{ $relation: { ...counts, is: '=' } }, { $relation: { ...counts, is: '>=', plus: seen.size } }];
  judge('4.5/count.items', { $any: items }, 'it counts the orders of the page, or all of them');
  if (rows.length > 0)
    judge(
      '4.5/next_cursor.walk',
      { data: { $every: { id: { $not: { $in: ['', ...seen] } } } } },
      'each is listed once',
    );
  if (rows.length + seen.size > 1 && rows.length > 0) {
    const first = Number.isFinite(latest) ? { '/data/0/createdAt': { $moment: { $gte: latest } } } : {};
    const at = { '/data': { $sorted: { by: '/createdAt', as: 'moment' } }, ...first };
    context.judge({ clauses: 'D/live-order-list.order', of, must: { at }, because: 'the oldest order is first' });
  }
  const isEmpty = seen.size > 0 && rows.length === 0;
  if (endsPaging(textOrEmpty(of.json, 'next_cursor')) || isEmpty) {
    const data = seen.size > 0 ? { data: { $length: { $gte: 1 } } } : {};
    judge('D/live-order-list.end', { next_cursor: '', ...data }, 'the last page with orders has no cursor');
  }
}

/** The last page that was read leads on: to itself, or over more pages than were read. */
async function judgeEndless(
  context: CheckContext,
  { response, next }: CursorPage,
  read: (query: Query) => Promise<Exchange>,
) {
  const isLoop = new URLSearchParams(response.request.query).get('next_cursor') === next;
  const endless = isLoop ? response : await endlessPage(read);
  if (endless === undefined) return;
  context.judge(lastPage('4.5/next_cursor.end', endless));
}

/** After `seen` orders and an empty cursor there is no other; a second reading decides for one placed meanwhile. */
async function judgeNothingFollows(context: CheckContext, wallet: Wallet, last: Exchange, seen: ReadonlySet<string>) {
  const beyond = await livePage(context, wallet, { next_cursor: encodeCursor(seen.size) });
  if (!isSuccess(beyond.response)) return;
  const foreign = textsOf(beyond.rows, 'id').find((id) => !seen.has(id));
  if (foreign === undefined || !(await isMissing(context, wallet, last, foreign, seen.size)))
    return context.verified('4.5/next_cursor.end');
  const because = `order ${foreign} is at offset ${seen.size}`;
  context.judge(fieldLike('4.5/next_cursor.end', last, '/next_cursor', { $match: '.' }, because));
}

async function isMissing(
  context: CheckContext,
  wallet: Wallet,
  last: Exchange,
  id: string,
  offset: number,
): Promise<boolean> {
  const query = Object.fromEntries(new URLSearchParams(last.request.query));
  const isOn = async (page: Query) => textsOf((await livePage(context, wallet, page)).rows, 'id').includes(id);
  return !(await isOn(query)) && (await isOn({ next_cursor: encodeCursor(offset) }));
}

async function judgeCursors(context: CheckContext, wallet: Wallet) {
  const silent = await liveOrders(context, wallet);
  const page = (cursor: string) => livePage(context, wallet, { next_cursor: cursor });
  const must = { status: '2xx', body: { $same: new SameAs(silent.response, '') } };
  const same: Rule = { clauses: '4.5/next_cursor.start', must, because: 'it is the page without next_cursor' };
  await judgeLater(context, same, () => page(CURSOR_START));
  context.verified('4.5/next_cursor.accepted');
  const next = textOrEmpty(silent.response.json, 'next_cursor');
  if (!endsPaging(next)) {
    const fault = { pointer: '/next_cursor', expected: 'base64 of an offset', actual: next };
    const isOffset = readCursor(next) !== undefined;
    const why = 'no pattern decodes base64';
    context.judgeBy('4.5/next_cursor.offset', silent.response, isOffset ? undefined : fault, why);
  }
  const second = valueAt('/data/0', { $same: silent.rows[1] });
  const shifted: Rule = { clauses: '4.5/next_cursor.offset', must: second, because: 'it is the second order' };
  await judgeLater(context, shifted, () => page(encodeCursor(1)));
}

export const liveOrderChecks = [
  walletCheck('live-orders', 'filters', {
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
  }),
  check('live-orders', 'pages', {
    title: 'cursors start at MA==, are base64 offsets and list every order once; an empty one is the last',
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
      'D/live-order-list.end',
    ],
    kind: 'pagination',
    safety: 'write-reversible',
    async run(context) {
      for (const wallet of context.wallets.slice(0, WALLETS)) await judgeList(context, wallet);
      const [wallet] = twoWallets(context);
      await withThree(context, wallet, async () => {
        await judgeList(context, wallet);
        await judgeCursors(context, wallet);
      });
    },
  }),
  walletCheck('live-orders', 'malformed-cursor', {
    title: 'a malformed cursor is refused',
    clauses: ['7/live-orders.bad-request', 'D/live-order-list.malformed-cursor'],
    kind: 'error',
    safety: 'write-reversible',
    async run(context, [wallet]) {
      const response = await readLive(context, wallet, { next_cursor: 'not-a-cursor' });
      context.judge(refusal('D/live-order-list.malformed-cursor', response, 'not-a-cursor is not base64 of an offset'));
      // A service may also start from the beginning.
      if (!isSuccess(response)) context.verified('7/live-orders.bad-request');
    },
  }),
  walletCheck('live-orders', 'own.filtered', {
    title: 'an order of another wallet is not listed, whichever filter it satisfies',
    clauses: ['4.5/own'],
    kind: 'filter',
    safety: 'write-reversible',
    async run(context, [caller, other]) {
      const plan = await restingPlan(context);
      await withResting(context, other, plan, async (id) => {
        const filters: readonly Query[] = [
          { market: plan.market.conditionId },
          { asset_id: tokenOf(plan) },
          { id },
          { market: plan.market.conditionId, asset_id: tokenOf(plan) },
        ];
        for (const query of filters) {
          const { response: of } = await listedWith(context, caller, query, id);
          context.judge({ clauses: '4.5/own', of, must: notListing(id), because: 'it is an order of another wallet' });
        }
      });
    },
  }),
  walletCheck('live-orders', 'filters.pair', {
    title: 'a market and a token of another market match no order',
    clauses: ['4.5/filters.combine'],
    kind: 'filter',
    safety: 'write-reversible',
    async run(context, [wallet]) {
      const first = await restingPlan(context);
      const second = await restingPlan(context, { besides: first.market });
      if (first.market.conditionId === second.market.conditionId) {
        context.notTestable('a single market is set aside for writes', 'name two in the credentials file');
      }
      await withResting(context, wallet, first, () =>
        withResting(context, wallet, second, async () => {
          const query = { market: first.market.conditionId, asset_id: tokenOf(second) };
          const { response } = await liveOrders(context, wallet, query);
          context.judge(emptyList('4.5/filters.combine', response));
        }),
      );
    },
  }),
  walletCheck('live-orders', 'filters.cursor', {
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
  }),
];
