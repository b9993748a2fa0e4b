/** scenarios/suite/golden: traces beside their scenarios, JSON lines, which later runs must repeat byte by byte. */
import { parseJson } from '../../base/json.ts';
import { pointerTo } from '../../base/json-pointer.ts';
import type { Ran } from './turn.ts';

/** `fok.yaml` has `fok.golden.jsonl` beside it. */
export function goldenFile(file: string): string {
  return `${file.replace(/\.ya?ml$/, '')}.golden.jsonl`;
}

/** The lines of one case. They do not depend on the folder of the files. */
export function goldenLines({ result, stepTrace }: Ran): readonly string[] {
  return stepTrace.map((line) => JSON.stringify({ case: result.case, ...line }));
}

/** The first line that differs from the file, counted from 1; `undefined` on a side without such a line. */
export type Departure = Omit<LineDifference, 'pointer'> & { readonly line: number };

/** The first difference of `actual` from the file; undefined if there is none. */
export function departure(text: string, actual: readonly string[]): Departure | undefined {
  const expected = text.split('\n');
  // The last line ends too.
  if (expected.at(-1) === '') expected.pop();
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index += 1) {
    if (expected[index] !== actual[index]) return { line: index + 1, expected: expected[index], actual: actual[index] };
  }
  return undefined;
}

/** A value of two lines that differs, by its JSON pointer; a side without the value is undefined. */
export type LineDifference = {
  readonly pointer: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
};

/** More differences of one line do not help. */
const DIFFERENCES_MAX = 5;

/** The values that differ; bodies of requests and responses are compared as JSON, if they are. */
export function lineDifferences(expected: string | undefined, actual: string | undefined): readonly LineDifference[] {
  if (expected === undefined || actual === undefined) return [{ pointer: '', expected, actual }];
  return valueDifferences(parseJson(expected), parseJson(actual), '').slice(0, DIFFERENCES_MAX);
}

function valueDifferences(expected: unknown, actual: unknown, pointer: string): readonly LineDifference[] {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  const [one, other] = [inside(expected), inside(actual)];
  if (one === undefined || other === undefined || Array.isArray(one) !== Array.isArray(other))
    return [{ pointer, expected: JSON.stringify(expected), actual: JSON.stringify(actual) }];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const inner = [...keys].flatMap((key) => valueDifferences(one[key], other[key], pointerTo(pointer, key)));
  // The order of keys alone differs, or the white space of a body.
  return inner.length > 0 ? inner : [{ pointer, expected: JSON.stringify(expected), actual: JSON.stringify(actual) }];
}

/** The members of a value or of the JSON in a text. */
function inside(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : undefined;
}
