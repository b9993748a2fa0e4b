/** conformance/checks/definition: the one way to define a check, and an acceptable request for each route. */

import { isObject, type JsonObject, listAt, objectsIn } from '../../base/json.ts';
import type { Param, Route, RouteId } from '../../spec/route.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import { get, type Query, type Request, withJson } from '../../wire/message.ts';
import type { Bindings, Capability, Check, CheckContext, Exchange, Role } from '../check.ts';
import { type Claim, refusalOf } from './assertions.ts';
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

type Topic =
  | 'allowlist'
  | 'clob'
  | 'heartbeat-expiry'
  | 'limits'
  | 'property'
  | 'routes'
  | 'signing'
  | 'statuses'
  | 'versions';

/** Defaults of topics, beside those that follow from a route. */
const topicDefaults: Readonly<Partial<Record<string, Partial<Check>>>> = {
  clob: { safety: 'read' },
  allowlist: { kind: 'auth', capability: 'allowlist' },
  'heartbeat-expiry': { capability: 'heartbeat-expiry', safety: 'write-reversible' },
  limits: { kind: 'bounds', capability: 'limits', safety: 'read', needs: [] },
  signing: { kind: 'auth', safety: 'session' },
};

/** The parts of a check without a default, and those that differ from the defaults. */
export type Definition = Pick<Check, 'title' | 'clauses' | 'run'> & Partial<Omit<Check, 'id'>>;

/** The check `<subject>.<name>`, for one request unless its route writes or `safety` states that it does. */
export function check(subject: RouteId | Topic, name: string, definition: Definition): Check {
  const route = definition.route ?? ROUTES.find(({ id }) => id === subject)?.id;
  const { safety = safetyOf(route), ...own } = { ...topicDefaults[subject], ...definition };
  return {
    id: `${subject}.${name}`,
    ...(route === undefined ? {} : { route }),
    safety,
    ...(safety === 'read' ? readDefaults(route) : writeDefaults(route, safety)),
    ...own,
    run: (context) => own.run({ ...context, bindings: bindingsFor(`${subject}.${name}`, context.bindings) }),
  };
}

/** The check of one response: all its clauses make the same claim about it. */
export function claimCheck(
  subject: RouteId | Topic,
  name: string,
  { claim, ...definition }: Omit<Definition, 'run'> & { readonly claim: (context: CheckContext) => Promise<Claim> },
): Check {
  return check(subject, name, {
    ...definition,
    async run(context) {
      context.judge({ ...(await claim(context)), clauses: definition.clauses });
    },
  });
}

/** The check that a route refuses other query values; `why` completes the sentence "a refusal, because ...". */
export function refusedQueryCheck(
  route: RouteId,
  name: string,
  definition: Pick<Check, 'title' | 'clauses'> & Partial<Pick<Check, 'kind'>>,
  query: Query,
  why: string,
): Check {
  return claimCheck(route, name, {
    kind: 'error',
    ...definition,
    claim: async (context) => refusalOf(await sendSample(context, routeById(route), query), why),
  });
}

/** Markets for writes in an order that follows from the check's id, so that checks avoid each other. */
function bindingsFor(id: string, bindings: Bindings): Bindings {
  const { writeMarkets } = bindings;
  const sum = [...id].reduce((hash, letter) => (hash * 37 + letter.charCodeAt(0)) % 1_000_003, 0);
  const first = writeMarkets.length === 0 ? 0 : sum % writeMarkets.length;
  return { ...bindings, writeMarkets: [...writeMarkets.slice(first), ...writeMarkets.slice(0, first)] };
}

type Defaults = Pick<Check, 'kind' | 'capability' | 'needs' | 'cost'>;

function safetyOf(route: RouteId | undefined): Check['safety'] {
  const { auth, body } = route === undefined ? { auth: 'none', body: 'none' } : routeById(route);
  if (auth !== 'L2') return 'read';
  return body === 'order' || body === 'cancel' ? 'write-reversible' : 'session';
}

function readDefaults(route: RouteId | undefined): Defaults {
  return {
    kind: 'consistency',
    capability: route === undefined ? 'read' : capabilityOf(route),
    needs: route === undefined ? [] : rolesOf(route),
    cost: route === undefined ? {} : { [route]: 1 },
  };
}

function writeDefaults(route: RouteId | undefined, safety: Check['safety']): Defaults {
  const isSession = safety === 'session';
  return {
    kind: 'stateful',
    capability: 'trading',
    needs: isSession ? [] : ['write-market'],
    cost: isSession && route !== undefined ? { [route]: 1 } : {},
  };
}

function capabilityOf(id: RouteId): Capability {
  const { family, auth } = routeById(id);
  if (family === 'wallet') return 'wallet';
  return auth === 'account' ? 'trading' : 'read';
}

/** Roles of the request that a check starts from; a check of trades needs a trade. */
function rolesOf(route: RouteId): readonly Role[] {
  return route === 'builder-trades' ? ['trade'] : rolesFor(routeById(route));
}
