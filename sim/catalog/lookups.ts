/** sim/catalog/lookups: finds every entity of a world by its identifiers. Built once for a world. */
import type { World, WorldAccount, WorldComment, WorldEvent, WorldMarket } from '../world/world.ts';

export type Lookups = {
  /** Hex digits match in either case. */
  marketByCondition(conditionId: string): WorldMarket | undefined;
  marketBySlug(slug: string): WorldMarket | undefined;
  eventById(id: number): WorldEvent | undefined;
  eventBySlug(slug: string): WorldEvent | undefined;
  /** By proxy wallet, or by the wallet of a commenter. Hex digits match in either case. */
  accountByAddress(address: string): WorldAccount | undefined;
  /** Finds this account from now on. */
  addAccount(account: WorldAccount): void;
  /** Comments of every level. */
  commentById(id: string): WorldComment | undefined;
};

export function createLookups(world: World): Lookups {
  const { markets, events } = world;
  const byCondition = new Map(markets.map((market) => [market.catalog.conditionId.toLowerCase(), market]));
  const bySlug = new Map(markets.map((market) => [market.catalog.slug, market]));
  const eventsById = new Map(events.map((event) => [Number(event.own.id), event]));
  const eventsBySlug = new Map(events.map((event) => [event.own.slug, event]));
  const accounts = new Map(world.accounts.map((account) => [account.address.toLowerCase(), account]));
  const written = world.comments.flatMap(withReplies);
  const comments = new Map(written.map((comment) => [comment.id, comment]));
  for (const { profile } of written) {
    const author = accounts.get(profile.proxyWallet.toLowerCase());
    const base = profile.baseAddress.toLowerCase();
    if (author !== undefined && !accounts.has(base)) accounts.set(base, author);
  }
  return {
    marketByCondition: (conditionId) => byCondition.get(conditionId.toLowerCase()),
    marketBySlug: (slug) => bySlug.get(slug),
    eventById: (id) => eventsById.get(id),
    eventBySlug: (slug) => eventsBySlug.get(slug),
    accountByAddress: (address) => accounts.get(address.toLowerCase()),
    addAccount: (account) => accounts.set(account.address.toLowerCase(), account),
    commentById: (id) => comments.get(id),
  };
}

function withReplies(comment: WorldComment): WorldComment[] {
  return [comment, ...comment.replies.flatMap(withReplies)];
}
