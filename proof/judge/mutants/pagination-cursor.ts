/** proof/judge/mutants/pagination-cursor: pages by cursor or offset that lose, repeat or move rows, or are wrong. */

import { clauseOf, type RouteWith } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_END, CURSOR_START, decodeCursor, encodeCursor } from '../../../spec/cursor.ts';
import { family, type Mutant, type Wrap } from '../variant.ts';
import { editQuery, ignoring, inInts, reading, refusing, refusingValue, withQuery } from '../wrappers/requests.ts';
import { bodies, edit, editAt, plus, queryOf, replies, rows, rowsIn, set } from '../wrappers/responses.ts';
import { withoutCursorHeader } from '../wrappers/spellings.ts';
import { isLaterPage } from './seen-queries.ts';

const { on, table } = family('pagination');

function cursorMoved(by: number) {
  return reading('next_cursor', (cursor) => {
    const offset = decodeCursor(cursor);
    return offset === undefined || offset === 0 ? cursor : encodeCursor(Math.max(0, offset + by));
  });
}

const endsEarly = set('next_cursor', CURSOR_END);

const endless = edit('next_cursor', (cursor) => (cursor === CURSOR_END ? CURSOR_START : cursor));

/** The last page leads to an empty one, and that to the next, for ever. */
const leadsOn = bodies((json, query) => {
  const offset = decodeCursor(query.get('next_cursor') ?? CURSOR_START) ?? 0;
  const onward = (cursor: unknown) => (cursor === CURSOR_END || cursor === '' ? encodeCursor(offset + 100) : cursor);
  return editAt(json, 'next_cursor', onward);
});

const rawCursors: Wrap = (handle, internals) => {
  const out = edit('next_cursor', (cursor) => String(decodeCursor(String(cursor)) ?? cursor));
  const back = reading('next_cursor', (cursor) => (/^\d+$/.test(cursor) ? encodeCursor(Number(cursor)) : cursor));
  return out(back(handle, internals), internals);
};

const garbageStarts = reading('next_cursor', (cursor) => (decodeCursor(cursor) === undefined ? CURSOR_START : cursor));

const overlapping = cursorMoved(-1);

const leaking = cursorMoved(1);

const startsSecond = editQuery((query) => {
  if (!query.has('next_cursor')) query.set('next_cursor', encodeCursor(1));
});

function cursorMutants(id: RouteWith<'limit.page'>) {
  return on(id, [
    ['endless', clauseOf(id, 'next_cursor.walk'), 'the last page leads back to the first', endless],
    ['leads-on', clauseOf(id, 'next_cursor.walk'), 'empty pages follow for ever', leadsOn],
    ['cursor-raw', clauseOf(id, 'next_cursor.offset'), 'cursors are plain numbers', rawCursors, 'medium'],
    ['start-refused', clauseOf(id, 'next_cursor.start'), 'MA== is refused', refusingValue('next_cursor', CURSOR_START)],
    ['limit-small', clauseOf(id, 'limit.page'), 'limit is less than the length of the page', set('limit', 1)],
  ]);
}

function offsetMoved(by: number) {
  return reading('offset', (offset) => (Number(offset) > 0 ? String(Math.max(0, Number(offset) + by)) : offset));
}

const edgeDropped = rows((list, query) => (isLaterPage(query) ? list.slice(0, -1) : list));

const laterReversed = rows((list, query) => (isLaterPage(query) ? list.toReversed() : list));

const wrapsAround = replies((response, request, handle) => {
  const isPastEnd = response.status === 200 && rowsIn(response).length === 0;
  return isPastEnd ? handle(withQuery(request, (query) => query.delete('offset'))) : response;
});

const wrapsNear: Wrap = (handle, internals) => {
  const wrapping = wrapsAround(handle, internals);
  return (request) => (Number(queryOf(request).get('offset')) > 1_000 ? handle : wrapping)(request);
};

const offsetByPages = editQuery((query) => {
  const [limit, offset] = [Number(query.get('limit') ?? 100), Number(query.get('offset') ?? 0)];
  if (offset * limit <= 10_000) query.set('offset', String(offset * limit));
});

/** The longest page, for every value of `limit`. */
const CLAMP = 20;
const clamped = reading('limit', (limit) => (Number(limit) > CLAMP && Number(limit) <= 500 ? String(CLAMP) : limit));

export const pagingMutants: readonly Mutant[] = [
  ...(['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'] as const).flatMap(cursorMutants),
  ...table({
    'sampling-markets': [
      ['ends-early', 'D/sampling-scope.same', 'the list ends after a page', endsEarly, 'medium'],
      ['garbage', 'D/market-list-pages.malformed', 'a malformed cursor returns the first page', garbageStarts],
    ],
    'sampling-simplified-markets': [
      ['leaking', 'D/sampling-scope.same', 'a market is lost between pages', leaking, 'medium'],
    ],
    'simplified-markets': [
      ['ends-early', 'D/sampling-scope.simplified', 'the list ends after a page', endsEarly, 'medium'],
      ['overlap', '4.15/simplified-markets.next_cursor.walk', 'pages overlap by a market', overlapping, 'medium'],
      ['count-off', '4.15/simplified-markets.count.items', 'count is one too low', edit('count', plus(-1))],
    ],
    'live-orders': [
      [
        'end-word',
        'D/live-order-list.end',
        'the last page ends with LTE=',
        edit('next_cursor', (cursor) => (cursor === '' ? CURSOR_END : cursor)),
      ],
      ['ends-early', '4.5/next_cursor.end', 'the list ends after a page', set('next_cursor', ''), 'medium'],
      ['cursor-ignored', '4.5/next_cursor.offset', 'the cursor is ignored', ignoring('next_cursor')],
      [
        'start-empty',
        '4.5/next_cursor.start',
        'MA== lists nothing',
        rows((list, query) => (query.get('next_cursor') === CURSOR_START ? [] : list)),
      ],
      ['limit-small', '4.5/limit.page', 'limit is less than the length of the page', set('limit', 1)],
      ['leads-on', '4.5/next_cursor.end', 'no page has an empty cursor', leadsOn],
      ['overlap', '4.5/next_cursor.walk', 'pages overlap by an order', overlapping, 'medium'],
    ],
    'builder-trades': [
      ['cursor-ignored', '4.6/next_cursor.offset', 'the cursor is ignored', ignoring('next_cursor')],
      ['start-second', '4.6/next_cursor.start', 'without a cursor the list starts at its second trade', startsSecond],
      ['header-missing', 'D/builder-trades-cursor.header', 'no header contains the next cursor', withoutCursorHeader],
      ['leaking', '4.6/next_cursor.offset', 'a trade is lost between pages', leaking],
      ['overlap', 'D/builder-trades-cursor.walk', 'pages overlap by a trade', overlapping, 'medium'],
    ],
    'closed-positions': [
      ['edge-dropped', '4.7/offset.walk', 'pages lack their last row', edgeDropped],
      ['later-reversed', '4.7/offset.walk', 'later pages are in reverse order', laterReversed],
    ],
    positions: [
      ['offset-off', '4.8/offset.skip', 'offset skips one row too many', offsetMoved(1)],
      ['clamped', '4.8/offset.walk', 'a page has twenty rows at most', clamped],
      ['offset-pages', '4.8/offset.walk', 'offset counts pages', offsetByPages],
      ['wraps', '4.8/offset.past-end', 'past the end the list starts again', wrapsAround],
    ],
    activity: [
      ['overlap', '4.9/offset.skip', 'pages overlap by a row', offsetMoved(-1)],
      ['edge-dropped', '4.9/stable', 'later pages lack their last entry', edgeDropped],
    ],
    markets: [
      ['offset-off', '4.11/offset.skip', 'offset skips one market too many', offsetMoved(1)],
      ['wraps-near', '4.11/offset.past-end', 'the list repeats behind its end', wrapsNear],
      ['offset-in-ints', '4.11/offset.past-end', 'offsets beyond 32 bits fail', inInts('offset')],
      ['offset-ignored', '4.11/offset.walk', 'offset is ignored', ignoring('offset')],
      [
        'past-end-refused',
        '4.11/offset.past-end',
        'an offset past the end is refused',
        refusing((query) => Number(query.get('offset')) > 10_000),
      ],
    ],
    'event-creators': [
      ['wraps', '4.20/event-creators.offset.past-end', 'past the end the list starts again', wrapsAround],
      ['wraps-near', '4.20/event-creators.offset.past-end', 'the list repeats behind its end', wrapsNear],
      ['overlap', '4.20/event-creators.offset.walk', 'pages overlap by a row', offsetMoved(-1)],
    ],
    'comment-replies': [['edge-dropped', '4.18/offset.walk', 'later pages lack their last reply', edgeDropped]],
  }),
];
