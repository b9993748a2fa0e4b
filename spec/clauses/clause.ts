/** spec/clauses/clause: a clause: one testable statement of the interface, or of a decision, with a stable id. */

import { z } from 'zod';
import type { ClauseId, DecisionId } from '../ids.generated.ts';
import type { Route, RouteId } from '../route.ts';
import { isRouteId, routeById } from '../routes.ts';

export const ClauseLevel = z.enum(['MUST', 'SHOULD', 'MAY', 'UNSPECIFIED']);
export type ClauseLevel = z.infer<typeof ClauseLevel>;

/** The claim of a target that makes the clause observable on it; `not-observable`: none does. */
export const Observable = z.enum([
  'read',
  'wallet',
  'trading',
  'heartbeat-expiry',
  'limits',
  'limits-sustained',
  'allowlist',
  'faults',
  'not-observable',
]);
export type Observable = z.infer<typeof Observable>;

/** `explicit`: the interface states it. `derived`: it follows from statements of the interface. */
export const Source = z.enum(['explicit', 'derived']);
export type Source = z.infer<typeof Source>;

const KnownRoute = z.custom<RouteId>(isRouteId);
export const KnownRoutes = z.union([KnownRoute, z.array(KnownRoute)], { error: 'expected ids of spec/tables' });

/** An id that a row of a table defines. */
export function idLike<Id extends string>(form: RegExp, error: string): z.ZodType<Id> {
  return z.custom<Id>((value) => typeof value === 'string' && form.test(value), { error });
}

export type Clause = Readonly<{
  /** `<section>/<subject>.<aspect>`, or `D/<decision>.<aspect>` for a statement of a decision. Never reused. */
  id: ClauseId;
  /** Section of the interface, such as `4.8`. */
  section: string;
  /** The statement, in the project's own words. */
  text: string;
  level: ClauseLevel;
  source: Source;
  /** The sentence behind an explicit clause, or the reasoning behind a derived one. Every MUST has one. */
  basis?: string;
  observable: Observable;
  /** Routes on which it shows; empty if it concerns all or none. */
  routes: readonly RouteId[];
  /** Id of the decision that fills the gap this clause is about. */
  decision?: DecisionId;
  /** Why no check judges it. */
  excluded?: string;
  /** The symptom of a failure. */
  looks: string;
  fix: string;
}>;

/** A clause as a table generates it: `npm run ids` types its id. The section is that of the id, unless given. */
export type ClauseRow = Omit<Clause, 'id' | 'section'> & { readonly id: string; readonly section?: string };

/** The claim of a target that makes responses of the route visible. */
export function observableOn(route: Route): Observable {
  if (route.family === 'wallet') return 'wallet';
  return route.auth === 'none' ? 'read' : 'trading';
}

/** The least demanding capability of the routes, because a clause that one of them shows is verified. */
export function observableOnAny(ids: readonly RouteId[]): Observable {
  const needs = ids.map((id) => observableOn(routeById(id)));
  return needs.includes('read') ? 'read' : needs.includes('wallet') ? 'wallet' : 'trading';
}

/** `GET /positions`, as people write it. */
export function routeName(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}
