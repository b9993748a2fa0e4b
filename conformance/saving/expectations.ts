/**
 * conformance/saving/expectations: what a finding means as the `expect` of a step, as far as the clause and the words of the check
 * tell it: ways to say it, the plainest first. Whether the answer in question fails to meet one is seen when it is tried.
 */

import { pointerTo } from '../../spec/json-pointer.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import type { Sighting } from '../execution/history.ts';
import { EXTRA_FIELDS } from '../shape/answers.ts';
import { listWords } from './list-words.ts';

/** What the answer should have been, in general words: nothing of the run is in them. */
export function expectationsOf(sighting: Sighting): readonly Expectation[] {
  const { deviation, clause, trail, cited } = sighting;
  const { expected, pointer = '' } = deviation;
  const response = trail[cited]?.response;
  const isRefused = response !== undefined && !isSuccess(response);
  const status = Number(/\bstatus ([1-5]\d\d)\b/.exec(expected)?.[1]);
  const named: Expectation[] = Number.isInteger(status) ? [{ status }] : [];
  const isAboutErrors = /^7\//.test(clause) || /\b(?:error|refus\w*|reject\w*|4xx)\b/i.test(expected);
  const error: Expectation[] = isAboutErrors ? [{ error: true }] : [];
  if (isRefused) return [...error, ...named, ...headersOf(expected), { status: '2xx' }];
  return [
    ...named,
    ...error,
    ...(clause === EXTRA_FIELDS ? [absent(pointer, String(deviation.actual))] : []),
    ...noField(pointer, expected),
    { shape: true },
    { headers: { 'content-type': { $match: '^application/json' } } },
    ...headersOf(expected),
    ...listWords(sighting),
  ];
}

function absent(pointer: string, field: string): Expectation {
  return { at: { [pointerTo(pointer, field)]: { $absent: true } } };
}

function noField(pointer: string, expected: string): readonly Expectation[] {
  const field = /^no field (\w+)$/.exec(expected)?.[1];
  return field === undefined ? [] : [absent(pointer, field)];
}

/** Headers that checks speak of, and what they are like. */
const HEADERS: readonly (readonly [RegExp, string, string])[] = [
  [/\bDate\b/, 'date', '^[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT$'],
  [/\bRetry-After\b/, 'retry-after', '^\\d+$'],
  [/\bx-next-cursor\b/i, 'x-next-cursor', '\\S'],
];

function headersOf(expected: string): readonly Expectation[] {
  const spokenOf = HEADERS.filter(([pattern]) => pattern.test(expected));
  return spokenOf.map(([, name, $match]) => ({ headers: { [name]: { $match } } }));
}
