/** sim/world/population: the wallets of a world and their roles, numbered as in the venue, and the comments. */
import { invariant } from '../../base/result.ts';
import type { Rng } from '../../base/rng.ts';
import { newAddress, newKey } from './identity.ts';
import { BIOS, COMMENT_TEXTS, PEOPLE, PSEUDONYMS } from './words.ts';
import { DAY_MS, isoText, MINUTE_MS, type WorldAccount, type WorldComment, type WorldEvent } from './world.ts';

export type PopulationSize = { readonly makers: number; readonly takers: number; readonly watchers: number };

export type Population = Readonly<{
  accounts: readonly WorldAccount[];
  /** Credentialed; cash and both tokens in the markets set aside for writes. */
  writers: readonly number[];
  /** Credentialed; keeps many live orders. */
  rester: number;
  makers: readonly number[];
  takers: readonly number[];
  /** Hold only the one popular market. */
  watchers: readonly number[];
  /** Holds both outcomes nearly everywhere. */
  collector: number;
  /** Closes what it opens. */
  flipper: number;
  /** Keeps less than a share of what it bought. */
  crumbs: number;
}>;

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

function range(start: number, count: number) {
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

/** An account whose profile shows `name`. */
export function createNamedAccount(
  rng: Rng,
  name: string,
  index: number,
  hasKey: boolean,
  startMs: number,
): WorldAccount {
  const account = createAccount(rng, index, hasKey, true, startMs);
  return { ...account, profile: account.profile && { ...account.profile, name, displayUsernamePublic: true } };
}

type Square = {
  readonly events: readonly WorldEvent[];
  readonly accounts: readonly WorldAccount[];
  readonly startMs: number;
};

const BUSY_REPLIES = 27;
const AUTHORS_MAX = 20;
const AGE_MS = 9 * DAY_MS;

type Parent = { readonly id: string; readonly userAddress: string; readonly depth: number };

/** `count` threads, each under another event while there are enough. */
export function createComments(rng: Rng, square: Square, count: number): WorldComment[] {
  const write = createWriter(rng, square);
  const newestFirst = [...square.events].reverse();
  if (newestFirst.length === 0) return [];
  return Array.from({ length: count }, (_, thread) => {
    const event = newestFirst[thread % newestFirst.length];
    invariant(event !== undefined, 'a remainder is within the list');
    return write(event, undefined, thread === 0 ? BUSY_REPLIES : thread === 1 ? 0 : rng.between(1, 4));
  });
}

type Write = (event: WorldEvent, parent: Parent | undefined, replies: number) => WorldComment;

/** Writes a comment and its replies, ids and moments in order of writing; some moments are shared. */
function createWriter(rng: Rng, square: Square): Write {
  let written = 0;
  let atMs = square.startMs - AGE_MS;
  const authors = square.accounts.filter((account) => account.profile !== undefined).slice(0, AUTHORS_MAX);
  const bases = new Map(authors.map((author) => [author, newAddress(rng)]));
  const write: Write = (event, parent, replies) => {
    written += 1;
    const id = String(written);
    if (written % 4 !== 0) atMs += rng.between(1, 30) * MINUTE_MS;
    const createdAt = isoText(Math.min(atMs, square.startMs));
    const author = rng.pick(authors);
    const depth = (parent?.depth ?? 0) + 1;
    const own: Parent = { id, userAddress: author.address, depth };
    const fans = rng.sample(authors, rng.chance(0.4) ? rng.between(1, 3) : 0);
    const nested = Array.from({ length: replies }, (_, position) =>
      write(event, own, depth < 3 && position % 4 === 0 ? 2 : 0),
    );
    return {
      id,
      body: rng.pick(COMMENT_TEXTS),
      parentEntityType: 'Event',
      parentEntityID: Number(event.own.id),
      parentCommentID: parent?.id ?? '',
      userAddress: author.address,
      replyAddress: parent?.userAddress ?? '',
      createdAt,
      updatedAt: createdAt,
      profile: profileOf(author, bases.get(author) ?? author.address),
      reactions: fans.map((fan, position) => ({
        id: `${id}-${position + 1}`,
        commentID: id,
        reactionType: position === 0 ? 'HEART' : 'LIKE',
        userAddress: fan.address,
      })),
      reportCount: rng.chance(0.1) ? 1 : 0,
      reactionCount: fans.length,
      replyCount: nested.length,
      replies: nested,
    };
  };
  return write;
}

/** The author as a comment shows it, without positions, which are read at each request. */
export function profileOf({ address, index, profile }: WorldAccount, baseAddress: string): WorldComment['profile'] {
  const picture = profile?.profileImage ?? '';
  return {
    name: profile?.name ?? '',
    pseudonym: profile?.pseudonym ?? '',
    bio: profile?.bio ?? '',
    proxyWallet: address,
    baseAddress,
    profileImage: picture,
    displayUsernamePublic: profile?.displayUsernamePublic ?? false,
    isMod: index % 11 === 0,
    isCreator: profile?.users.some(({ creator }) => creator) ?? false,
    profileImageOptimized: picture === '' ? {} : { source: picture, width: 96, height: 96 },
  };
}
