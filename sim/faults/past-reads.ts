/** sim/faults/past-reads: earlier responses to equal reads, for stale ones. Bounded; the oldest are dropped. */
import type { Response } from '../../wire/message.ts';

type Moment = { readonly key: string; readonly now: number; readonly version: number };
type PastRead = Moment & { readonly response: Response };

export type PastReads = {
  keep(read: PastRead): void;
  /** The newest response to an equal read that is `ms` old, or that was made before the last change of the state. */
  find(moment: Moment, ms: number | undefined): Response | undefined;
};

const KEPT_MAX = 1_000;

export function createPastReads(): PastReads {
  const kept: PastRead[] = [];
  return {
    keep(read) {
      kept.push(read);
      if (kept.length > KEPT_MAX) kept.shift();
    },
    find: ({ key, now, version }, ms) =>
      kept.findLast((read) => {
        if (read.key !== key) return false;
        return ms === undefined ? read.version < version : read.now + ms <= now;
      })?.response,
  };
}
