/** proof/judge/mutants/pagination-offset: pages by offset that lose, repeat or move rows. */
import { family, type Wrap } from '../variant.ts';
import { editQuery, ignoring, inInts, reading, refusing, withQuery } from '../wrappers/requests.ts';
import { queryOf, replies, rows, rowsIn } from '../wrappers/responses.ts';

const { table } = family('pagination');

function offsetMoved(by: number): Wrap {
  return reading('offset', (offset) => (Number(offset) > 0 ? String(Math.max(0, Number(offset) + by)) : offset));
}

const edgeDropped = rows((list, query) => (Number(query.get('offset') ?? 0) > 0 ? list.slice(0, -1) : list));

const laterReversed = rows((list, query) => (Number(query.get('offset') ?? 0) > 0 ? list.toReversed() : list));

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

export const offsetPagingMutants = table({
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
});
