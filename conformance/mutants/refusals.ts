/** conformance/mutants/refusals: the ways in which a wrapper spoils answers that refuse. */
import type { JsonObject } from '../../spec/json.ts';
import type { Response } from '../../wire/message.ts';
import type { Wrap } from './mutant.ts';
import { jsonOf } from './orders.ts';
import { errors, refusals, withBody } from './responses.ts';

/** A page for people. */
export const html = refusals((response) => ({
  ...response,
  headers: { ...response.headers, 'content-type': 'text/html' },
  body: '<!doctype html><title>Error</title><h1>Something went wrong</h1>',
}));
/** A bare text. */
export const bareText = refusals((response) => ({ ...response, body: 'bad request' }));
/** No body at all. */
export const silent = refusals((response) => ({ ...response, body: '' }));
/** `error` is an object. */
export const nested = errors(({ error }) => ({ error: { message: error } }));
/** The sentence stands under another name. */
export const underMessage = errors(({ error }) => ({ message: error }));

/** `from` in the sentence becomes `other`. */
export function reworded(from: string, other: string): Wrap {
  return errors((json) => ({ ...json, error: String(json['error']).replace(from, other) }));
}

/** Refusals whose body says so have another status. */
export function restated(saying: RegExp, status: number): Wrap {
  return refusals((response: Response) => (saying.test(response.body) ? { ...response, status } : response));
}

/** Refusals for which `when` holds become an answer of success with this body. */
export function forgiven(body: unknown, when: (json: JsonObject) => boolean = () => true): Wrap {
  return refusals((response) => (when(jsonOf(response)) ? { ...withBody(response, body), status: 200 } : response));
}
