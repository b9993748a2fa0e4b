/** proof/judge/concerned: the checks that judge a variant, in the order in which they are tried. */
import type { Check } from '../../conformance/check.ts';
import type { RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import type { Quirk, Variant } from './variant.ts';

/** The check that has to see it, or those citing its clause, then the route's, then all. For a quirk: all that can. */
export function phasesFor(variant: Variant, suite: readonly Check[]): readonly (readonly Check[])[] {
  if (variant.lawful === true) return [concerned(variant, suite)];
  const { seenBy, breaks, route } = variant;
  const seeing = suite.filter(({ id }) => id === seenBy);
  if (seeing.length > 0) return [seeing];
  const citing = suite.filter(({ clauses }) => clauses.includes(breaks));
  // A property judges its own cases, whatever ran before it.
  if (citing.every(({ kind }) => kind === 'property')) return citing.length === 0 ? [] : [citing];
  const near = suite.filter((check) => citing.includes(check) || check.route === route);
  const isOfProperties = suite.every(({ kind, cost }) => kind === 'property' || Object.keys(cost).length === 0);
  return isOfProperties ? [citing, near] : [citing, near, suite];
}

/** Those that request a route that it changes. A connection shows on each route, and with orders. */
function concerned({ wrap, world, transport }: Quirk, suite: readonly Check[]): readonly Check[] {
  if (transport !== undefined) return suite.filter(({ kind, route }) => kind === 'shape' || route === 'place-order');
  const routes = world === undefined ? wrap?.routes : undefined;
  return routes === undefined ? suite : suite.filter((check) => routes.some((route) => mayRequest(check, route)));
}

/** Order checks that state no cost read what orders change: every route outside the catalog. */
function mayRequest({ route, cost, safety }: Check, id: RouteId) {
  if (route === id || cost[id] !== undefined) return true;
  return Object.keys(cost).length === 0 && safety === 'write-reversible' && routeById(id).family !== 'typed';
}
