/** proof/venue/soak/twin: the naive venue beside the one under judgement; both must be the same. */
import type { Result } from '../../../base/result.ts';
import { createNaive } from '../../../model/create-naive.ts';
import type { Registry } from '../../../model/registry.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { Command, Refusal, Reply } from '../../../spec/venue/command.ts';
import type { Event } from '../../../spec/venue/event.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import { isSame, stateDifference } from '../oracle/differential.ts';

/** Each function returns the difference. */
export type Twin = {
  advanceTo(now: number): void;
  step(command: Command, now: number, reply: Result<Reply, Refusal>): string | undefined;
  eventDiffers(event: Event, index: number): string | undefined;
  differs(venue: Venue): string | undefined;
};

export function newTwin(rules: VenueRules, registry: Registry): Twin {
  const naive = createNaive(rules);
  return {
    advanceTo: (now) => naive.advanceTo(now),
    step(command, now, reply) {
      const own = naive.step(command, now);
      return isSame(own, reply) ? undefined : `${shown(reply)}, the naive venue replies ${shown(own)}`;
    },
    eventDiffers(event, index) {
      const own = naive.log[index];
      return isSame(own, event) ? undefined : `event ${index}: ${shown(event)}, the naive venue has ${shown(own)}`;
    },
    differs(venue) {
      if (venue.eventCount !== naive.log.length) {
        return `${venue.eventCount} events, the naive venue has ${naive.log.length}`;
      }
      const [what, value, own] = stateDifference(venue, naive, registry) ?? [];
      return what && `${what}: ${shown(value)}, the naive venue has ${shown(own)}`;
    },
  };
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}
