/** proof/venue/soak/canary: venues broken on purpose: if a soak of them passes, its verdict is worthless. */
import type { Venue } from '../../../sim/core/venue.ts';
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
      return override(venue, {
        eventAt(index) {
          const event = venue.eventAt(index);
          return event?.kind === 'trade' ? { ...event, makers: event.makers.toReversed() } : event;
        },
      });
    case 'throw':
      return override(venue, {
        step(command, now) {
          const reply = venue.step(command, now);
          if (!reply.ok && reply.refusal.kind === 'insufficient-cash') throw new Error('no way to refuse this');
          return reply;
        },
      });
  }
}

export function override(venue: Venue, answers: Partial<Venue>): Venue {
  return Object.create(venue, Object.getOwnPropertyDescriptors(answers)) as Venue;
}
