/** wire/pattern/pattern-faults: faults of a pattern, found before it is compared with a value. */
import { didYouMean } from '../../base/closest.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { DEPTH_MAX, isUnfilled, matcherName } from './matcher.ts';
import { MATCHERS } from './matchers.ts';

/** The place in the pattern, and one line that states what to write instead. */
export type PatternFault = { readonly path: readonly (string | number)[]; readonly message: string };

const FAULTS_MAX = 100;

type Path = readonly (string | number)[];

/** All faults of a pattern, in order. Texts with `${expressions}` can become anything and are taken as they are. */
export function patternFaults(pattern: unknown): readonly PatternFault[] {
  const faults: PatternFault[] = [];
  inspect(pattern, [], (path, message) => {
    if (faults.length < FAULTS_MAX) faults.push({ path, message });
  });
  return faults;
}

type Report = (path: Path, message: string) => void;

function inspect(pattern: unknown, path: Path, report: Report) {
  if (path.length > DEPTH_MAX) return report(path, `the pattern is more than ${DEPTH_MAX} levels deep`);
  if (Array.isArray(pattern)) {
    for (const [index, element] of pattern.entries()) inspect(element, [...path, index], report);
  } else if (isObject(pattern)) inspectObject(pattern, path, report);
}

function inspectObject(pattern: JsonObject, path: Path, report: Report) {
  const name = matcherName(pattern);
  if (name !== undefined) return inspectMatcher(name, pattern[name], path, report);
  const stranger = Object.keys(pattern).find((key) => key.startsWith('$') && !isUnfilled(key));
  if (stranger !== undefined) {
    const way = MATCHERS.has(stranger) ? '; join matchers with {$all: [...]}' : '';
    const literally = '(write a key of the response inside {$exact: ...})';
    report([...path, stranger], `${stranger.slice(0, 40)} must be the only key of its object${way} ${literally}`);
  }
  for (const [key, value] of Object.entries(pattern)) {
    if (!key.startsWith('$')) inspect(value, [...path, key], report);
  }
}

function inspectMatcher(name: `$${string}`, operand: unknown, path: Path, report: Report) {
  const here = [...path, name];
  if (isUnfilled(name)) return inspect(operand, here, report);
  const matcher = MATCHERS.get(name);
  if (matcher === undefined) {
    const known = [...MATCHERS.keys()];
    const advice = didYouMean('', name, known, '', 3) || `there are ${known.join(', ')}`;
    report(here, `there is no matcher ${name.slice(0, 40)}: ${advice}`);
    return;
  }
  if (isUnfilled(operand)) return;
  const fault = matcher.fault?.(operand);
  if (fault !== undefined) report(here, fault.startsWith('needs') ? `${name} ${fault}` : `${name}: ${fault}`);
  else if (matcher.holds !== undefined) inspect(operand, here, report);
}
