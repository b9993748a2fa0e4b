/** proof/judge/wrappers/requests: parameters are ignored, read as something else, or refused. */
import type { JsonObject } from '../../../base/json.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../../spec/errors.ts';
import { get, type Handler, type Request, type Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import type { Internals, Wrap } from '../variant.ts';
import { queryOf, rows } from './responses.ts';

export function editQuery(change: (query: URLSearchParams) => void): Wrap {
  return (handle) => (request) => handle(withQuery(request, change));
}

export function withQuery(request: Request, change: (query: URLSearchParams) => void): Request {
  const query = queryOf(request);
  change(query);
  return { ...request, query: query.toString() };
}

export function ignoring(...names: readonly string[]): Wrap {
  return (handle) => (request) => handle(withoutParams(request, names));
}

export function withoutParams(request: Request, names: readonly string[]): Request {
  return withQuery(request, (query) => {
    for (const name of names) query.delete(name);
  });
}

export function reading(name: string, change: (value: string) => string): Wrap {
  return editQuery((query) => {
    const value = query.get(name);
    if (value !== null) query.set(name, change(value));
  });
}

export const readingAs = (name: string, value: string, meaning: string): Wrap =>
  reading(name, (given) => (given === value ? meaning : given));

export function assuming(name: string, value: string): Wrap {
  return editQuery((query) => {
    if (!query.has(name)) query.set(name, value);
  });
}

/** Of a parameter that is repeated, except the list `market`, the first or the last value counts. */
export function oneCounts(at: 0 | -1): Wrap {
  return editQuery((query) => {
    for (const name of new Set(query.keys())) {
      const value = query.getAll(name).at(at);
      if (name !== 'market' && value !== undefined) query.set(name, value);
    }
  });
}

const ALIASES = [
  ['tag_slug', 'tag'],
  ['event_slug', 'eventSlug'],
  ['conditionId', 'condition_id'],
] as const;
export const documentedWins = editQuery((query) => {
  for (const [name, alias] of ALIASES) if (query.has(name)) query.delete(alias);
});

/** Requests for which `when` holds are refused, in the right error family. */
export function refusing(when: (query: URLSearchParams) => boolean): Wrap {
  return refusingAny((request) => when(queryOf(request)));
}

export const refusingValue = (name: string, value: string): Wrap => refusing((query) => query.get(name) === value);
export const refusingParam = (name: string): Wrap => refusing((query) => query.has(name));

export function refusingAny(when: (request: Request, internals: Internals) => boolean, status = 400): Wrap {
  return (handle, internals) => (request) =>
    when(request, internals) ? refusal(handle, request, status) : handle(request);
}

export function forgetting(when: (query: URLSearchParams) => boolean, ...names: readonly string[]): Wrap {
  return editQuery((query) => {
    if (when(query)) for (const name of names) query.delete(name);
  });
}

/** A parameter is stored in 32 bits with a sign; a larger value makes the service fail. */
export function inInts(name: string): Wrap {
  return refusingAny((request) => Number(queryOf(request).get(name) ?? 0) > 2_147_483_647, 500);
}

/** A correct refusal of the route of `request`, with the headers of the service. */
export function refusal(
  handle: Handler,
  request: Request,
  status = 400,
  walletError = 'invalid_field: limit',
): Response {
  const { headers } = handle(get('/'));
  const error = status === 404 ? 'nothing has this name' : 'not acceptable';
  const bodies = {
    typed: { type: status === 404 ? NOT_FOUND : BAD_REQUEST, error },
    wallet: { error: walletError },
    plain: { error },
  };
  return { status, headers, body: JSON.stringify(bodies[matchRoute(request)?.family ?? 'plain']) };
}

export function instead(when: (request: Request) => boolean, change: (request: Request) => Request): Wrap {
  return (handle) => (request) => handle(when(request) ? change(request) : request);
}

/** The filter `name` applies to the rows that the page had without it. */
export function afterThePage(name: string, of: (row: JsonObject) => string | undefined): Wrap {
  const matching = (row: JsonObject, wanted: string | null) =>
    wanted === null || wanted.split(',').includes(of(row) ?? '');
  return (handle, internals) => {
    const unfiltered = ignoring(name)(handle, internals);
    return rows((list, query) => list.filter((row) => matching(row, query.get(name))))(unfiltered, internals);
  };
}

export function alone(...names: readonly string[]): Wrap {
  return editQuery((query) => {
    for (const name of names.filter((other) => query.has(other)).slice(1)) query.delete(name);
  });
}
