/** sim/clob/trading/functions: the functions of `spec/clob/trading-routes`. */
import type { RouteFunction } from '../../routes/call.ts';
import { cancelAll, cancelMarketOrders, cancelSignedOrder, cancelSignedOrders } from './cancel.ts';
import { openSignedOrders, ownOrder } from './own-orders.ts';
import { ownTrades } from './own-trades.ts';
import { placeSignedOrder, placeSignedOrders } from './place.ts';

export const TRADING_FUNCTIONS: Readonly<Record<string, RouteFunction>> = {
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
