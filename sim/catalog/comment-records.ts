/** sim/catalog/comment-records: a comment with its replies (2.9), and its author's positions, read from the venue. */
import { formatMicro } from '../../base/units.ts';
import type { Comment, CommentPosition } from '../../spec/resources/comment.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { Venue } from '../core/venue.ts';
import type { WorldComment } from '../world/world.ts';
import type { Lookups } from './lookups.ts';

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

export function commentRecord(venue: Venue, lookups: Lookups, comment: WorldComment): Comment {
  return {
    ...comment,
    profile: { ...comment.profile, positions: positionsOf(venue, lookups, comment) },
    replies: comment.replies.map((reply) => commentRecord(venue, lookups, reply)),
  };
}

/** In order of the event's markets, then of outcomes; tokens that orders have reserved are still held. */
function positionsOf(venue: Venue, lookups: Lookups, comment: WorldComment): CommentPosition[] {
  const author = lookups.accountByAddress(comment.userAddress);
  const event = lookups.eventById(comment.parentEntityID);
  if (author === undefined || event === undefined) return [];
  return event.markets.flatMap((market) =>
    OUTCOMES.flatMap((outcome) => {
      const { free, reserved } = venue.tokens(author.index, market.index, outcome);
      const size = free + reserved;
      return size === 0 ? [] : [{ tokenId: market.tokenIds[outcome], positionSize: formatMicro(size) }];
    }),
  );
}
