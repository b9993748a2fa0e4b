/**
 * conformance/session/steering: the control routes of a target inside a run. Each request has a deadline on the real clock, and one
 * that is not done raises the question whether the target is still there; control routes that stay slow are given up.
 */
import type { Control } from '../../wire/target.ts';
import type { Breaker } from './breaker.ts';
import type { Stop } from './stop.ts';
import { SendStopped } from './trouble.ts';
import { type Around, wrappedControl } from './wrapped-control.ts';

export type SteeringParts = {
  readonly breaker: Breaker;
  /** Ends what is asked now. */
  readonly current: () => Stop;
  /** Ends the clean-up, to which switching a fault off belongs at any time. */
  readonly cleaning: Stop;
  /** Real milliseconds in which a control request has an answer. */
  readonly deadlineMs: number;
};

/** A request that failed and took longer than this counts as slow. */
const SLOW_MS = 1_000;
/** Slow failures in a row after which the control routes are not asked again. */
const SLOW_MAX = 3;

/** `control` inside a run. Throws `SendStopped` once the run is stopped or the target is gone. */
export function steeredControl(control: Control, { breaker, current, cleaning, deadlineMs }: SteeringParts): Control {
  let slow = 0;

  function assertOpen(by: Stop): void {
    const gone = breaker.gone();
    if (gone !== undefined) throw new SendStopped('not-run', gone);
    if (by.why() !== undefined) throw new SendStopped('not-run', by.sentence());
  }

  const around: Around = async (work, undone, isCleanUp) => {
    const by = isCleanUp ? cleaning : current();
    assertOpen(by);
    if (slow >= SLOW_MAX) return undone;
    const startedAt = performance.now();
    const value = await by.within(work(), deadlineMs, () => undone);
    if (value !== undone) {
      slow = 0;
      return value;
    }
    if (performance.now() - startedAt > SLOW_MS) slow += 1;
    if (by.why() === undefined) await breaker.suspect();
    assertOpen(by);
    return undone;
  };
  return wrappedControl(control, around);
}
