/** sim/routes/comments tests: the positions of authors are always those of `GET /positions` (2.9, 4.18). */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import type { Comment } from '../../spec/resources/people.ts';
import type { Position } from '../../spec/resources/wallet-data.ts';
import { type ServedWorld, serveWorld } from '../fixtures/served-world.ts';
import { buildWorld } from '../world/build.ts';
import type { WorldEvent } from '../world/world.ts';

/** Every comment that the route shows, those nested in others as well. */
function shown(served: ServedWorld): Comment[] {
  const nested = (comment: Comment): Comment[] => [comment, ...comment.replies.flatMap(nested)];
  return served.world.comments.flatMap(({ id }) =>
    (served.read('comment-replies', { limit: '100' }, id) as Comment[]).flatMap(nested),
  );
}

function eventOf({ world }: ServedWorld, { parentEntityID }: Comment): WorldEvent {
  const event = world.events.find(({ own }) => own.id === String(parentEntityID));
  if (event === undefined) throw new Error(`no event ${parentEntityID}`);
  return event;
}

/** The positions of the author from `GET /positions` in the markets of the event, in the form of a comment. */
function positionsOf(served: ServedWorld, comment: Comment): Comment['profile']['positions'] {
  const { markets } = eventOf(served, comment);
  const market = markets.map(({ catalog }) => catalog.conditionId).join();
  const query = { user: comment.userAddress, market, sizeThreshold: '0', limit: '500' };
  const rows = served.read('positions', query) as Position[];
  return markets.flatMap(({ catalog, tokenIds }) =>
    rows
      .filter((row) => row.conditionId === catalog.conditionId)
      .sort((a, b) => a.outcomeIndex - b.outcomeIndex)
      .map((row) => ({ tokenId: tokenIds[row.outcomeIndex] ?? '', positionSize: String(row.size) })),
  );
}

/** Authors split dollars in the markets of their comments. */
function trade(served: ServedWorld, comment: Comment): boolean {
  const { world } = served;
  const wallet = world.accounts.findIndex(({ address }) => address === comment.userAddress);
  const [market] = eventOf(served, comment).markets;
  if (market === undefined) return false;
  const now = world.venue.now;
  world.venue.step({ kind: 'deposit', wallet, amount: 100 * MICRO }, now);
  return world.venue.step({ kind: 'split', wallet, market: market.index, size: 7 * MICRO + 1 }, now).ok;
}

describe('2.9 profile.positions', () => {
  it('are those of GET /positions in the markets of the event, before and after a trade', () => {
    const served = serveWorld(buildWorld({ seed: '1', world: 'small' }));
    const before = shown(served);
    expect(before.some(({ profile }) => profile.positions.length > 0)).toBe(true);
    for (const comment of before) expect(comment.profile.positions).toEqual(positionsOf(served, comment));
    expect(before.filter((comment) => trade(served, comment)).length).toBeGreaterThan(0);
    const after = shown(served);
    expect(after).not.toEqual(before);
    for (const comment of after) expect(comment.profile.positions).toEqual(positionsOf(served, comment));
  });
});
