/** sim/streams/frame: one message of a stream, who gets it, and the names in it that a profile can replace. */
import { ownersOf } from '../clob/account/owners.ts';
import type { Service } from '../service.ts';
import type { Views } from '../views/views.ts';

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

export type MarketFrame = {
  readonly channel: 'market';
  readonly event: MarketEventType;
  /** Subscribers of any of these tokens get the message; without tokens every subscriber. */
  readonly tokens: readonly string[] | undefined;
  /** Only for subscribers with `custom_feature_enabled`. */
  readonly isCustom: boolean;
  readonly text: () => string;
};

export type UserFrame = {
  readonly channel: 'user';
  readonly event: UserEventType;
  readonly wallet: number;
  /** Condition id. */
  readonly market: string;
  readonly text: () => string;
};

export type Emit = (frame: Frame) => void;

/** The parts of a service that messages are made of. */
export type StreamedService = Pick<Service, 'world' | 'views'>;

/** Everything that the messages of an event need besides the event. */
export type Outlet = { readonly views: Views; readonly names: StreamNames; readonly emit: Emit };

/** Names of orders and wallets on the wire. */
export type StreamNames = {
  orderId(order: number): string;
  makerAddress(order: number, wallet: number): string;
  /** The API key that a wallet sees as the owner of its orders and trades. */
  apiKey(wallet: number): string;
};

export function defaultNames(service: () => StreamedService): StreamNames {
  return {
    orderId: (order) => service().views.ids.order.encode(order),
    makerAddress: (_, wallet) => service().views.people.person(wallet).account.address,
    apiKey(wallet) {
      const owners = ownersOf(service().world);
      const owner = owners.byWallet(wallet);
      const [key] = owner === undefined ? [] : owners.keysOf(owner);
      return key?.apiKey ?? '';
    },
  };
}

/** Unix time in whole seconds, as text. */
export function secondsText(ms: number): string {
  return String(Math.floor(ms / 1_000));
}
