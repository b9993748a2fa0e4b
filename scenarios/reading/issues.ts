/** scenarios/reading/issues: the issues of a schema with a value, in words: one correction for each fault. */
import type { z } from 'zod';
import { didYouMean, likely } from '../../base/closest.ts';
import type { Path } from './source.ts';

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  tuple: 'a list',
  null: 'nothing (null)',
};

/** The expectation as a noun: `a number`, `one of: BUY, SELL`. The texts of schemas are quoted. */
export function nounOf(issue: z.core.$ZodIssue): string {
  if (!/^(?:Invalid|Too|Unrecognized)\b/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap((issues) => issues.map(nounOf)))].join(' or ');
    case 'too_small': {
      const bound = issue.exact ? 'exactly' : issue.inclusive ? 'at least' : 'more than';
      return `${bound} ${amount(issue.minimum, issue.origin)}`;
    }
    case 'too_big': {
      const bound = issue.exact ? 'exactly' : issue.inclusive ? 'at most' : 'less than';
      return `${bound} ${amount(issue.maximum, issue.origin)}`;
    }
    default:
      return issue.message;
  }
}

function amount(count: number | bigint, origin: string): string {
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'item' : undefined;
  if (unit === undefined) return String(count);
  return `${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
}

export function describe(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object') return 'a mapping';
  if (typeof value !== 'string') return String(value);
  return value === '' ? 'an empty text' : `"${value.length > 60 ? `${value.slice(0, 57)}...` : value}"`;
}

/** Names for a message: the first `count`, and the number of others. */
export function listed(names: readonly string[], count: number): string {
  const rest = names.length - count;
  return names.slice(0, count).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** One thing to correct; `at`: whether the key or the value at `path` is wrong. */
type Correction = { readonly path: Path; readonly message: string; readonly at: 'key' | 'value' };

type Issue = z.core.$ZodIssue;

/** All corrections of a value that `schema` refused with `issues`. */
export function correctionsOf(schema: z.ZodType, value: unknown, issues: readonly Issue[]): readonly Correction[] {
  const flat = issues.flatMap((issue) => flatten(issue, []));
  const unknown = flat.flatMap(({ issue, path }) =>
    issue.code === 'unrecognized_keys' ? unknownKeys(schema, path, issue.keys, valueAt(value, path)) : [],
  );
  const meant = new Set(unknown.map(({ meant: name, path }) => JSON.stringify([...path.slice(0, -1), name])));
  const others = flat
    .filter(({ issue }) => issue.code !== 'unrecognized_keys')
    // A key that is misspelt is not missing as well.
    .filter(({ path }) => valueAt(value, path) !== undefined || !meant.has(JSON.stringify(path)))
    .map(({ issue, path }) => correctionOf(issue, path, value));
  return [...unknown, ...others];
}

/** An issue of a union becomes the issues of the alternative that was meant, if that is known. */
function flatten(issue: Issue, around: Path): readonly { readonly issue: Issue; readonly path: Path }[] {
  const path = [...around, ...(issue.path as Path)];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ issue, path }];
  const meant = issue.errors.filter((issues) => !issues.some(isOfOtherKind)).sort((a, b) => cost(a) - cost(b))[0];
  return meant === undefined ? [{ issue, path }] : meant.flatMap((inner) => flatten(inner, path));
}

/** The value is of another kind altogether: a text instead of a mapping. */
function isOfOtherKind(issue: Issue) {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union') return issue.errors.every((issues) => issues.some(isOfOtherKind));
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_format';
}

/** How far a mapping is from an alternative: foreign keys weigh most. */
function cost(issues: readonly Issue[]): number {
  const foreign = issues.map((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys.length : 0,
  );
  return foreign.reduce((sum, count) => sum + count, 0) * 1_000 + issues.length;
}

function unknownKeys(
  schema: z.ZodType,
  path: Path,
  keys: readonly string[],
  around: unknown,
): readonly (Correction & { readonly meant: string | undefined })[] {
  const free = keysAt(schema, path).filter((key) => !Object.hasOwn(Object(around), key));
  return keys.map((key) => {
    const [meant] = likely(key, free);
    const advice = meant === undefined ? '' : `: did you mean "${meant}"?`;
    const known = free.length === 0 ? '' : ` (known here: ${free.join(', ')})`;
    return { path: [...path, key], at: 'key', meant, message: `unknown key "${key}"${advice}${known}` };
  });
}

function correctionOf(issue: Issue, path: Path, root: unknown): Correction {
  const value = valueAt(root, path);
  if (issue.code === 'invalid_key') {
    const wanted = issue.issues.map(nounOf).join(' or ');
    return { path, at: 'key', message: `expected as key ${wanted}; here is ${describe(path.at(-1))}` };
  }
  if (value === undefined && path.length > 0) {
    const around = path.slice(0, -1);
    return { path: around, at: 'value', message: `"${path.at(-1)}" is missing here: expected ${nounOf(issue)}` };
  }
  const advice = issue.code === 'invalid_value' ? didYouMean(': ', String(value), issue.values.map(String)) : '';
  return { path, at: 'value', message: `expected ${nounOf(issue)}; here is ${describe(value)}${advice}` };
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

type Schema = z.core.$ZodType;
type Inner = Readonly<{
  type: string;
  innerType?: Schema;
  getter?: () => Schema;
  options?: readonly Schema[];
  shape?: Readonly<Record<string, Schema>>;
  element?: Schema;
  items?: readonly Schema[];
  valueType?: Schema;
}>;

/** The keys of all possible mappings at `path`. */
function keysAt(schema: Schema, path: Path): readonly string[] {
  let here = alternatives(schema);
  for (const step of path) here = here.flatMap((one) => inside(one, step)).flatMap(alternatives);
  return [...new Set(here.flatMap((one) => Object.keys(innerOf(one).shape ?? {})))];
}

/** The schema without its wrappers: more than one if it is a union. */
function alternatives(schema: Schema): readonly Schema[] {
  const { innerType, getter, options } = innerOf(schema);
  if (options !== undefined) return options.flatMap(alternatives);
  const wrapped = innerType ?? (innerOf(schema).type === 'lazy' ? getter?.() : undefined);
  return wrapped === undefined ? [schema] : alternatives(wrapped);
}

function inside(schema: Schema, step: string | number): readonly Schema[] {
  const { shape, element, items, valueType } = innerOf(schema);
  const found = shape?.[step] ?? element ?? items?.[Number(step)] ?? valueType;
  return found === undefined ? [] : [found];
}

function innerOf(schema: Schema) {
  return schema._zod.def as unknown as Inner;
}
