/** sim/catalog/lookups: finds every entity of a world by its identifiers. Built once for a world. */
import { allOf, type World, type WorldAccount } from '../world/world.ts';

export type Lookups = ReturnType<typeof createLookups>;

export function createLookups(world: World) {
  const { markets, events } = world;
  const byCondition = new Map(markets.map((market) => [market.catalog.conditionId.toLowerCase(), market]));
  const bySlug = new Map(markets.map((market) => [market.catalog.slug, market]));
  const eventsById = new Map(events.map((event) => [Number(event.own.id), event]));
  const eventsBySlug = new Map(events.map((event) => [event.own.slug, event]));
  const accounts = new Map(world.accounts.map((account) => [account.address.toLowerCase(), account]));
  const written = world.comments.flatMap(allOf);
  const comments = new Map(written.map((comment) => [comment.id, comment]));
  for (const { profile } of written) {
    const author = accounts.get(profile.proxyWallet.toLowerCase());
    const base = profile.baseAddress.toLowerCase();
    if (author !== undefined && !accounts.has(base)) accounts.set(base, author);
  }
  return {
    /** Hex digits match in either case. */
    marketByCondition: (conditionId: string) => byCondition.get(conditionId.toLowerCase()),
    marketBySlug: (slug: string) => bySlug.get(slug),
    eventById: (id: number) => eventsById.get(id),
    eventBySlug: (slug: string) => eventsBySlug.get(slug),
    /** By proxy wallet, or by the wallet of a commenter. Hex digits match in either case. */
    accountByAddress: (address: string) => accounts.get(address.toLowerCase()),
    /** Finds this account from now on. */
    addAccount: (account: WorldAccount) => accounts.set(account.address.toLowerCase(), account),
    /** Comments of every level. */
    commentById: (id: string) => comments.get(id),
  };
}
