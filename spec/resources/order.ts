/** spec/resources/order: live orders, order submission and its reply, cancellation, heartbeats (interface 2.15, 4.2 to 4.4). */
import { z } from 'zod';
import { integer, isoMoment, resource, text } from './resource.ts';

/** Item of `data` in `GET /data/orders` (2.15). Sizes in shares and price in dollars as decimal strings. */
export const LiveOrder = resource('2.15', '', {
  associateTrades: z.array(text),
  id: text,
  status: text,
  market: text,
  originalSize: text,
  outcome: text,
  makerAddress: text,
  owner: text,
  price: text,
  sizeMatched: text,
  assetId: text,
  side: text,
  type: text,
  createdAt: isoMoment,
});
export type LiveOrder = z.infer<typeof LiveOrder>;

/** The signed part of an order (4.3): amounts are integer strings of millionths. */
export const SignedOrder = resource('4.3', 'order.', {
  tokenId: text,
  conditionId: text,
  maker: text,
  signer: text,
  makerAmount: text,
  takerAmount: text,
  side: text,
  metadata: text,
  salt: text,
  signatureType: integer,
  signature: text,
  timestamp: text,
  builder: text,
});
export type SignedOrder = z.infer<typeof SignedOrder>;

/** Body of `POST /order` (4.3), its listed fields. */
export const OrderSubmission = resource('4.3', '', { order: SignedOrder, orderType: text, owner: text });
export type OrderSubmission = z.infer<typeof OrderSubmission>;

/** Answer of `POST /order` (4.3). */
export const OrderReply = resource('4.3', 'reply.', {
  success: z.boolean(),
  errorMsg: text,
  orderID: text,
  takingAmount: text,
  makingAmount: text,
  status: text,
});
export type OrderReply = z.infer<typeof OrderReply>;

/** Body and answer of `DELETE /order` (4.4). */
export const CancelRequest = resource('4.4', '', { orderId: text });
export const CancelReply = resource('4.4', 'reply.', {
  canceled: z.array(text),
  not_canceled: z.record(z.string(), text),
});
export type CancelReply = z.infer<typeof CancelReply>;

/** Answers of `POST /v1/heartbeats` and `POST /heartbeats` (4.2). */
export const HeartbeatSession = resource('4.2', 'heartbeat-v1.', { heartbeat_id: text });
export const HeartbeatStatus = resource('4.2', 'heartbeat.', { status: text });
