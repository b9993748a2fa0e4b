/** proof/judge/wrappers/refusals: wrappers that corrupt refusals. */
import type { JsonObject } from '../../../base/json.ts';
import type { Response } from '../../../wire/message.ts';
import type { Wrap } from '../variant.ts';
import { jsonOf } from './orders.ts';
import { errors, refusals, withBody } from './responses.ts';

export function reworded(from: string, other: string): Wrap {
  return errors((json) => ({ ...json, error: String(json['error']).replace(from, other) }));
}

export function restated(saying: RegExp, status: number): Wrap {
  return refusals((response: Response) => (saying.test(response.body) ? { ...response, status } : response));
}

/** Refusals for which `when` holds become a successful response with this body. */
export function forgiven(body: unknown, when: (json: JsonObject) => boolean = () => true): Wrap {
  return refusals((response) => (when(jsonOf(response)) ? { ...withBody(response, body), status: 200 } : response));
}
