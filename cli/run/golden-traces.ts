/** cli/run/golden-traces: golden traces on the disk: compared with the traces of a run, or written. */

import { readFileSync } from 'node:fs';
import { type JsonObject, parseJson, textAt } from '../../base/json.ts';
import { pointerTo } from '../../base/json-pointer.ts';
import { systemCode } from '../../base/system-code.ts';
import { cut } from '../../conformance/evidence/excerpt.ts';
import { visible } from '../../reports/untrusted.ts';
import type { StepFailure } from '../../scenarios/running/result.ts';
import { isGolden, type Ran, type Turn } from '../../scenarios/suite/turn.ts';
import { CliError } from '../exit.ts';
import { writeWhole } from '../files/whole-file.ts';

const SHOWN_LENGTH = 300;

/** The results: a case with another trace fails. `updates`: the traces are written instead. Throws `CliError`. */
export function heldAgainstGoldens(turns: readonly Turn[], ran: readonly (Ran | undefined)[], updates: boolean) {
  const results = [...ran];
  /** The traces that were written, and those that were not with the reason: one line each. */
  const notices: string[] = [];
  const golden = turns.flatMap(({ loaded }, index) => (isGolden(loaded) ? [{ file: loaded.file, index }] : []));
  for (const [file, places] of Map.groupBy(golden, (place) => place.file)) {
    const own = places.map(({ index }) => index);
    const played = own.flatMap((index) => results[index] ?? []);
    if (played.length < own.length) continue;
    if (updates) notices.push(update(file, played));
    // A failed case is not reported twice.
    else if (played.every(hasPassed)) hold(file, own, played, results);
  }
  return { ran: results, notices };
}

function update(file: string, played: readonly Ran[]): string {
  const path = goldenFile(file);
  if (!played.every(hasPassed)) return `${visible(path)} is unchanged: the scenario did not pass`;
  const lines = played.flatMap(goldenLines);
  writeWhole(path, lines.map((line) => `${line}\n`).join(''));
  return `${visible(path)} has ${lines.length} lines`;
}

/** The case with the first different line has failed. */
function hold(file: string, own: readonly number[], played: readonly Ran[], results: (Ran | undefined)[]) {
  const lines = played.map(goldenLines);
  const text = readGolden(goldenFile(file));
  const failure = text === undefined ? missing(file) : departed(file, departure(text, lines.flat()));
  if (failure === undefined) return;
  let passed = 0;
  const inCase = lines.findIndex(({ length }) => {
    passed += length;
    return failure.line <= passed;
  });
  const place = inCase === -1 ? own.length - 1 : inCase;
  const [index, one] = [own[place], played[place]];
  if (index === undefined || one === undefined) return;
  results[index] = { ...one, result: { ...one.result, verdict: 'fail', failures: [failure.failure] } };
}

type GoldenFailure = { readonly line: number; readonly failure: StepFailure };

function missing(file: string): GoldenFailure {
  const expected = `a file ${goldenFile(file)}: write it with touchstone run ${file} --update-golden`;
  return { line: 1, failure: failureOf('there is no golden trace', expected, 'none') };
}

function departed(file: string, found: Departure | undefined): GoldenFailure | undefined {
  if (found === undefined) return undefined;
  const { line, expected, actual } = found;
  const remedy = 'if the new one is right, use --update-golden';
  const title = `the trace differs from ${goldenFile(file)} at line ${line}; ${remedy}`;
  const differences = lineDifferences(expected, actual).map(shownBoth);
  return { line, failure: { at: placeOf(actual ?? expected), title, differences } };
}

/** The step of a line; `golden` for a line that is no step. */
function placeOf(line: string | undefined) {
  return textAt(parseJson(line ?? ''), 'at') ?? 'golden';
}

function shownBoth({ pointer, expected, actual }: LineDifference) {
  const nothing = pointer === '' ? 'the end of the trace' : 'nothing';
  return { pointer, expected: shown(expected, nothing), actual: shown(actual, nothing) };
}

function failureOf(title: string, expected: string, actual: string): StepFailure {
  return { at: 'golden', title, differences: [{ pointer: '', expected, actual }] };
}

function shown(line: string | undefined, nothing: string) {
  return line === undefined ? nothing : cut(line, SHOWN_LENGTH);
}

function hasPassed({ result }: Ran) {
  return result.verdict === 'pass';
}

function readGolden(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = systemCode(error, 'unreadable');
    if (code === 'ENOENT') return undefined;
    throw new CliError(`${visible(path)} cannot be read (${code}): check the path and its permissions`);
  }
}

/** `fok.yaml` has `fok.golden.jsonl` beside it. */
function goldenFile(file: string) {
  return `${file.replace(/\.ya?ml$/, '')}.golden.jsonl`;
}

/** The lines of one case. They do not depend on the folder of the files. */
function goldenLines({ result, stepTrace }: Ran): readonly string[] {
  return stepTrace.map((line) => JSON.stringify({ case: result.case, ...line }));
}

/** The first line that differs from the file, counted from 1; `undefined` on a side without such a line. */
type Departure = Omit<LineDifference, 'pointer'> & { readonly line: number };

/** The first difference of `actual` from the file; undefined if both are equal. */
function departure(text: string, actual: readonly string[]): Departure | undefined {
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
type LineDifference = {
  readonly pointer: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
};

/** More differences of one line do not help. */
const DIFFERENCES_MAX = 5;

/** The values that differ; bodies of requests and responses are compared as JSON, if they are. */
function lineDifferences(expected: string | undefined, actual: string | undefined): readonly LineDifference[] {
  if (expected === undefined || actual === undefined) return [{ pointer: '', expected, actual }];
  return valueDifferences(parseJson(expected), parseJson(actual), '').slice(0, DIFFERENCES_MAX);
}

function valueDifferences(expected: unknown, actual: unknown, pointer: string): readonly LineDifference[] {
  const whole = { pointer, expected: JSON.stringify(expected), actual: JSON.stringify(actual) };
  if (whole.expected === whole.actual) return [];
  const [one, other] = [inside(expected), inside(actual)];
  if (one === undefined || other === undefined || Array.isArray(one) !== Array.isArray(other)) return [whole];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const inner = [...keys].flatMap((key) => valueDifferences(one[key], other[key], pointerTo(pointer, key)));
  // The order of keys alone differs, or the white space of a body.
  return inner.length > 0 ? inner : [whole];
}

/** The members of a value or of the JSON in a text. */
function inside(value: unknown): JsonObject | undefined {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return typeof parsed === 'object' && parsed !== null ? (parsed as JsonObject) : undefined;
}
