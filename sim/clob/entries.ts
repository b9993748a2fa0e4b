/** sim/clob/entries: the routes that a profile serves: those of the interface, and its own. */
import { CLOB_ROUTES } from '../../spec/clob/routes.ts';
import type { Profile } from '../../spec/profile.ts';
import { invariant } from '../../spec/result.ts';
import { INTERFACE_ENTRIES } from '../route-functions.ts';
import type { RouteEntry, RouteFunction } from '../routes/call.ts';
import { closedOnly, createApiKey, deleteApiKey, deriveApiKey, listApiKeys } from './account/api-keys.ts';
import { balanceAllowance, done, noNotifications, orderScoring, ordersScoring } from './account/balances.ts';
import { READ_FUNCTIONS } from './reads/functions.ts';
import { cancelAll, cancelMarketOrders, cancelSignedOrder, cancelSignedOrders } from './trading/cancel.ts';
import { openSignedOrders, ownOrder } from './trading/own-orders.ts';
import { ownTrades } from './trading/own-trades.ts';
import { placeSignedOrder, placeSignedOrders } from './trading/place.ts';

const FUNCTIONS: Readonly<Record<string, RouteFunction>> = {
  ...READ_FUNCTIONS,
  'P/create-api-key': createApiKey,
  'P/derive-api-key': deriveApiKey,
  'P/api-keys': listApiKeys,
  'P/delete-api-key': deleteApiKey,
  'P/closed-only': closedOnly,
  'P/balance-allowance': balanceAllowance,
  'P/update-balance-allowance': done,
  'P/notifications': noNotifications,
  'P/drop-notifications': done,
  'P/order-scoring': orderScoring,
  'P/orders-scoring': ordersScoring,
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
