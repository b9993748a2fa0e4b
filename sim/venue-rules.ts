/** sim/venue-rules: the rules of the venue by a profile. */
import type { Profile } from '../spec/profile.ts';
import { DOCUMENT_RULES, type VenueRules } from '../spec/venue/rules.ts';
import type { RunOptions } from './run-options.ts';

/** Settlement times are the same in every profile, but on a stopped clock real clients' trades settle at once. */
export function venueRules(
  { order, heartbeat, clob }: Profile,
  { clock = 'virtual', settlement }: Pick<RunOptions, 'clock' | 'settlement'> = {},
): VenueRules {
  const isWaitedFor = clob !== undefined && clock === 'virtual';
  return {
    ...DOCUMENT_RULES,
    ...((settlement ?? (isWaitedFor ? 'immediate' : 'timed')) === 'immediate' && {
      minedAfterMs: 0,
      confirmedAfterMs: 0,
    }),
    selfTrade: order.selfTrade,
    heartbeatMs: heartbeat.timeoutMs,
    minimumLifeMs: order.gtdMinAheadSeconds * 1000,
  };
}
