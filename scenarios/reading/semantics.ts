/** scenarios/reading/semantics: expressions, variables, patterns and names, checked before a scenario is played. */
import { isObject, type JsonObject, memberAt, objectAt } from '../../base/json.ts';
import { patternFaults } from '../../wire/pattern/pattern-faults.ts';
import { paramsOf, stepsOf } from './calls.ts';
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
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';
import { listOf, listsIn, verbIn } from './steps.ts';
import { reportExpression, reportTexts } from './texts.ts';

/** The names known so far while steps are walked in order. It grows as steps set variables. */
type Walk = { readonly reading: Reading; readonly known: Known };

export function reportMeaning(reading: Reading, scenario: JsonObject, macros: Macros): void {
  const steps = [...listOf(scenario['steps']), ...listOf(scenario['finally'])];
  const anywhere = new Set([...namesAnywhereIn(steps), ...[...macros.values()].flatMap(namesOfMacro)]);
  const known: Known = { own: new Set(BUILT_IN), around: undefined, anywhere };
  const walk: Walk = { reading, known };
  reportVariables(walk, ['vars'], scenario['vars']);
  reportCases(walk, listOf(scenario['cases']));
  reportAlways(walk, scenario);
  reportSteps(walk, ['steps'], scenario['steps']);
  reportSteps(walk, ['finally'], scenario['finally']);
  // A macro sees the variables of its callers, and these may be anywhere.
  const callers = knownInside(known, anywhere);
  for (const macro of macros.values()) reportMacro(macro, callers);
}

/** Variables with values: each may use those before it. */
function reportVariables({ reading, known }: Walk, path: Path, variables: unknown) {
  if (!isObject(variables)) return;
  for (const [name, value] of Object.entries(variables)) {
    reportName(reading, [...path, name], name);
    reportTexts(reading, [...path, name], value, known);
    known.own.add(name);
  }
}

/** Variables of all cases are known afterwards: steps for only some cases have a `when`. */
function reportCases({ reading, known }: Walk, cases: readonly unknown[]) {
  const names = new Set<string>();
  for (const [index, one] of cases.entries()) {
    reportVariables({ reading, known: knownInside(known, []) }, ['cases', index], one);
    for (const name of isObject(one) ? Object.keys(one) : []) names.add(name);
    const label = memberAt(one, 'name');
    const isSecond = cases.slice(0, index).some((other) => memberAt(other, 'name') === label);
    if (label !== undefined && isSecond)
      reading.report(['cases', index, 'name'], 'another case has this name: change one');
  }
  for (const name of names) known.own.add(name);
}

/** `always` is evaluated after the first step already. */
function reportAlways({ reading, known }: Walk, scenario: JsonObject) {
  const byThen = knownInside(known, namesAnywhereIn(listOf(scenario['steps']).slice(0, 1)));
  for (const [index, expression] of listOf(scenario['always']).entries())
    reportExpression(reading, ['always', index], expression, byThen);
}

function namesOfMacro(macro: FoundMacro): readonly string[] {
  return [...Object.keys(paramsOf(macro)), ...namesAnywhereIn(stepsOf(macro))];
}

function reportMacro(macro: FoundMacro, callers: Known) {
  const { reading, path } = macro;
  const params = Object.entries(paramsOf(macro));
  for (const [name, value] of params) {
    reportName(reading, [...path, 'params', name], name);
    reportTexts(reading, [...path, 'params', name], value, callers);
  }
  reportSteps({ reading, known: knownInside(callers, []) }, [...path, 'steps'], stepsOf(macro));
}

function reportSteps(walk: Walk, path: Path, steps: unknown) {
  for (const [index, step] of listOf(steps).entries()) reportStep(walk, [...path, index], step);
}

function reportStep(walk: Walk, path: Path, step: unknown) {
  if (!isObject(step)) return;
  const { reading, known } = walk;
  const verb = verbIn(step);
  const lists = listsIn(step);
  for (const [key, value] of Object.entries(step)) {
    if (key === 'when') reportExpression(reading, [...path, key], value, known);
    else if (key === 'check') reportChecks(reading, [...path, key], value, known);
    else if (key === 'set') reportVariables(walk, [...path, key], value);
    else if (key === verb && lists.length > 0) reportHead(walk, [...path, key], value);
    else reportTexts(reading, [...path, key], value, known);
  }
  reportPatterns(reading, path, step);
  for (const { key, name } of namesOf(step)) {
    if (key !== 'set') reportName(reading, [...path, key, name], name);
    known.own.add(name);
  }
  for (const inside of lists)
    reportSteps({ reading, known: inBlock(known, step, lists) }, [...path, ...inside.path], inside.steps);
  for (const name of namesLeftBy([step])) known.own.add(name);
}

/** The keys of a block beside its steps. */
function reportHead({ reading, known }: Walk, path: Path, block: unknown) {
  if (!isObject(block)) return;
  for (const key of ['of', 'times', 'within', 'every']) reportTexts(reading, [...path, key], block[key], known);
  if (typeof block['as'] === 'string') reportName(reading, [...path, 'as'], block['as']);
}

/** A loop has its own variable inside; concurrent clients see each other's variables. */
function inBlock(known: Known, step: Record<string, unknown>, lists: ReturnType<typeof listsIn>): Known {
  const own = loopVariable(step);
  if (own !== undefined) return knownInside(known, [own]);
  return knownInside(known, lists.length > 1 ? lists.flatMap(({ steps }) => [...namesLeftBy(steps)]) : []);
}

function reportChecks(reading: Reading, path: Path, checks: unknown, known: Known) {
  if (!Array.isArray(checks)) reportExpression(reading, path, checks, known);
  for (const [index, check] of listOf(checks).entries()) reportExpression(reading, [...path, index], check, known);
}

function reportName(reading: Reading, path: Path, name: string) {
  const trouble = mayNotBeCalled(name);
  if (trouble !== undefined) reading.report(path, trouble, path.at(-1) === name ? 'key' : 'value');
}

function reportPatterns(reading: Reading, path: Path, step: JsonObject) {
  for (const [inside, pattern] of patternsIn(step)) {
    for (const problem of patternFaults(pattern))
      reading.report([...path, ...inside, ...problem.path], problem.message);
  }
  for (const [name, source] of entriesOf(step['capture'])) {
    if (typeof source !== 'string' || source === '' || source.startsWith('/') || source.includes('${')) continue;
    reading.report(
      [...path, 'capture', name],
      'expected a pointer into the response (/0/id), or an expression in braces after a dollar sign',
    );
  }
  for (const key of ['get', 'post', 'delete', 'path']) {
    const target = step[key];
    if (typeof target !== 'string' || target.startsWith('/') || target.startsWith('${')) continue;
    reading.report(
      [...path, key],
      'expected a path that starts with /: the deployment is chosen when the scenario is run',
    );
  }
}

type Placed = readonly (readonly [Path, unknown])[];

function patternsIn(step: JsonObject): Placed {
  const expect = objectAt(step, 'expect') ?? {};
  const state = objectAt(step, 'expectState') ?? {};
  return [
    ...['body', 'error'].filter((key) => key in expect).map((key) => [['expect', key], expect[key]] as const),
    ...['at', 'headers'].flatMap((key) => within(['expect', key], expect[key])),
    ...['events', 'never', 'count'].flatMap((key) => within(['expectState', key], state[key])),
  ];
}

/** The values in a list or an object, each with its path. */
function within(path: Path, value: unknown): Placed {
  const entries = Array.isArray(value) ? value.entries() : entriesOf(value);
  return [...entries].map(([key, inner]: readonly [string | number, unknown]) => [[...path, key], inner]);
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}
