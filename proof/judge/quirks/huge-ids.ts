/** proof/judge/quirks/huge-ids: ids beyond 2^53, with zeros at the end, so that a JSON number keeps them. */
import { parseJson } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import type { Request } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import type { Wrap } from '../variant.ts';
import { withQuery } from '../wrappers/requests.ts';
import { withBody } from '../wrappers/responses.ts';
import { deep } from '../wrappers/spellings.ts';

const BASE = 910_000_000_000_000;
const ZEROS = '0000';
const UNUSED = '888888888';
const ROUTES: readonly RouteId[] = [
  'markets',
  'market-by-slug',
  'trading-market',
  'sampling-markets',
  'simplified-markets',
  'sampling-simplified-markets',
  'event',
  'event-by-slug',
  'event-creators',
  'comment-replies',
];
const KEYS = ['id', 'market_id', 'parentEntityID', 'parentCommentID'];

export const hugeIds: Wrap = (handle) => (request) => {
  const route = matchRoute(request)?.id;
  if (route === undefined || !ROUTES.includes(route)) return handle(request);
  const response = handle(withSmallIds(request));
  return response.status === 200
    ? withBody(
        response,
        deep(parseJson(response.body), (value, key) => (KEYS.includes(key) ? hugeId(value) : value)),
      )
    : response;
};

function hugeId(id: unknown): unknown {
  if (typeof id === 'number') return Number(`${BASE + id}${ZEROS}`);
  return typeof id === 'string' && /^\d+$/.test(id) ? `${BASE + Number(id)}${ZEROS}` : id;
}

function withSmallIds(request: Request): Request {
  const path = request.path.replace(
    /^(\/events\/|\/comments\/)([\d%A-F]+)$/,
    (all, before: string, segment: string) => {
      const id = decodeURIComponent(segment);
      return /^\d+$/.test(id) ? before + smallId(id) : all;
    },
  );
  return withQuery({ ...request, path }, (query) => {
    for (const name of ['event_id', 'tag_id']) {
      const id = query.get(name);
      if (id !== null && /^\d+$/.test(id)) query.set(name, smallId(id));
    }
  });
}

/** The id in the simulator; a small one does not exist here. */
function smallId(id: string) {
  const own = id.endsWith(ZEROS) ? Number(id.slice(0, -ZEROS.length)) - BASE : -1;
  return own >= 0 && own < BASE ? String(own) : UNUSED;
}
