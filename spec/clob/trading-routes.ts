/** spec/clob/trading-routes: signed orders, cancellations, and the caller's own orders and trades. */
import { z } from 'zod';
import { cursor } from '../params.ts';
import { CancelReply } from '../resources/order.ts';
import { type ExtraRoute, signedRead } from './extra-route.ts';

const text = z.string();
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

const OpenOrder = z.strictObject({
  id: text,
  status: z.enum(['LIVE', 'DELAYED', 'MATCHED', 'CANCELED', 'UNMATCHED']),
  owner: text,
  maker_address: text,
  market: text,
  asset_id: text,
  side: z.enum(['BUY', 'SELL']),
  original_size: decimal,
  size_matched: decimal,
  price: decimal,
  outcome: text,
  order_type: z.enum(['GTC', 'GTD', 'FOK', 'FAK']),
  expiration: seconds,
  created_at: z.int(),
  associate_trades: z.array(text),
});

const MakerOrder = z.strictObject({
  order_id: text,
  owner: text,
  maker_address: text,
  matched_amount: decimal,
  price: decimal,
  fee_rate_bps: decimal,
  asset_id: text,
  outcome: text,
  outcome_index: z.literal([0, 1]),
  side: z.enum(['BUY', 'SELL']),
});

const OwnTrade = z.strictObject({
  id: text,
  taker_order_id: text,
  market: text,
  asset_id: text,
  side: z.enum(['BUY', 'SELL']),
  size: decimal,
  price: decimal,
  fee_rate_bps: decimal,
  status: z.enum(['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED']),
  match_time: seconds,
  last_update: seconds,
  outcome: text,
  bucket_index: z.int(),
  owner: text,
  maker_address: text,
  transaction_hash: text,
  trader_side: z.enum(['TAKER', 'MAKER']),
  maker_orders: z.array(MakerOrder),
});
export type OwnTrade = z.infer<typeof OwnTrade>;

const pageOf = (item: z.ZodType) =>
  z.strictObject({ data: z.array(item), next_cursor: text, limit: z.int(), count: z.int() });

const write = {
  ...signedRead,
  query: [],
  errors: ['bad-request', 'unauthorized', 'not-accepting', 'too-large', 'internal'],
  limits: ['write-order'],
} as const satisfies Partial<ExtraRoute>;
const cancel = { ...write, method: 'DELETE', limits: ['write-cancel'], ok: CancelReply } as const;

export const tradingRoutes: readonly ExtraRoute[] = [
  {
    ...write,
    id: 'P/place-order',
    method: 'POST',
    path: '/order',
    purpose: 'place a signed order',
    body: 'json',
    ok: Placed,
  },
  {
    ...write,
    id: 'P/place-orders',
    method: 'POST',
    path: '/orders',
    purpose: 'place up to 15 signed orders',
    body: 'json',
    ok: z.array(Placed),
  },
  { ...cancel, id: 'P/cancel-order', path: '/order', purpose: 'cancel an order', body: 'json' },
  { ...cancel, id: 'P/cancel-orders', path: '/orders', purpose: 'cancel up to 3000 orders', body: 'json' },
  { ...cancel, id: 'P/cancel-all', path: '/cancel-all', purpose: 'cancel all orders of the caller', body: 'optional' },
  {
    ...cancel,
    id: 'P/cancel-market-orders',
    path: '/cancel-market-orders',
    purpose: 'cancel the orders of a market or a token',
    body: 'json',
  },
  {
    ...signedRead,
    id: 'P/order',
    path: '/data/order/{id}',
    purpose: 'an order of the caller, or null',
    pathParam: { name: 'id', type: 'string', required: true, text: 'the hash of the order' },
    query: [],
    ok: OpenOrder.nullable(),
  },
  {
    ...signedRead,
    id: 'P/open-orders',
    path: '/data/orders',
    purpose: 'the open orders of the caller, oldest first',
    query: [
      { name: 'id', type: 'string', text: 'only this order' },
      { name: 'market', type: 'string', text: 'only orders of this condition' },
      { name: 'asset_id', type: 'string', text: 'only orders of this token' },
      cursor,
    ],
    ok: pageOf(OpenOrder),
  },
  {
    ...signedRead,
    id: 'P/own-trades',
    path: '/data/trades',
    purpose: 'the trades of the caller, newest first',
    query: [
      { name: 'id', type: 'string', text: 'only this trade' },
      { name: 'maker_address', type: 'string', text: 'only trades of this wallet of the caller' },
      { name: 'market', type: 'string', text: 'only trades of this condition' },
      { name: 'asset_id', type: 'string', text: 'only trades of this token' },
      { name: 'before', type: 'unix-seconds', text: 'only trades strictly before this moment' },
      { name: 'after', type: 'unix-seconds', text: 'only trades strictly after this moment' },
      cursor,
    ],
    ok: pageOf(OwnTrade),
    limits: ['book-data-trades'],
  },
];
