/** sim/world/comments: threads under events: one longer than a default page, one without replies, three levels. */
import { invariant } from '../../base/result.ts';
import type { Rng } from '../../base/rng.ts';
import { newAddress } from './identity.ts';
import { DAY_MS, isoText, MINUTE_MS } from './moment.ts';
import { COMMENT_TEXTS } from './words.ts';
import type { WorldAccount, WorldComment, WorldEvent } from './world.ts';

export type Square = {
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
    const replies = thread === 0 ? BUSY_REPLIES : thread === 1 ? 0 : rng.between(1, 4);
    return write(event, undefined, replies);
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
