/** sim/venue-rules: the rules of the venue by a profile. */
import type { Profile } from '../spec/profile.ts';
import { DOCUMENT_RULES, type VenueRules } from '../spec/venue/rules.ts';

/** The rules of the venue; the times of settlement are the same in every profile. */
export function venueRules({ order, heartbeat }: Profile): VenueRules {
  return {
    ...DOCUMENT_RULES,
    selfTrade: order.selfTrade,
    heartbeatMs: heartbeat.timeoutMs,
    minimumLifeMs: order.gtdMinAheadSeconds * 1000,
  };
}
