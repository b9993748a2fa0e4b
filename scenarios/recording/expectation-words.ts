/** scenarios/recording/expectation-words: the expectation of a step: the parts of the recorded response that every run repeats. */
import { errorSchemas } from '../../spec/errors.ts';
import { isObject, parseJson } from '../../spec/json.ts';
import type { Route } from '../../spec/route.ts';
import { isSuccess, type Response } from '../../wire/message.ts';
import { isDeep } from './leaves.ts';
import { type Knowledge, patternOf } from './patterns.ts';
import type { Words } from './request-words.ts';

/**
 * The part of the responses that is expected again. `status`: only that. `shape`: also the fields of the interface, and the
 * bodies of responses to writes. `body`: everything except values that differ in every run.
 */
export type Strictness = 'status' | 'shape' | 'body';

/** The `expect` of one step. It holds for the recorded response itself. */
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
  const isWhole = strictness === 'body' || isWrite;
  const body = isWhole ? { body: patternOf(json, known) } : {};
  return { ...status, ...(isShaped ? { shape: true } : {}), ...body };
}

/** True for requests whose responses describe an effect: signed ones that do not only read. */
export function isWrite(route: Route | undefined, method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && (route === undefined || route.auth === 'L2');
}

function errorWords(route: Route | undefined, json: unknown, strictness: Strictness, known: Knowledge): Words {
  const isFamily = route !== undefined && errorSchemas[route.family].safeParse(json).success;
  if (isFamily && isObject(json)) {
    return { error: strictness === 'body' ? patternOf(json['error'], known, 'error') : true };
  }
  return isObject(json) && typeof json['error'] === 'string' ? { body: { error: { $type: 'string' } } } : {};
}
