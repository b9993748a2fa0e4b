/** sim/routes/events: `GET /events/{id}` and `GET /events/slug/{slug}` (4.20): one event with markets, tags, series. */
import type { Catalog } from '../catalog/catalog.ts';
import { eventInScope } from '../catalog/creator-scope.ts';
import type { WorldEvent } from '../world/world.ts';
import { type Call, error, okJson, type RouteFunction, type RouteResponse } from './call.ts';

const INTEGER = /^-?\d+$/;

export const eventRoute: RouteFunction = ({ catalog }, call) => {
  if (!INTEGER.test(call.pathValue)) return error('bad-request', 'id must be an integer');
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
  const { creator } = params;
  const isVisible = event !== undefined && (creator === undefined || eventInScope(event, String(creator)));
  return isVisible ? okJson(catalog.texts.event(event)) : error('not-found', `${name} not found`);
}
