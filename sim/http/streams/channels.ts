/**
 * sim/http/streams/channels: the subscribers of tokens, and those of the orders and trades of a wallet. A message is
 * encoded once for all of them.
 */
import { z } from 'zod';
import { parseJson } from '../../../base/json.ts';
import { isEqual } from '../../auth.ts';
import { ownersOf } from '../../clob/account/owners.ts';
import type { MarketFrame, UserFrame } from '../../streams/frame.ts';
import type { World } from '../../world/world.ts';
import { CLOSE, type Outbox } from './outbox.ts';

/** Longest message of a client in bytes, whole or in fragments. */
export const MESSAGE_BYTES_MAX = 64 * 1024;
/** Tokens, or markets of the user channel, of one connection. */
const SUBSCRIPTIONS_MAX = 500;

const Ids = z.array(z.string().min(1).max(128));
const Key = z.string().max(256);
const Auth = z.object({ apiKey: Key, secret: Key, passphrase: Key });
const common = { type: z.unknown().optional(), operation: z.enum(['subscribe', 'unsubscribe']).optional() };

/** A first message has the type of its channel, in either letter case; later ones have an operation. */
const isOfType = (type: unknown, name: string) => typeof type === 'string' && type.toLowerCase() === name;

const MarketMessage = z
  .object({ ...common, assets_ids: Ids, custom_feature_enabled: z.boolean().optional() })
  .refine(({ operation, type }) => operation !== undefined || isOfType(type, 'market'));

const UserMessage = z
  .object({ ...common, auth: Auth.optional(), markets: Ids.nullish() })
  .refine(({ operation, type, auth, markets }) =>
    operation === undefined ? isOfType(type, 'user') && auth !== undefined : Array.isArray(markets),
  );
type StreamAuth = z.infer<typeof Auth>;

const MARKET_SHAPE = '{"type": "market", "assets_ids": [...]} or {"operation": "subscribe", "assets_ids": [...]}';
const USER_SHAPE =
  '{"type": "user", "auth": {apiKey, secret, passphrase}} or {"operation": "subscribe", "markets": [...]}';

export type Channel<Sent> = {
  /** A message of a client. The first valid one makes the connection a subscriber. */
  receive(outbox: Outbox, text: string): void;
  deliver(frame: Sent): void;
  isSubscribed(outbox: Outbox): boolean;
  leave(outbox: Outbox): void;
};

type MarketSubscriber = { readonly tokens: Set<string>; isCustom: boolean };

/** `bookOf` returns the message of a token's present book. */
export function createMarketChannel(bookOf: (token: string) => string | undefined): Channel<MarketFrame> {
  const subscribers = new Map<Outbox, MarketSubscriber>();
  return {
    receive(outbox, text) {
      const message = MarketMessage.safeParse(parseJson(text)).data;
      if (message === undefined) return outbox.close(CLOSE.refused, `send ${MARKET_SHAPE}`);
      const subscriber = subscribers.get(outbox) ?? { tokens: new Set(), isCustom: false };
      subscribers.set(outbox, subscriber);
      const { tokens } = subscriber;
      if (message.operation === 'unsubscribe') {
        for (const token of message.assets_ids) tokens.delete(token);
        return;
      }
      const added = [...new Set(message.assets_ids)].filter((token) => !tokens.has(token));
      if (tokens.size + added.length > SUBSCRIPTIONS_MAX) {
        return outbox.close(CLOSE.refused, `at most ${SUBSCRIPTIONS_MAX} tokens for each connection`);
      }
      subscriber.isCustom = message.custom_feature_enabled ?? subscriber.isCustom;
      if (added.length === 0) return;
      for (const token of added) tokens.add(token);
      outbox.send(Buffer.from(`[${added.flatMap((token) => bookOf(token) ?? []).join(',')}]`), 'book');
    },
    deliver({ tokens, isCustom, event, text }) {
      let bytes: Buffer | undefined;
      for (const [outbox, subscriber] of subscribers) {
        const isMeant = tokens?.some((token) => subscriber.tokens.has(token)) ?? true;
        if (!isMeant || (isCustom && !subscriber.isCustom)) continue;
        bytes ??= Buffer.from(text());
        outbox.send(bytes, event);
      }
    },
    isSubscribed: (outbox) => subscribers.has(outbox),
    leave: (outbox) => subscribers.delete(outbox),
  };
}

type UserSubscriber = {
  /** The address of the owner of the key. */
  readonly owner: string;
  /** Condition ids in lower case; none: all markets. */
  readonly markets: Set<string>;
};

export function createUserChannel(world: () => World): Channel<UserFrame> {
  const subscribers = new Map<Outbox, UserSubscriber>();
  /** The subscriber of a new key, or the present one. */
  const subscriberOf = (outbox: Outbox, auth: StreamAuth | undefined): UserSubscriber | undefined => {
    if (auth === undefined) return subscribers.get(outbox);
    const owner = authenticate(world(), auth);
    if (owner === undefined) return undefined;
    const subscriber = { owner, markets: new Set<string>() };
    subscribers.set(outbox, subscriber);
    return subscriber;
  };
  return {
    receive(outbox, text) {
      const message = UserMessage.safeParse(parseJson(text)).data;
      if (message === undefined) return outbox.close(CLOSE.refused, `send ${USER_SHAPE}`);
      const subscriber = subscriberOf(outbox, message.auth);
      if (subscriber === undefined) return outbox.close(CLOSE.refused, 'the API key, secret or passphrase is wrong');
      for (const market of message.markets ?? []) {
        if (message.operation === 'unsubscribe') subscriber.markets.delete(market.toLowerCase());
        else subscriber.markets.add(market.toLowerCase());
      }
      if (subscriber.markets.size > SUBSCRIPTIONS_MAX)
        outbox.close(CLOSE.refused, `at most ${SUBSCRIPTIONS_MAX} markets for each connection`);
    },
    deliver({ wallet, market, event, text }) {
      const address = world().accounts[wallet]?.address;
      const owner = ownersOf(world()).byWallet(wallet)?.address;
      let bytes: Buffer | undefined;
      for (const [outbox, subscriber] of subscribers) {
        const isFollowed = subscriber.markets.size === 0 || subscriber.markets.has(market.toLowerCase());
        if (subscriber.owner !== owner || !isFollowed) continue;
        bytes ??= Buffer.from(text());
        outbox.send(bytes, event, address);
      }
    },
    isSubscribed: (outbox) => subscribers.has(outbox),
    leave: (outbox) => subscribers.delete(outbox),
  };
}

/** The address of the owner of an API key; undefined for an unknown key, a wrong secret or a wrong passphrase. */
function authenticate(world: World, { apiKey, secret, passphrase }: StreamAuth): string | undefined {
  const owners = ownersOf(world);
  const key = owners.apiKey(apiKey.toLowerCase());
  if (key === undefined) return undefined;
  // Node reads both base64 alphabets under this name.
  const isRight =
    isEqual(Buffer.from(secret, 'base64'), Buffer.from(key.secret, 'base64')) &&
    isEqual(Buffer.from(passphrase), Buffer.from(key.passphrase));
  return isRight ? owners.byWallet(key.account.index)?.address : undefined;
}
