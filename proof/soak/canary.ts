/**
 * proof/soak/canary: venues that are broken on purpose. A soak of these must fail; where it does not, its verdict on
 * the real one is worth nothing.
 */
import type { Venue } from '../../sim/core/venue.ts';
import type { Wrap } from './trial.ts';

/** A micro dollar too much, a trade that met its makers in the wrong order, a throw where a refusal is due. */
export const CANARIES = ['cash', 'priority', 'throw'] as const;

export type Canary = (typeof CANARIES)[number];

/** The canary whose turn it is: every seed breaks in one way. */
export function canaryOf(seed: number): Canary {
  return CANARIES[seed % CANARIES.length] ?? 'cash';
}

/** Breaks each venue in one way; leaves it as it is where none is named. */
export function canaryWrap(canary: Canary | undefined): Wrap {
  return (own) => (canary === undefined ? own : applyCanary(canary, own));
}

/** A venue that is right but for one thing. */
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

/** The venue with some of its answers replaced. */
export function override(venue: Venue, answers: Partial<Venue>): Venue {
  return Object.create(venue, Object.getOwnPropertyDescriptors(answers)) as Venue;
}
