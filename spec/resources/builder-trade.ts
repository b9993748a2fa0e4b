/** spec/resources/builder-trade: trades as `GET /builder/trades` lists them (interface 2.16). */
import { z } from 'zod';
import { integer, isoMoment, resource, text } from './resource.ts';

/** One resting order that took part in a trade: all strings. */
export const MakerOrder = resource('2.16', 'maker_orders.', {
  order_id: text,
  maker_address: text,
  owner: text,
  matched_amount: text,
  fee_rate_bps: text,
  price: text,
  asset_id: text,
  outcome: text,
  side: text,
});
export type MakerOrder = z.infer<typeof MakerOrder>;

/** Item of `GET /builder/trades` (2.16). */
export const BuilderTrade = resource('2.16', '', {
  id: text,
  taker_order_id: text,
  market: text,
  asset_id: text,
  side: text,
  size: text,
  fee_rate_bps: text,
  price: text,
  status: text,
  outcome: text,
  maker_address: text,
  owner: text,
  transaction_hash: text,
  match_time: isoMoment,
  last_update: isoMoment,
  bucket_index: integer,
  type: text,
  maker_orders: z.array(MakerOrder),
});
export type BuilderTrade = z.infer<typeof BuilderTrade>;
