/** proof/judge/variant: a named change of a service: a mutant breaks a clause, a quirk is lawful. */
import { entriesOf } from '../../base/record.ts';
import type { CheckId } from '../../conformance/check-ids.generated.ts';
import type { LogIds } from '../../sim/log-ids.ts';
import type { ExtraRoute } from '../../spec/clob/extra-route.ts';
import type { ClauseId, DecisionId } from '../../spec/ids.generated.ts';
import type { RouteId } from '../../spec/route.ts';
import type { Event } from '../../spec/venue/event.ts';
import type { Credentials } from '../../wire/credentials.ts';
import type { Handler, Request } from '../../wire/message.ts';
import { matchRoute, matchServed } from '../../wire/route-match.ts';
import type { WorldOptions } from './wrappers/changed-world.ts';

/** The inputs of a wrapper: accepted keys, the clock in milliseconds, the event log, wire names of its numbers. */
export type Internals = {
  readonly credentials: Credentials;
  now(): number;
  log(): readonly Event[];
  ids(): LogIds;
};

/** Wraps a service, once for each of its lives, so that it may keep state; it may call `handle` repeatedly. */
export type Wrap = {
  (handle: Handler, internals: Internals): Handler;
  /** The only routes whose requests and responses it changes; absent if it may change any. */
  readonly routes?: readonly RouteId[];
};

/** An HTTP server in front of a handler. `url` is its base address, without a trailing slash. */
type VariantServer = { readonly url: string; close(): Promise<void> };

/** Starts a server on 127.0.0.1, on a free port. Everything random about it follows from `seed`. */
type Transport = (handle: Handler, seed: string) => Promise<VariantServer>;

/** The smallest generated world with rows enough to show the change, or a world of its own; `small` if absent. */
type World = 'small' | 'medium' | WorldOptions;

type Family =
  | 'shape'
  | 'bounds'
  | 'pagination'
  | 'filter'
  | 'ordering'
  | 'error'
  | 'auth'
  | 'stateful'
  | 'heartbeat'
  | 'consistency'
  | 'transport'
  | 'limits'
  | 'stale'
  | 'drawn'
  | 'decisions'
  | 'planted';

type Change = Readonly<{
  /** Unique. `<route>.<what>` for a mutant, in kebab-case for a quirk. */
  id: string;
  /** The mistake or the quirk in one line. */
  title: string;
  world?: World;
  wrap?: Wrap;
  transport?: Transport;
}>;

/** A route of the interface, or one that profiles add or serve in another form (`P/...`). */
export type MutantRoute = RouteId | ExtraRoute['id'];

type Breaking = Readonly<{
  lawful?: never;
  breaks: ClauseId;
  /** The check that has to fail; any that cites the clause if absent. */
  seenBy?: CheckId;
  /** The route on which it shows. One of a profile is judged with a profile that has it. */
  route: MutantRoute;
  family: Family;
}>;

type Lawful = Readonly<{
  lawful: true;
  breaks?: never;
  /** An entry of `alternatives` in spec/decisions.yaml, word for word. */
  alternative?: { readonly decision: DecisionId; readonly text: string };
  /** Clauses that may warn: the interface advises against the quirk. No other clause may warn. */
  warns?: readonly ClauseId[];
  /** The checks of request windows judge it, and no others. All other quirks go without them. */
  fillsWindows?: true;
}>;

export type Mutant = Omit<Change, 'world'> & Breaking & { readonly world: 'small' | 'medium'; readonly wrap: Wrap };
export type Quirk = Change & Lawful;
export type Variant = Mutant | Quirk;

/** As the tables below compute it: the type of a row proves that its ids exist. */
type Named<Any extends Variant> = Omit<Any, 'seenBy' | 'alternative'> & {
  readonly seenBy?: string;
  readonly alternative?: object;
};

/** One row of a table of mutants: name, clause, the mistake in one line, its change, and the world that shows it. */
type MutantRow = readonly [
  what: string,
  breaks: ClauseId,
  title: string,
  change: Wrap | Required<Pick<Mutant, 'transport'>>,
  world?: Mutant['world'],
];

type MutantRows = (route: MutantRoute, rows: readonly MutantRow[]) => readonly Mutant[];
type MutantTable = { readonly [Route in MutantRoute]?: readonly MutantRow[] };

/** Mutants of a family: those `on` a route, or in a `table` of routes, change only that one; `wide` ones wrap all. */
export function family(name: Family) {
  const wide: MutantRows = (route, rows) =>
    rows.map(([what, breaks, title, change, world = 'small']) => {
      const parts = typeof change === 'function' ? { wrap: change } : { wrap: together([]), ...change };
      return { id: `${route}.${what}`, title, breaks, route, family: name, world, ...parts };
    });
  const on: MutantRows = (route, rows) =>
    wide(route, rows).map((mutant) => ({ ...mutant, wrap: onRoute(route, mutant.wrap) }));
  const table = (rows: MutantTable) => entriesOf(rows).flatMap(([route, own]) => on(route, own));
  return { on, wide, table };
}

type Letter<Text extends string> = Text extends `${infer First}${infer Rest}` ? First | Letter<Rest> : never;

/**
 * One row of a table of quirks: id, title, change. `D/decision: text` names an alternative of a decision, word for
 * word, which is the title then. The change is a wrapper, or a world or a connection with or without one.
 */
type QuirkRow = readonly [
  id: string,
  title: `D/${DecisionId}: ${string}` | `${Letter<'abcdefghijklmnopqrstuvwxyz'>}${string}`,
  change: Wrap | Pick<Quirk, 'world' | 'wrap' | 'transport'>,
  more?: Pick<Quirk, 'warns' | 'fillsWindows'>,
];

export function quirks(rows: readonly QuirkRow[]): readonly Quirk[];
export function quirks(rows: readonly QuirkRow[]): readonly Named<Quirk>[] {
  return rows.map(([id, title, change, more]) => {
    const [, decision, text] = /^D\/([\w-]+): (.*)$/.exec(title) ?? [];
    const alternative = decision === undefined || text === undefined ? {} : { alternative: { decision, text } };
    const parts = typeof change === 'function' ? { wrap: change } : change;
    return { id, lawful: true, title: text ?? title, ...alternative, ...parts, ...more };
  });
}

export function layerOf({ transport, world }: Quirk): 'handler' | 'world' | 'transport' {
  if (transport !== undefined) return 'transport';
  return world === undefined ? 'handler' : 'world';
}

/** The wrapper on one route; requests of all others pass unchanged. */
export function onRoute(route: MutantRoute, wrap: Wrap): Wrap {
  // Profiles sign some routes of the interface with headers of their own.
  if (isOfProfile(route))
    return only((request) => [route, route.slice('P/'.length)].includes(matchServed(request)?.id ?? ''), wrap);
  return on(
    [route],
    only((request) => matchRoute(request)?.id === route, wrap),
  );
}

function only(isChanged: (request: Request) => boolean, wrap: Wrap): Wrap {
  return (handle, internals) => {
    const changed = wrap(handle, internals);
    return (request) => (isChanged(request) ? changed(request) : handle(request));
  };
}

function isOfProfile(route: MutantRoute): route is ExtraRoute['id'] {
  return route.startsWith('P/');
}

export function onEach(routes: readonly RouteId[], wrap: Wrap): Wrap {
  return together(routes.map((route) => onRoute(route, wrap)));
}

/** Combines wrappers; the first is the innermost. */
export function together(wraps: readonly Wrap[]): Wrap {
  const routes = wraps.flatMap((wrap) => wrap.routes ?? []);
  const all: Wrap = (handle, internals) => wraps.reduce((inner, wrap) => wrap(inner, internals), handle);
  return wraps.every((wrap) => wrap.routes !== undefined) ? on(routes, all) : all;
}

/** States that the wrapper changes these routes only. */
export function on(routes: readonly RouteId[], wrap: Wrap): Wrap {
  const own: Wrap = (handle, internals) => wrap(handle, internals);
  return Object.assign(own, { routes });
}

/** The checks of a route without its name: `.order.column`. */
type Own<Id extends RouteId, Any = CheckId> = Any extends `${Id}.${infer Name}` ? `.${Name}` : never;

/** One row of a table of faults for single checks: check, broken clause, mistake, wrapper. */
type SeenRow<Seen> = readonly [check: Seen, breaks: ClauseId, title: string, wrap: Wrap];

/** Mutants by route that one check has to see each. A check of the route may be named without it. */
export function seen(table: { readonly [Id in RouteId]?: readonly SeenRow<CheckId | Own<Id>>[] }): readonly Mutant[];
export function seen(table: Readonly<Partial<Record<RouteId, readonly SeenRow<string>[]>>>): readonly Named<Mutant>[] {
  return entriesOf(table).flatMap(([route, rows]) =>
    rows.map(([check, breaks, title, wrap]) => {
      const seenBy = check.startsWith('.') ? `${route}${check}` : check;
      const id = `${seenBy}.${breaks.replace(/^.*\//, '')}`;
      const own = wrap.routes === undefined ? onRoute(route, wrap) : wrap;
      return { id, title, breaks, seenBy, route, family: 'planted', world: 'small', wrap: own } as const;
    }),
  );
}
