/**
 * conformance/saving/broken-expectation: what a finding means as the `expect` of a step: the first of the ways to say it that
 * the answer in question does not meet.
 */

import type { Expectation } from '../../scenarios/language/expectation.ts';
import { isDeep } from '../../scenarios/recording/leaves.ts';
import { differencesOf } from '../../scenarios/running/expecting.ts';
import { type Pointed, pointed } from '../../scenarios/running/pointer.ts';
import { parseJson } from '../../spec/json.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Sighting } from '../execution/history.ts';
import { EXTRA_FIELDS } from '../shape/answers.ts';

/** A pattern that is longer is read by nobody. */
const PATTERN_LENGTH_MAX = 100_000;

/**
 * What the answer should have been and was not; undefined where the answer alone does not show it. `isFit` refuses what may
 * not be written down.
 */
export function brokenExpectation(
  sighting: Sighting,
  isFit: (expectation: Expectation) => boolean,
): Expectation | undefined {
  const { request, response } = sighting.last;
  const parsed = parseJson(response.body);
  const answer = { response, json: isDeep(parsed) ? undefined : parsed };
  return candidates(sighting, answer.json).find(
    (expectation) => isFit(expectation) && differencesOf(expectation, request, answer, {}).length > 0,
  );
}

/** The plainest first. Literal texts of answers are kept from being read as templates. */
function candidates(sighting: Sighting, json: unknown): readonly Expectation[] {
  const { deviation, last } = sighting;
  const { expected, pointer = '' } = deviation;
  const place = pointed(json, pointer);
  const status = Number(/\bstatus ([1-5]\d\d)\b/.exec(expected)?.[1]);
  const named: Expectation[] = Number.isInteger(status) ? [{ status }] : [];
  if (!isSuccess(last.response)) {
    const error: Expectation[] = [{ error: true }, ...named];
    return isAboutErrors(sighting)
      ? [...error, ...valueCandidates(sighting, pointer, place), { status: '2xx' }]
      : [...error, { status: '2xx' }];
  }
  const refusal: Expectation[] = isAboutErrors(sighting) ? [...named, { error: true }] : named;
  return [
    ...refusal,
    ...(sighting.clause === EXTRA_FIELDS ? [extraField(pointer, String(deviation.actual))] : []),
    { shape: true },
    { headers: { 'content-type': { $match: '^application/json' } } },
    ...valueCandidates(sighting, pointer, place),
    ...(isSpeaking(sighting) && isShort(json) ? [{ body: { $not: patternOf(json) } }] : []),
  ];
}

function isAboutErrors({ clause, deviation }: Sighting): boolean {
  return /^7\//.test(clause) || /\b(?:error|refus\w*|reject\w*|4xx)\b/i.test(deviation.expected);
}

function extraField(pointer: string, field: string): Expectation {
  return { at: { [`${pointer}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`]: { $absent: true } } };
}

/** Something else at the place of the finding, or anything where there was nothing. */
function valueCandidates({ deviation, clause }: Sighting, pointer: string, place: Pointed): readonly Expectation[] {
  const { expected, actual } = deviation;
  const row = /^(.*)\/\d+(\/[^/]+)$/.exec(pointer);
  if (row !== null && /\bonce\b/.test(expected)) return [{ at: { [row[1] ?? '']: { $unique: row[2] } } }];
  const { found, value } = place;
  if (Array.isArray(value) && isCount(actual, value.length))
    return [{ at: { [pointer]: { $not: { $length: value.length } } } }];
  if (pointer === '' || isOfTwoAnswers(clause)) return [];
  if (!found) return actual === undefined ? [{ at: { [pointer]: { $present: true } } }] : [];
  const isMeant = typeof value === 'object' ? isShort(value) : String(value) === String(actual);
  return isMeant ? [{ at: { [pointer]: { $not: patternOf(value) } } }] : [];
}

/** Answers to writes say little of what was wrong, and of two answers that do not agree the wrong one is not known. */
function isSpeaking({ clause, last }: Sighting): boolean {
  return last.request.path !== '/order' && !isOfTwoAnswers(clause);
}

function isOfTwoAnswers(clause: string): boolean {
  return clause.endsWith('.walk');
}

function isShort(value: unknown): boolean {
  return (JSON.stringify(value) ?? '').length <= PATTERN_LENGTH_MAX;
}

function isCount(actual: unknown, length: number): boolean {
  return actual === length || (typeof actual === 'string' && new RegExp(`^${length} \\w+$`).test(actual));
}

/** What is another at every time, whatever is right or wrong with an answer. */
const MOMENT = /^(?:timestamp|hash|last_update)$|(?:At|Time|_time)$/;

/** The value as a pattern: texts are no templates, and moments are left out. */
function patternOf(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', '$$${');
  if (Array.isArray(value)) return value.map(patternOf);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => !MOMENT.test(key));
  // An empty object would match every object, and one of a single key with a dollar would be read as a matcher.
  if (fields.length === 0 || fields.some(([key]) => key.startsWith('$'))) return { $exact: {} };
  return Object.fromEntries(fields.map(([key, inner]) => [key, patternOf(inner)]));
}
