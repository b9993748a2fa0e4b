/** spec/resources/activity: entries of a wallet's activity feed (interface 2.3). */
import type { z } from 'zod';
import { amount, integer, resource, text, unixSeconds } from './resource.ts';

/** Item of `GET /activity` (2.3). `timestamp` Unix seconds, `size` shares, `usdcSize` dollars, `price` dollars a share. */
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
  title: text,
  slug: text,
  icon: text,
  eventSlug: text,
  outcome: text,
  name: text,
  pseudonym: text,
  bio: text,
  profileImage: text,
  profileImageOptimized: text,
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;
