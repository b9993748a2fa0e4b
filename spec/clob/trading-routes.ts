/** spec/clob/trading-routes: signed orders, cancellations, own orders and trades, API keys and balances. */
import { z } from 'zod';
import { integerParam, liveOrdersQuery, stringParam, tradesQuery } from '../params.ts';
import { CancelReply } from '../resources/order.ts';
import { all, text } from '../resources/resource.ts';
import type { Param } from '../route.ts';
import { type ExtraRoute, rowsOf, type SharedColumns, signedRead } from './extra-route.ts';

const decimal = z.string().regex(/^\d+(\.\d+)?$/);
const seconds = z.string().regex(/^\d+$/);

/** The response to one order. Amounts are decimals of dollars and shares, empty without a fill. */
const Placed = z.strictObject({
  success: z.boolean(),
  errorMsg: text,
  orderID: text,
  status: z.enum(['live', 'matched', 'delayed', 'unmatched', '']),
  makingAmount: z.union([decimal, z.literal('')]),
  takingAmount: z.union([decimal, z.literal('')]),
  transactionsHashes: z.array(text),
  tradeIDs: z.array(text),
});

const side = z.enum(['BUY', 'SELL']);

const OpenOrder = z.strictObject({
  ...all(text, 'id', 'owner', 'maker_address', 'market', 'asset_id', 'outcome'),
  ...all(decimal, 'original_size', 'size_matched', 'price'),
  status: z.enum(['LIVE', 'DELAYED', 'MATCHED', 'CANCELED', 'UNMATCHED']),
  side,
  order_type: z.enum(['GTC', 'GTD', 'FOK', 'FAK']),
  expiration: seconds,
  created_at: z.int(),
  associate_trades: z.array(text),
});

const MakerOrder = z.strictObject({
  ...all(text, 'order_id', 'owner', 'maker_address', 'asset_id', 'outcome'),
  ...all(decimal, 'matched_amount', 'price', 'fee_rate_bps'),
  outcome_index: z.literal([0, 1]),
  side,
});

const OwnTrade = z.strictObject({
  ...all(text, 'id', 'taker_order_id', 'market', 'asset_id', 'outcome', 'owner', 'maker_address', 'transaction_hash'),
  ...all(decimal, 'size', 'price', 'fee_rate_bps'),
  ...all(seconds, 'match_time', 'last_update'),
  side,
  status: z.enum(['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED']),
  bucket_index: z.int(),
  trader_side: z.enum(['TAKER', 'MAKER']),
  maker_orders: z.array(MakerOrder),
});
export type OwnTrade = z.infer<typeof OwnTrade>;

const pageOf = (item: z.ZodType) =>
  z.strictObject({ data: z.array(item), next_cursor: text, limit: z.int(), count: z.int() });

const write = {
  ...signedRead,
  body: 'json',
  errors: ['bad-request', 'unauthorized', 'not-accepting', 'too-large', 'internal'],
} as const satisfies SharedColumns;
const placing = rowsOf({ ...write, method: 'POST', limits: ['write-order'] });
const cancelling = rowsOf({ ...write, method: 'DELETE', limits: ['write-cancel'] });
const read = rowsOf(signedRead);

export const tradingRoutes: readonly ExtraRoute[] = [
  placing('place-order', '/order', 'place a signed order', Placed),
  placing('place-orders', '/orders', 'place up to 15 signed orders', z.array(Placed)),
  cancelling('cancel-order', '/order', 'cancel an order', CancelReply),
  cancelling('cancel-orders', '/orders', 'cancel up to 3000 orders', CancelReply),
  cancelling('cancel-all', '/cancel-all', 'cancel all orders of the caller', CancelReply, { body: 'optional' }),
  cancelling('cancel-market-orders', '/cancel-market-orders', 'cancel the orders of a market or a token', CancelReply),
  read('order', '/data/order/{id}', 'an order of the caller, or null', OpenOrder.nullable(), {
    pathParam: stringParam('id', 'the hash of the order', { required: true }),
  }),
  read('open-orders', '/data/orders', 'the open orders of the caller, oldest first', pageOf(OpenOrder), {
    query: liveOrdersQuery,
  }),
  read('own-trades', '/data/trades', 'the trades of the caller, newest first', pageOf(OwnTrade), {
    query: tradesQuery('this wallet of the caller'),
    limits: ['book-data-trades'],
  }),
];

const Trio = z.strictObject({ apiKey: z.uuid(), secret: z.base64url(), passphrase: z.string().length(64) });
const Done = z.literal('OK');

const byKey = rowsOf({ ...signedRead, auth: 'L1' });
const remove = rowsOf({ ...signedRead, method: 'DELETE', body: 'optional' });

const assetType = stringParam('asset_type', 'dollars or shares', {
  required: true,
  members: ['COLLATERAL', 'CONDITIONAL'],
});
const balanceQuery: readonly Param[] = [
  assetType,
  stringParam('token_id', 'the token of CONDITIONAL'),
  integerParam('signature_type', 'the type of the wallet', { min: 0, max: 3, default: 0 }),
];
const orderId = stringParam('order_id', 'the order', { required: true });

export const accountRoutes: readonly ExtraRoute[] = [
  byKey('create-api-key', '/auth/api-key', 'create the API key of an address and a nonce', Trio, {
    method: 'POST',
    body: 'optional',
  }),
  byKey('derive-api-key', '/auth/derive-api-key', 'the API key of an address and a nonce once more', Trio),
  read('api-keys', '/auth/api-keys', 'the API keys of the caller', z.strictObject({ apiKeys: z.array(z.uuid()) })),
  remove('delete-api-key', '/auth/api-key', 'revoke the API key of the request', Done),
  read(
    'closed-only',
    '/auth/ban-status/closed-only',
    'whether the caller may only close positions',
    z.strictObject({ closed_only: z.boolean() }),
  ),
  read(
    'balance-allowance',
    '/balance-allowance',
    'the dollars or shares of a wallet of the caller, and what the exchanges may move',
    z.strictObject({ balance: z.string(), allowances: z.record(z.string(), z.string()) }),
    { query: balanceQuery },
  ),
  read(
    'update-balance-allowance',
    '/balance-allowance/update',
    'read balances from the chain again, which changes nothing here',
    Done,
  ),
  read(
    'notifications',
    '/notifications',
    'notifications of the caller: there are none here',
    z.array(z.record(z.string(), z.unknown())),
  ),
  remove('drop-notifications', '/notifications', 'mark notifications as read', Done),
  read(
    'order-scoring',
    '/order-scoring',
    'whether an order earns rewards: no order does',
    z.strictObject({ scoring: z.boolean() }),
    { query: [orderId] },
  ),
  read(
    'orders-scoring',
    '/orders-scoring',
    'whether orders earn rewards: no order does',
    z.record(z.string(), z.boolean()),
    { method: 'POST', body: 'json' },
  ),
];
