/**
 * proof/soak/twin: the plain venue of the oracle beside the one under judgement: given the same commands it must
 * give the same replies, tell the same events and know the same state.
 */
import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Event } from '../../sim/core/event.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Result } from '../../spec/result.ts';
import { isSame, stateOf } from '../oracle/differential.ts';
import { createNaive } from '../oracle/port.ts';
import { newRegistry, register } from '../oracle/registry.ts';

/** Every question answers what differs, undefined where nothing does. */
export type Twin = {
  advanceTo(now: number): void;
  step(command: Command, now: number, reply: Result<Reply, Refusal>): string | undefined;
  eventDiffers(event: Event, index: number): string | undefined;
  differs(venue: Venue): string | undefined;
};

export function newTwin(rules: VenueRules): Twin {
  const naive = createNaive(rules);
  const registry = newRegistry();
  return {
    advanceTo: (now) => naive.advanceTo(now),
    step(command, now, reply) {
      const own = naive.step(command, now);
      return isSame(own, reply) ? undefined : `${shown(reply)}, the plain venue answers ${shown(own)}`;
    },
    eventDiffers(event, index) {
      const own = naive.log[index];
      if (!isSame(own, event)) return `event ${index}: ${shown(event)}, the plain venue tells ${shown(own)}`;
      register(registry, event);
      return undefined;
    },
    differs(venue) {
      if (venue.eventCount !== naive.log.length) {
        return `${venue.eventCount} events, the plain venue tells ${naive.log.length}`;
      }
      const others = stateOf(naive, registry);
      for (const [what, value] of stateOf(venue, registry)) {
        const own = others.next().value?.[1];
        if (!isSame(value, own)) return `${what}: ${shown(value)}, the plain venue has ${shown(own)}`;
      }
      return undefined;
    },
  };
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}
