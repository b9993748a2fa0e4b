/**
 * conformance/checks/sources: what one route tells is held against another only where it can be read. Its form is judged where it
 * is answered, and no other route is failed for it.
 */
import type { RouteId } from '../../spec/route.ts';
import type { CheckContext } from '../check.ts';

/** Ends the check: `what` a route told is not of its form. */
export function unreadable(context: CheckContext, route: RouteId, what: string): never {
  return context.notTestable(`${what} of ${route} cannot be read`, `fix ${route} first: see ${route}.shape`);
}
