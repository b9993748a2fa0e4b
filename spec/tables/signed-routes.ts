/** spec/tables/signed-routes: heartbeats, orders, cancels, live orders and builder trades (interface 4.2 to 4.6). */
import type { ErrorCondition } from '../errors.ts';
import { builderTradesQuery, liveOrdersQuery } from '../params.ts';
import {
  BuilderTrade,
  CancelReply,
  HeartbeatSession,
  HeartbeatStatus,
  LiveOrder,
  OrderReply,
} from '../resources/order.ts';
import type { Route } from '../route.ts';
import { arrayOf, pageOf, trading } from './family-rows.ts';

const signedErrors: readonly ErrorCondition[] = ['bad-request', 'unauthorized', 'internal'];

const signed = { ...trading, method: 'POST', auth: 'L2', limits: [] } as const;

export const signedRoutes: readonly Route[] = [
  {
    ...signed,
    id: 'heartbeat-v1',
    path: '/v1/heartbeats',
    section: '4.2',
    purpose: 'keep the session alive, with a body',
    body: 'heartbeat',
    ok: HeartbeatSession,
    errors: signedErrors,
  },
  {
    ...signed,
    id: 'heartbeat',
    path: '/heartbeats',
    section: '4.2',
    purpose: 'keep the session alive, without a body',
    ok: HeartbeatStatus,
    errors: ['unauthorized', 'internal'],
  },
  {
    ...signed,
    id: 'place-order',
    path: '/order',
    section: '4.3',
    purpose: 'place an order',
    body: 'order',
    ok: OrderReply,
    errors: [...signedErrors, 'not-accepting', 'too-large'],
    limits: ['write-order'],
  },
  {
    ...signed,
    id: 'cancel-order',
    method: 'DELETE',
    path: '/order',
    section: '4.4',
    purpose: 'cancel an order',
    body: 'cancel',
    ok: CancelReply,
    errors: [...signedErrors, 'too-large'],
    limits: ['write-cancel'],
  },
  {
    ...trading,
    id: 'live-orders',
    path: '/data/orders',
    section: '4.5',
    purpose: "the caller's live orders",
    auth: 'account',
    query: liveOrdersQuery,
    ...pageOf('4.5', '', LiveOrder),
    errors: signedErrors,
  },
  {
    ...trading,
    id: 'builder-trades',
    path: '/builder/trades',
    section: '4.6',
    purpose: 'trades of builders',
    query: builderTradesQuery,
    ...arrayOf(BuilderTrade),
    errors: ['bad-request', 'internal'],
  },
];
