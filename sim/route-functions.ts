/** sim/route-functions: the function of each row of the route table. */
import type { RouteId } from '../spec/route.ts';
import { ROUTES } from '../spec/routes.ts';
import { books, prices } from './routes/books.ts';
import type { RouteEntry, RouteFunction } from './routes/call.ts';
import {
  commentRepliesRoute,
  eventBySlugRoute,
  eventCreatorsRoute,
  eventRoute,
  marketBySlugRoute,
  marketsRoute,
  profileRoute,
  samplingMarketsRoute,
  samplingSimplifiedMarketsRoute,
  simplifiedMarketsRoute,
  tradingMarketRoute,
  tradingSettingsRoute,
} from './routes/catalog.ts';
import { cancelOrder, heartbeat, heartbeatV1, placeOrder } from './routes/orders.ts';
import { builderTrades, liveOrders } from './routes/own-lists.ts';
import { activity, closedPositions, holders, positions } from './routes/wallets.ts';

export const ROUTE_FUNCTIONS: Readonly<Record<RouteId, RouteFunction>> = {
  'heartbeat-v1': heartbeatV1,
  heartbeat,
  'place-order': placeOrder,
  'cancel-order': cancelOrder,
  'live-orders': liveOrders,
  'builder-trades': builderTrades,
  'closed-positions': closedPositions,
  positions,
  activity,
  holders,
  markets: marketsRoute,
  'market-by-slug': marketBySlugRoute,
  'trading-market': tradingMarketRoute,
  'trading-settings': tradingSettingsRoute,
  'sampling-markets': samplingMarketsRoute,
  'sampling-simplified-markets': samplingSimplifiedMarketsRoute,
  'simplified-markets': simplifiedMarketsRoute,
  books,
  prices,
  'comment-replies': commentRepliesRoute,
  profile: profileRoute,
  event: eventRoute,
  'event-by-slug': eventBySlugRoute,
  'event-creators': eventCreatorsRoute,
};

/** The routes of the interface. */
export const INTERFACE_ENTRIES: readonly RouteEntry[] = ROUTES.map((route) => ({
  route,
  run: ROUTE_FUNCTIONS[route.id],
}));
