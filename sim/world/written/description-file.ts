/** sim/world/written/description-file: validates descriptions: values of any kind, and YAML files. */
import { readFileSync, statSync } from 'node:fs';
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { placeIn } from '../../option-fault.ts';
import { WorldError } from '../world-error.ts';
import { WorldStep, WrittenWorld } from './description.ts';

/** Largest file. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Most uses of one anchor: more are an attack. */
const ALIASES_MAX = 100;

/** A description with all defaults filled in. Throws `WorldError`, one line with the place of the first fault. */
export function readDescription(value: unknown): WrittenWorld {
  return readAs(WrittenWorld, value, VERBS, 'step');
}

/** A value of a schema. Throws `WorldError` with the first fault. `verbs`: those of a step or command, the `kind`. */
export function readAs<Value>(schema: z.ZodType<Value>, value: unknown, verbs: readonly string[], kind: string): Value {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new WorldError(
    issue === undefined ? `no ${kind}` : faultText(issue, [], `not one ${kind}: ${verbs.join(', ')}`),
  );
}

/** The description in a YAML file. Throws `WorldError`, one line that begins with the path. */
export function readDescriptionFile(path: string): WrittenWorld {
  return named(path, () => readDescription(parseYaml(readText(path))));
}

/** The value in a YAML or JSON file of bounded size. Throws `WorldError`, one line that begins with the path. */
export function readYamlFile(path: string): unknown {
  return named(path, () => parseYaml(readText(path)));
}

/** The result of `read`, whose faults begin with the path of the file. */
export function named<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof WorldError) throw new WorldError(`${path}: ${cause.message}`);
    throw cause;
  }
}

function readText(path: string) {
  try {
    if (statSync(path).size > BYTES_MAX) throw new WorldError(`larger than ${BYTES_MAX} bytes; write less`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    if (cause instanceof WorldError) throw cause;
    throw new WorldError(`cannot be read (${oneLine(cause)})`);
  }
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw new WorldError(`not YAML: ${fault.message.split('\n')[0]?.replace(/:$/, '') ?? ''}`);
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (cause) {
    throw new WorldError(`not YAML: ${oneLine(cause)}`);
  }
}

const VERBS = WorldStep.options.flatMap(({ shape }) => Object.keys(shape));
type Path = readonly PropertyKey[];

/** Place and fault. For a step of the history, the fault in the branch of its verb. */
function faultText(issue: z.core.$ZodIssue, above: Path, noVerb: string) {
  const path = [...above, ...issue.path];
  const place = placeIn(path).replace(/^\./, '');
  const prefix = place === '' ? '' : `${place}: `;
  if (issue.code === 'invalid_key') return `${prefix}${issue.issues[0]?.message ?? issue.message}`;
  if (issue.code !== 'invalid_union') return `${prefix}${issue.message}`;
  const [first] = issue.errors.find((issues) => issues.every((inner) => inner.path.length > 0)) ?? [];
  if (first !== undefined) return faultText(first, path, noVerb);
  return `${prefix}${issue.message === 'Invalid input' ? noVerb : issue.message}`;
}

export function oneLine(cause: unknown): string {
  return cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : String(cause);
}
