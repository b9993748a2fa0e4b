/** spec/resources/order: live orders (interface 2.15), and trades as `GET /builder/trades` lists them (2.16). */
import { z } from 'zod';
import { all, integer, isoMoment, resource, text } from './resource.ts';

/** Item of `data` in `GET /data/orders` (2.15). Sizes in shares and price in dollars as decimal strings. */
export const LiveOrder = resource('2.15', '', {
  associateTrades: z.array(text),
  ...all(text, 'id', 'status', 'market', 'originalSize', 'outcome', 'makerAddress'),
  ...all(text, 'owner', 'price', 'sizeMatched', 'assetId', 'side', 'type'),
  createdAt: isoMoment,
});
export type LiveOrder = z.infer<typeof LiveOrder>;

/** The signed part of an order (4.3): amounts are integer strings of millionths. */
export const SignedOrder = resource('4.3', 'order.', {
  ...all(text, 'tokenId', 'conditionId', 'maker', 'signer', 'makerAmount', 'takerAmount', 'side', 'metadata', 'salt'),
  signatureType: integer,
  ...all(text, 'signature', 'timestamp', 'builder'),
});

/** Body of `POST /order` (4.3), its listed fields. */
export const OrderSubmission = resource('4.3', '', { order: SignedOrder, orderType: text, owner: text });

/** Answer of `POST /order` (4.3). */
export const OrderReply = resource('4.3', 'reply.', {
  success: z.boolean(),
  ...all(text, 'errorMsg', 'orderID', 'takingAmount', 'makingAmount', 'status'),
});

/** Body and answer of `DELETE /order` (4.4). */
export const CancelRequest = resource('4.4', '', { orderId: text });
export const CancelReply = resource('4.4', 'reply.', {
  canceled: z.array(text),
  not_canceled: z.record(z.string(), text),
});

/** Answers of `POST /v1/heartbeats` and `POST /heartbeats` (4.2). */
export const HeartbeatSession = resource('4.2', 'heartbeat-v1.', { heartbeat_id: text });
export const HeartbeatStatus = resource('4.2', 'heartbeat.', { status: text });

/** One resting order that took part in a trade: all strings. */
export const MakerOrder = resource('2.16', 'maker_orders.', {
  ...all(text, 'order_id', 'maker_address', 'owner', 'matched_amount', 'fee_rate_bps'),
  ...all(text, 'price', 'asset_id', 'outcome', 'side'),
});
export type MakerOrder = z.infer<typeof MakerOrder>;

/** Item of `GET /builder/trades` (2.16). */
export const BuilderTrade = resource('2.16', '', {
  ...all(text, 'id', 'taker_order_id', 'market', 'asset_id', 'side', 'size', 'fee_rate_bps'),
  ...all(text, 'price', 'status', 'outcome', 'maker_address', 'owner', 'transaction_hash'),
  match_time: isoMoment,
  last_update: isoMoment,
  bucket_index: integer,
  type: text,
  maker_orders: z.array(MakerOrder),
});
export type BuilderTrade = z.infer<typeof BuilderTrade>;
