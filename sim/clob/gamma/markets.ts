/** sim/clob/gamma/markets: catalog markets and events, in lists and by id or slug, and the search. */

import { CONDITION_ID } from '../../../spec/params.ts';
import { eventInScope, inScope } from '../../catalog/creator-list.ts';
import { isEventClosed } from '../../catalog/market-state.ts';
import {
  badRequest,
  type Call,
  notFound,
  okJson,
  okValue,
  type RouteFunctions,
  type RouteResponse,
} from '../../routes/call.ts';
import { tradingMarketRoute } from '../../routes/catalog.ts';
import type { Service } from '../../service.ts';
import type { WorldEvent, WorldMarket } from '../../world/world.ts';
import { NO_MARKET } from '../reads/prices-history.ts';
import { eventTest, marketTest } from './filters.ts';
import { keysetPage, type Listing, offsetPage, tagsOf } from './listing.ts';
import { eventColumn, gammaEventRecord, marketColumn, marketText, type Present } from './market-record.ts';

const NUMERIC_ID = /^\d{1,15}$/;

/** The service at the moment of a request, with views that have read the whole log. */
function presentOf(service: Service, { now }: Pick<Call, 'now'>): Present {
  service.views.catchUp();
  return { views: service.views, world: service.world, now };
}

function listingOf(present: Present, params: Call['params']): Listing<WorldMarket> {
  const tags = params['include_tag'] === true;
  return {
    items: present.world.markets,
    passes: marketTest(present, params),
    column: (market, column) => marketColumn(present, market, column),
    idOf: ({ catalog }) => catalog.id,
    text: (market) => marketText(present, market, { tags }),
  };
}

function defined(params: Call['params']): Call['params'] {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

function marketById({ world }: Service, id: string) {
  return world.markets.find(({ catalog }) => catalog.id === String(Number(id)));
}

function marketResponse(service: Service, call: Call, found: WorldMarket | undefined): RouteResponse {
  const { creator, include_tag: tags } = call.params;
  if (found === undefined || !inScope(found, creator))
    return notFound(`market ${JSON.stringify(call.pathValue)} not found`);
  return okJson(marketText(presentOf(service, call), found, { whole: true, tags: tags === true }));
}

export const MARKET_FUNCTIONS: RouteFunctions = {
  /** With a cursor, the list of the trading service: its clients send one from the first page on. */
  'P/markets': (service, { params, now }) => {
    const { next_cursor: cursor } = params;
    if (cursor === undefined) return offsetPage(listingOf(presentOf(service, { now }), params), params);
    service.catalog.refresh();
    const page = service.catalog.cursorLists.page('markets', String(cursor), service.profile);
    return page === undefined ? badRequest('next_cursor must be a cursor that an earlier page gave') : okJson(page);
  },
  /** Drafts and archived markets are never listed; closed ones on request. */
  'P/markets-keyset': (service, call) => {
    const params = { closed: false, ...defined(call.params), active: true, archived: false };
    return keysetPage('markets', listingOf(presentOf(service, call), params), params);
  },
  /** `0x...` is a condition of the trading service, digits are an id of the catalog. */
  'P/market': (service, call) => {
    if (CONDITION_ID.test(call.pathValue)) {
      return service.catalog.marketByCondition(call.pathValue) === undefined
        ? NO_MARKET
        : tradingMarketRoute(service, call);
    }
    if (!NUMERIC_ID.test(call.pathValue)) return badRequest('Invalid market');
    return marketResponse(service, call, marketById(service, call.pathValue));
  },
  'P/market-by-slug': (service, call) => marketResponse(service, call, service.catalog.marketBySlug(call.pathValue)),
  'P/market-tags': (service, { pathValue }) => {
    const found = marketById(service, pathValue);
    return found === undefined ? notFound(`market ${pathValue} not found`) : okValue(found.event.tags);
  },
};

function eventListing(present: Present, params: Call['params']): Listing<WorldEvent> {
  return {
    items: present.world.events,
    passes: eventTest(present, params),
    column: (event, column) => eventColumn(present, event, column),
    idOf: ({ own }) => own.id,
    text: (event) => JSON.stringify(gammaEventRecord(present, event)),
  };
}

function eventResponse(service: Service, call: Call, found: WorldEvent | undefined): RouteResponse {
  if (found === undefined || !eventInScope(found, call.params['creator']))
    return notFound(`event ${JSON.stringify(call.pathValue)} not found`);
  return okValue(gammaEventRecord(presentOf(service, call), found));
}

function eventCount({ world }: Service, tagId: string) {
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
  'P/events': (service, call) => offsetPage(eventListing(presentOf(service, call), call.params), call.params),
  /** Closed events on request. */
  'P/events-keyset': (service, call) => {
    const params = { closed: false, ...defined(call.params) };
    return keysetPage('events', eventListing(presentOf(service, call), params), params);
  },
  'P/event': (service, call) => eventResponse(service, call, service.catalog.eventById(Number(call.pathValue))),
  'P/event-by-slug': (service, call) => eventResponse(service, call, service.catalog.eventBySlug(call.pathValue)),
  'P/event-tags': ({ catalog }, { pathValue }) => {
    const found = catalog.eventById(Number(pathValue));
    return found === undefined ? notFound(`event ${pathValue} not found`) : okValue(found.tags);
  },
  /** Titles of events, questions of their markets, labels of tags and names of profiles, in any letter case. */
  'P/search': (service, call) => {
    const { q, limit_per_type: limit, page, events_status: status } = call.params;
    const present = presentOf(service, call);
    const words = String(q).toLowerCase();
    const has = (text: string) => text.toLowerCase().includes(words);
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
  },
};
