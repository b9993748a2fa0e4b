/** spec/resources/activity: entries of a wallet's activity feed (interface 2.3). */
import type { z } from 'zod';
import { all, amount, integer, resource, text, unixSeconds } from './resource.ts';

/** Item of `GET /activity` (2.3). `timestamp`: Unix seconds; `size`: shares; `usdcSize`, `price`: dollars. */
export const ActivityEntry = resource('2.3', '', {
  proxyWallet: text,
  timestamp: unixSeconds,
  conditionId: text,
  type: text,
  size: amount,
  usdcSize: amount,
  transactionHash: text,
  price: amount,
  asset: text,
  side: text,
  outcomeIndex: integer,
  ...all(text, 'title', 'slug', 'icon', 'eventSlug', 'outcome'),
  ...all(text, 'name', 'pseudonym', 'bio', 'profileImage', 'profileImageOptimized'),
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;
