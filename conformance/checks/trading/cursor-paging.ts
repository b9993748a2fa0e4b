/** conformance/checks/trading/cursor-paging: start, pages and envelopes of the three lists with a cursor (4.15). */
import { numberAt, textAt } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_START, encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type Check, type CheckContext, type ClauseId, type Exchange, SameAs } from '../../check.ts';
import { fieldLike, judgeSame, success } from '../assertions.ts';
import { cursorPages, endlessPage, judgeNextOffset, judgeTotal, lastPage } from '../cursor-pages.ts';
import { check, itemsOf, sendGet } from '../definition.ts';
import { textsOf } from '../rows.ts';
import { type ListId, refused } from './list-pages.ts';

const MOST_PAGES = 60;

/** A list of some markets. Its offsets, and its `count`, may be those of all markets. */
const isSample = (id: RouteId): boolean => id !== 'simplified-markets';

function startCheck(id: ListId): Check {
  const clause = clauseOf(id, 'next_cursor.start');
  return check(id, 'first-page', {
    title: 'next_cursor=MA== returns the first page, like no next_cursor',
    clauses: [clause],
    kind: 'pagination',
    cost: { [id]: 3 },
    async run(context) {
      const reads = {
        left: () => sendGet(context, id),
        right: () => sendGet(context, id, { next_cursor: 'MA==' }),
      };
      await judgeSame(context, clause, reads, 'next_cursor=MA== asks for the first page');
    },
  });
}

/** `limit` and `count` of a page with `rows` rows. A count of the whole list is at least `least`. */
function judgeCounts(
  context: CheckContext,
  clauses: { readonly limit: ClauseId; readonly count: ClauseId },
  page: Exchange,
  rows: number,
  least: number,
) {
  context.judge(fieldLike(clauses.limit, page, '/limit', { $gte: rows }));
  const total = { $gte: least };
  context.judge(
    fieldLike(
      clauses.count,
      page,
      '/count',
      rows === least ? total : { $any: [rows, total] },
      'it counts the items of the page or of the list',
    ),
  );
}

/** No market of a page was listed before. */
function judgeNew(context: CheckContext, clause: ClauseId, page: Exchange, seen: ReadonlyMap<string, SameAs>) {
  const isNew = { condition_id: { $not: { $in: [...seen.values()] } } };
  const must = seen.size === 0 ? {} : { at: { '/data': { $every: isNew } } };
  context.judge({ clauses: clause, of: page, must, because: 'an earlier page lists it' });
}

function walkCheck(id: ListId): Check {
  const route = routeById(id);
  const walk = clauseOf(id, 'next_cursor.walk');
  const limit = clauseOf(id, 'limit.page');
  const count = clauseOf(id, 'count.items');
  return check(id, 'walk', {
    title: 'following the cursors lists every market once and ends',
    clauses: [walk, limit, count],
    kind: 'pagination',
    cost: { [id]: MOST_PAGES + 1 },
    async run(context) {
      const seen = new Map<string, SameAs>();
      const cursors = new Map<string, SameAs | string>([[CURSOR_START, CURSOR_START]]);
      const read = (query: Query) => sendGet(context, id, query);
      let cursor = '';
      let first: Exchange | undefined;
      for await (const { response, next } of cursorPages(read, MOST_PAGES)) {
        if (!isSuccess(response)) {
          if (cursor === '') refused(context, id, response);
          context.judge(success(walk, response, 'the list gave this cursor'));
          return;
        }
        first ??= response;
        const rows = itemsOf(route, response);
        const least = isSample(id) ? rows.length : seen.size + rows.length;
        judgeCounts(context, { limit, count }, response, rows.length, least);
        const ids = textsOf(rows, 'condition_id');
        judgeNew(context, walk, response, seen);
        for (const [index, id] of ids.entries()) seen.set(id, new SameAs(response, `/data/${index}/condition_id`));
        if (endsPaging(next)) {
          if (!isSample(id)) judgeTotal(context, count, { first, last: response }, rows.length, seen.size);
          context.fact(`cursor-end.${id}`, next === '' ? 'empty' : next);
          context.fact(`page-size.${id}`, String(numberAt(response.json, 'limit') ?? 0));
          return;
        }
        if (!isSample(id)) judgeNextOffset(context, walk, response, { cursor, next, rows: rows.length });
        const before = cursors.get(next);
        const isNew = { at: { '/next_cursor': { $not: { $in: [...cursors.values()] } } } };
        context.judge({ clauses: walk, of: response, must: isNew, because: 'an earlier page has this cursor' });
        if (before !== undefined) return;
        cursors.set(next, new SameAs(response, '/next_cursor'));
        cursor = next;
      }
      context.fact(`pages.${id}`, `more than ${MOST_PAGES}`);
      const endless = await endlessPage(read);
      if (endless !== undefined) context.judge(lastPage(walk, endless));
    },
  });
}

function offsetCheck(id: ListId): Check {
  const route = routeById(id);
  const clause = clauseOf(id, 'next_cursor.offset');
  return check(id, 'cursor-offset', {
    title: 'a cursor is base64 of an offset into the list',
    clauses: [clause],
    kind: 'pagination',
    cost: { [id]: 2 },
    async run(context) {
      const first = await sendGet(context, id);
      const rows = itemsOf(route, first);
      const next = textAt(first.json, 'next_cursor') ?? '';
      if (rows.length < 2) context.notTestable('the list has fewer than two markets', 'give the target more markets');
      if (!endsPaging(next)) {
        const fault = { pointer: '/next_cursor', expected: 'base64 of a decimal offset', actual: next };
        context.judgeBy(clause, first, readCursor(next) === undefined ? fault : undefined, 'it decodes a text');
      }
      const second = await sendGet(context, id, { next_cursor: encodeCursor(1) });
      // A sampled list may count the markets that it leaves out: then the first of all may be one of these.
      const places = isSample(id) ? ['/data/1', '/data/0'] : ['/data/1'];
      const must = { at: { '/data/0': { $any: places.map((place) => ({ $sameView: new SameAs(first, place) })) } } };
      const because = `this is the ${isSample(id) ? 'first or the ' : ''}second market of the list`;
      context.judge({ clauses: clause, of: second, must, because });
    },
  });
}

const lists = ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'] as const;

export const cursorPagingChecks = lists.flatMap((id) => [startCheck(id), walkCheck(id), offsetCheck(id)]);
