/** proof/judge/quirks/without-events: a catalog in which no market belongs to an event, and no event exists. */
import type { RouteId } from '../../../spec/route.ts';
import type { Request } from '../../../wire/message.ts';
import { onEach, onRoute, together, type Wrap } from '../variant.ts';
import { responses, set, withBody } from '../wrappers/responses.ts';

const NO_EVENT = { id: '', slug: '', title: '', ticker: '', description: '' };
const ROWS: readonly RouteId[] = ['positions', 'closed-positions', 'activity'];

/** An error for an unknown event, in place of an event. */
const notFound: Wrap = (handle) => (request) => {
  const response = handle(request);
  if (response.status !== 200) return response;
  const path = request.path.startsWith('/events/slug/') ? '/events/slug/no-such-event' : '/events/888888888';
  return handle({ ...request, path });
};

const noMatch: Wrap = responses((response, request) => (asksForEvent(request) ? withBody(response, []) : response));

function asksForEvent({ query }: Request): boolean {
  const asked = new URLSearchParams(query);
  return ['event_id', 'event_slug', 'eventSlug'].some((name) => (asked.get(name) ?? '') !== '');
}

export const withoutEvents: Wrap = together([
  onRoute('markets', together([set('*.events', []), noMatch])),
  onRoute('market-by-slug', set('events', [])),
  onRoute('trading-market', set('event', NO_EVENT)),
  onRoute('sampling-markets', set('data.*.event', NO_EVENT)),
  onEach(ROWS, set('*.eventSlug', '')),
  onEach(['event', 'event-by-slug'], notFound),
]);
