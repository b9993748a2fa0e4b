/** scenarios/reading/calls: calls of macros: each macro exists, gets its parameters, and ends. */

import { didYouMean } from '../../base/closest.ts';
import { memberAt, objectAt, textAt } from '../../base/json.ts';
import type { FoundMacro, Macros } from './macros.ts';
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';
import { listsIn } from './steps.ts';
import { listed } from './words.ts';

export type Call = { readonly name: string; readonly path: Path; readonly given: readonly string[] };

/** All calls in a list of steps, those inside blocks among them; paths from the list on. */
export function callsIn(steps: readonly unknown[]): readonly Call[] {
  return steps.flatMap((step, index): readonly Call[] => {
    const inside = listsIn(step).flatMap(({ path, steps: list }) =>
      callsIn(list).map((call) => ({ ...call, path: [index, ...path, ...call.path] })),
    );
    const name = textAt(step, 'call');
    if (name === undefined) return inside;
    return [{ name, path: [index], given: Object.keys(objectAt(step, 'with') ?? {}) }, ...inside];
  });
}

export function reportCalls(reading: Reading, scenario: Readonly<Record<string, unknown>>, macros: Macros): void {
  reportCallsOf(reading, ['steps'], scenario['steps'], macros);
  reportCallsOf(reading, ['finally'], scenario['finally'], macros);
  for (const macro of macros.values()) reportCallsOf(macro.reading, [...macro.path, 'steps'], stepsOf(macro), macros);
  reportCircles(macros);
}

function reportCallsOf(reading: Reading, around: Path, steps: unknown, macros: Macros): void {
  if (!Array.isArray(steps)) return;
  for (const call of callsIn(steps)) reportCall(reading, { ...call, path: [...around, ...call.path] }, macros);
}

function reportCall(reading: Reading, call: Call, macros: Macros): void {
  const macro = macros.get(call.name);
  if (macro === undefined) {
    const names = [...macros.keys()];
    const advice = didYouMean(' ', call.name, names, '"');
    const known = names.length === 0 ? ' no macro is defined here, see use:' : ` there are ${listed(names, 20)}`;
    reading.report([...call.path, 'call'], `no macro "${call.name}":${advice}${known}`);
    return;
  }
  const params = paramsOf(macro);
  const names = Object.keys(params);
  for (const name of call.given.filter((one) => !names.includes(one))) {
    const advice = didYouMean(': ', name, names, '"');
    const known = names.length === 0 ? 'it has none' : `it has ${listed(names, 20)}`;
    reading.report([...call.path, 'with', name], `${call.name} has no parameter "${name}"${advice} (${known})`, 'key');
  }
  const missing = names.filter((name) => params[name] === null && !call.given.includes(name));
  if (missing.length > 0) {
    const plural = missing.length === 1 ? '' : 's';
    reading.report(
      [...call.path, 'call'],
      `${call.name} needs the parameter${plural} ${missing.join(', ')}: add it to with:`,
    );
  }
}

/** Each circle once, at the macro of it that comes first. */
function reportCircles(macros: Macros): void {
  const done = new Set<string>();
  const visit = (macro: FoundMacro, way: readonly string[]): void => {
    const start = way.indexOf(macro.name);
    if (start !== -1) {
      const circle = [...way.slice(start), macro.name].join(' -> ');
      const first = macros.get(way[start] ?? '') ?? macro;
      first.reading.report(first.path, `macros call each other in a circle: ${circle}`, 'key');
      return;
    }
    if (done.has(macro.name)) return;
    const steps = stepsOf(macro);
    const names = new Set(Array.isArray(steps) ? callsIn(steps).map(({ name }) => name) : []);
    for (const name of names) {
      const called = macros.get(name);
      if (called !== undefined) visit(called, [...way, macro.name]);
    }
    done.add(macro.name);
  };
  for (const macro of macros.values()) visit(macro, []);
}

export function stepsOf({ written }: FoundMacro): unknown {
  return memberAt(written, 'steps');
}

export function paramsOf({ written }: FoundMacro): Readonly<Record<string, unknown>> {
  return objectAt(written, 'params') ?? {};
}
