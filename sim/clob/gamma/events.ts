/** sim/clob/gamma/events: lists of events, one event by id or slug, and the search over events, tags and profiles. */
import { eventInScope } from '../../catalog/creator-list.ts';
import { isEventClosed } from '../../catalog/market-state.ts';
import {
  type Call,
  error,
  okJson,
  okValue,
  type RouteFunction,
  type RouteFunctions,
  type RouteResponse,
} from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import type { WorldEvent } from '../../world/world.ts';
import { eventColumn, gammaEventRecord } from './event-record.ts';
import { eventTest } from './filters.ts';
import { tagsOf } from './groups.ts';
import { keysetPage, type Listing, offsetPage } from './listing.ts';
import type { Present } from './market-record.ts';
import { defined, presentOf } from './markets.ts';

function listingOf(present: Present, params: Call['params']): Listing<WorldEvent> {
  return {
    items: present.world.events,
    passes: eventTest(present, params),
    column: (event, column) => eventColumn(present, event, column),
    idOf: ({ own }) => own.id,
    text: (event) => JSON.stringify(gammaEventRecord(present, event)),
  };
}

const events: RouteFunction = (service, call) =>
  offsetPage(listingOf(presentOf(service, call), call.params), call.params);

/** Closed events on request. */
const eventsKeyset: RouteFunction = (service, call) => {
  const params = { closed: false, ...defined(call.params) };
  return keysetPage('events', listingOf(presentOf(service, call), params), params);
};

const event: RouteFunction = (service, call) =>
  eventResponse(service, call, service.catalog.eventById(Number(call.pathValue)));

const eventBySlug: RouteFunction = (service, call) =>
  eventResponse(service, call, service.catalog.eventBySlug(call.pathValue));

function eventResponse(service: Service, call: Call, found: WorldEvent | undefined): RouteResponse {
  const { creator } = call.params;
  const isVisible = found !== undefined && (creator === undefined || eventInScope(found, String(creator)));
  if (!isVisible) return error('not-found', `event ${JSON.stringify(call.pathValue)} not found`);
  return okValue(gammaEventRecord(presentOf(service, call), found));
}

const eventTags: RouteFunction = ({ catalog }, { pathValue }) => {
  const found = catalog.eventById(Number(pathValue));
  return found === undefined ? error('not-found', `event ${pathValue} not found`) : okValue(found.tags);
};

/** Titles of events, questions of their markets, labels of tags and names of profiles, in any letter case. */
const search: RouteFunction = (service, call) => {
  const { q, limit_per_type: limit, page, events_status: status } = call.params;
  const present = presentOf(service, call);
  const words = String(q).toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(words);
  const start = (Number(page) - 1) * Number(limit);
  const pageOf = <Item>(items: readonly Item[]): readonly Item[] => items.slice(start, start + Number(limit));
  const found = service.world.events.filter(
    (one) =>
      (has(one.own.title) || one.markets.some(({ catalog }) => has(catalog.question))) &&
      (status === undefined || status === 'all' || isEventClosed(service.world.venue, one) === (status === 'closed')),
  );
  const tags = call.params['search_tags'] === true ? tagsOf(service.world).filter(({ label }) => has(label)) : [];
  return okJson(
    JSON.stringify({
      events: pageOf(found).map((one) => gammaEventRecord(present, one)),
      tags: pageOf(tags).map(({ id, label, slug }) => ({ id, label, slug, event_count: eventCount(service, id) })),
      profiles: call.params['search_profiles'] === true ? pageOf(profilesWith(service, has)) : [],
      pagination: { hasMore: start + Number(limit) < found.length, totalResults: found.length },
    }),
  );
};

function eventCount({ world }: Service, tagId: string): number {
  return world.events.filter(({ tags }) => tags.some(({ id }) => id === tagId)).length;
}

function profilesWith({ world }: Service, has: (text: string) => boolean): readonly object[] {
  return world.accounts.flatMap(({ profile }) => {
    if (profile === undefined || !(has(profile.name) || has(profile.pseudonym))) return [];
    const { name, pseudonym, displayUsernamePublic, profileImage, bio, proxyWallet } = profile;
    return [{ name, pseudonym, displayUsernamePublic, profileImage, bio, proxyWallet }];
  });
}

export const EVENT_FUNCTIONS: RouteFunctions = {
  'P/events': events,
  'P/events-keyset': eventsKeyset,
  'P/event': event,
  'P/event-by-slug': eventBySlug,
  'P/event-tags': eventTags,
  'P/search': search,
};
