/** proof/judge/mutants/drawn: faults that only properties show: several filters, ends of lists, requests at once. */

import { objectsIn, parseJson, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import { family, type Wrap } from '../variant.ts';
import {
  amountFields,
  amountsOf,
  errorOf,
  inOrder,
  overlapping,
  RESTING,
  saidCanceled,
  taking,
} from '../wrappers/orders.ts';
import { forgetting, withQuery } from '../wrappers/requests.ts';
import { jsonOf, queryOf, responses, rowsIn, withBody } from '../wrappers/responses.ts';
import { hasAll, isLaterPage } from './seen-queries.ts';

const { table } = family('drawn');

const fullEndDropped: Wrap = (handle) => (request) => {
  const response = handle(request);
  const query = queryOf(request);
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
  const list = rowsIn(response);
  if (!isSuccess(response) || limit === 0 || offset === 0 || list.length < limit) return response;
  const next = withQuery(request, (query) => query.set('offset', String(offset + limit)));
  return rowsIn(handle(next)).length > 0 ? response : withBody(response, list.slice(0, -1));
};

const thirdLost = responses((response, { body }) => {
  const tokens = new Set(objectsIn(parseJson(String(body))).map((item) => textAt(item, 'token_id')));
  const books = rowsIn(response);
  return tokens.size === 3 && books.length === 3 ? withBody(response, books.slice(0, 2)) : response;
});

const rawSpelling = responses((response, { query }) =>
  /%(?:3\d|[46][1-9A-F]|[57][0-9A])/i.test(query) ? withBody(response, []) : response,
);

const lostCancel = overlapping((handle, accepted) => (request) => {
  const { orderId: id } = jsonOf(request);
  if (request.method === 'POST' || !accepted.has(String(id))) return handle(request);
  const unknown = handle({ ...request, method: 'GET', path: '/', body: '' });
  return saidCanceled(unknown, id, 200);
});

const doubleCancel = overlapping((handle) => (request) => {
  const response = handle(request);
  const { orderId: id } = jsonOf(request);
  const wasOpen = /cancel/i.test(textAt(jsonOf(response)['not_canceled'], String(id)) ?? '');
  return wasOpen ? saidCanceled(response, id) : response;
});

const duplicate = overlapping((handle) => {
  let copies = 0;
  return (request) => {
    const response = handle(request);
    if (request.method !== 'POST' || !/duplicate|already|before/i.test(errorOf(response))) return response;
    copies += 1;
    const orderID = `0x${String(copies).padStart(64, '0')}`;
    return withBody(response, { ...RESTING, orderID }, 200);
  };
});

/** A FAK order for more shares is cut to this many, and its cash with them. */
const CAP = 24 * MICRO;
const fakCapped = taking(
  ({ orderType }) => orderType === 'FAK',
  (body) => {
    const [cashField, sharesField] = amountFields(body);
    const { cash, shares } = amountsOf(body);
    const some = Math.min(shares, CAP);
    return inOrder(body, { [sharesField]: String(some), [cashField]: String((cash / shares) * some) });
  },
);

export const drawnMutants = table({
  markets: [
    [
      'direction-lost',
      '4.11/ascending.reverses',
      'a list of one tag has the default direction',
      forgetting((query) => query.has('order') && (query.has('tag_slug') || query.has('tag_id')), 'ascending'),
    ],
    [
      'later-unsorted',
      '4.11/ascending.reverses',
      'later pages of a list with a flag are unsorted',
      forgetting((query) => query.has('closed') && isLaterPage(query), 'order', 'ascending'),
    ],
  ],
  positions: [['full-end', '4.8/offset.walk', 'a full page lacks the last row of the list', fullEndDropped]],
  'closed-positions': [
    [
      'sorted-untitled',
      '4.7/title.substring',
      'a sorted list of some markets ignores the title',
      forgetting(hasAll('sortBy', 'market'), 'title'),
    ],
    ['full-end', '4.7/offset.walk', 'a full page lacks the last row of the list', fullEndDropped],
  ],
  activity: [
    ['full-end', '4.9/offset.walk', 'a full page lacks the last row of the list', fullEndDropped],
    ['spelled-raw', '4.1/spelling.same', 'a letter that is encoded without need finds nothing', rawSpelling],
  ],
  'comment-replies': [['full-end', '4.18/offset.walk', 'a full page lacks the last row of the list', fullEndDropped]],
  'event-creators': [
    [
      'handle-alone',
      '4.20/event-creators.creator_name.filter',
      'with a handle the name is ignored',
      forgetting(hasAll('creator_handle'), 'creator_name'),
    ],
  ],
  'builder-trades': [
    [
      'maker-alone',
      '4.6/asset_id.filter',
      'with a maker the token is ignored',
      forgetting(hasAll('maker_address'), 'asset_id'),
    ],
  ],
  'live-orders': [
    [
      'third-filter',
      '4.5/asset_id.filter',
      'the third filter is ignored',
      forgetting(hasAll('id', 'market'), 'asset_id'),
    ],
  ],
  books: [['three', '4.16/per-token', 'a batch of three tokens lacks one', thirdLost]],
  'cancel-order': [
    ['lost-at-once', '4.4/effect.book', 'a cancel beside another request has no effect', lostCancel],
    ['twice-at-once', '4.4/twice', 'two cancels at once are both reported', doubleCancel],
  ],
  'place-order': [
    ['duplicate-at-once', 'D/order-duplicate', 'an order is accepted twice at once', duplicate],
    ['fak-capped', 'D/order-types.FAK', 'a FAK order trades at most 24 shares', fakCapped],
  ],
});
