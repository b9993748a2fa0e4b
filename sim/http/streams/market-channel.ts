/** sim/http/streams/market-channel: subscribers of tokens. A message is encoded once for all of them. */
import type { MarketFrame } from '../../streams/frame.ts';
import { MARKET_SHAPE, parseMarketMessage, SUBSCRIPTIONS_MAX } from './client-message.ts';
import { CLOSE, type Outbox } from './outbox.ts';

export type Channel<Sent> = {
  /** A message of a client. The first valid one makes the connection a subscriber. */
  receive(outbox: Outbox, text: string): void;
  deliver(frame: Sent): void;
  isSubscribed(outbox: Outbox): boolean;
  leave(outbox: Outbox): void;
};

type Subscriber = { readonly tokens: Set<string>; isCustom: boolean };

/** `bookOf` returns the message of a token's present book. */
export function createMarketChannel(bookOf: (token: string) => string | undefined): Channel<MarketFrame> {
  const subscribers = new Map<Outbox, Subscriber>();
  return {
    receive(outbox, text) {
      const message = parseMarketMessage(text);
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
        const isMeant = tokens === undefined || tokens.some((token) => subscriber.tokens.has(token));
        if (!isMeant || (isCustom && !subscriber.isCustom)) continue;
        bytes ??= Buffer.from(text());
        outbox.send(bytes, event);
      }
    },
    isSubscribed: (outbox) => subscribers.has(outbox),
    leave: (outbox) => subscribers.delete(outbox),
  };
}
