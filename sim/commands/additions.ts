/** sim/commands/additions: what a running world gains: markets, comments, wallets, keys, as notes in the event log. */
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { createRng } from '../../base/rng.ts';
import { createAccount, profileOf } from '../world/population.ts';
import { allOf, isoText, SECOND_MS, type World, type WorldAccount, type WorldComment } from '../world/world.ts';
import { createWrittenCatalog } from '../world/written/catalog.ts';
import { WrittenMarket } from '../world/written/description.ts';

const Addition = z.union([
  z.strictObject({ addition: z.literal('market'), name: z.string(), market: WrittenMarket, ends: z.number() }),
  z.strictObject({ addition: z.literal('wallet') }),
  z.strictObject({
    addition: z.literal('owned-wallet'),
    address: z.string(),
    /** The address of the private key. */
    owner: z.string(),
    signatureType: z.literal([0, 1, 2, 3]),
  }),
  z.strictObject({ addition: z.literal('api-key'), address: z.string(), nonce: z.string(), isRevoked: z.boolean() }),
  z.strictObject({
    addition: z.literal('comment'),
    wallet: z.int().min(0),
    event: z.string(),
    text: z.string(),
    reply: z.string().optional(),
  }),
]);
export type Addition = z.infer<typeof Addition>;

export function noteOf(addition: Addition): string {
  return JSON.stringify(addition);
}

/** The world with all additions that the log has from the event `from` on. */
export function withAdditions(world: World, from: number): World {
  let grown = world;
  let announced: Addition | undefined;
  const { venue } = world;
  for (let index = from; index < venue.eventCount; index += 1) {
    const event = venue.eventAt(index);
    if (event?.kind === 'noted') {
      announced = Addition.safeParse(parseJson(event.text)).data;
      if (announced?.addition === 'comment') grown = withComment(grown, announced, event.at);
      else if (announced?.addition === 'api-key') grown = withKey(grown, announced);
    } else if (
      event?.kind === 'market-listed' &&
      announced?.addition === 'market' &&
      event.market === grown.markets.length
    )
      grown = withMarket(grown, announced, event.at);
    else if (event?.kind === 'wallet-opened' && event.wallet === grown.accounts.length) {
      if (announced?.addition === 'wallet') grown = withWallet(grown, event.at);
      else if (announced?.addition === 'owned-wallet') grown = withOwnedWallet(grown, announced);
    }
  }
  return grown;
}

/** The catalog entry of a market that the venue lists at `at`, as it will be after `withAdditions`. */
export function catalogOf(world: World, { name, market, ends }: Addition & { addition: 'market' }, at: number) {
  const first = {
    market: world.markets.length,
    event: world.events.length,
    marketId: nextId(world.markets.map(({ catalog }) => catalog.id)),
    eventId: nextId(world.events.map(({ own }) => own.id)),
  };
  const rng = createRng(`${world.seed}/opened ${first.market}`);
  const endMs = at + Math.round(ends * SECOND_MS);
  return createWrittenCatalog(rng, new Map([[name, market]]), world.creators[0], at, { endMs, first });
}

function withMarket(world: World, addition: Addition & { addition: 'market' }, at: number): World {
  const { events, markets } = catalogOf(world, addition, at);
  return {
    ...world,
    events: [...world.events, ...events],
    markets: [...world.markets, ...markets],
    opened: [...(world.opened ?? []), { name: addition.name, index: world.markets.length }],
  };
}

function withWallet(world: World, at: number): World {
  const index = world.accounts.length;
  const account = createAccount(createRng(`${world.seed}/counterparty ${index}`), index, false, false, at);
  return { ...joinedBy(world, account), counterparty: index };
}

function withOwnedWallet(
  world: World,
  { address, owner, signatureType }: Addition & { addition: 'owned-wallet' },
): World {
  const account = { index: world.accounts.length, address, profile: undefined, key: undefined };
  return joinedBy(world, { ...account, owner: { address: owner, signatureType } });
}

function joinedBy(world: World, account: WorldAccount): World {
  return { ...world, accounts: [...world.accounts, account], joined: (world.joined ?? 0) + 1 };
}

function withKey(world: World, { address, nonce, isRevoked }: Addition & { addition: 'api-key' }): World {
  const others = (world.apiKeys ?? []).filter((key) => key.address !== address || key.nonce !== nonce);
  return { ...world, apiKeys: [...others, { address, nonce, isRevoked }] };
}

function withComment(world: World, addition: Addition & { addition: 'comment' }, at: number): World {
  const { wallet, event, text, reply } = addition;
  const author = world.accounts[wallet];
  if (author === undefined) return world;
  const all = world.comments.flatMap(allOf);
  const parent = all.find(({ id }) => id === reply);
  const known = all.find(({ userAddress }) => userAddress === author.address);
  const moment = isoText(at);
  const comment: WorldComment = {
    id: String(nextId(all.map(({ id }) => id))),
    body: text,
    parentEntityType: 'Event',
    parentEntityID: Number(event),
    parentCommentID: parent?.id ?? '',
    userAddress: author.address,
    replyAddress: parent?.userAddress ?? '',
    createdAt: moment,
    updatedAt: moment,
    profile: known?.profile ?? profileOf(author, author.address),
    reactions: [],
    reportCount: 0,
    reactionCount: 0,
    replyCount: 0,
    replies: [],
  };
  if (parent === undefined) return { ...world, comments: [...world.comments, comment] };
  return { ...world, comments: world.comments.map((each) => withReply(each, parent.id, comment)) };
}

function withReply(comment: WorldComment, parent: string, reply: WorldComment): WorldComment {
  const replies = comment.replies.map((each) => withReply(each, parent, reply));
  if (comment.id !== parent) return { ...comment, replies };
  return { ...comment, replies: [...replies, reply], replyCount: comment.replyCount + 1 };
}

/** One more than the highest of these ids, which are numbers on the wire. */
export function nextId(ids: readonly string[]): number {
  return ids.reduce((most, id) => Math.max(most, Number(id) || 0), 0) + 1;
}
