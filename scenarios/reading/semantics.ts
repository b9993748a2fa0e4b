/**
 * scenarios/reading/semantics: what can be known of a scenario before it is played: every expression parses and speaks of variables
 * that are there by then, every pattern can be matched, names of wallets and markets exist.
 */

import { paramsOf, stepsOf } from './calls.ts';
import { tellCast } from './cast.ts';
import type { Reading } from './fault-list.ts';
import type { FoundMacro, Macros } from './macros.ts';
import {
  BUILT_IN,
  type Known,
  knownInside,
  loopVariable,
  mayNotBeCalled,
  namesAnywhereIn,
  namesLeftBy,
  namesOf,
} from './names.ts';
import { tellPatterns } from './patterns.ts';
import type { Path } from './source.ts';
import { isRecord, listOf, listsIn, verbIn } from './steps.ts';
import { tellExpression, tellTexts } from './texts.ts';

/** The names known so far while steps are walked in order. It grows as steps set variables. */
type Walk = { readonly reading: Reading; readonly known: Known };

/** Tells what is wrong with a scenario as it is written, and with its macros. */
export function tellMeaning(reading: Reading, scenario: Readonly<Record<string, unknown>>, macros: Macros): void {
  const steps = [...listOf(scenario['steps']), ...listOf(scenario['finally'])];
  const anywhere = new Set([...namesAnywhereIn(steps), ...[...macros.values()].flatMap(namesOfMacro)]);
  const known: Known = { own: new Set(BUILT_IN), around: undefined, anywhere };
  const walk: Walk = { reading, known };
  tellVariables(walk, ['vars'], scenario['vars']);
  tellCases(walk, listOf(scenario['cases']));
  tellAlways(walk, scenario);
  tellSteps(walk, ['steps'], scenario['steps']);
  tellSteps(walk, ['finally'], scenario['finally']);
  // A macro sees what its callers see, and these may be anywhere.
  const callers = knownInside(known, anywhere);
  for (const macro of macros.values()) tellMacro(macro, callers);
  tellCast(reading, scenario, macros);
}

/** Variables that are given: each may speak of those before it. */
function tellVariables({ reading, known }: Walk, path: Path, variables: unknown): void {
  if (!isRecord(variables)) return;
  for (const [name, value] of Object.entries(variables)) {
    tellName(reading, [...path, name], name);
    tellTexts(reading, [...path, name], value, known);
    known.own.add(name);
  }
}

/** Variables of all cases are known afterwards: steps that only some cases can take say so with `when`. */
function tellCases({ reading, known }: Walk, cases: readonly unknown[]): void {
  const names = new Set<string>();
  for (const [index, one] of cases.entries()) {
    tellVariables({ reading, known: knownInside(known, []) }, ['cases', index], one);
    for (const name of isRecord(one) ? Object.keys(one) : []) names.add(name);
    const label = isRecord(one) ? one['name'] : undefined;
    const isSecond = cases.slice(0, index).some((other) => isRecord(other) && other['name'] === label);
    if (label !== undefined && isSecond)
      reading.tell(['cases', index, 'name'], 'another case has this name: change one');
  }
  for (const name of names) known.own.add(name);
}

/** What always holds has to hold after the first step. */
function tellAlways({ reading, known }: Walk, scenario: Readonly<Record<string, unknown>>): void {
  const byThen = knownInside(known, namesAnywhereIn(listOf(scenario['steps']).slice(0, 1)));
  for (const [index, expression] of listOf(scenario['always']).entries()) {
    tellExpression(reading, ['always', index], expression, byThen);
  }
}

function namesOfMacro(macro: FoundMacro): readonly string[] {
  return [...Object.keys(paramsOf(macro)), ...namesAnywhereIn(stepsOf(macro))];
}

function tellMacro(macro: FoundMacro, callers: Known): void {
  const { reading, path } = macro;
  const params = Object.entries(paramsOf(macro));
  for (const [name, value] of params) {
    tellName(reading, [...path, 'params', name], name);
    tellTexts(reading, [...path, 'params', name], value, callers);
  }
  tellSteps({ reading, known: knownInside(callers, []) }, [...path, 'steps'], stepsOf(macro));
}

function tellSteps(walk: Walk, path: Path, steps: unknown): void {
  for (const [index, step] of listOf(steps).entries()) tellStep(walk, [...path, index], step);
}

function tellStep(walk: Walk, path: Path, step: unknown): void {
  if (!isRecord(step)) return;
  const { reading, known } = walk;
  const verb = verbIn(step);
  const lists = listsIn(step);
  for (const [key, value] of Object.entries(step)) {
    if (key === 'when') tellExpression(reading, [...path, key], value, known);
    else if (key === 'check') tellChecks(reading, [...path, key], value, known);
    else if (key === 'set') tellVariables(walk, [...path, key], value);
    else if (key === verb && lists.length > 0) tellHead(walk, [...path, key], value);
    else tellTexts(reading, [...path, key], value, known);
  }
  tellPatterns(reading, path, step);
  for (const { key, name } of namesOf(step)) {
    if (key !== 'set') tellName(reading, [...path, key, name], name);
    known.own.add(name);
  }
  for (const inside of lists) {
    tellSteps({ reading, known: inBlock(known, step, lists) }, [...path, ...inside.path], inside.steps);
  }
  for (const name of namesLeftBy([step])) known.own.add(name);
}

/** What stands in a block beside its steps. */
function tellHead({ reading, known }: Walk, path: Path, block: unknown): void {
  if (!isRecord(block)) return;
  for (const key of ['of', 'times', 'within', 'every']) tellTexts(reading, [...path, key], block[key], known);
  if (typeof block['as'] === 'string') tellName(reading, [...path, 'as'], block['as']);
}

/** A loop has a variable of its own inside; clients side by side see what the others set. */
function inBlock(known: Known, step: Record<string, unknown>, lists: ReturnType<typeof listsIn>): Known {
  const own = loopVariable(step);
  if (own !== undefined) return knownInside(known, [own]);
  return knownInside(known, lists.length > 1 ? lists.flatMap(({ steps }) => [...namesLeftBy(steps)]) : []);
}

function tellChecks(reading: Reading, path: Path, checks: unknown, known: Known): void {
  if (!Array.isArray(checks)) tellExpression(reading, path, checks, known);
  for (const [index, check] of listOf(checks).entries()) tellExpression(reading, [...path, index], check, known);
}

function tellName(reading: Reading, path: Path, name: string): void {
  const trouble = mayNotBeCalled(name);
  if (trouble !== undefined) reading.tell(path, trouble, path.at(-1) === name ? 'key' : 'value');
}
