/** spec/resources/trading-market: the trading view of a market, whole, simplified and abbreviated (2.10 to 2.17). */
import { z } from 'zod';
import { all, amount, flag, freeForm, integer, isoSchedule, resource, text } from './resource.ts';

/** One reward rate: `rewards_daily_rate` in units of the asset a day. */
export const RewardRate = resource('2.12', 'rates.', { asset_address: text, rewards_daily_rate: amount });
/** Liquidity rewards of a market (2.12). */
export const Rewards = resource('2.12', '', { rates: z.array(RewardRate), min_size: amount, max_spread: amount });

/** One outcome token (2.13). `price` in dollars. */
export const Token = resource('2.13', '', { token_id: text, outcome: text, price: amount, winner: flag });
export type Token = z.infer<typeof Token>;

/** The event a trading market belongs to. */
export const TradingEvent = resource('2.10', 'event.', {
  ...all(text, 'id', 'slug', 'title', 'ticker', 'description'),
});

/** Answer of `GET /markets/{condition_id}`, item of `GET /sampling-markets` (2.10). */
export const TradingMarket = resource('2.10', '', {
  ...all(flag, 'enable_order_book', 'active', 'closed', 'archived', 'accepting_orders'),
  ...all(flag, 'neg_risk', 'notifications_enabled', 'is_50_50_outcome', 'itode', 'blockaid_check_enabled'),
  accepting_order_timestamp: text,
  ...all(amount, 'minimum_order_size', 'minimum_tick_size', 'seconds_delay', 'maker_base_fee'),
  ...all(amount, 'taker_base_fee', 'taker_order_delay_ms', 'order_age_seconds'),
  market_id: integer,
  ...all(text, 'condition_id', 'status', 'question_id', 'question', 'slug', 'description', 'market_slug'),
  end_date_iso: isoSchedule,
  ...all(text, 'game_start_time', 'fpmm', 'neg_risk_market_id', 'neg_risk_request_id', 'icon', 'image'),
  rewards: Rewards,
  tokens: z.array(Token),
  tags: z.array(text),
  assets_ids: z.array(text),
  outcomes: z.array(text),
  event: TradingEvent,
  raw_metadata: freeForm,
});
export type TradingMarket = z.infer<typeof TradingMarket>;

/** Item of `GET /simplified-markets` and `GET /sampling-simplified-markets` (2.11). */
export const SimplifiedMarket = resource('2.11', '', {
  ...all(text, 'condition_id', 'status', 'question', 'slug'),
  ...all(flag, 'neg_risk', 'active', 'closed', 'archived', 'accepting_orders'),
  market_id: integer,
  tokens: z.array(Token),
  rewards: Rewards,
  assets_ids: z.array(text),
  outcomes: z.array(text),
});
export type SimplifiedMarket = z.infer<typeof SimplifiedMarket>;

/** Abbreviated token and fee records of 2.17. */
export const SettingsToken = resource('2.17', 't.', { t: text, o: text });
export const SettingsFee = resource('2.17', 'fd.', { r: amount, e: amount, to: flag });

/** Answer of `GET /clob-markets/{condition_id}` (2.17). */
export const TradingSettings = resource('2.17', '', {
  gst: text,
  r: Rewards,
  c: text,
  nr: flag,
  t: z.array(SettingsToken),
  mts: amount,
  mos: amount,
  fd: SettingsFee,
  mbf: amount,
  tbf: amount,
  ...all(flag, 'rfqe', 'itode', 'ibce'),
  oas: amount,
});
export type TradingSettings = z.infer<typeof TradingSettings>;
