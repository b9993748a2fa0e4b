/** sim/query: parses the query of a request by the table of its route, with a bounded cache of equal ones. */

import { ok, type Result, refuse } from '../base/result.ts';
import type { ErrorCondition } from '../spec/errors.ts';
import type { Param, ServedRoute } from '../spec/route.ts';
import { percentDecoded } from '../wire/percent.ts';
import { createCache } from './cache.ts';
import { type ParamValue, parseParam } from './param-value.ts';

/** Parsed query values by canonical name; absent ones with a default hold the default. */
export type ParamValues = Readonly<Record<string, ParamValue | undefined>>;

/** The fault of a query. `detail` is worded for the error family of the route. */
export type QueryRefusal = { readonly condition: ErrorCondition; readonly detail: string };
export type QueryParser = (raw: string) => Result<ParamValues, QueryRefusal>;

const CACHED_QUERIES_MAX = 512;
const CACHED_LENGTH_MAX = 2_048;
const NAME_SHOWN_MAX = 64;

type Problem = { readonly condition: ErrorCondition; readonly param: string; readonly rule: string };
type Pair = { readonly name: string; readonly text: string };

export function createQueryParser(route: ServedRoute): QueryParser {
  const params = new Map<string, Param>();
  for (const param of route.query) {
    for (const name of [param.name, ...(param.aliases ?? [])]) params.set(name, param);
  }
  const defaults: ParamValues = Object.fromEntries(route.query.map((param) => [param.name, param.default]));
  const isFree = !route.query.some((param) => param.required);
  const empty = ok(defaults);
  const cache = createCache<Result<ParamValues, QueryRefusal>>(CACHED_QUERIES_MAX);

  const parse = (raw: string): Result<ParamValues, QueryRefusal> => {
    const pairs = readPairs(raw);
    const values = pairs.ok ? readValues(route, params, defaults, pairs.value) : pairs;
    return values.ok ? values : refuse(inFamily(route, values.refusal));
  };
  return (raw) => {
    if (raw === '' && isFree) return empty;
    if (raw.length > CACHED_LENGTH_MAX) return parse(raw);
    return cache.get(raw) ?? cache.set(raw, parse(raw));
  };
}

export function inFamily(route: ServedRoute, { condition, param, rule }: Problem): QueryRefusal {
  return { condition, detail: route.family === 'wallet' ? shown(param) : `parameter ${shown(param)} ${rule}` };
}

function readValues(
  route: ServedRoute,
  params: ReadonlyMap<string, Param>,
  defaults: ParamValues,
  pairs: readonly Pair[],
): Result<ParamValues, Problem> {
  const values: Record<string, ParamValue | undefined> = { ...defaults };
  const names = new Set<string>();
  const given = new Map<Param, Pair>();
  const lists = new Map<Param, string[]>();
  for (const { name, text } of pairs) {
    const param = params.get(name);
    if (param === undefined) {
      if (!route.errors.includes('unknown-field')) continue;
      return refuse({ condition: 'unknown-field', param: name, rule: 'is not known here' });
    }
    // An empty value counts as a value here.
    if (names.has(name) && !isList(param)) return invalid(name, 'must be given once');
    names.add(name);
    if (text === '' && (param.required || isOptionalText(param))) continue;
    const earlier = given.get(param);
    if (earlier !== undefined && !isList(param) && !isSame(param, earlier.text, text)) {
      return invalid(name, `contradicts ${earlier.name}, which is the same parameter`);
    }
    given.set(param, { name, text });
    const parsed = parseParam(param, text);
    if (!parsed.ok) return invalid(name, parsed.refusal);
    if (typeof parsed.value === 'object') {
      const list = lists.get(param) ?? [];
      list.push(...parsed.value);
      lists.set(param, list);
    }
    values[param.name] = lists.get(param) ?? parsed.value;
  }
  const missing = route.query.find((param) => param.required === true && isEmpty(values[param.name]));
  if (missing === undefined) return ok(values);
  return refuse({ condition: 'missing-field', param: missing.name, rule: 'is required' });
}

function isList({ type, repeated }: Param) {
  return type === 'conditions' || repeated === true;
}

/** Forms send an empty text for an unused filter. */
function isOptionalText(param: Param) {
  if (param.required || param.members !== undefined) return false;
  return param.type === 'string' || param.type === 'conditions' || param.type === 'cursor';
}

/** Whether two texts of a parameter have the same meaning. */
function isSame({ caseless }: Param, a: string, b: string) {
  return a === b || (caseless === true && a.toLowerCase() === b.toLowerCase());
}

function isEmpty(value: ParamValue | undefined) {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function invalid(param: string, rule: string): Result<never, Problem> {
  return refuse({ condition: 'bad-request', param, rule });
}

function readPairs(raw: string): Result<Pair[], Problem> {
  const pairs: Pair[] = [];
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    const text = equals === -1 ? '' : decode(part.slice(equals + 1));
    if (name === undefined || text === undefined) {
      return invalid(name ?? rawName, 'is not valid percent-encoding');
    }
    pairs.push({ name, text });
  }
  return ok(pairs);
}

/** Percent-decoded text with `+` as a space; undefined if it is malformed or not UTF-8. */
function decode(text: string) {
  return percentDecoded(text.replaceAll('+', ' '));
}

/** The name of a parameter for an error message: quoted and shortened if it is unusual. */
function shown(name: string): string {
  if (/^[\w.-]{1,64}$/.test(name)) return name;
  return JSON.stringify(name.slice(0, NAME_SHOWN_MAX));
}
