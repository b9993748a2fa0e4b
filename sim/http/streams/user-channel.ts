/** sim/http/streams/user-channel: whose orders and trades a connection follows, and in which markets. */
import type { UserFrame } from '../../streams/frame.ts';
import type { World } from '../../world/world.ts';
import { accountOf, authenticateAccount } from './account-keys.ts';
import { parseUserMessage, type StreamAuth, SUBSCRIPTIONS_MAX, USER_SHAPE } from './client-message.ts';
import type { Channel } from './market-channel.ts';
import { CLOSE, type Outbox } from './outbox.ts';

type Subscriber = {
  readonly outbox: Outbox;
  readonly account: number;
  /** Condition ids in lower case; none: all markets. */
  readonly markets: Set<string>;
};

export function createUserChannel(world: () => World): Channel<UserFrame> {
  const subscribers = new Map<Outbox, Subscriber>();
  const byAccount = new Map<number, Set<Subscriber>>();
  const leave = (outbox: Outbox): void => {
    const subscriber = subscribers.get(outbox);
    subscribers.delete(outbox);
    if (subscriber !== undefined) byAccount.get(subscriber.account)?.delete(subscriber);
  };
  /** The subscriber of a new key, or the present one. */
  const subscriberOf = (outbox: Outbox, auth: StreamAuth | undefined): Subscriber | undefined => {
    if (auth === undefined) return subscribers.get(outbox);
    const account = authenticateAccount(world(), auth);
    if (account === undefined) return undefined;
    leave(outbox);
    const subscriber: Subscriber = { outbox, account, markets: new Set() };
    subscribers.set(outbox, subscriber);
    byAccount.set(account, (byAccount.get(account) ?? new Set()).add(subscriber));
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
      for (const { outbox, markets } of byAccount.get(accountOf(world(), wallet)) ?? []) {
        if (markets.size > 0 && !markets.has(market.toLowerCase())) continue;
        bytes ??= Buffer.from(text());
        // Faults name a wallet by its address.
        outbox.send(bytes, event, world().accounts[wallet]?.address);
      }
    },
    isSubscribed: (outbox) => subscribers.has(outbox),
    leave,
  };
}
