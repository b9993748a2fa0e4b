/** sim/http/streams/user-channel: whose orders and trades a connection follows, and in which markets. */
import { isEqual } from '../../auth.ts';
import { ownersOf } from '../../clob/account/owners.ts';
import type { UserFrame } from '../../streams/frame.ts';
import type { World } from '../../world/world.ts';
import { parseUserMessage, type StreamAuth, SUBSCRIPTIONS_MAX, USER_SHAPE } from './client-message.ts';
import type { Channel } from './market-channel.ts';
import { CLOSE, type Outbox } from './outbox.ts';

type Subscriber = {
  /** The address of the owner of the key. */
  readonly owner: string;
  /** Condition ids in lower case; none: all markets. */
  readonly markets: Set<string>;
};

export function createUserChannel(world: () => World): Channel<UserFrame> {
  const subscribers = new Map<Outbox, Subscriber>();
  /** The subscriber of a new key, or the present one. */
  const subscriberOf = (outbox: Outbox, auth: StreamAuth | undefined): Subscriber | undefined => {
    if (auth === undefined) return subscribers.get(outbox);
    const owner = authenticate(world(), auth);
    if (owner === undefined) return undefined;
    const subscriber = { owner, markets: new Set<string>() };
    subscribers.set(outbox, subscriber);
    return subscriber;
  };
  return {
    receive(outbox, text) {
      const message = parseUserMessage(text);
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
