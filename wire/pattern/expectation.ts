/** wire/pattern/expectation: the expectation of a response, as data, and its differences from a response. */
import { flagAt, isObject, type JsonObject } from '../../base/json.ts';
import { type Pointed, pointed, pointerOf } from '../../base/json-pointer.ts';
import { errorSchemas } from '../../spec/errors.ts';
import type { Route } from '../../spec/route.ts';
import { isSuccess, type Request, type Response } from '../message.ts';
import { matchRoute } from '../route-match.ts';
import { match } from './match.ts';
import { cut, type Difference } from './matcher.ts';

type Status = number | string;

/**
 * `status`: one, a range (`4xx`), or any of a list. `error`: the response is no success and has the error body of its
 * route: `true`, or a pattern for its text. `refused`: the service decided against the request: an error with any body,
 * or an order with `success: false`. `body`, and the values of `at` (by JSON pointer) and `headers`, are patterns:
 * plain values are exact, objects partial, lists whole, and objects of one `$` key are matchers. `shape`: a success has
 * every field that the interface lists for the route, of its type. `documented`: the response is a success of the route
 * or an error of its family, with no unlisted field, and never a failure of the service.
 */
export type Expectation = Readonly<{
  status?: Status | readonly Status[] | undefined;
  error?: unknown;
  refused?: true | undefined;
  headers?: JsonObject | undefined;
  body?: unknown;
  at?: JsonObject | undefined;
  shape?: true | undefined;
  documented?: true | undefined;
}>;

/** A response with its body as JSON; `json` is undefined if the body is not JSON. */
export type ParsedResponse = { readonly response: Response; readonly json: unknown };

/** Every difference between the response and the expectation. `fill` evaluates the expressions of a scenario. */
export function differencesOf(
  { status, error, refused, headers, body, at, shape, documented }: Expectation,
  request: Request,
  { response, json }: ParsedResponse,
  fill: (value: unknown) => unknown = (value) => value,
): readonly Difference[] {
  const found: Difference[] = [];
  if (status !== undefined) found.push(...statusDifference(fill(status), response));
  if (error !== undefined) found.push(...errorDifferences(fill(error), request, response, json));
  if (refused) found.push(...refusalDifference(request, response, json));
  if (headers !== undefined) found.push(...match(lowered(fill(headers)), response.headers).map(headerDifference));
  if (body !== undefined)
    found.push(...bodyDifferences(fill(body), '', { found: json !== undefined, value: json }, response));
  if (at !== undefined && json === undefined) found.push(...wholly('a body of JSON', response));
  for (const [pointer, pattern] of Object.entries(json === undefined ? {} : (at ?? {}))) {
    const place = String(fill(pointer));
    found.push(...bodyDifferences(fill(pattern), place, pointed(json, place), response));
  }
  if (shape) found.push(...shapeDifferences(request, response, json));
  if (documented) found.push(...undocumented(request, response, json));
  return found;
}

/** A difference of the whole response. */
function wholly(expected: string, { status, body }: Response, pointer = ''): readonly Difference[] {
  return [{ pointer, expected, actual: `status ${status}: ${cut(body)}` }];
}

function statusDifference(wanted: unknown, response: Response): readonly Difference[] {
  const any: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const fits = any.some((one) => one === response.status || one === `${String(response.status).charAt(0)}xx`);
  return fits ? [] : wholly(`status ${any.join(' or ')}`, response);
}

/** A route that lacks the method, or that fails, has decided nothing. A halted service (503) has. */
function refusalDifference(request: Request, response: Response, json: unknown): readonly Difference[] {
  const { status } = response;
  const isUndecided = status === 405 || (status >= 500 && status !== 503);
  if (isRefusedOrder(request, response, json) || (!isSuccess(response) && !isUndecided)) return [];
  return wholly(isUndecided ? 'a refusal; this status decides nothing' : 'a refusal', response);
}

/** True for a reply to an order whose `success` is false, a refusal that the interface lists. */
export function isRefusedOrder({ method, path }: Request, response: Pick<Response, 'status'>, json: unknown): boolean {
  return method === 'POST' && path === '/order' && isSuccess(response) && flagAt(json, 'success') === false;
}

/** No success, and the error body of the route's family; `pattern` is true, or what its text must match. */
function errorDifferences(
  pattern: unknown,
  request: Request,
  response: Response,
  json: unknown,
): readonly Difference[] {
  if (isSuccess(response)) return wholly('an error', response);
  const family = matchRoute(request)?.family;
  if (family !== undefined && !isErrorBody(family, json))
    return wholly(`an error body of the family ${family}`, response);
  if (pattern === true) return [];
  const { found, value } = pointed(json, '/error');
  if (!found) return wholly('an error text', response, '/error');
  return match(pattern, value).map(({ pointer, ...rest }) => ({ ...rest, pointer: `/error${pointer}` }));
}

/** Fields besides the ones of the family are free, but for a `type` in a family that has none. */
function isErrorBody(family: keyof typeof errorSchemas, json: unknown) {
  const { error } = errorSchemas[family].safeParse(json);
  const wrong = error?.issues.filter((issue) => issue.code !== 'unrecognized_keys' || issue.keys.includes('type'));
  return !wrong?.length;
}

/** Header names travel in any letter case and are kept in lower case. */
function lowered(headers: unknown): unknown {
  return Object.fromEntries(
    Object.entries(headers as Record<string, unknown>).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function headerDifference({ pointer, expected, actual }: Difference): Difference {
  return { pointer: '', expected: `header ${pointer.slice(1)}: ${expected}`, actual };
}

function bodyDifferences(pattern: unknown, at: string, place: Pointed, response: Response): readonly Difference[] {
  if (!place.found && at === '' && !isAbsent(pattern))
    return [{ pointer: at, expected: 'a value', actual: `no JSON, status ${response.status}: ${cut(response.body)}` }];
  return match(pattern, place.found ? place.value : undefined).map(({ pointer, ...rest }) => ({
    ...rest,
    pointer: `${at}${pointer}`,
  }));
}

function isAbsent(pattern: unknown) {
  return typeof pattern === 'object' && pattern !== null && '$absent' in pattern;
}

function shapeDifferences(request: Request, response: Response, json: unknown): readonly Difference[] {
  const route = matchRoute(request);
  if (!isSuccess(response)) return wholly('a success as the interface describes it', response);
  if (route === undefined) return [{ pointer: '', expected: 'a route of the interface', actual: request.path }];
  const parsed = route.ok.safeParse(json);
  if (parsed.success) return [];
  const unknownKeys = parsed.error.issues.filter(({ code }) => code !== 'unrecognized_keys');
  return unknownKeys.slice(0, 20).map(({ path, message }) => {
    const pointer = pointerOf(path);
    const { value } = pointed(json, pointer);
    return { pointer, expected: message, actual: cut(JSON.stringify(value) ?? 'nothing there') };
  });
}

const ISSUES_MAX = 20;

/** The undocumented parts of a response: unlisted fields, another error body, any failure of the service. */
function undocumented(request: Request, response: Response, json: unknown): readonly Difference[] {
  if (response.status >= 500) return wholly('a response that is not a failure of the service', response);
  const route = matchRoute(request);
  if (!isSuccess(response)) return undocumentedError(route, response, json);
  if (route === undefined) return wholly('an error: the interface lists no such route', response);
  const { error } = route.ok.safeParse(json);
  const issues = error?.issues.slice(0, ISSUES_MAX) ?? [];
  return issues.flatMap(({ path, message }) => wholly(message, response, pointerOf(path)));
}

function undocumentedError(route: Route | undefined, response: Response, json: unknown): readonly Difference[] {
  const body = route?.id === 'heartbeat-v1' ? withoutHeartbeat(json) : json;
  const schemas = route === undefined ? Object.values(errorSchemas) : [errorSchemas[route.family]];
  if (schemas.some((schema) => schema.safeParse(body).success)) return [];
  const family = route === undefined ? 'any family' : `the family ${route.family}`;
  return wholly(`an error body of ${family}, with no other field`, response);
}

/** The refusal of a wrong heartbeat id holds the expected one beside `error` (decision). */
function withoutHeartbeat(json: unknown): unknown {
  if (!isObject(json) || !('error' in json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'heartbeat_id'));
}
