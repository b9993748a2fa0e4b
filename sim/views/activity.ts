/** sim/views/activity: the fold of movements into one feed per wallet. */
import type { Movement } from './movement.ts';

export type ActivityFeeds = {
  apply(movement: Movement): void;
  /** Movements of a wallet, newest first, from `offset` on, at most `limit`. */
  page(wallet: number, offset: number, limit: number): readonly Movement[];
};

/** Empty feeds. */
export function createActivityFeeds(): ActivityFeeds {
  const feeds = new Map<number, Movement[]>();
  return {
    apply(movement) {
      const feed = feeds.get(movement.wallet);
      if (feed === undefined) feeds.set(movement.wallet, [movement]);
      else feed.push(movement);
    },
    page(wallet, offset, limit) {
      const feed = feeds.get(wallet) ?? [];
      const end = Math.max(0, feed.length - offset);
      return feed.slice(Math.max(0, end - limit), end).reverse();
    },
  };
}
