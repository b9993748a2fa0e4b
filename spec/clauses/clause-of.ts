/** spec/clauses/clause-of: the ids of the clauses of a route, computed from the route and what they state. */

import { invariant } from '../../base/result.ts';
import type { ClauseId, RouteAspects } from '../ids.generated.ts';
import type { Route, RouteId } from '../route.ts';
import { clauseIdOf, ROUTES } from '../routes.ts';
import { loadRegister } from './register.ts';

/** The aspects of a route that clauses state; for one of several routes, the aspects that each of them has. */
export type AspectOf<Id extends RouteId> = { [One in Id]: (aspect: RouteAspects[One]) => void }[Id] extends (
  aspect: infer Aspect,
) => void
  ? Aspect
  : never;

export type AnyAspect = RouteAspects[RouteId];

export type RouteWith<Aspect extends AnyAspect> = {
  [Id in RouteId]: Aspect extends RouteAspects[Id] ? Id : never;
}[RouteId];

/** The subjects of such clauses of a route: the filters of `markets` are `SubjectWith<'markets', 'filter'>`. */
export type SubjectWith<
  Id extends RouteId,
  What extends string,
  Aspect = AspectOf<Id>,
> = Aspect extends `${infer Subject}.${What}` ? Subject : never;

/** A row of the route table of which a clause states this. */
export type RouteOf<Aspect extends AnyAspect> = Route & { readonly id: RouteWith<Aspect> };

/** The clause that states `aspect` of a route: `clauseOf('positions', 'limit.max')` is `4.8/limit.max`. */
export function clauseOf<Id extends RouteId>(route: Id, aspect: AspectOf<Id>): ClauseId;
export function clauseOf(route: RouteId, aspect: string): string {
  return clauseIdOf(route, aspect);
}

/** The id of a clause that a table generates. Throws an error unless it exists. */
export function clauseNamed(id: string): ClauseId {
  const clause = loadRegister().get(id);
  invariant(clause !== undefined, `${id} is a clause`);
  return clause.id;
}

/** The clause of a parameter: `parameterClause('positions', 'limit', 'max')` is `4.8/limit.max`. */
export function parameterClause(route: RouteId, name: string, aspect: string): ClauseId {
  return clauseNamed(clauseIdOf(route, `${name}.${aspect}`));
}

export function states<Aspect extends AnyAspect>(route: Route, aspect: Aspect): route is RouteOf<Aspect> {
  return loadRegister().get(clauseIdOf(route.id, aspect)) !== undefined;
}

export function routesWith<Aspect extends AnyAspect>(aspect: Aspect): readonly RouteOf<Aspect>[] {
  return ROUTES.filter((route): route is RouteOf<Aspect> => states(route, aspect));
}
