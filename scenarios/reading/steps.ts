/** scenarios/reading/steps: the steps of a list, each validated by the schema of its verb, nested ones too. */
import { z } from 'zod';
import { likely } from '../../base/closest.ts';
import { isObject, type JsonObject, memberAt, numberAt } from '../../base/json.ts';
import { STEPS, type Step, VERBS, type Verb } from '../language/step.ts';
import { describe } from './issues.ts';
import { checked, type Reading } from './problem-list.ts';
import type { Path } from './source.ts';

/** The deepest nesting of blocks. Deeper ones are rejected as unreadable. */
const DEPTH_MAX = 16;
const TIMES_MAX = 10_000;

const Inner = z.array(z.unknown()).min(1);

const Clients = z
  .record(z.string(), Inner)
  .refine((clients) => Object.keys(clients).length > 0, 'at least one client with its steps');

/** Steps that hold others, whose inner steps are validated later. */
const OUTER: Partial<Record<Verb, z.ZodType>> = {
  until: STEPS.until.extend({ until: STEPS.until.shape.until.extend({ do: Inner }) }),
  repeat: STEPS.repeat.extend({ repeat: STEPS.repeat.shape.repeat.extend({ do: Inner }) }),
  each: STEPS.each.extend({ each: STEPS.each.shape.each.extend({ do: Inner }) }),
  together: STEPS.together.extend({ together: Clients }),
};

export function verbIn(step: unknown): Verb | undefined {
  return isObject(step) ? VERBS.find((verb) => Object.hasOwn(step, verb)) : undefined;
}

/** The lists of steps inside a step as it is written, each with its path from there. */
export function listsIn(step: unknown): readonly { readonly path: Path; readonly steps: readonly unknown[] }[] {
  const verb = verbIn(step);
  if (verb === undefined || OUTER[verb] === undefined || !isObject(step)) return [];
  const block = step[verb];
  if (!isObject(block)) return [];
  const lists = verb === 'together' ? Object.entries(block) : Object.entries(block).filter(([key]) => key === 'do');
  return lists.flatMap(([key, steps]) => (Array.isArray(steps) ? [{ path: [verb, key], steps }] : []));
}

/** Every step of a list as it is written, nested ones too, each with its place. */
export function* stepsWithin(path: Path, steps: unknown): Generator<readonly [place: Path, step: JsonObject]> {
  for (const [index, step] of listOf(steps).entries()) {
    if (!isObject(step)) continue;
    const place = [...path, index];
    yield [place, step];
    for (const inside of listsIn(step)) yield* stepsWithin([...place, ...inside.path], inside.steps);
  }
}

/** The steps, with defaults filled in; faulty ones are reported and left out. */
export function readSteps(reading: Reading, path: Path, list: readonly unknown[], depth = 1): Step[] {
  if (depth > DEPTH_MAX) {
    reading.report(path, `blocks of steps are nested deeper than ${DEPTH_MAX}: make macros of the inner ones`);
    return [];
  }
  return list.flatMap((step, index) => {
    const read = readStep(reading, [...path, index], step, depth);
    return read === undefined ? [] : [read];
  });
}

function readStep(reading: Reading, path: Path, step: unknown, depth: number): Step | undefined {
  const verb = verbOf(reading, path, step);
  if (verb === undefined) return undefined;
  const outer = checked(reading, path, OUTER[verb] ?? STEPS[verb], step);
  if (verb === 'repeat') reportEndless(reading, path, step);
  if (isObject(step)) reportBodies(reading, path, step);
  for (const inside of listsIn(step)) {
    const steps = readSteps(reading, [...path, ...inside.path], inside.steps, depth + 1);
    const [block, key] = inside.path;
    const held = memberAt(outer, String(block));
    if (isObject(held)) Object.assign(held, { [String(key)]: steps });
  }
  return outer as Step | undefined;
}

/** The one verb of a step; undefined, and reported, if it has none or several. */
function verbOf(reading: Reading, path: Path, step: unknown): Verb | undefined {
  if (!isObject(step)) {
    reading.report(path, `expected a step, a mapping with one verb (${VERBS.join(', ')}); here is ${describe(step)}`);
    return undefined;
  }
  const verbs = VERBS.filter((verb) => Object.hasOwn(step, verb));
  if (verbs.length === 1) return verbs[0];
  if (verbs.length > 1) {
    const second = verbs[1] ?? '';
    reading.report(
      [...path, second],
      `a step has one verb, this one has ${verbs.join(' and ')}: make several steps`,
      'key',
    );
    return undefined;
  }
  const keys = Object.keys(step);
  const [wrong, meant] = keys.map((key) => [key, likely(key, VERBS)[0]]).find(([, found]) => found !== undefined) ?? [];
  const advice = meant === undefined ? '' : ` did you mean "${meant}"?`;
  const problem = wrong === undefined ? 'this step has no verb' : `unknown verb "${wrong}":`;
  const place = wrong ?? keys[0];
  reading.report(
    place === undefined ? path : [...path, place],
    `${problem}${advice === '' ? ':' : advice} expected one of ${VERBS.join(', ')}`,
    'key',
  );
  return undefined;
}

function reportEndless(reading: Reading, path: Path, step: unknown) {
  const times = numberAt(memberAt(step, 'repeat'), 'times');
  if (times === undefined || (Number.isInteger(times) && times >= 0 && times <= TIMES_MAX)) return;
  reading.report(
    [...path, 'repeat', 'times'],
    `expected a whole number of times, at most ${TIMES_MAX}; here is ${times}`,
  );
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const BODIES = ['body', 'text', 'bytes'];

/** Reports a second body, and bytes that are not base64. The value of an expression is only known when it is played. */
function reportBodies(reading: Reading, path: Path, step: JsonObject) {
  const [first, second] = BODIES.filter((name) => Object.hasOwn(step, name));
  if (second !== undefined)
    reading.report([...path, second], `a request has one body, this one has ${first} too`, 'key');
  const { bytes } = step;
  if (typeof bytes !== 'string' || bytes.includes('${') || Buffer.from(bytes, 'base64').toString('base64') === bytes)
    return;
  reading.report([...path, 'bytes'], 'expected bytes as base64, four characters for three bytes: "AP8i"');
}
