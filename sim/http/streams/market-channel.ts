/** sim/http/streams/market-channel: who is subscribed to which tokens. A message is encoded once for all its subscribers. */
import type { MarketFrame } from '../../streams/frame.ts';
import { MARKET_SHAPE, type MarketMessage, parseMarketMessage, SUBSCRIPTIONS_MAX } from './client-message.ts';
import { CLOSE, type Outbox } from './outbox.ts';

export type Channel<Sent> = {
  /** A message of a client. The first valid one makes the connection a subscriber. */
  receive(outbox: Outbox, text: string): void;
  deliver(frame: Sent): void;
  isSubscribed(outbox: Outbox): boolean;
  leave(outbox: Outbox): void;
};

type Subscriber = { readonly outbox: Outbox; readonly tokens: Set<string>; isCustom: boolean };

/** `bookOf` returns the message of a token's present book. */
export function createMarketChannel(bookOf: (token: string) => string | undefined): Channel<MarketFrame> {
  const subscribers = new Map<Outbox, Subscriber>();
  const byToken = new Map<string, Set<Subscriber>>();
  const receive = (outbox: Outbox, text: string): void => {
    const message = parseMarketMessage(text);
    if (message === undefined) {
      outbox.close(CLOSE.refused, `send ${MARKET_SHAPE}`);
      return;
    }
    const subscriber = subscribers.get(outbox) ?? { outbox, tokens: new Set(), isCustom: false };
    subscribers.set(outbox, subscriber);
    if (message.operation === 'unsubscribe') for (const token of message.tokens) removeFrom(byToken, subscriber, token);
    else subscribe(subscriber, message);
  };
  const subscribe = (subscriber: Subscriber, { tokens, isCustom }: MarketMessage): void => {
    const added = new Set(tokens.filter((token) => !subscriber.tokens.has(token)));
    if (subscriber.tokens.size + added.size > SUBSCRIPTIONS_MAX) {
      subscriber.outbox.close(CLOSE.refused, `at most ${SUBSCRIPTIONS_MAX} tokens for each connection`);
      return;
    }
    subscriber.isCustom = isCustom ?? subscriber.isCustom;
    for (const token of added) {
      subscriber.tokens.add(token);
      const others = byToken.get(token);
      if (others === undefined) byToken.set(token, new Set([subscriber]));
      else others.add(subscriber);
    }
    if (added.size === 0) return;
    const books = [...added].flatMap((token) => bookOf(token) ?? []);
    subscriber.outbox.send(Buffer.from(`[${books.join(',')}]`), 'book');
  };
  return {
    receive,
    deliver({ tokens, isCustom, event, text }) {
      let bytes: Buffer | undefined;
      for (const { outbox, isCustom: wantsCustom } of receivers(tokens, subscribers, byToken)) {
        if (isCustom && !wantsCustom) continue;
        bytes ??= Buffer.from(text());
        outbox.send(bytes, event);
      }
    },
    isSubscribed: (outbox) => subscribers.has(outbox),
    leave(outbox) {
      const subscriber = subscribers.get(outbox);
      subscribers.delete(outbox);
      if (subscriber !== undefined) for (const token of subscriber.tokens) removeFrom(byToken, subscriber, token);
    },
  };
}

function removeFrom(byToken: Map<string, Set<Subscriber>>, subscriber: Subscriber, token: string): void {
  subscriber.tokens.delete(token);
  const others = byToken.get(token);
  others?.delete(subscriber);
  if (others?.size === 0) byToken.delete(token);
}

/** The subscribers of any of the tokens, each once, in order of their subscriptions. */
function receivers(
  tokens: readonly string[] | undefined,
  subscribers: ReadonlyMap<Outbox, Subscriber>,
  byToken: ReadonlyMap<string, ReadonlySet<Subscriber>>,
): Iterable<Subscriber> {
  if (tokens === undefined) return subscribers.values();
  const lists = tokens.flatMap((token) => byToken.get(token) ?? []);
  const [first = [], ...others] = lists;
  return others.length === 0 ? first : new Set(lists.flatMap((list) => [...list]));
}
