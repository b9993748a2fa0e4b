/** proof/judge/wrappers/refusals: wrappers that corrupt refusals. */
import type { JsonObject } from '../../../spec/json.ts';
import type { Response } from '../../../wire/message.ts';
import type { Wrap } from '../variant.ts';
import { jsonOf } from './orders.ts';
import { errors, refusals, withBody } from './responses.ts';

/** An HTML page. */
export const html = refusals((response) => ({
  ...response,
  headers: { ...response.headers, 'content-type': 'text/html' },
  body: '<!doctype html><title>Error</title><h1>Something went wrong</h1>',
}));
/** A plain text. */
export const bareText = refusals((response) => ({ ...response, body: 'bad request' }));
/** No body at all. */
export const silent = refusals((response) => ({ ...response, body: '' }));
/** `error` is an object. */
export const nested = errors(({ error }) => ({ error: { message: error } }));
/** The message is under another key. */
export const underMessage = errors(({ error }) => ({ message: error }));

/** Replaces `from` in the message by `other`. */
export function reworded(from: string, other: string): Wrap {
  return errors((json) => ({ ...json, error: String(json['error']).replace(from, other) }));
}

/** Refusals whose body matches have another status. */
export function restated(saying: RegExp, status: number): Wrap {
  return refusals((response: Response) => (saying.test(response.body) ? { ...response, status } : response));
}

/** Refusals for which `when` holds become a successful response with this body. */
export function forgiven(body: unknown, when: (json: JsonObject) => boolean = () => true): Wrap {
  return refusals((response) => (when(jsonOf(response)) ? { ...withBody(response, body), status: 200 } : response));
}
