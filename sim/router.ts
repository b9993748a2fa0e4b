/**
 * sim/router: finds the route of a method and a path. Built from the route table: literal paths are looked up whole,
 * so they win over parameters, and a parameter is always the last segment.
 */
import { invariant } from '../spec/result.ts';
import type { Param, ServedRoute } from '../spec/route.ts';

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

/** The methods of one path (or of one prefix that a parameter follows). */
type Methods<Entry extends Routed> = Map<string, Entry>;

/** A router over these entries. `HEAD` is answered as `GET`; a trailing slash makes a path unknown. */
export function createRouter<Entry extends Routed>(entries: readonly Entry[]): Router<Entry> {
  const literals = new Map<string, Methods<Entry>>();
  const prefixes = new Map<string, Methods<Entry>>();
  for (const entry of entries) {
    const { path, method } = entry.route;
    const brace = path.indexOf('{');
    invariant(brace === -1 || path.indexOf('/', brace) === -1, `the parameter of ${path} is its last segment`);
    const [table, key] = brace === -1 ? [literals, path] : [prefixes, path.slice(0, brace)];
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
    return matchParameter(prefixes, method, path) ?? { kind: 'unknown', nearest: nearestEntry(entries, path) };
  };
}

/** One match per method of a literal path, created once, so that the hot path allocates nothing. */
function readyMatches<Entry extends Routed>(methods: Methods<Entry>): Map<string, Match<Entry>> {
  return new Map([...methods.keys()].map((method) => [method, matchMethod(methods, method, '')]));
}

function matchMethod<Entry extends Routed>(methods: Methods<Entry>, method: string, pathValue: string): Match<Entry> {
  const entry = methods.get(method);
  if (entry !== undefined) return { kind: 'route', entry, pathValue };
  const [any] = methods.values();
  invariant(any !== undefined, 'a known path has a route');
  return { kind: 'wrong-method', entry: any, allow: [...methods.keys()].join(', ') };
}

function matchParameter<Entry extends Routed>(
  prefixes: ReadonlyMap<string, Methods<Entry>>,
  method: string,
  path: string,
): Match<Entry> | undefined {
  const slash = path.lastIndexOf('/') + 1;
  const raw = path.slice(slash);
  const prefix = path.slice(0, slash);
  const methods = prefixes.get(prefix) ?? prefixes.get(decodeLiteral(prefix) ?? prefix);
  if (methods === undefined || raw === '') return undefined;
  const pathValue = decode(raw);
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
  const decoded = decode(path);
  return decoded === undefined || decoded.split('/').length !== path.split('/').length ? undefined : decoded;
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
