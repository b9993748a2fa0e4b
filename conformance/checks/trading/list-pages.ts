/** conformance/checks/trading/list-pages: refused cursors, pages and scope of the three market lists (4.15). */
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_END, encodeCursor } from '../../../spec/cursor.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check } from '../../check.ts';
import { fieldLike, refusal } from '../assertions.ts';
import { check, claimCheck } from '../definition.ts';
import { itemsOf, sendGet } from '../requests.ts';
import { type ListId, MOST_PAGES, wholeList } from './list-inclusion.ts';

const lists: readonly ListId[] = ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'];

/** A rule about single sampled markets that only the document profile states. */
function scopeCheck(id: ListId, what: 'rewards' | 'open', title: string, pattern: unknown): Check {
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

function malformedCheck(id: ListId, what: string, cursor: string): Check {
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

function pagesCheck(id: ListId): Check {
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

function pastEndCheck(id: ListId): Check {
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

export const listPageChecks = [
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
