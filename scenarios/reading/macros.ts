/** scenarios/reading/macros: the macros of a scenario: its own, and those of all files that it uses. */

import { z } from 'zod';
import { isObject, listAt, objectAt } from '../../base/json.ts';
import { type Result, refuse } from '../../base/result.ts';
import { Macro, MacroFile } from '../language/scenario.ts';
import { Name } from '../language/vocabulary.ts';
import { FILES_MAX, type Files, openSource, usedPath } from './files.ts';
import type { Problem } from './problem.ts';
import { checked, type Reading, readingOf } from './problem-list.ts';
import type { Path, Source } from './source.ts';
import { listOf, readSteps } from './steps.ts';

export type FoundMacro = Readonly<{
  name: string;
  reading: Reading;
  path: Path;
  /** As it is written, even if it has problems. */
  written: unknown;
  macro: Macro | undefined;
}>;

const MACROS_MAX = 500;

export type Macros = ReadonlyMap<string, FoundMacro>;

/** The head of a macro: its steps are read one by one. */
const Head = Macro.extend({ steps: z.array(z.unknown()).min(1) });
const MacroFileHead = MacroFile.extend({ macros: z.record(z.string(), z.unknown()).default({}) });

type Gathering = Readonly<{
  scenario: string;
  files: Files;
  problems: Problem[];
  macros: Map<string, FoundMacro>;
  done: Set<string>;
}>;

/** Macros of `reading` (the scenario, as parsed so far) and of all files that it uses. Problems are reported. */
export function gatherMacros(reading: Reading, files: Files, problems: Problem[]): Macros {
  const scenario = reading.source.file;
  const gathering: Gathering = {
    scenario,
    files,
    problems,
    macros: new Map(),
    done: new Set([realOf(scenario, files)]),
  };
  gather(reading, [scenario], gathering);
  return gathering.macros;
}

/** `way`: the files from the scenario to this one. */
function gather(reading: Reading, way: readonly string[], gathering: Gathering) {
  const root = reading.source.value;
  if (!isObject(root)) return;
  for (const [index, wanted] of listOf(root['use']).entries()) {
    if (typeof wanted === 'string') use(reading, ['use', index], wanted, way, gathering);
  }
  const own = objectAt(root, 'macros') ?? {};
  for (const [name, written] of Object.entries(own)) addMacro(reading, name, written, gathering);
}

function use(reading: Reading, path: Path, wanted: string, way: readonly string[], gathering: Gathering) {
  const found = toUse(reading, wanted, way, gathering);
  if (!found.ok) reading.report(path, found.refusal);
  if (!found.ok || found.value === undefined) return;
  const inner = readingOf(found.value, gathering.problems);
  checked(inner, [], MacroFileHead, found.value.value ?? {});
  gather(inner, [...way, found.value.file], gathering);
}

/** The used file; undefined if it was read before or its problems are already reported. */
function toUse(
  reading: Reading,
  wanted: string,
  way: readonly string[],
  { files, scenario, done, problems }: Gathering,
): Result<Source | undefined, string> {
  const found = usedPath(reading.source.file, wanted, scenario, files);
  if (!found.ok) return refuse(`${wanted}: ${found.refusal}`);
  const real = realOf(found.value, files);
  const circle = way.findIndex((file) => realOf(file, files) === real);
  if (circle !== -1)
    return refuse(`files use each other in a circle: ${[...way.slice(circle), found.value].join(' -> ')}`);
  if (done.has(real)) return { ok: true, value: undefined };
  if (done.size >= FILES_MAX) return refuse(`a scenario is made of at most ${FILES_MAX} files`);
  done.add(real);
  const source = files.parsed?.get(found.value) ?? openSource(found.value, files);
  files.parsed?.set(found.value, source);
  if (!source.ok) problems.push(...source.refusal);
  if (!source.ok) return { ok: true, value: undefined };
  const isScenario = isObject(source.value.value) && 'scenario' in source.value.value;
  if (isScenario) return refuse(`${found.value} is a scenario: only files of macros can be used`);
  return source;
}

function addMacro(reading: Reading, name: string, written: unknown, { macros }: Gathering) {
  const path: Path = ['macros', name];
  if (!Name.safeParse(name).success)
    reading.report(path, 'a macro is called by a lower-case letter, then letters, digits or underscores', 'key');
  const other = macros.get(name);
  const refusal =
    other !== undefined
      ? `there is a macro "${name}" in ${other.reading.source.file} already: rename one`
      : macros.size >= MACROS_MAX && `a scenario has at most ${MACROS_MAX} macros`;
  if (refusal) reading.report(path, refusal, 'key');
  if (refusal) return;
  const head = checked(reading, path, Head, written);
  const steps = readSteps(reading, [...path, 'steps'], listAt(written, 'steps'));
  macros.set(name, { name, reading, path, written, macro: head === undefined ? undefined : { ...head, steps } });
}

function realOf(path: string, files: Files) {
  try {
    return files.real(path);
  } catch {
    // A missing file is reported when it is read; until then it is known by its path.
    return path;
  }
}
