/** spec/clob/routes: all routes of the profiles with an order book as real clients know it. */

import { bookRoutes } from './book-routes.ts';
import { dataRoutes } from './data-routes.ts';
import type { ExtraRoute } from './extra-route.ts';
import { gammaRoutes } from './gamma-routes.ts';
import { accountRoutes, tradingRoutes } from './trading-routes.ts';

/** A row with the method and path of a route of the interface replaces that route. */
export const CLOB_ROUTES: readonly ExtraRoute[] = [
  ...accountRoutes,
  ...bookRoutes,
  ...dataRoutes,
  ...gammaRoutes,
  ...tradingRoutes,
];
