/** wire/pattern/pattern-faults: what is wrong with a pattern before anything is held against it. */
import { likely } from '../../spec/closest.ts';
import { isObject, type JsonObject } from '../../spec/json.ts';
import { isUnfilled, matcherName } from './matcher.ts';
import { MATCHERS } from './matchers.ts';
import { DEPTH_MAX } from './work.ts';

/** Where in the pattern, and one line that says what to write instead. */
export type PatternFault = { readonly path: readonly (string | number)[]; readonly message: string };

const FAULTS_MAX = 100;

type Path = readonly (string | number)[];

/** All faults of a pattern, in order. Texts with `${expressions}` can become anything and are taken as they are. */
export function patternFaults(pattern: unknown): readonly PatternFault[] {
  const faults: PatternFault[] = [];
  look(pattern, [], (path, message) => {
    if (faults.length < FAULTS_MAX) faults.push({ path, message });
  });
  return faults;
}

type Tell = (path: Path, message: string) => void;

function look(pattern: unknown, path: Path, tell: Tell): void {
  if (path.length > DEPTH_MAX) {
    tell(path, `the pattern is more than ${DEPTH_MAX} levels deep`);
    return;
  }
  if (Array.isArray(pattern)) {
    for (const [index, element] of pattern.entries()) look(element, [...path, index], tell);
  } else if (isObject(pattern)) lookAtObject(pattern, path, tell);
}

function lookAtObject(pattern: JsonObject, path: Path, tell: Tell): void {
  const name = matcherName(pattern);
  if (name !== undefined) {
    lookAtMatcher(name, pattern[name], path, tell);
    return;
  }
  const stranger = Object.keys(pattern).find((key) => key.startsWith('$') && !isUnfilled(key));
  if (stranger !== undefined) {
    const way = MATCHERS.has(stranger) ? '; join matchers with {$all: [...]}' : '';
    const literally = '(a key of the answer goes inside {$exact: ...})';
    tell([...path, stranger], `${stranger.slice(0, 40)} has to stand alone in its object${way} ${literally}`);
  }
  for (const [key, value] of Object.entries(pattern)) {
    if (!key.startsWith('$')) look(value, [...path, key], tell);
  }
}

function lookAtMatcher(name: `$${string}`, operand: unknown, path: Path, tell: Tell): void {
  const here = [...path, name];
  if (isUnfilled(name)) {
    look(operand, here, tell);
    return;
  }
  const matcher = MATCHERS.get(name);
  if (matcher === undefined) {
    const known = [...MATCHERS.keys()];
    const near = likely(name, known, 3);
    const advice = near.length === 0 ? `there are ${known.join(', ')}` : `did you mean ${near.join(', ')}?`;
    tell(here, `there is no matcher ${name.slice(0, 40)}: ${advice}`);
    return;
  }
  if (isUnfilled(operand)) return;
  const fault = matcher.fault(operand);
  if (fault !== undefined) tell(here, fault.startsWith('needs') ? `${name} ${fault}` : `${name}: ${fault}`);
  else if (matcher.holds !== undefined) look(operand, here, tell);
}
