/** sim/streams/frame: one message of a stream, and who gets it. */
import type { RecordedService } from '../clob/trading/records.ts';

export const MARKET_EVENTS = [
  'book',
  'price_change',
  'last_trade_price',
  'tick_size_change',
  'best_bid_ask',
  'new_market',
  'market_resolved',
] as const;
export const USER_EVENTS = ['order', 'trade'] as const;
export type MarketEventType = (typeof MARKET_EVENTS)[number];
type UserEventType = (typeof USER_EVENTS)[number];

/** `text` is valid until the next event is applied, so that a message without a receiver costs nothing. */
export type Frame = MarketFrame | UserFrame;

export type MarketFrame = Readonly<{
  channel: 'market';
  event: MarketEventType;
  /** Subscribers of any of these tokens get the message; without tokens every subscriber. */
  tokens: readonly string[] | undefined;
  /** Only for subscribers with `custom_feature_enabled`. */
  isCustom: boolean;
  text: () => string;
}>;

export type UserFrame = Readonly<{
  channel: 'user';
  event: UserEventType;
  wallet: number;
  /** Condition id. */
  market: string;
  text: () => string;
}>;

export type Emit = (frame: Frame) => void;

/** Everything that the messages of an event need besides the event. */
export type Outlet = RecordedService & { readonly emit: Emit };
