/** scenarios/reading/read-scenario: a scenario file, validated, or all of its problems at once. */

import { z } from 'zod';
import { closest, likely } from '../../base/closest.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { type Result, refuse } from '../../base/result.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { ROUTES } from '../../spec/routes.ts';
import { bare, CONTROL_PREFIX } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { partsOf } from '../expression/template.ts';
import { ExpressionError } from '../expression/values.ts';
import { type Macro, Scenario } from '../language/scenario.ts';
import { callsIn, everyStep, reportCalls, reportUnknownNames } from './calls.ts';
import { type Files, filesUnder, openSource } from './files.ts';
import { gatherMacros, type Macros } from './macros.ts';
import { inOrder, type Problem } from './problem.ts';
import { checked, type Reading, readingOf } from './problem-list.ts';
import { reportMeaning } from './semantics.ts';
import type { Path, Source } from './source.ts';
import { listOf, readSteps } from './steps.ts';

/** One run of a scenario: its name, if it has one, and its variables (`name` among them). */
export type Case = { readonly name: string | undefined; readonly vars: JsonObject };

export type Loaded = Readonly<{
  file: string;
  name: string;
  scenario: Scenario;
  /** The macros that its steps call, directly or through others. */
  macros: Readonly<Record<string, Macro>>;
  /** One case without variables if the file lists none. */
  cases: readonly Case[];
  /** Valid steps that are probably mistakes, in order of place; absent if no file was read. */
  warnings?: readonly Problem[];
}>;

const List = z.array(z.unknown());

/** A scenario file with its steps and macros left for later. */
const Head = Scenario.extend({
  steps: List.min(1).max(100_000),
  finally: List.default([]),
  macros: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Reads `file`. `files`: the source of files and the folder that `use` does not leave; by default the disk and the
 * folder of the file. Rejected with at most fifty problems, in order of place.
 */
export function readScenario(file: string, files: Files = filesUnder()): Result<Loaded, readonly Problem[]> {
  const source = openSource(file, files);
  return source.ok ? scenarioOf(source.value, files) : source;
}

/** As `readScenario`, of a file that is parsed already. */
export function scenarioOf(source: Source, files: Files): Result<Loaded, readonly Problem[]> {
  const problems: Problem[] = [];
  const reading = readingOf(source, problems);
  const loaded = read(reading, files, problems);
  return loaded === undefined || problems.length > 0 ? refuse(inOrder(problems)) : { ok: true, value: loaded };
}

function read(reading: Reading, files: Files, problems: Problem[]): Loaded | undefined {
  const { value, file } = reading.source;
  const written = isObject(value) ? value : {};
  const head = checked(reading, [], Head, value);
  const macros = gatherMacros(reading, files, problems);
  const steps = readSteps(reading, ['steps'], listOf(written['steps']));
  const last = readSteps(reading, ['finally'], listOf(written['finally']));
  reportUnknownClauses(reading, listOf(written['clauses']));
  const all = everyStep(reading, written, macros);
  reportCalls(all, macros);
  reportMeaning(reading, written, macros);
  reportUnknownNames(reading, written, all);
  if (head === undefined) return undefined;
  const cases = head.cases?.map((vars) => ({ name: nameOf(vars), vars })) ?? [{ name: undefined, vars: {} }];
  const called = calledFrom([...listOf(written['steps']), ...listOf(written['finally'])], macros);
  const scenario: Scenario = { ...head, steps, finally: last, macros: named(Object.keys(head.macros), macros) };
  return { file, name: head.scenario, scenario, macros: called, cases, warnings: warningsOf(all) };
}

/** Requests of routes that the interface does not list. `send: GET` means that the path is intended. */
function warningsOf(steps: ReturnType<typeof everyStep>): readonly Problem[] {
  const warnings: Problem[] = [];
  for (const { reading, path, step } of steps) {
    const own = readingOf(reading.source, warnings);
    for (const [verb, method] of Object.entries(METHODS)) reportStrange(own, [...path, verb], method, step[verb]);
  }
  return inOrder(warnings);
}

function nameOf(vars: JsonObject): string | undefined {
  const name = vars['name'];
  return name === undefined ? undefined : String(name);
}

/** Macros that are reached from the steps: macros that are not called need nothing of a deployment. */
function calledFrom(steps: readonly unknown[], macros: Macros): Record<string, Macro> {
  const reached = new Set<string>();
  const visit = (list: readonly unknown[]) => {
    for (const name of callsIn(list)) {
      const written = macros.get(name)?.written;
      if (reached.has(name) || !isObject(written)) continue;
      reached.add(name);
      visit(listOf(written['steps']));
    }
  };
  visit(steps);
  return named([...reached], macros);
}

function named(names: readonly string[], macros: Macros): Record<string, Macro> {
  const found = names.flatMap((name) => {
    const macro = macros.get(name)?.macro;
    return macro === undefined ? [] : [[name, macro] as const];
  });
  return Object.fromEntries(found);
}

function reportUnknownClauses(reading: Reading, ids: readonly unknown[]) {
  if (ids.length === 0) return;
  const register = loadRegister();
  for (const [index, id] of ids.entries()) {
    if (typeof id !== 'string' || register.get(id) !== undefined) continue;
    const known = register.clauses.map((clause) => clause.id);
    const stem = `${id.split('/')[0]}/`;
    const near = known.filter((one) => one.startsWith(stem));
    const nearest = closest(id.slice(0, 100), near.length > 0 ? near : known, 3);
    reading.report(
      ['clauses', index],
      `no clause "${id}": nearest are ${nearest.join(', ')} (see touchstone spec clauses)`,
    );
  }
}

const METHODS: Readonly<Record<string, string>> = { get: 'GET', post: 'POST', delete: 'DELETE' };

function reportStrange(warnings: Reading, place: Path, method: string, target: unknown) {
  const path = typeof target === 'string' ? plainPath(target) : undefined;
  if (path === undefined || path.startsWith(CONTROL_PREFIX) || isListed(method, path)) return;
  warnings.report(place, () => {
    const other = Object.values(METHODS).find((one) => isListed(one, path));
    const known = ROUTES.filter((route) => route.method === method).map((route) => route.path);
    const [near] = likely(path, known);
    const meant = near === undefined ? '' : `: did you mean ${method} ${near}?`;
    const advice = other === undefined ? meant : `: there is ${other} ${path}.`;
    return `the interface lists no ${method} ${path}${advice} If it is meant: {send: ${method}, path: ${path}}`;
  });
}

/** The path with a word for each expression; undefined if one may be the whole path. */
function plainPath(target: string): string | undefined {
  try {
    const parts = partsOf(target);
    if (typeof parts[0] !== 'string' || !/^\/[^/]/.test(parts[0])) return undefined;
    return parts
      .map((part) => (typeof part === 'string' ? part : 'x'))
      .join('')
      .split('?')[0];
  } catch (error) {
    // An unterminated expression is reported as a problem.
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function isListed(method: string, path: string) {
  return matchRoute(bare(method, path)) !== undefined;
}
