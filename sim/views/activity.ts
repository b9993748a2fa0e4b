/** sim/views/activity: the fold of movements into one feed per wallet: positions of events in the log. */
import { addTo } from '../../base/record.ts';
import { invariant } from '../../base/result.ts';
import type { ReadEvent } from './follower.ts';
import { type Movement, movementsOf } from './movement.ts';

export type ActivityFeeds = ReturnType<typeof createActivityFeeds>;

/** Empty feeds over the log that `read` reads. */
export function createActivityFeeds(read: ReadEvent) {
  /** For each movement of a wallet the position of its event, oldest first. */
  const feeds = new Map<number, number[]>();
  return {
    /** A movement of the event at `position`. */
    apply: ({ wallet }: Movement, position: number) => addTo(feeds, wallet, position),
    /** Movements of a wallet, newest first, from `offset` on, at most `limit`. */
    page(wallet: number, offset: number, limit: number): readonly Movement[] {
      const feed = feeds.get(wallet) ?? [];
      const end = Math.max(0, feed.length - offset);
      const start = Math.max(0, end - limit);
      const movements: Movement[] = [];
      let own: readonly Movement[] = [];
      let rank = rankAt(feed, start);
      for (let index = start; index < end; index += 1) {
        const position = feed[index] ?? 0;
        const isNext = index > start && position !== feed[index - 1];
        if (isNext) rank = 0;
        if (isNext || index === start) {
          own = movementsOf(read(position), position).filter((movement) => movement.wallet === wallet);
        }
        const movement = own[rank];
        invariant(movement !== undefined, `event ${position} moves something of wallet ${wallet}`);
        movements.push(movement);
        rank += 1;
      }
      return movements.reverse();
    },
  };
}

/** The number of earlier movements of the same event. */
function rankAt(feed: readonly number[], index: number): number {
  let first = index;
  while (first > 0 && feed[first - 1] === feed[index]) first -= 1;
  return index - first;
}
