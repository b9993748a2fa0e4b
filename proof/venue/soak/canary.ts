/** proof/venue/soak/canary: venues broken on purpose: if a soak of them passes, its verdict is worthless. */
import type { Venue } from '../../../sim/core/venue.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { Event } from '../../../spec/venue/event.ts';
import type { Wrap } from './trial.ts';

/** A micro dollar too much, makers in reverse order, an exception instead of a refusal. */
export const CANARIES = ['cash', 'priority', 'throw'] as const;

export type Canary = (typeof CANARIES)[number];

export function canaryOf(seed: number): Canary {
  return CANARIES[seed % CANARIES.length] ?? 'cash';
}

/** Breaks each venue; without a canary, leaves it unchanged. */
export function canaryWrap(canary: Canary | undefined): Wrap {
  return (own) => (canary === undefined ? own : applyCanary(canary, own));
}

export function applyCanary(canary: Canary, venue: Venue): Venue {
  switch (canary) {
    case 'cash':
      return override(venue, {
        cash(wallet) {
          const { free, reserved } = venue.cash(wallet);
          return { free: free > 0 ? free + 1 : free, reserved };
        },
      });
    case 'priority':
      return withEvents(venue, (event) =>
        event.kind === 'trade' ? { ...event, makers: event.makers.toReversed() } : event,
      );
    case 'throw':
      return withReplies(venue, (reply) => {
        if (!reply.ok && reply.refusal.kind === 'insufficient-cash') throw new Error('no way to refuse this');
        return reply;
      });
  }
}

type StepReply = ReturnType<Venue['step']>;

export function withReplies(venue: Venue, change: (reply: StepReply, command: Command) => StepReply): Venue {
  return override(venue, { step: (command, now) => change(venue.step(command, now), command) });
}

export function withEvents(venue: Venue, change: (event: Event, index: number) => Event): Venue {
  return override(venue, {
    eventAt(index) {
      const event = venue.eventAt(index);
      return event && change(event, index);
    },
  });
}

export function override(venue: Venue, replaced: Partial<Venue>): Venue {
  return Object.create(venue, Object.getOwnPropertyDescriptors(replaced)) as Venue;
}
