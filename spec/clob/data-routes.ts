/** spec/clob/data-routes: wallet data with the parameters of the clients of a data service, and with token ids as assets. */
import { z } from 'zod';
import { activityQuery } from '../params.ts';
import { ActivityEntry } from '../resources/activity.ts';
import { ClosedPosition, Position } from '../resources/position.ts';
import { amount, text } from '../resources/resource.ts';
import type { Param } from '../route.ts';
import { routeById } from '../routes.ts';
import { type ExtraRoute, publicRead, rowsOf } from './extra-route.ts';

const ROWS_MAX = 10_000;

const asset = z.string().regex(/^\d{1,78}$/);
const assets = { asset, oppositeAsset: asset };

/** A trade as one of its parties sees it: a row for each price of the taker, and one for each maker. */
const TradeRow = ActivityEntry.omit({ type: true, usdcSize: true }).extend({
  asset,
  side: z.enum(['BUY', 'SELL']),
});
const Value = z.strictObject({ user: text, value: amount });

const user: Param = { name: 'user', type: 'address', text: 'only this wallet' };
const eventId: Param = { name: 'eventId', type: 'string', repeated: true, text: 'only markets of these events' };
const market: Param = { name: 'market', type: 'conditions', text: 'only these condition ids' };
const side: Param = { name: 'side', type: 'string', members: ['BUY', 'SELL'], text: 'only this side' };
const start: Param = { name: 'start', type: 'unix-seconds', text: 'only from this moment on' };
const end: Param = { name: 'end', type: 'unix-seconds', text: 'only up to this moment' };

/** Parameters that no row lists are ignored, because clients send some for other services. */
const wallet = rowsOf({
  ...publicRead,
  family: 'wallet',
  errors: ['bad-request', 'missing-field', 'not-allowlisted', 'internal'],
  limits: [],
});

const tradesQuery: readonly Param[] = [
  ...[user, market, eventId, side],
  { name: 'takerOnly', type: 'boolean', default: true, text: 'without the rows of makers' },
  { name: 'filterType', type: 'string', members: ['CASH', 'TOKENS'], text: 'what filterAmount counts' },
  { name: 'filterAmount', type: 'number', min: 0, text: 'only rows of so many dollars or shares, or more' },
  { name: 'limit', type: 'integer', min: 0, max: ROWS_MAX, default: 100, text: 'most items of a page' },
  { name: 'offset', type: 'integer', min: 0, max: ROWS_MAX, default: 0, text: 'items skipped' },
  ...[start, end],
];

const ACTIVITY_TYPES = ['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION'];
const OTHER_TYPES = ['MAKER_REBATE', 'REFERRAL_REWARD', 'YIELD'];

const activityFilters: readonly Param[] = [
  ...[market, eventId],
  {
    name: 'type',
    type: 'string',
    repeated: true,
    members: [...ACTIVITY_TYPES, ...OTHER_TYPES],
    text: 'only these types',
  },
  ...[start, end, side],
  { name: 'sortBy', type: 'string', members: ['TIMESTAMP', 'TOKENS', 'CASH'], default: 'TIMESTAMP', text: 'sort key' },
  { name: 'sortDirection', type: 'string', members: ['ASC', 'DESC'], default: 'DESC', text: 'direction of the sort' },
];

export const dataRoutes: readonly ExtraRoute[] = [
  wallet('value', '/value', 'value of the positions of a wallet', z.array(Value), {
    query: [{ ...user, required: true, text: 'the wallet' }, market],
  }),
  wallet('trades', '/trades', 'trades of all wallets or of one, newest first', z.array(TradeRow), {
    query: tradesQuery,
  }),
  wallet('activity', '/activity', 'activity feed of a wallet', z.array(ActivityEntry), {
    query: [...activityQuery, ...activityFilters],
  }),
  wallet('positions', '/positions', 'current positions of a wallet', z.array(Position.extend(assets)), {
    query: [...routeById('positions').query, eventId],
  }),
  wallet(
    'closed-positions',
    '/closed-positions',
    'closed positions of a wallet',
    z.array(ClosedPosition.extend(assets)),
    {
      query: [...routeById('closed-positions').query, eventId],
    },
  ),
];
