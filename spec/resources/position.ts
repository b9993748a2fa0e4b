/** spec/resources/position: current and closed positions (interface 2.1, 2.2) as strict schemas. */
import type { z } from 'zod';
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
