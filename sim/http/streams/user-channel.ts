/** sim/http/streams/user-channel: whose orders and trades a connection follows, and in which markets. */
import type { UserFrame } from '../../streams/frame.ts';
import { parseUserMessage, type StreamAuth, SUBSCRIPTIONS_MAX, USER_SHAPE } from './client-message.ts';
import type { Channel } from './market-channel.ts';
import { CLOSE, type Outbox } from './outbox.ts';

/** The number of the wallet that a key belongs to; undefined for a wrong key. */
export type AuthenticateStream = (auth: StreamAuth) => number | undefined;

type Subscriber = {
  readonly outbox: Outbox;
  readonly wallet: number;
  /** Condition ids in lower case; none: all markets. */
  readonly markets: Set<string>;
};

export function createUserChannel(authenticate: AuthenticateStream): Channel<UserFrame> {
  const subscribers = new Map<Outbox, Subscriber>();
  const byWallet = new Map<number, Set<Subscriber>>();
  const leave = (outbox: Outbox): void => {
    const subscriber = subscribers.get(outbox);
    subscribers.delete(outbox);
    if (subscriber !== undefined) byWallet.get(subscriber.wallet)?.delete(subscriber);
  };
  /** The subscriber of a new key, or the present one. */
  const subscriberOf = (outbox: Outbox, auth: StreamAuth | undefined): Subscriber | undefined => {
    if (auth === undefined) return subscribers.get(outbox);
    const wallet = authenticate(auth);
    if (wallet === undefined) return undefined;
    leave(outbox);
    const subscriber: Subscriber = { outbox, wallet, markets: new Set() };
    subscribers.set(outbox, subscriber);
    byWallet.set(wallet, (byWallet.get(wallet) ?? new Set()).add(subscriber));
    return subscriber;
  };
  return {
    receive(outbox, text) {
      const message = parseUserMessage(text);
      if (message === undefined) return outbox.close(CLOSE.refused, `send ${USER_SHAPE}`);
      const subscriber = subscriberOf(outbox, message.auth);
      if (subscriber === undefined) return outbox.close(CLOSE.refused, 'the API key, secret or passphrase is wrong');
      for (const market of message.markets) {
        if (message.operation === 'subscribe') subscriber.markets.add(market.toLowerCase());
        else subscriber.markets.delete(market.toLowerCase());
      }
      if (subscriber.markets.size > SUBSCRIPTIONS_MAX)
        outbox.close(CLOSE.refused, `at most ${SUBSCRIPTIONS_MAX} markets for each connection`);
    },
    deliver({ wallet, market, event, text }) {
      let bytes: Buffer | undefined;
      for (const { outbox, markets } of byWallet.get(wallet) ?? []) {
        if (markets.size > 0 && !markets.has(market.toLowerCase())) continue;
        bytes ??= Buffer.from(text());
        outbox.send(bytes, event);
      }
    },
    isSubscribed: (outbox) => subscribers.has(outbox),
    leave,
  };
}
