/** conformance/checks/orders/live-pages: pages and cursors of the live orders (4.5, `D/live-order-list`). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { CURSOR_START, encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { momentOf } from '../../../wire/pattern/collation.ts';
import { type CheckContext, type ClauseId, type Exchange, SameAs } from '../../check.ts';
import { bodyLike, fieldLike, judgeLater, type Rule, refusal, success, valueAt } from '../assertions.ts';
import { type CursorPage, cursorPages, endlessPage, judgeNextOffset, judgeTotal, lastPage } from '../cursor-pages.ts';
import { check } from '../definition.ts';
import { textsOf } from '../rows.ts';
import { withThree } from './live-filters.ts';
import { twoWallets, walletCheck } from './resting-orders.ts';
import { listed, liveOrders, livePage, PAGES, readLive } from './wallet-reads.ts';

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
  async run(context) {
    for (const wallet of context.wallets.slice(0, WALLETS)) await judgeList(context, wallet);
    const [wallet] = twoWallets(context);
    await withThree(context, wallet, async () => {
      await judgeList(context, wallet);
      await judgeCursors(context, wallet);
    });
  },
});

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
    if (rows.length > 0) latest = momentOf(textAt(rows.at(-1), 'createdAt') ?? '');
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
  if (endsPaging(textAt(of.json, 'next_cursor') ?? '') || isEmpty) {
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
  const next = textAt(silent.response.json, 'next_cursor') ?? '';
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

const malformedCheck = walletCheck('live-orders', 'malformed-cursor', {
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
});

export const livePageChecks = [pagesCheck, malformedCheck];
