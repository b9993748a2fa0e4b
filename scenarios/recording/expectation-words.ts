/** scenarios/recording/expectation-words: what a step expects of its answer: what a recorded one shows that will be so again. */
import { errorSchemas } from '../../spec/errors.ts';
import { isObject, parseJson } from '../../spec/json.ts';
import type { Route } from '../../spec/route.ts';
import { isSuccess, type Response } from '../../wire/message.ts';
import { isDeep } from './leaves.ts';
import { type Knowledge, patternOf } from './patterns.ts';
import type { Words } from './request-words.ts';

/**
 * How much of the answers is expected again. `status`: that alone. `shape`: the fields of the interface as well, and what
 * writes were answered. `body`: all of it, apart from what is never the same twice.
 */
export type Strictness = 'status' | 'shape' | 'body';

/** The `expect` of one step. What is written holds of the recorded answer itself. */
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

/** True for requests whose answers are about what they did: all that are signed and no reading. */
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
