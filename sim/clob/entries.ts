/** sim/clob/entries: the routes that a profile serves: those of the interface, and its own. */
import { invariant } from '../../base/result.ts';
import { routesOf } from '../../spec/clob/served-routes.ts';
import type { Profile } from '../../spec/profile.ts';
import { INTERFACE_ENTRIES, ROUTE_FUNCTIONS } from '../route-functions.ts';
import type { RouteEntry, RouteFunctions } from '../routes/call.ts';
import { BALANCE_FUNCTIONS, KEY_FUNCTIONS } from './account/api-keys.ts';
import { DATA_FUNCTIONS } from './data/functions.ts';
import { GROUP_FUNCTIONS } from './gamma/listing.ts';
import { EVENT_FUNCTIONS, MARKET_FUNCTIONS } from './gamma/markets.ts';
import { PEOPLE_FUNCTIONS } from './gamma/people.ts';
import { PRICE_HISTORY_FUNCTIONS } from './reads/prices-history.ts';
import { FACT_FUNCTIONS, QUOTE_FUNCTIONS } from './reads/quotes.ts';
import {
  cancelAll,
  cancelMarketOrders,
  cancelSignedOrder,
  cancelSignedOrders,
  openSignedOrders,
  ownOrder,
  ownTrades,
} from './trading/own-orders.ts';
import { placeSignedOrder, placeSignedOrders } from './trading/place.ts';

const FUNCTIONS: RouteFunctions = {
  ...ROUTE_FUNCTIONS,
  ...KEY_FUNCTIONS,
  ...BALANCE_FUNCTIONS,
  ...DATA_FUNCTIONS,
  ...EVENT_FUNCTIONS,
  ...GROUP_FUNCTIONS,
  ...MARKET_FUNCTIONS,
  ...PEOPLE_FUNCTIONS,
  ...FACT_FUNCTIONS,
  ...PRICE_HISTORY_FUNCTIONS,
  ...QUOTE_FUNCTIONS,
  'P/place-order': placeSignedOrder,
  'P/place-orders': placeSignedOrders,
  'P/cancel-order': cancelSignedOrder,
  'P/cancel-orders': cancelSignedOrders,
  'P/cancel-all': cancelAll,
  'P/cancel-market-orders': cancelMarketOrders,
  'P/order': ownOrder,
  'P/open-orders': openSignedOrders,
  'P/own-trades': ownTrades,
};

export function entriesOf(profile: Profile): readonly RouteEntry[] {
  if (profile.clob === undefined) return INTERFACE_ENTRIES;
  return routesOf(profile).map((route): RouteEntry => {
    const run = FUNCTIONS[route.id];
    invariant(run !== undefined, `route ${route.id} has a function`);
    return { route, run };
  });
}
