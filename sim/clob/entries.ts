/** sim/clob/entries: the routes that a profile serves: those of the interface, and its own. */

import { invariant } from '../../base/result.ts';
import { routesOf } from '../../spec/clob/served-routes.ts';
import type { Profile } from '../../spec/profile.ts';
import { INTERFACE_ENTRIES, ROUTE_FUNCTIONS } from '../route-functions.ts';
import type { RouteEntry, RouteFunction } from '../routes/call.ts';
import { ACCOUNT_FUNCTIONS } from './account/functions.ts';
import { DATA_FUNCTIONS } from './data/functions.ts';
import { GAMMA_FUNCTIONS } from './gamma/functions.ts';
import { READ_FUNCTIONS } from './reads/functions.ts';
import { TRADING_FUNCTIONS } from './trading/functions.ts';

const FUNCTIONS: Readonly<Record<string, RouteFunction>> = {
  ...ROUTE_FUNCTIONS,
  ...ACCOUNT_FUNCTIONS,
  ...DATA_FUNCTIONS,
  ...GAMMA_FUNCTIONS,
  ...READ_FUNCTIONS,
  ...TRADING_FUNCTIONS,
};

export function entriesOf(profile: Profile): readonly RouteEntry[] {
  if (profile.clob === undefined) return INTERFACE_ENTRIES;
  return routesOf(profile).map((route): RouteEntry => {
    const run = FUNCTIONS[route.id];
    invariant(run !== undefined, `route ${route.id} has a function`);
    return { route, run };
  });
}
