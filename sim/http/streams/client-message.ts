/** sim/http/streams/client-message: the messages of clients, parsed. Everything in them is hostile until then. */
import { z } from 'zod';
import { parseJson } from '../../../base/json.ts';

/** Longest message of a client in bytes, whole or in fragments. */
export const MESSAGE_BYTES_MAX = 64 * 1024;
/** Tokens, or markets of the user channel, of one connection. */
export const SUBSCRIPTIONS_MAX = 500;

const Id = z.string().min(1).max(128);
const Ids = z.array(Id);
const Key = z.string().max(256);
const Auth = z.object({ apiKey: Key, secret: Key, passphrase: Key });
const Verb = z.enum(['subscribe', 'unsubscribe']);
/** Bots write the type in either case. */
const typed = (name: string) => z.string().refine((type) => type.toLowerCase() === name);
const Custom = z.boolean().optional();

const MarketMessage = z.union([
  z
    .object({ operation: Verb, assets_ids: Ids, custom_feature_enabled: Custom })
    .transform(({ operation, assets_ids: tokens, custom_feature_enabled: isCustom }) => ({
      operation,
      tokens,
      isCustom,
    })),
  z
    .object({ type: typed('market'), assets_ids: Ids, custom_feature_enabled: Custom })
    .transform(({ assets_ids: tokens, custom_feature_enabled: isCustom }) => {
      return { operation: 'subscribe' as const, tokens, isCustom };
    }),
]);
export type MarketMessage = z.infer<typeof MarketMessage>;

const UserMessage = z.union([
  z
    .object({ operation: Verb, markets: Ids })
    .transform(({ operation, markets }) => ({ operation, markets, auth: undefined })),
  z
    .object({ type: typed('user'), auth: Auth, markets: Ids.nullish() })
    .transform(({ auth, markets }) => ({ operation: 'subscribe' as const, markets: markets ?? [], auth })),
]);
export type UserMessage = z.infer<typeof UserMessage>;
export type StreamAuth = z.infer<typeof Auth>;

export const MARKET_SHAPE =
  '{"type": "market", "assets_ids": [...]} or {"operation": "subscribe", "assets_ids": [...]}';
export const USER_SHAPE =
  '{"type": "user", "auth": {apiKey, secret, passphrase}} or {"operation": "subscribe", "markets": [...]}';

/** Undefined for every text that is no message of the market channel. */
export function parseMarketMessage(text: string): MarketMessage | undefined {
  return MarketMessage.safeParse(parseJson(text)).data;
}

export function parseUserMessage(text: string): UserMessage | undefined {
  return UserMessage.safeParse(parseJson(text)).data;
}
