/** scenarios/recording/expectation-words: the expectation of a step: what every run repeats of the response. */

import { isObject, parseJson } from '../../base/json.ts';
import { errorSchemas } from '../../spec/errors.ts';
import type { Route } from '../../spec/route.ts';
import { isSuccess, type Response } from '../../wire/message.ts';
import { isDeep } from './leaves.ts';
import { type Knowledge, patternOf } from './patterns.ts';
import type { Words } from './request-words.ts';

/**
 * The part of the responses that is expected again. `status`: only that. `shape`: also the fields of the interface, and
 * the bodies of responses to writes. `body`: everything except values that differ in every run. `values`: the same, but
 * only the shape of long pages that anybody can read.
 */
export type Strictness = 'status' | 'shape' | 'values' | 'body';

/** Characters of a public page that a person still reads in a scenario. */
const PAGE_LENGTH_MAX = 4_000;

/** Whether values of responses are expected, and not only their shape. */
export function expectsValues(strictness: Strictness): boolean {
  return strictness === 'values' || strictness === 'body';
}

export function expectationWords(
  { route, isWrite }: { readonly route: Route | undefined; readonly isWrite: boolean },
  response: Response,
  strictness: Strictness,
  known: Knowledge,
): Words {
  const status = { status: response.status };
  if (strictness === 'status') return status;
  const json = parseJson(response.body);
  if (json === undefined || isDeep(json)) return status;
  if (!isSuccess(response)) return { ...status, ...errorWords(route, json, strictness, known) };
  const isShaped = route?.ok.safeParse(json).success === true;
  const isShort = route?.auth === 'L2' || response.body.length <= PAGE_LENGTH_MAX;
  const isWhole = isWrite || strictness === 'body' || (strictness === 'values' && isShort);
  const body = isWhole ? { body: patternOf(json, known) } : {};
  return { ...status, ...(isShaped && { shape: true }), ...body };
}

/** True for requests whose responses describe an effect: signed ones that do not only read. */
export function isWrite(route: Route | undefined, method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && (route === undefined || route.auth === 'L2');
}

function errorWords(route: Route | undefined, json: unknown, strictness: Strictness, known: Knowledge): Words {
  const isFamily = route !== undefined && errorSchemas[route.family].safeParse(json).success;
  if (isFamily && isObject(json))
    return { error: expectsValues(strictness) ? patternOf(json['error'], known, 'error') : true };
  return isObject(json) && typeof json['error'] === 'string' ? { body: { error: { $type: 'string' } } } : {};
}
