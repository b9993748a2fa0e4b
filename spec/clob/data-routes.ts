/** spec/clob/data-routes: wallet data with the parameters of a data service's clients, and token ids as assets. */
import { z } from 'zod';
import {
  activityQuery,
  addressParam,
  booleanParam,
  marketList,
  numberParam,
  pageParams,
  secondsParam,
  sortDirection,
  stringParam,
} from '../params.ts';
import { amount, text } from '../resources/resource.ts';
import { ActivityEntry, ClosedPosition, Position } from '../resources/wallet-data.ts';
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

const user = addressParam('user', 'only this wallet');
const eventId = stringParam('eventId', 'only markets of these events', { repeated: true });
const side = stringParam('side', 'only this side', { members: ['BUY', 'SELL'] });
const start = secondsParam('start', 'only from this moment on');
const end = secondsParam('end', 'only up to this moment');

/** Parameters that no row lists are ignored, because clients send some for other services. */
const wallet = rowsOf({
  ...publicRead,
  family: 'wallet',
  errors: ['bad-request', 'missing-field', 'not-allowlisted', 'internal'],
  limits: [],
});

const tradesQuery: readonly Param[] = [
  user,
  marketList,
  eventId,
  side,
  booleanParam('takerOnly', 'without the rows of makers', { default: true }),
  stringParam('filterType', 'what filterAmount counts', { members: ['CASH', 'TOKENS'] }),
  numberParam('filterAmount', 'only rows of so many dollars or shares, or more', { min: 0 }),
  ...pageParams(ROWS_MAX, 100, ROWS_MAX),
  start,
  end,
];

const ACTIVITY_TYPES = ['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION'];
const OTHER_TYPES = ['MAKER_REBATE', 'REFERRAL_REWARD', 'YIELD'];

const activityFilters: readonly Param[] = [
  marketList,
  eventId,
  stringParam('type', 'only these types', { repeated: true, members: [...ACTIVITY_TYPES, ...OTHER_TYPES] }),
  start,
  end,
  side,
  stringParam('sortBy', 'sort key', { members: ['TIMESTAMP', 'TOKENS', 'CASH'], default: 'TIMESTAMP' }),
  sortDirection,
];

export const dataRoutes: readonly ExtraRoute[] = [
  wallet('value', '/value', 'value of the positions of a wallet', z.array(Value), {
    query: [{ ...user, required: true, text: 'the wallet' }, marketList],
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
