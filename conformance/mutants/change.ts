/**
 * conformance/mutants/change: the ways in which a wrapper changes what passes through it: the query before the service
 * sees it, the body or the status of the answer after. Small enough that a mutant is a line.
 */
import { BAD_REQUEST } from '../../spec/errors.ts';
import { isObject, type JsonObject, objectsIn, parseJson } from '../../spec/json.ts';
import type { Handler, Request, Response } from '../../wire/message.ts';
import { matchRoute } from '../route-match.ts';
import { type Change, editAt } from './edit.ts';
import type { Wrap } from './mutant.ts';

const isSuccess = ({ status }: Response): boolean => status >= 200 && status < 300;

/** The answer with another body. */
export function withBody(response: Response, json: unknown): Response {
  return { ...response, body: JSON.stringify(json) };
}

/** Changes answers of success. */
export function answers(change: (response: Response, request: Request) => Response): Wrap {
  return (handle) => (request) => {
    const response = handle(request);
    return isSuccess(response) ? change(response, request) : response;
  };
}

/** Changes answers that refuse. */
export function refusals(change: (response: Response, request: Request) => Response): Wrap {
  return (handle) => (request) => {
    const response = handle(request);
    return isSuccess(response) ? response : change(response, request);
  };
}

/** Changes the bodies of answers of success. */
export function bodies(change: (json: unknown, query: URLSearchParams) => unknown): Wrap {
  return answers((response, request) =>
    withBody(response, change(parseJson(response.body), new URLSearchParams(request.query))),
  );
}

/** Changes one place of the bodies of answers of success; see `editAt`. */
export function edit(path: string, change: Change): Wrap {
  return bodies((json) => editAt(json, path, change));
}

/** Changes the list in the bodies of answers of success, be it the body itself or its `data`. */
export function rows(change: (rows: readonly JsonObject[], query: URLSearchParams) => readonly unknown[]): Wrap {
  return bodies((json, query) =>
    isObject(json) ? { ...json, data: change(objectsIn(json['data']), query) } : change(objectsIn(json), query),
  );
}

/** Changes the bodies of answers that refuse. */
export function errors(change: (json: JsonObject, request: Request) => unknown): Wrap {
  return refusals((response, request) => {
    const json = parseJson(response.body);
    return withBody(response, change(isObject(json) ? json : {}, request));
  });
}

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

/** One wrapper after another: the first is nearest to the service. */
export function both(...wraps: readonly Wrap[]): Wrap {
  return (handle, venue) => wraps.reduce((inner, wrap) => wrap(inner, venue), handle);
}

/** Every request of success gets the body of the first one. */
export const alwaysFirst: Wrap = (handle) => {
  let first: string | undefined;
  return (request) => {
    const response = handle(request);
    if (!isSuccess(response)) return response;
    first ??= response.body;
    return { ...response, body: first };
  };
};
