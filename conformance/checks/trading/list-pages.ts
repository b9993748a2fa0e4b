/**
 * conformance/checks/trading/list-pages: cursors, pages, envelopes and scope of the three market lists (interface
 * 4.15).
 */

import { numberAt, textOrEmpty } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_END, CURSOR_START, encodeCursor, endsPaging, readCursor } from '../../../spec/cursor.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type CheckContext, type ClauseId, type Exchange, type RouteId, SameAs } from '../../check.ts';
import { fieldLike, judgeSame, refusal, statusOf, success, textsOf } from '../assertions.ts';
import { cursorPages, endlessPage, judgeNextOffset, judgeTotal, lastPage } from '../cursor-pages.ts';
import { check, claimCheck, itemsOf, sendGet } from '../definition.ts';

type ListId = 'sampling-markets' | 'sampling-simplified-markets' | 'simplified-markets';

const MOST_PAGES = 128;

/** A whole list: its pages and the condition ids with their places; `complete` is false after a cut walk. */
type Whole = {
  readonly pages: readonly Exchange[];
  readonly ids: ReadonlyMap<string, SameAs>;
  readonly complete: boolean;
};

/** Follows the cursors from the first page. Ends the check if one is refused: an error is not a page. */
async function wholeList(context: CheckContext, id: ListId): Promise<Whole> {
  const pages: Exchange[] = [];
  const ids = new Map<string, SameAs>();
  let complete = false;
  for await (const { response, isLast } of cursorPages((query) => sendGet(context, id, query), MOST_PAGES)) {
    if (!isSuccess(response)) refused(context, id, response);
    pages.push(response);
    for (const [index, row] of itemsOf(routeById(id), response).entries())
      ids.set(textOrEmpty(row, 'condition_id'), new SameAs(response, `/data/${index}/condition_id`));
    complete = isLast;
  }
  return { pages, ids, complete };
}

/** Ends a check of pages that got an error in place of one. */
function refused(context: CheckContext, id: RouteId, response: Exchange) {
  return context.notTestable(`the response of ${id} has ${statusOf(response)}`, 'fix the response of the list');
}

function missingFrom(wanted: Iterable<string>, whole: Whole) {
  return [...wanted].find((id) => !whole.ids.has(id));
}

/** `expected`: the market that no page of a list has, in words. */
function judgeListed(context: CheckContext, clause: ClauseId, first: Exchange, expected: string | undefined) {
  const fault = expected === undefined ? undefined : { expected, actual: 'not listed' };
  context.judgeBy(clause, first, fault, 'it is about all pages of a list');
}

/** A difference is read twice, because markets appear and disappear. */
async function judgeInclusion(
  context: CheckContext,
  clause: ClauseId,
  ids: { readonly small: ListId; readonly large: ListId },
) {
  let small = await wholeList(context, ids.small);
  let large = await wholeList(context, ids.large);
  if (small.ids.size === 0) context.notTestable(`${ids.small} is empty`, 'give the target sampled markets');
  if (!small.complete || !large.complete) {
    context.notTestable(`a list has more than ${MOST_PAGES} pages`, 'raise its page size');
  }
  if (missingFrom(small.ids.keys(), large) !== undefined) {
    small = await wholeList(context, ids.small);
    large = await wholeList(context, ids.large);
  }
  const missing = missingFrom(small.ids.keys(), large);
  const [first] = large.pages;
  if (first === undefined) return;
  judgeListed(context, clause, first, missing && `market ${missing} of ${ids.small} in ${ids.large}`);
}

const lists: readonly ListId[] = ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'];

/** A rule about single sampled markets that only the document profile states. */
function scopeCheck(id: ListId, what: 'rewards' | 'open', title: string, pattern: unknown) {
  const clause = `D/sampling-scope.${what}` as const;
  return check(id, `scope-${what}`, {
    title,
    clauses: [clause],
    kind: 'filter',
    async run(context) {
      const response = await sendGet(context, id);
      const rows = itemsOf(routeById(id), response);
      if (rows.length === 0) context.notTestable('the list is empty', 'give the target sampled markets');
      context.judge(fieldLike(clause, response, '/data', { $each: pattern }, title));
    },
  });
}

/** There are rates; a text also has a length. */
const PAYS = { rewards: { rates: { $all: [{ $type: 'array' }, { $length: { $gte: 1 } }] } } };

/** Texts that are not a cursor: not base64, base64 of a word, base64 of a negative number other than the end's. */
const malformed: readonly (readonly [string, string])[] = [
  ['not-base64', 'not-a-cursor!'],
  ['word', btoa('ten')],
  ['negative', btoa('-7')],
];

function malformedCheck(id: ListId, what: string, cursor: string) {
  return check(id, `cursor-${what}`, {
    title: 'a text that is not base64 offset is refused as cursor',
    clauses: [clauseOf(id, 'error.bad-request'), 'D/market-list-pages.malformed'],
    kind: 'error',
    async run(context) {
      const response = await sendGet(context, id, { next_cursor: cursor });
      context.judge(refusal('D/market-list-pages.malformed', response, `${cursor} is not base64 of an offset`));
      // A service may also start from the beginning.
      if (!isSuccess(response)) context.verified(clauseOf(id, 'error.bad-request'));
    },
  });
}

function pagesCheck(id: ListId) {
  return check(id, 'pages', {
    title: 'pages have at most 100 items and their count; the last one ends with LTE=',
    clauses: ['D/market-list-pages.page', 'D/market-list-pages.count', 'D/market-list-pages.end'],
    kind: 'pagination',
    cost: { [id]: MOST_PAGES },
    async run(context) {
      const whole = await wholeList(context, id);
      for (const response of whole.pages) {
        context.judge(fieldLike('D/market-list-pages.page', response, '/limit', 100));
        const count = itemsOf(routeById(id), response).length;
        const because = 'the page has so many items';
        context.judge(fieldLike('D/market-list-pages.count', response, '/count', count, because));
      }
      const last = whole.pages.at(-1);
      if (last === undefined || !whole.complete) return;
      context.judge(fieldLike('D/market-list-pages.end', last, '/next_cursor', CURSOR_END));
    },
  });
}

function pastEndCheck(id: ListId) {
  const clause = 'D/market-list-pages.past-end';
  return claimCheck(id, 'past-the-end', {
    title: 'an offset past the end returns an empty last page',
    clauses: [clause],
    kind: 'pagination',
    async claim(context) {
      const at = { '/data': [], '/next_cursor': { $in: ['', CURSOR_END] } };
      return { of: await sendGet(context, id, { next_cursor: encodeCursor(9_999_999) }), must: { status: '2xx', at } };
    },
  });
}

const WALKED_PAGES = 60;

/** A list of some markets. Its offsets, and its `count`, may be those of all markets. */
const isSample = (id: RouteId) => id !== 'simplified-markets';

function startCheck(id: ListId) {
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

function walkCheck(id: ListId) {
  const route = routeById(id);
  const walk = clauseOf(id, 'next_cursor.walk');
  const limit = clauseOf(id, 'limit.page');
  const count = clauseOf(id, 'count.items');
  return check(id, 'walk', {
    title: 'following the cursors lists every market once and ends',
    clauses: [walk, limit, count],
    kind: 'pagination',
    cost: { [id]: WALKED_PAGES + 1 },
    async run(context) {
      const seen = new Map<string, SameAs>();
      const cursors = new Map<string, SameAs | string>([[CURSOR_START, CURSOR_START]]);
      const read = (query: Query) => sendGet(context, id, query);
      let cursor = '';
      let first: Exchange | undefined;
      for await (const { response, next } of cursorPages(read, WALKED_PAGES)) {
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
        context.judge(
          fieldLike(
            walk,
            response,
            '/next_cursor',
            { $not: { $in: [...cursors.values()] } },
            'an earlier page has this cursor',
          ),
        );
        if (before !== undefined) return;
        cursors.set(next, new SameAs(response, '/next_cursor'));
        cursor = next;
      }
      context.fact(`pages.${id}`, `more than ${WALKED_PAGES}`);
      const endless = await endlessPage(read);
      if (endless !== undefined) context.judge(lastPage(walk, endless));
    },
  });
}

function offsetCheck(id: ListId) {
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
      const next = textOrEmpty(first.json, 'next_cursor');
      if (rows.length < 2) context.notTestable('the list has fewer than two markets', 'give the target more markets');
      if (!endsPaging(next)) {
        const fault = { pointer: '/next_cursor', expected: 'base64 of a decimal offset', actual: next };
        context.judgeBy(clause, first, readCursor(next) === undefined ? fault : undefined, 'it decodes a text');
      }
      const second = await sendGet(context, id, { next_cursor: encodeCursor(1) });
      // A sampled list may count the markets that it leaves out: then the first of all may be one of these.
      const places = isSample(id) ? ['/data/1', '/data/0'] : ['/data/1'];
      const because = `this is the ${isSample(id) ? 'first or the ' : ''}second market of the list`;
      context.judge(
        fieldLike(
          clause,
          second,
          '/data/0',
          { $any: places.map((place) => ({ $sameView: new SameAs(first, place) })) },
          because,
        ),
      );
    },
  });
}

export const cursorPagingChecks = lists.flatMap((id) => [startCheck(id), walkCheck(id), offsetCheck(id)]);

export const listPageChecks = [
  check('sampling-simplified-markets', 'subset', {
    title: 'the two sampling lists hold the same markets',
    clauses: ['D/sampling-scope.same'],
    cost: { 'sampling-simplified-markets': 2 * MOST_PAGES, 'sampling-markets': 2 * MOST_PAGES },
    async run(context) {
      const clause = 'D/sampling-scope.same';
      await judgeInclusion(context, clause, { small: 'sampling-simplified-markets', large: 'sampling-markets' });
      await judgeInclusion(context, clause, { small: 'sampling-markets', large: 'sampling-simplified-markets' });
    },
  }),
  check('simplified-markets', 'superset', {
    title: 'every sampled market is in the simplified list',
    clauses: ['D/sampling-scope.simplified'],
    cost: { 'simplified-markets': 2 * MOST_PAGES, 'sampling-markets': 2 * MOST_PAGES },
    run: (context) =>
      judgeInclusion(context, 'D/sampling-scope.simplified', {
        small: 'sampling-markets',
        large: 'simplified-markets',
      }),
  }),
  check('simplified-markets', 'all', {
    title: 'every market of the catalog is in the simplified list',
    clauses: ['D/sampling-scope.all'],
    needs: ['market'],
    cost: { 'simplified-markets': MOST_PAGES },
    async run(context) {
      const whole = await wholeList(context, 'simplified-markets');
      const [first] = whole.pages;
      if (first === undefined || !whole.complete) return;
      const wanted = context.bindings.markets.map((market) => textOrEmpty(market, 'conditionId'));
      const missing = missingFrom(wanted, whole);
      judgeListed(context, 'D/sampling-scope.all', first, missing && `market ${missing} of the catalog`);
    },
  }),
  ...lists.flatMap((id) => [
    ...malformed.map(([what, cursor]) => malformedCheck(id, what, cursor)),
    pagesCheck(id),
    pastEndCheck(id),
  ]),
  ...(['sampling-markets', 'sampling-simplified-markets'] as const).flatMap((id) => [
    scopeCheck(id, 'rewards', 'every sampled market pays rewards', PAYS),
    scopeCheck(id, 'open', 'every sampled market is active and accepts orders', {
      active: true,
      accepting_orders: true,
    }),
  ]),
];
