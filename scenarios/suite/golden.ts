/**
 * scenarios/suite/golden: traces that are kept on file beside their scenario: JSON lines, one a step, of all cases in order. A
 * later run in process has to tell the same, byte by byte.
 */
import type { TraceLine } from '../running/result.ts';
import type { Ran } from './turn.ts';

/** `fok.yaml` has `fok.golden.jsonl` beside it. */
export function goldenFile(file: string): string {
  return `${file.replace(/\.ya?ml$/, '')}.golden.jsonl`;
}

/** The lines of one case. Nothing in them depends on where the files lie. */
export function goldenLines({ result, trace }: Ran): readonly string[] {
  const name = result.case === undefined ? {} : { case: result.case };
  return trace.map((line: TraceLine) => JSON.stringify({ ...name, ...line }));
}

/** The first line that is not as on file, counted from 1; `undefined` on either side where there is no such line. */
export type Departure = {
  readonly line: number;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
};

/** Where `actual` departs from the text on file; undefined where it is the same. */
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
