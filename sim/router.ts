/** sim/router: finds the route of a method and a path. Literal paths win; a path has at most one parameter. */

import { invariant } from '../base/result.ts';
import type { Param, ServedRoute } from '../spec/route.ts';
import { percentDecoded } from '../wire/percent.ts';

export type Routed = { readonly route: ServedRoute };

export type Found<Entry extends Routed> = {
  readonly kind: 'route';
  readonly entry: Entry;
  /** The decoded path parameter, `''` if the route has none. */
  readonly pathValue: string;
};

export type Miss<Entry extends Routed> =
  /** A route whose path parameter is not valid percent-encoding. */
  | { readonly kind: 'malformed'; readonly entry: Entry; readonly param: Param }
  /** The path exists, the method does not; `entry` is any route of that path. */
  | { readonly kind: 'wrong-method'; readonly entry: Entry; readonly allow: string }
  /** `nearest` is a route whose path begins like this one, if any does. */
  | { readonly kind: 'unknown'; readonly nearest: Entry | undefined };

type Match<Entry extends Routed> = Found<Entry> | Miss<Entry>;

export type Router<Entry extends Routed> = (method: string, path: string) => Match<Entry>;

/** The methods of one path, or of one template: a path with `*` in the place of its parameter. */
type Methods<Entry extends Routed> = Map<string, Entry>;

/** A router over these entries. `HEAD` is answered as `GET`; a trailing slash makes a path unknown. */
export function createRouter<Entry extends Routed>(entries: readonly Entry[]): Router<Entry> {
  const literals = new Map<string, Methods<Entry>>();
  const templates = new Map<string, Methods<Entry>>();
  for (const entry of entries) {
    const { path, method } = entry.route;
    const key = path.replace(/\{\w+\}/, '*');
    invariant(!/\{|\*.*\/.*\//.test(key), `${path} has one parameter, with at most one segment after it`);
    const table = key === path ? literals : templates;
    const methods: Methods<Entry> = table.get(key) ?? new Map();
    methods.set(method, entry);
    if (method === 'GET') methods.set('HEAD', entry);
    table.set(key, methods);
  }
  const ready = new Map([...literals].map(([path, methods]) => [path, readyMatches(methods)]));

  return (method, path) => {
    const known = ready.get(path)?.get(method);
    if (known !== undefined) return known;
    const methods = literals.get((path.includes('%') ? decodeLiteral(path) : path) ?? '');
    if (methods !== undefined) return matchMethod(methods, method, '');
    return matchParameter(templates, method, path) ?? { kind: 'unknown', nearest: nearestEntry(entries, path) };
  };
}

/** One match per method of a literal path, created once, so that the hot path allocates nothing. */
function readyMatches<Entry extends Routed>(methods: Methods<Entry>) {
  return new Map([...methods.keys()].map((method) => [method, matchMethod(methods, method, '')]));
}

function matchMethod<Entry extends Routed>(methods: Methods<Entry>, method: string, pathValue: string): Match<Entry> {
  const entry = methods.get(method);
  if (entry !== undefined) return { kind: 'route', entry, pathValue };
  const [any] = methods.values();
  invariant(any !== undefined, 'a known path has a route');
  return { kind: 'wrong-method', entry: any, allow: [...methods.keys()].join(', ') };
}

type Templates<Entry extends Routed> = ReadonlyMap<string, Methods<Entry>>;

function matchParameter<Entry extends Routed>(
  templates: Templates<Entry>,
  method: string,
  path: string,
): Match<Entry> | undefined {
  const last = path.lastIndexOf('/') + 1;
  const before = path.lastIndexOf('/', last - 2) + 1;
  return (
    matchSegment(templates, method, path, [last, path.length]) ??
    (before > 0 ? matchSegment(templates, method, path, [before, last - 1]) : undefined)
  );
}

/** The match if the segment between two positions is the parameter. */
function matchSegment<Entry extends Routed>(
  templates: Templates<Entry>,
  method: string,
  path: string,
  [start, end]: readonly [number, number],
): Match<Entry> | undefined {
  const raw = path.slice(start, end);
  const prefix = path.slice(0, start);
  const suffix = path.slice(end);
  const methods =
    templates.get(`${prefix}*${suffix}`) ??
    templates.get(`${decodeLiteral(prefix) ?? prefix}*${decodeLiteral(suffix) ?? suffix}`);
  if (methods === undefined || raw === '') return undefined;
  const pathValue = percentDecoded(raw);
  if (pathValue !== undefined) return matchMethod(methods, method, pathValue);
  const match = matchMethod(methods, method, '');
  if (match.kind !== 'route') return match;
  const param = match.entry.route.pathParam;
  invariant(param !== undefined, `${match.entry.route.path} describes its parameter`);
  return { kind: 'malformed', entry: match.entry, param };
}

/** The entry with the longest literal path that is a prefix of this path, else one with the same first segment. */
function nearestEntry<Entry extends Routed>(entries: readonly Entry[], path: string): Entry | undefined {
  let nearest: Entry | undefined;
  let longest = 0;
  for (const entry of entries) {
    const [literal = ''] = entry.route.path.split('{');
    if (literal.length <= longest || !path.startsWith(literal.endsWith('/') ? literal : `${literal}/`)) continue;
    nearest = entry;
    longest = literal.length;
  }
  const [, first = ''] = path.split('/');
  return nearest ?? entries.find((entry) => entry.route.path.startsWith(`/${first}/`));
}

/** A path with each segment decoded; undefined if it is malformed or a segment would contain a slash. */
function decodeLiteral(path: string): string | undefined {
  const decoded = percentDecoded(path);
  return decoded?.split('/').length !== path.split('/').length ? undefined : decoded;
}
