/** sim/clob/entries: the routes that a profile serves: those of the interface, and its own. */
import { CLOB_ROUTES } from '../../spec/clob/routes.ts';
import type { Profile } from '../../spec/profile.ts';
import { invariant } from '../../spec/result.ts';
import { INTERFACE_ENTRIES } from '../route-functions.ts';
import type { RouteEntry, RouteFunction } from '../routes/call.ts';
import { ACCOUNT_FUNCTIONS } from './account/functions.ts';
import { DATA_FUNCTIONS } from './data/functions.ts';
import { GAMMA_FUNCTIONS } from './gamma/functions.ts';
import { READ_FUNCTIONS } from './reads/functions.ts';
import { TRADING_FUNCTIONS } from './trading/functions.ts';

const FUNCTIONS: Readonly<Record<string, RouteFunction>> = {
  ...ACCOUNT_FUNCTIONS,
  ...DATA_FUNCTIONS,
  ...GAMMA_FUNCTIONS,
  ...READ_FUNCTIONS,
  ...TRADING_FUNCTIONS,
};

/** A route of the profile replaces the route of the interface with its method and path. */
export function entriesOf({ clob }: Profile): readonly RouteEntry[] {
  if (clob === undefined) return INTERFACE_ENTRIES;
  const own = CLOB_ROUTES.map((route): RouteEntry => {
    const run = FUNCTIONS[route.id];
    invariant(run !== undefined, `route ${route.id} has a function`);
    return { route, run };
  });
  const replaced = new Set(own.map(({ route }) => `${route.method} ${route.path}`));
  const kept = INTERFACE_ENTRIES.filter(({ route }) => !replaced.has(`${route.method} ${route.path}`));
  return [...kept, ...own];
}
