/** spec/clauses/clause-of: the ids of the clauses of a route, computed from the route and what they state. */
import type { ClauseId, RouteAspects } from '../ids.generated.ts';
import type { Route, RouteId } from '../route.ts';
import { ROUTES, routeById } from '../routes.ts';

/** What clauses state of a route; for one of several routes, what they state of each. */
export type AspectOf<Id extends RouteId> = (Id extends Id ? (aspect: RouteAspects[Id]) => void : never) extends (
  aspect: infer Aspect,
) => void
  ? Aspect
  : never;

/** What clauses state of any route. */
export type AnyAspect = RouteAspects[RouteId];

/** The routes of which a clause states this. */
export type RouteWith<Aspect extends AnyAspect> = {
  [Id in RouteId]: Aspect extends RouteAspects[Id] ? Id : never;
}[RouteId];

/** The subjects of which the clauses of a route state this: the filters of `markets` are `SubjectWith<'markets', 'filter'>`. */
export type SubjectWith<Id extends RouteId, What extends string> =
  AspectOf<Id> extends infer Aspect ? (Aspect extends `${infer Subject}.${What}` ? Subject : never) : never;

/** A row of the route table of which a clause states this. */
export type RouteOf<Aspect extends AnyAspect> = Route & { readonly id: RouteWith<Aspect> };

/**
 * The clause that states `aspect` of a route. `exists` and `open` are rows of table 4.1, `header.<name>` is in section 5, `error.<condition>`
 * in section 7, and any other aspect in the section of the route:
 * `4.8/limit.max`, or `4.20/event-creators.limit.max` in a section of several routes.
 */
export function clauseOf<Id extends RouteId>(route: Id, aspect: AspectOf<Id>): ClauseId;
export function clauseOf(route: RouteId, aspect: string): string {
  return clauseIdOf(route, aspect);
}

/** As `clauseOf`, without proof that the clause exists. */
export function clauseIdOf(route: RouteId, aspect: string): string {
  if (aspect === 'exists') return `4.1/${route}`;
  if (aspect === 'open') return `4.1/${route}.open`;
  if (aspect.startsWith('header.')) return `5/${route}.${aspect.slice('header.'.length)}`;
  if (aspect.startsWith('error.')) return `7/${route}.${aspect.slice('error.'.length)}`;
  const { section } = routeById(route);
  const isShared = ROUTES.some((other) => other.id !== route && other.section === section);
  return isShared ? `${section}/${route}.${aspect}` : `${section}/${aspect}`;
}
