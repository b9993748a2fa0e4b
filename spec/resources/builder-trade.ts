/** spec/resources/builder-trade: trades as `GET /builder/trades` lists them (interface 2.16). */
import { z } from 'zod';
import { all, integer, isoMoment, resource, text } from './resource.ts';

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
