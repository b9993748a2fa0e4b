/** sim/faults/late-settlements: settlements that are held when their trades match, and continue later. */
import type { Venue } from '../core/venue.ts';

export type LateSettlements = {
  /** Holds the trades that the venue has made since event `from`; they continue `ms` after `now`. */
  hold(from: number, now: number, ms: number): void;
  /** Continues those that are due up to `now`, each at its moment. Call it before the venue advances to `now`. */
  continueUntil(now: number): void;
  /** The moment of the next one. */
  readonly nextAt: number | undefined;
};

export function createLateSettlements(venue: Pick<Venue, 'step' | 'log'>): LateSettlements {
  let late: readonly { readonly trade: number; readonly at: number }[] = [];
  return {
    hold(from, now, ms) {
      for (const event of venue.log.slice(from)) {
        if (event.kind !== 'trade') continue;
        venue.step({ kind: 'disturb-settlement', trade: event.trade, outcome: 'hold' }, now);
        late = [...late, { trade: event.trade, at: now + ms }].sort((a, b) => a.at - b.at);
      }
    },
    continueUntil(now) {
      const due = late.filter(({ at }) => at <= now);
      if (due.length === 0) return;
      late = late.slice(due.length);
      // The venue refuses those that the author of the test has let fail meanwhile.
      for (const { trade, at } of due) venue.step({ kind: 'disturb-settlement', trade, outcome: 'retry' }, at);
    },
    get nextAt() {
      return late[0]?.at;
    },
  };
}
