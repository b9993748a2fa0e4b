/**
 * conformance/mutants/mutant: a mutant is the service with one clause broken, as a wrapper around its handler. The simulator
 * does not know about it. The mutants that a suite kills measure the suite.
 */
import type { Event } from '../../sim/core/event.ts';
import type { LogIds } from '../../sim/log-ids.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';
import type { RouteId } from '../../spec/route.ts';
import type { Credentials } from '../../wire/credentials.ts';
import type { Handler } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';

/**
 * The internals of the service that a wrapper may read: the keys it accepts, its clock in milliseconds, its event log, and the
 * wire names of the numbers in that log.
 */
export type Internals = {
  readonly credentials: Credentials;
  now(): number;
  log(): readonly Event[];
  ids(): LogIds;
};

/** Wraps a service. Called once for each life of the service, so that the wrapper may keep state. */
export type Wrap = (handle: Handler, internals: Internals) => Handler;

export type MutantFamily =
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
  | 'decisions';

export type Mutant = {
  /** `<route>.<what>`, unique. */
  readonly id: string;
  /** The mistake in one line. */
  readonly title: string;
  /** The clause that it breaks. */
  readonly clause: ClauseId;
  /** The route on which it shows. */
  readonly route: RouteId;
  readonly family: MutantFamily;
  /** The smallest generated world with rows enough to show it. */
  readonly world: 'small' | 'medium';
  readonly wrap: Wrap;
};

/** One row of a table of mutants: name, clause, the mistake in one line, its wrapper, and the world that shows it. */
type MutantRow = readonly [what: string, clause: ClauseId, title: string, wrap: Wrap, world?: Mutant['world']];

/** Makes the mutants of one route. */
export type MutantTable = (route: RouteId, rows: readonly MutantRow[]) => readonly Mutant[];

/** The two tables of a family: mutants `on` a route change only that route, `wide` ones wrap the requests of all routes. */
export function family(name: MutantFamily): { readonly on: MutantTable; readonly wide: MutantTable } {
  const wide: MutantTable = (route, rows) =>
    rows.map(([what, clause, title, wrap, world = 'small']) => {
      return { id: `${route}.${what}`, title, clause, route, family: name, world, wrap };
    });
  const on: MutantTable = (route, rows) =>
    wide(route, rows).map((mutant) => ({ ...mutant, wrap: onRoute(route, mutant.wrap) }));
  return { on, wide };
}

/** The wrapper on one route; requests of all others pass unchanged. */
export function onRoute(route: RouteId, wrap: Wrap): Wrap {
  return (handle, internals) => {
    const changed = wrap(handle, internals);
    return (request) => (matchRoute(request)?.id === route ? changed(request) : handle(request));
  };
}
