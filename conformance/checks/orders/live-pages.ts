/** conformance/checks/orders/live-pages: the pages and cursors of the live orders (interface 4.5, `D/live-order-list`). */
import { encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import { numberAt, textAt } from '../../../spec/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { firstOutOfOrder, momentOf } from '../../../wire/pattern/collation.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { type Listed, refusal, success, valueAt } from '../assertions.ts';
import { type CursorPage, cursorPages, endlessPage, judgeNextOffset, judgeTotal, noEnd } from '../cursor-pages.ts';
import { check } from '../definition.ts';
import { textsOf } from '../rows.ts';
import { canonicalJson, sameJson } from '../steady.ts';
import { withThree } from './live-filters.ts';
import { askLive, listed, liveOrders, livePage, PAGES } from './live-list.ts';
import { twoWallets } from './parties.ts';

/** Wallets whose lists are read unchanged; one of them may be long. */
const WALLETS = 8;

const pagesCheck = check('live-orders', 'pages', {
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
  run: async (context: CheckContext) => {
    for (const wallet of context.wallets.slice(0, WALLETS)) await judgeList(context, wallet);
    const [wallet] = twoWallets(context);
    await withThree(context, wallet, async () => {
      await judgeList(context, wallet);
      await judgeCursors(context, wallet);
    });
  },
});

async function judgeList(context: CheckContext, wallet: Wallet): Promise<void> {
  const seen = new Map<string, SameAs>();
  const moments: number[] = [];
  const ask = (query: Query): Promise<Exchange> => askLive(context, wallet, query);
  let last: CursorPage | undefined;
  let first: Exchange | undefined;
  let cursor = '';
  for await (const page of cursorPages(ask, PAGES)) {
    const { response, next } = page;
    last = page;
    if (!isSuccess(response)) {
      context.judge(success('4.5/next_cursor.walk', response, 'it asks for a page of the list'));
      return;
    }
    const { rows } = listed(response);
    const limit = numberAt(response.json, 'limit') ?? 0;
    context.expect('4.5/limit.page', rows.length <= limit, response, {
      pointer: '/limit',
      expected: `${rows.length} or more`,
      actual: limit,
      expectation: { body: { $any: [{ limit: { $gte: rows.length } }, { data: { $length: { $lt: rows.length } } }] } },
    });
    context.judge({ clauses: 'D/live-order-list.page', of: response, must: valueAt('/limit', 100) });
    const counts = { $any: [rows.length, { $gte: seen.size + rows.length }] };
    context.judge({
      clauses: '4.5/count.items',
      of: response,
      must: valueAt('/count', counts),
      because: 'it counts the orders of the page, or all of them',
    });
    const ids = textsOf(rows, 'id');
    const twice = ids.find((id) => seen.has(id));
    if (rows.length > 0)
      context.expect('4.5/next_cursor.walk', twice === undefined, response, {
        pointer: '/data',
        expected: 'orders not listed before',
        actual: twice,
        expectation: { at: { '/data': { $not: { $contains: [{ id: seen.get(twice ?? '') }] } } } },
      });
    for (const [index, id] of ids.entries()) seen.set(id, new SameAs(response, `/data/${index}/id`));
    moments.push(...textsOf(rows, 'createdAt').map(momentOf));
    if (!endsPaging(next))
      judgeNextOffset(context, '4.5/next_cursor.walk', response, { cursor, next, rows: rows.length });
    cursor = next;
    first ??= response;
    if (endsPaging(next)) judgeTotal(context, '4.5/count.items', { first, last: response }, rows.length, seen.size);
    if (next === '') await judgeNothingFollows(context, wallet, response, seen);
    const isEmpty = seen.size > 0 && rows.length === 0;
    if (endsPaging(next) || isEmpty)
      context.expect('D/live-order-list.end', next === '' && !isEmpty, response, {
        pointer: '/next_cursor',
        expected: 'an empty cursor on the last page with orders',
        actual: isEmpty ? 'a page without orders' : next,
        expectation: { at: isEmpty ? { '/data/0': { $present: true } } : { '/next_cursor': { $not: next } } },
      });
  }
  if (last !== undefined && !endsPaging(last.next)) await judgeEndless(context, last, ask);
  if (moments.length > 1) await judgeOrder(context, wallet, moments);
}

/** The last page that was read leads on: to itself, or over more pages than were read. */
async function judgeEndless(
  context: CheckContext,
  { response, next }: CursorPage,
  ask: (query: Query) => Promise<Exchange>,
): Promise<void> {
  const isLoop = new URLSearchParams(response.request.query).get('next_cursor') === next;
  const endless = isLoop ? response : await endlessPage(ask);
  if (endless === undefined) return;
  context.expect('4.5/next_cursor.end', false, endless, noEnd(endless, 'an empty cursor'));
}

/**
 * The list ended with an empty cursor after `seen` orders: at the next offset there must be no other order. An order that was placed
 * meanwhile is listed by a second reading of the last page, or has ended by a second reading of the offset.
 */
async function judgeNothingFollows(
  context: CheckContext,
  wallet: Wallet,
  last: Exchange,
  seen: ReadonlyMap<string, unknown>,
): Promise<void> {
  const beyond = await livePage(context, wallet, { next_cursor: encodeCursor(seen.size) });
  if (!isSuccess(beyond.response)) return;
  const foreign = textsOf(beyond.rows, 'id').find((id) => !seen.has(id));
  const missed =
    foreign !== undefined && (await isMissing(context, wallet, last, foreign, seen.size)) ? foreign : undefined;
  context.expect('4.5/next_cursor.end', missed === undefined, last, {
    pointer: '/next_cursor',
    expected: `a cursor, because order ${missed} is at offset ${seen.size}`,
    actual: '',
    expectation: { at: { '/next_cursor': { $match: '\\S' } } },
  });
}

async function isMissing(
  context: CheckContext,
  wallet: Wallet,
  last: Exchange,
  id: string,
  offset: number,
): Promise<boolean> {
  const query = Object.fromEntries(new URLSearchParams(last.request.query));
  const isOn = async (page: Query): Promise<boolean> =>
    textsOf((await livePage(context, wallet, page)).rows, 'id').includes(id);
  return !(await isOn(query)) && (await isOn({ next_cursor: encodeCursor(offset) }));
}

async function judgeOrder(context: CheckContext, wallet: Wallet, moments: readonly number[]): Promise<void> {
  const odd = firstOutOfOrder(moments, 'ascending');
  context.expect('D/live-order-list.order', odd < 0, await askLive(context, wallet), {
    pointer: `/data/${odd}/createdAt`,
    expected: 'oldest first',
    actual: moments[odd],
    expectation: { at: { '/data': { $sorted: { by: '/createdAt' } } } },
  });
}

async function judgeCursors(context: CheckContext, wallet: Wallet): Promise<void> {
  const silent = await liveOrders(context, wallet);
  const spoken = await context.eventually(
    () => livePage(context, wallet, { next_cursor: 'MA==' }),
    (seen) => sameJson(silent.response, seen.response),
  );
  context.expect('4.5/next_cursor.start', sameJson(silent.response, spoken.response), spoken.response, {
    expected: 'the page without next_cursor',
    actual: `${spoken.rows.length} orders`,
    expectation: { body: new SameAs(silent.response, '') },
  });
  context.verified('4.5/next_cursor.accepted');
  const next = textAt(silent.response.json, 'next_cursor') ?? '';
  if (!endsPaging(next))
    context.expect('4.5/next_cursor.offset', readCursor(next) !== undefined, silent.response, {
      pointer: '/next_cursor',
      expected: 'base64 of an offset',
      actual: next,
    });
  const isNext = ({ rows }: Listed): boolean => canonicalJson(rows[0]) === canonicalJson(silent.rows[1]);
  const shifted = await context.eventually(() => livePage(context, wallet, { next_cursor: encodeCursor(1) }), isNext);
  const isSecond = isNext(shifted);
  context.expect('4.5/next_cursor.offset', isSecond, shifted.response, {
    pointer: '/data/0',
    expected: 'the second order',
    actual: textAt(shifted.rows[0], 'id'),
    expectation: { at: { '/data/0': new SameAs(silent.response, '/data/1') } },
  });
}

const malformedCheck = check('live-orders', 'malformed-cursor', {
  title: 'a malformed cursor is refused',
  clauses: ['7/live-orders.bad-request', 'D/live-order-list.malformed-cursor'],
  kind: 'error',
  safety: 'write-reversible',
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const response = await askLive(context, wallet, { next_cursor: 'not-a-cursor' });
    context.judge(refusal('D/live-order-list.malformed-cursor', response, 'not-a-cursor is not base64 of an offset'));
    // A service may also start from the beginning.
    if (!isSuccess(response)) context.verified('7/live-orders.bad-request');
  },
});

export const livePageChecks: readonly Check[] = [pagesCheck, malformedCheck];
