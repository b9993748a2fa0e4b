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
const common = { type: z.unknown().optional(), operation: z.enum(['subscribe', 'unsubscribe']).optional() };

/** A first message has the type of its channel, in either letter case; later ones have an operation. */
const isOfType = (type: unknown, name: string): boolean => typeof type === 'string' && type.toLowerCase() === name;

const MarketMessage = z
  .object({ ...common, assets_ids: Ids, custom_feature_enabled: z.boolean().optional() })
  .refine(({ operation, type }) => operation !== undefined || isOfType(type, 'market'));
export type MarketMessage = z.infer<typeof MarketMessage>;

const UserMessage = z
  .object({ ...common, auth: Auth.optional(), markets: Ids.nullish() })
  .refine(({ operation, type, auth, markets }) =>
    operation === undefined ? isOfType(type, 'user') && auth !== undefined : Array.isArray(markets),
  );
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
