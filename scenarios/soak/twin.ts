/**
 * scenarios/soak/twin: the plain exchange of the oracle beside the one under judgement: given the same commands it must
 * give the same replies, tell the same events and know the same state.
 */

import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Event } from '../../sim/core/event.ts';
import type { Exchange } from '../../sim/core/exchange.ts';
import { isSame } from '../../sim/core/oracle/differential.ts';
import { createNaive } from '../../sim/core/oracle/port.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import type { Result } from '../../spec/result.ts';

/** Every question answers what differs, undefined where nothing does. */
export type Twin = {
  advanceTo(now: number): void;
  step(command: Command, now: number, reply: Result<Reply, Refusal>): string | undefined;
  eventDiffers(event: Event, index: number): string | undefined;
  differs(exchange: Exchange): string | undefined;
};

export function newTwin(rules: VenueRules): Twin {
  const naive = createNaive(rules);
  return {
    advanceTo: (now) => naive.advanceTo(now),
    step(command, now, reply) {
      const own = naive.step(command, now);
      return isSame(own, reply) ? undefined : `${shown(reply)}, the plain exchange answers ${shown(own)}`;
    },
    eventDiffers(event, index) {
      const own = naive.log[index];
      return isSame(own, event) ? undefined : `event ${index}: ${shown(event)}, the plain exchange tells ${shown(own)}`;
    },
    differs(exchange) {
      const mine = [exchange.log.length, exchange.nextDue()];
      const own = [naive.log.length, naive.nextDue()];
      return isSame(own, mine) ? undefined : `${shown(mine)} events and next due, the plain exchange has ${shown(own)}`;
    },
  };
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}
