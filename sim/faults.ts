/** sim/faults: failures that a test can switch on for every route that can have them. */
import type { ServedRoute } from '../spec/route.ts';
import type { FaultSwitch } from '../wire/target.ts';
import { error, type RouteResponse } from './routes/call.ts';

/** The response of a route while `fault` is switched on; undefined if the fault does not affect it. */
export function faultResponse(fault: FaultSwitch, route: ServedRoute): RouteResponse | undefined {
  switch (fault) {
    case 'none':
      return undefined;
    case 'internal-error':
      return error('internal', 'unexpected database failure');
    case 'not-allowlisted':
      return route.errors.includes('not-allowlisted') ? notAllowlisted() : undefined;
  }
}

/** The refusal of a caller whose address is not on the allowlist (interface section 5, rule 5). */
export function notAllowlisted(): RouteResponse {
  return error('not-allowlisted', 'ip_not_allowlisted');
}
