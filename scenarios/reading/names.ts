/** scenarios/reading/names: the variables that the steps of a scenario set, and valid names of variables. */

import { isObject, memberAt, textAt } from '../../base/json.ts';
import { listOf, listsIn } from './steps.ts';

/** Variables that always exist. */
export const BUILT_IN: readonly string[] = ['wallets', 'markets', 'found', 'now', 'seed', 'case', 'last'];

/** Words of the expression language. */
const WORDS = ['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if'];
const MORE_WORDS = ['import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'];
const TAKEN = new Set([...BUILT_IN, ...WORDS, ...MORE_WORDS]);

/** Why a variable cannot have this name; undefined if it can. */
export function mayNotBeCalled(name: string): string | undefined {
  if (BUILT_IN.includes(name)) return `"${name}" is always set and cannot be changed: choose another name`;
  if (TAKEN.has(name)) return `"${name}" is a word of the expression language: choose another name`;
  return /^[A-Za-z_]\w{0,63}$/.test(name)
    ? undefined
    : `"${name}" is not a valid name of a variable: expected a letter, then at most 63 letters, digits or underscores`;
}

/** The names that a step itself sets, each with its key. */
export function namesOf(step: unknown): readonly { readonly key: string; readonly name: string }[] {
  if (!isObject(step)) return [];
  return ['capture', 'set', 'draw'].flatMap((key) => {
    const names = step[key];
    return isObject(names) ? Object.keys(names).map((name) => ({ key, name })) : [];
  });
}

/** Variables that are known at a place: its own, and those around it. */
export type Known = {
  readonly own: Set<string>;
  readonly around: Known | undefined;
  /** All that are set somewhere, for advice. */
  readonly anywhere: ReadonlySet<string>;
};

export function knownInside(around: Known, names: Iterable<string>): Known {
  return { own: new Set(names), around, anywhere: around.anywhere };
}

export function isKnown(known: Known, name: string): boolean {
  for (let here: Known | undefined = known; here !== undefined; here = here.around) if (here.own.has(name)) return true;
  return false;
}

/** All names that are known, the innermost first. */
export function allKnown(known: Known): readonly string[] {
  const names = new Set<string>();
  for (let here: Known | undefined = known; here !== undefined; here = here.around) {
    for (const name of here.own) names.add(name);
  }
  return [...names];
}

export function loopVariable(step: unknown): string | undefined {
  for (const verb of ['repeat', 'each']) {
    const name = textAt(memberAt(step, verb), 'as');
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The names that exist after the steps: those first set in a macro, or a loop with a variable, are local to it. */
export function namesLeftBy(steps: unknown): ReadonlySet<string> {
  return namesIn(steps, (step) => loopVariable(step) === undefined);
}

/** Every name that is set in steps, however deep, the variables of loops among them. */
export function namesAnywhereIn(steps: unknown): ReadonlySet<string> {
  return namesIn(steps, () => true);
}

function namesIn(steps: unknown, entersBlock: (step: unknown) => boolean): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (list: unknown) => {
    for (const step of listOf(list)) {
      for (const { name } of namesOf(step)) names.add(name);
      if (!entersBlock(step)) continue;
      const own = loopVariable(step);
      if (own !== undefined) names.add(own);
      for (const inside of listsIn(step)) visit(inside.steps);
    }
  };
  visit(steps);
  return names;
}
