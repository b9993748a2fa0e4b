/** sim/world/population: the wallets of a world and their roles, numbered as in the venue. The first have keys. */
import type { Rng } from '../../base/rng.ts';
import { newAddress, newKey } from './identity.ts';
import { DAY_MS, isoText } from './moment.ts';
import { BIOS, PEOPLE, PSEUDONYMS } from './words.ts';
import type { WorldAccount } from './world.ts';

export type PopulationSize = { readonly makers: number; readonly takers: number; readonly watchers: number };

export type Population = {
  readonly accounts: readonly WorldAccount[];
  /** Credentialed; cash and both tokens in the markets set aside for writes. */
  readonly writers: readonly number[];
  /** Credentialed; keeps many live orders. */
  readonly rester: number;
  readonly makers: readonly number[];
  readonly takers: readonly number[];
  /** Hold only the one popular market. */
  readonly watchers: readonly number[];
  /** Holds both outcomes nearly everywhere. */
  readonly collector: number;
  /** Closes what it opens. */
  readonly flipper: number;
  /** Keeps less than a share of what it bought. */
  readonly crumbs: number;
};

const WRITERS = 3;
/** Wallets that never do anything: one with a profile, one without. */
const IDLE = 2;

/** Wallets in order: writers, rester, collector, flipper, crumbs, makers, takers, watchers, idle ones. */
export function createPopulation(rng: Rng, size: PopulationSize, startMs: number): Population {
  const named = WRITERS + 4;
  const takersEnd = named + size.makers + size.takers;
  const traders = takersEnd + size.watchers;
  const accounts: WorldAccount[] = [];
  for (let index = 0; index < traders + IDLE; index += 1) {
    const hasProfile = index !== takersEnd - 1 && index !== traders + IDLE - 1;
    accounts.push(createAccount(rng, index, index <= WRITERS, hasProfile, startMs));
  }
  return {
    accounts,
    writers: range(0, WRITERS),
    rester: WRITERS,
    collector: WRITERS + 1,
    flipper: WRITERS + 2,
    crumbs: WRITERS + 3,
    makers: range(named, size.makers),
    takers: range(named + size.makers, size.takers),
    watchers: range(takersEnd, size.watchers),
  };
}

/** The wallets that hold the popular market; the first has the most closed positions. */
export function crowdOf(population: Population): readonly number[] {
  return [population.flipper, population.collector, ...population.makers, ...population.takers, ...population.watchers];
}

function range(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, offset) => start + offset);
}

/** An account from the draws of `rng`; `startMs` is some weeks after its profile was created. */
export function createAccount(
  rng: Rng,
  index: number,
  hasKey: boolean,
  hasProfile: boolean,
  startMs: number,
): WorldAccount {
  const address = newAddress(rng);
  const key = hasKey ? newKey(rng) : undefined;
  if (!hasProfile) return { index, address, profile: undefined, key };
  const name = PEOPLE[index % PEOPLE.length] ?? '';
  const isPublic = index % 3 !== 1;
  const picture = rng.chance(0.6) ? `https://pictures.touchstone.example/wallets/${index}.png` : '';
  const profile = {
    createdAt: isoText(startMs - (40 + (index % 50)) * DAY_MS),
    proxyWallet: address,
    profileImage: picture,
    displayUsernamePublic: isPublic,
    bio: rng.pick(BIOS),
    pseudonym: `${rng.pick(PSEUDONYMS)}-${index}`,
    name: index < PEOPLE.length ? name : `${name} ${index}`,
    users: index % 4 === 2 ? [] : [{ id: String(7_000 + index), creator: false, mod: index % 11 === 0 }],
    xUsername: rng.chance(0.3) ? `touch_${index}` : '',
    verifiedBadge: rng.chance(0.2),
  };
  return { index, address, profile, key };
}
