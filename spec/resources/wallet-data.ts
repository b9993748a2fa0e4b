/** spec/resources/wallet-data: current and closed positions (interface 2.1, 2.2), activity (2.3) and holders (2.4). */
import { z } from 'zod';
import {
  all,
  amount,
  flag,
  integer,
  isoSchedule,
  positionAsset,
  resource,
  text,
  unixSeconds,
  urlText,
} from './resource.ts';

const shared = {
  proxyWallet: text,
  asset: positionAsset,
  conditionId: text,
  ...all(amount, 'size', 'avgPrice', 'initialValue', 'currentValue', 'cashPnl'),
  ...all(amount, 'percentPnl', 'totalBought', 'realizedPnl', 'percentRealizedPnl', 'curPrice'),
  redeemable: flag,
  mergeable: flag,
  title: text,
  slug: text,
  icon: urlText,
  eventSlug: text,
  outcome: text,
  outcomeIndex: integer,
  oppositeOutcome: text,
  oppositeAsset: text,
  timestamp: unixSeconds,
  endDate: isoSchedule,
};

/** Item of `GET /positions` (2.1). Sizes in shares, values in dollars, percentages of 100, `timestamp` Unix seconds. */
export const Position = resource('2.1', '', { ...shared, negativeRisk: flag });
export type Position = z.infer<typeof Position>;

/** Item of `GET /closed-positions` (2.2): a position without `negativeRisk`. */
export const ClosedPosition = resource('2.2', '', shared);
export type ClosedPosition = z.infer<typeof ClosedPosition>;

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

/** One holder: `amount` is the token balance in shares. */
export const Holder = resource('2.4', 'holders.', {
  ...all(text, 'proxyWallet', 'bio', 'asset', 'pseudonym'),
  amount,
  displayUsernamePublic: flag,
  outcomeIndex: integer,
  ...all(text, 'name', 'profileImage', 'profileImageOptimized'),
});
export type Holder = z.infer<typeof Holder>;

/** Item of `GET /holders` (2.4). */
export const HolderGroup = resource('2.4', '', { token: text, holders: z.array(Holder) });
export type HolderGroup = z.infer<typeof HolderGroup>;
