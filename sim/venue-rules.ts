/** sim/venue-rules: what a profile says of the venue itself, as the core takes it. */
import type { Profile } from '../spec/profile.ts';
import { DOCUMENT_RULES, type VenueRules } from './core/rules.ts';

/** The rules of a venue that follows the profile; settlement takes as long under every profile. */
export function venueRules({ order, heartbeat }: Profile): VenueRules {
  return {
    ...DOCUMENT_RULES,
    selfTrade: order.selfTrade,
    heartbeatMs: heartbeat.timeoutMs,
    minimumLifeMs: order.gtdMinAheadSeconds * 1000,
  };
}
