/** conformance/checks/requests: an acceptable request for each route, of which checks change one thing. */
import { isObject, type JsonObject, listAt, objectsIn } from '../../base/json.ts';
import type { Param, Route, RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import { get, type Query, type Request, withJson } from '../../wire/message.ts';
import type { Bindings, Role } from '../bindings.ts';
import type { CheckContext, Exchange } from '../check.ts';
import { SUBJECTS } from './subjects.ts';

/** Roles that `sampleRequest` needs for a route. */
export function rolesFor({ subject }: Route): readonly Role[] {
  return subject === 'none' ? [] : [SUBJECTS[subject].role];
}

/** Names that requests of a route can contain, as discovery bound them. */
export function namesFor({ subject }: Route, bindings: Bindings): readonly string[] {
  return subject === 'none' ? [] : SUBJECTS[subject].names(bindings).filter((name) => name !== '');
}

/** The path of a route; its parameter, if it has one, becomes the percent-encoded value. */
export function pathOf(route: Route, value: string): string {
  return route.path.replace(/\{[a-z_]+\}/, encodeURIComponent(value));
}

/** Query values that name one subject; empty unless a query parameter is required. */
function queryAbout(route: Route, name: string): Record<string, string> {
  const param = route.query.find(({ required }) => required);
  return param === undefined ? {} : { [param.name]: name };
}

/** Required query values, one record for each bound wallet or market: if one is no evidence, another may be. */
export function subjectsOf(route: Route, bindings: Bindings): readonly Record<string, string>[] {
  if (!route.query.some(({ required }) => required)) return [{}];
  return namesFor(route, bindings).map((name) => queryAbout(route, name));
}

/** Query values that a route requires, with the first bound subject. */
export function requiredQuery(route: Route, bindings: Bindings): Record<string, string> {
  return queryAbout(route, namesFor(route, bindings)[0] ?? '');
}

/** An acceptable unsigned request about one subject of a reading route, with `query` added. */
export function requestAbout(route: Route, name: string, query: Query = {}): Request {
  if (route.body === 'tokens') return withJson('POST', route.path, [{ token_id: name }]);
  return get(pathOf(route, name), { ...queryAbout(route, name), ...query });
}

/** The request about the first bound subject. */
export function sampleRequest(route: Route, bindings: Bindings, query: Query = {}): Request {
  return requestAbout(route, namesFor(route, bindings)[0] ?? '', query);
}

export function sendSample(context: CheckContext, route: Route, query: Query = {}): Promise<Exchange> {
  assertNamed(context, route);
  return context.send(sampleRequest(route, context.bindings, query));
}

export function sendGet(context: CheckContext, id: RouteId, query: Query = {}): Promise<Exchange> {
  return context.send(get(routeById(id).path, query));
}

/** Ends the check if no bound row has a name for the path of a route. */
export function assertNamed({ bindings, notTestable }: CheckContext, route: Route): void {
  if (route.pathParam === undefined || namesFor(route, bindings).length > 0) return;
  notTestable(`no list contains a value for ${route.path}`, NAME_IT);
}

const NAME_IT = 'correct the list that lacks it: see the check of its shape';

export function sendPath(context: CheckContext, id: RouteId, value: string, query: Query = {}): Promise<Exchange> {
  if (value === '') context.notTestable(`no list contains a value for ${routeById(id).path}`, NAME_IT);
  return context.send(get(pathOf(routeById(id), value), query));
}

/** The items of a list: of the bare array, or of `data`. */
export function itemsOf(route: Route, exchange: Exchange): readonly JsonObject[] {
  if (route.item?.at === 'data') return objectsIn(isObject(exchange.json) ? listAt(exchange.json, 'data') : undefined);
  return objectsIn(exchange.json);
}

/** The number of items that `limit` counts: the rows, or the entries of all groups. */
export function countLimited({ item }: Route, { json }: Exchange): number {
  if (item?.counted === undefined) return Array.isArray(json) ? json.length : 0;
  const { counted } = item;
  return objectsIn(json).reduce((sum, group) => sum + listAt(group, counted).length, 0);
}

/** Parameters of a route by name. The table is complete, so a missing one is a defect of the check. */
export function paramOf(route: Route, name: string): Param {
  const param = route.query.find((row) => row.name === name);
  if (param === undefined) throw new Error(`${route.id} has no parameter ${name}`);
  return param;
}
