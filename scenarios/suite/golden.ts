/**
 * scenarios/suite/golden: traces in files beside their scenarios: JSON lines, one a step, of all cases in order. A later run
 * in process must have the same trace, byte by byte.
 */
import type { TraceLine } from '../running/result.ts';
import type { Ran } from './turn.ts';

/** `fok.yaml` has `fok.golden.jsonl` beside it. */
export function goldenFile(file: string): string {
  return `${file.replace(/\.ya?ml$/, '')}.golden.jsonl`;
}

/** The lines of one case. They do not depend on the folder of the files. */
export function goldenLines({ result, trace }: Ran): readonly string[] {
  const name = result.case === undefined ? {} : { case: result.case };
  return trace.map((line: TraceLine) => JSON.stringify({ ...name, ...line }));
}

/** The first line that differs from the file, counted from 1; `undefined` on a side without such a line. */
export type Departure = {
  readonly line: number;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
};

/** The first difference of `actual` from the file; undefined if there is none. */
export function departure(text: string, actual: readonly string[]): Departure | undefined {
  const expected = text.split('\n');
  // The last line ends too.
  if (expected.at(-1) === '') expected.pop();
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index += 1) {
    if (expected[index] !== actual[index]) {
      return { line: index + 1, expected: expected[index], actual: actual[index] };
    }
  }
  return undefined;
}
