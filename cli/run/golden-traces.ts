/** cli/run/golden-traces: golden traces on the disk: compared with the traces of a run, or written. */

import { readFileSync } from 'node:fs';
import { parseJson, textAt } from '../../base/json.ts';
import { systemCode } from '../../base/system-code.ts';
import { cut } from '../../conformance/evidence/excerpt.ts';
import { visible } from '../../reports/untrusted.ts';
import type { StepFailure } from '../../scenarios/running/result.ts';
import {
  type Departure,
  departure,
  goldenFile,
  goldenLines,
  type LineDifference,
  lineDifferences,
} from '../../scenarios/suite/golden.ts';
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
function hold(file: string, own: readonly number[], played: readonly Ran[], results: (Ran | undefined)[]): void {
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
  const title = `the trace differs from ${goldenFile(file)} at line ${line}; if the new one is right, use --update-golden`;
  const differences = lineDifferences(expected, actual).map((each) => ({ ...each, ...shownBoth(each) }));
  return { line, failure: { at: placeOf(actual ?? expected), title, differences } };
}

/** The step of a line; `golden` for a line that is no step. */
function placeOf(line: string | undefined): string {
  return textAt(parseJson(line ?? ''), 'at') ?? 'golden';
}

function shownBoth({ pointer, expected, actual }: LineDifference): {
  readonly expected: string;
  readonly actual: string;
} {
  const nothing = pointer === '' ? 'the end of the trace' : 'nothing';
  return { expected: shown(expected, nothing), actual: shown(actual, nothing) };
}

function failureOf(title: string, expected: string, actual: string): StepFailure {
  return { at: 'golden', title, differences: [{ pointer: '', expected, actual }] };
}

function shown(line: string | undefined, nothing: string): string {
  return line === undefined ? nothing : cut(line, SHOWN_LENGTH);
}

function hasPassed({ result }: Ran): boolean {
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
