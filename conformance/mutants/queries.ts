/**
 * conformance/mutants/queries: the ways in which a wrapper changes what the service is asked: parameters not looked at, read as
 * something else, or refused.
 */
import { BAD_REQUEST } from '../../spec/errors.ts';
import type { JsonObject } from '../../spec/json.ts';
import type { Handler, Request, Response } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { Wrap } from './mutant.ts';
import { rows } from './responses.ts';

/** The service is asked with another query. */
export function asked(change: (query: URLSearchParams) => void): Wrap {
  return (handle) => (request) => handle(withQuery(request, change));
}

/** The request with its query changed. */
export function withQuery(request: Request, change: (query: URLSearchParams) => void): Request {
  const query = new URLSearchParams(request.query);
  change(query);
  return { ...request, query: query.toString() };
}

/** Parameters are not looked at. */
export function ignoring(...names: readonly string[]): Wrap {
  return asked((query) => {
    for (const name of names) query.delete(name);
  });
}

/** A parameter that is there is read as another value. */
export function reading(name: string, change: (value: string) => string): Wrap {
  return asked((query) => {
    const value = query.get(name);
    if (value !== null) query.set(name, change(value));
  });
}

/** A parameter that is not there is read as `value`. */
export function assuming(name: string, value: string): Wrap {
  return asked((query) => {
    if (!query.has(name)) query.set(name, value);
  });
}

/** Requests are refused where `when` holds, in the right error family. */
export function refusing(when: (query: URLSearchParams) => boolean): Wrap {
  return (handle) => (request) =>
    when(new URLSearchParams(request.query)) ? refusal(handle, request) : handle(request);
}

/** A parameter is kept in 32 bits, of which one is the sign: with more the service fails. */
export function inInts(name: string): Wrap {
  return (handle) => (request) => {
    const value = Number(new URLSearchParams(request.query).get(name) ?? 0);
    return value > 2_147_483_647 ? refusal(handle, request, 500) : handle(request);
  };
}

/** A sound refusal of the route that `request` is for, with the headers of the service. */
export function refusal(handle: Handler, request: Request, status = 400): Response {
  const { headers } = handle({ method: 'GET', path: '/', query: '', headers: {} });
  const family = matchRoute(request)?.family ?? 'plain';
  const error = family === 'wallet' ? 'invalid_field: limit' : 'not acceptable';
  return { status, headers, body: JSON.stringify(family === 'typed' ? { type: BAD_REQUEST, error } : { error }) };
}

/** Requests for which `when` holds are sent on as `change` makes them; all others as they are. */
export function instead(when: (request: Request) => boolean, change: (request: Request) => Request): Wrap {
  return (handle) => (request) => handle(when(request) ? change(request) : request);
}

/** The filter `name` works on the rows that the page had without it. */
export function afterThePage(name: string, of: (row: JsonObject) => string | undefined): Wrap {
  const matching = (row: JsonObject, wanted: string | null) =>
    wanted === null || wanted.split(',').includes(of(row) ?? '');
  return (handle, internals) => {
    const unfiltered = ignoring(name)(handle, internals);
    return rows((list, query) => list.filter((row) => matching(row, query.get(name))))(unfiltered, internals);
  };
}

/** If several of these parameters are given, only the first counts. */
export function alone(...names: readonly string[]): Wrap {
  return asked((query) => {
    for (const name of names.filter((other) => query.has(other)).slice(1)) query.delete(name);
  });
}
