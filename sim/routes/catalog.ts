/** sim/routes/catalog: events, markets, creators, comments and profiles of the catalog (4.11 to 4.15, 4.18 to 4.20). */
import { CONDITION_ID } from '../../spec/params.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { CREATOR_COLUMNS, creatorPage, eventInScope, inScope } from '../catalog/creator-list.ts';
import { type CursorListName, commentRecord, settingsRecord, tradingRecord } from '../catalog/trading-records.ts';
import type { Venue } from '../core/venue.ts';
import type { WorldEvent, WorldMarket } from '../world/world.ts';
import { badRequest, type Call, notFound, okJson, okValue, type RouteFunction, type RouteResponse } from './call.ts';

const INTEGER = /^-?\d+$/;

/** `GET /events/{id}`: one event with markets, tags, series. */
export const eventRoute: RouteFunction = ({ catalog }, call) => {
  if (!INTEGER.test(call.pathValue)) return badRequest('id must be an integer');
  return eventResponse(catalog, call, catalog.eventById(Number(call.pathValue)), `event with id ${call.pathValue}`);
};

export const eventBySlugRoute: RouteFunction = ({ catalog }, call) =>
  eventResponse(
    catalog,
    call,
    catalog.eventBySlug(call.pathValue),
    `event with slug ${JSON.stringify(call.pathValue)}`,
  );

/** Not found either if the event is not on the site of `creator`. */
function eventResponse(catalog: Catalog, { params }: Call, event: WorldEvent | undefined, name: string): RouteResponse {
  catalog.refresh();
  const isVisible = event !== undefined && eventInScope(event, params['creator']);
  return isVisible ? okJson(catalog.texts.event(event)) : notFound(`${name} not found`);
}

/** `GET /markets`. An `order` that is no scalar column of a market is a bad request. */
export const marketsRoute: RouteFunction = ({ catalog }, { params }) => {
  catalog.refresh();
  const page = catalog.marketList.page(params);
  if (page !== undefined) return okJson(page);
  return badRequest(`order must be one of ${catalog.marketList.columns.join(', ')}`);
};

/** `GET /markets/slug/{slug}`. Not found either if the market is not on the site of `creator`. */
export const marketBySlugRoute: RouteFunction = ({ catalog }, { params, pathValue }) => {
  catalog.refresh();
  const market = catalog.marketBySlug(pathValue);
  if (market === undefined || !inScope(market, params['creator']))
    return notFound(`market with slug ${JSON.stringify(pathValue)} not found`);
  return okJson(catalog.texts.bySlug(market));
};

/** `GET /markets/{condition_id}`, `/clob-markets/{condition_id}`: malformed ids are bad requests, others not found. */
function marketRoute(record: (venue: Venue, market: WorldMarket) => unknown): RouteFunction {
  return ({ catalog, world }, { pathValue }) => {
    if (!CONDITION_ID.test(pathValue)) return badRequest('condition_id must be 0x and 64 hexadecimal digits');
    const market = catalog.marketByCondition(pathValue);
    if (market === undefined) return notFound(`market ${pathValue} not found`);
    return okValue(record(world.venue, market));
  };
}

export const tradingMarketRoute = marketRoute(tradingRecord);
export const tradingSettingsRoute = marketRoute(settingsRecord);

/** A market list with a cursor. */
function cursorList(list: CursorListName): RouteFunction {
  return ({ catalog, profile }, { params }) => {
    catalog.refresh();
    const { next_cursor: cursor } = params;
    const page = catalog.cursorLists.page(list, cursor === undefined ? undefined : String(cursor), profile);
    if (page !== undefined) return okJson(page);
    return badRequest('next_cursor must be the base64 of a decimal offset, as a page before it gave');
  };
}

export const samplingMarketsRoute = cursorList('sampling-markets');
export const samplingSimplifiedMarketsRoute = cursorList('sampling-simplified-markets');
export const simplifiedMarketsRoute = cursorList('simplified-markets');

/** `GET /events/creators`. An `order` that is no column of a creator is a bad request. */
export const eventCreatorsRoute: RouteFunction = ({ world }, { params }) => {
  const page = creatorPage(world, params);
  if (page !== undefined) return okValue(page);
  return badRequest(`order must be one of ${CREATOR_COLUMNS.join(', ')}`);
};

/** `GET /comments/{id}`: direct replies, oldest first, each with its own replies nested. */
export const commentRepliesRoute: RouteFunction = ({ catalog, world }, { params, pathValue }) => {
  const comment = catalog.commentById(pathValue);
  if (comment === undefined) return notFound(`comment with id ${JSON.stringify(pathValue)} not found`);
  const start = Number(params['offset']);
  const page = comment.replies.slice(start, start + Number(params['limit']));
  return okValue(page.map((reply) => commentRecord(world.venue, catalog, reply)));
};

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** `GET /profiles/user_address/{user_address}`. A wallet without a profile is not found, like an unknown wallet. */
export const profileRoute: RouteFunction = ({ catalog }, { pathValue }) => {
  if (!ADDRESS.test(pathValue)) {
    return badRequest('user_address must be a wallet address: 0x and 40 hexadecimal digits');
  }
  const profile = catalog.accountByAddress(pathValue)?.profile;
  if (profile === undefined) return notFound(`profile of ${pathValue} not found`);
  return okValue(profile);
};
