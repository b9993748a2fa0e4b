/** sim/world/creators: the creators of events, some of which are wallets. The handle is the site identifier. */
import type { Rng } from '../../base/rng.ts';
import { newAddress } from './identity.ts';
import { SITES } from './words.ts';
import { DAY_MS, isoText, type WorldAccount, type WorldCreator, type WorldMarket } from './world.ts';

/** The usual number of creators: more than the default page of the list. */
export const CREATORS = 27;

/** Names repeat, handles do not; two of three share a moment, and three of four are wallets of `accounts`. */
export function createCreators(
  rng: Rng,
  count: number,
  startMs: number,
  accounts: readonly WorldAccount[],
): WorldCreator[] {
  const hosts = accounts.filter(({ index, profile }) => index % 5 === 0 && profile?.users.length === 1);
  return Array.from({ length: count }, (_, index) => {
    const name = SITES[index % SITES.length] ?? '';
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const site = index < SITES.length ? slug : `${slug}-${Math.floor(index / SITES.length) + 1}`;
    const stranger = newAddress(rng);
    const host = index % 4 === 3 ? undefined : hosts.shift();
    const createdAt = startMs - (200 - Math.floor(index / 3)) * DAY_MS;
    return {
      own: {
        id: String(95 + index),
        creatorName: name,
        creatorHandle: site,
        creatorUrl: `https://touchstone.example/${encodeURIComponent(site)}`,
        creatorImage: index % 4 === 0 ? '' : `https://pictures.touchstone.example/sites/${index}.png`,
        createdAt: isoText(createdAt),
        updatedAt: isoText(createdAt + (index % 5) * DAY_MS),
      },
      wallet: host?.address ?? stranger,
      site,
    };
  });
}

/** The accounts; the profiles of those that created one of the markets mark them as creators. */
export function withCreators(accounts: readonly WorldAccount[], markets: readonly WorldMarket[]): WorldAccount[] {
  const wallets = new Set(markets.map(({ creator }) => creator?.wallet));
  return accounts.map((account) => {
    const { address, profile } = account;
    if (profile === undefined || !wallets.has(address)) return account;
    return { ...account, profile: { ...profile, users: profile.users.map((user) => ({ ...user, creator: true })) } };
  });
}
