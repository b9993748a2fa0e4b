/** sim/clob/gamma/markets: lists of catalog markets, and one market by id, condition or slug. */
import { CONDITION_ID } from '../../../spec/params.ts';
import { inScope } from '../../catalog/creator-list.ts';
import {
  type Call,
  error,
  okJson,
  okValue,
  type RouteFunction,
  type RouteFunctions,
  type RouteResponse,
} from '../../routes/call.ts';
import { tradingMarketRoute } from '../../routes/catalog.ts';
import type { Service } from '../../service.ts';
import type { WorldMarket } from '../../world/world.ts';
import { NO_MARKET } from '../reads/tokens.ts';
import { marketTest } from './filters.ts';
import { keysetPage, type Listing, offsetPage } from './listing.ts';
import { marketColumn, marketText, type Present } from './market-record.ts';

const NUMERIC_ID = /^\d{1,15}$/;

/** The service at the moment of a request, with views that have read the whole log. */
export function presentOf(service: Service, { now }: Pick<Call, 'now'>): Present {
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

/** With a cursor, the list of the trading service: its clients send one from the first page on. */
const markets: RouteFunction = (service, call) => {
  const { params, now } = call;
  const { next_cursor: cursor } = params;
  if (cursor === undefined) return offsetPage(listingOf(presentOf(service, { now }), params), params);
  service.catalog.refresh();
  const page = service.catalog.cursorLists.page('markets', String(cursor), service.profile);
  return page === undefined
    ? error('bad-request', 'next_cursor must be a cursor that an earlier page gave')
    : okJson(page);
};

/** Drafts and archived markets are never listed; closed ones on request. */
const marketsKeyset: RouteFunction = (service, call) => {
  const params = { closed: false, ...defined(call.params), active: true, archived: false };
  return keysetPage('markets', listingOf(presentOf(service, call), params), params);
};

export function defined(params: Call['params']): Call['params'] {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

/** `0x...` is a condition of the trading service, digits are an id of the catalog. */
const market: RouteFunction = (service, call) => {
  if (CONDITION_ID.test(call.pathValue)) {
    return service.catalog.marketByCondition(call.pathValue) === undefined
      ? NO_MARKET
      : tradingMarketRoute(service, call);
  }
  if (!NUMERIC_ID.test(call.pathValue)) return error('bad-request', 'Invalid market');
  return marketResponse(service, call, marketById(service, call.pathValue));
};

function marketById({ world }: Service, id: string): WorldMarket | undefined {
  return world.markets.find(({ catalog }) => catalog.id === String(Number(id)));
}

const marketTags: RouteFunction = (service, { pathValue }) => {
  const found = marketById(service, pathValue);
  return found === undefined ? error('not-found', `market ${pathValue} not found`) : okValue(found.event.tags);
};

const marketBySlug: RouteFunction = (service, call) =>
  marketResponse(service, call, service.catalog.marketBySlug(call.pathValue));

function marketResponse(service: Service, call: Call, found: WorldMarket | undefined): RouteResponse {
  const { creator, include_tag: tags } = call.params;
  const isVisible = found !== undefined && (creator === undefined || inScope(found, String(creator)));
  if (!isVisible) return error('not-found', `market ${JSON.stringify(call.pathValue)} not found`);
  return okJson(marketText(presentOf(service, call), found, { whole: true, tags: tags === true }));
}

export const MARKET_FUNCTIONS: RouteFunctions = {
  'P/markets': markets,
  'P/markets-keyset': marketsKeyset,
  'P/market': market,
  'P/market-by-slug': marketBySlug,
  'P/market-tags': marketTags,
};
