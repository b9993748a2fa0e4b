/** conformance/client/control-deadline: control requests with a deadline; slow routes are given up. */
import type { Control } from '../../wire/target.ts';
import type { Breaker } from './breaker.ts';
import type { Stop } from './stop.ts';
import { SendStopped } from './trouble.ts';
import { type Around, wrappedControl } from './wrapped-control.ts';

export type SteeringParts = {
  readonly breaker: Breaker;
  /** Ends the current request. */
  readonly current: () => Stop;
  /** Ends the clean-up. Switching a fault off always belongs to it. */
  readonly cleaning: Stop;
  /** Deadline of a control request in real milliseconds. */
  readonly deadlineMs: number;
};

/** A request that failed and took longer than this counts as slow. */
const SLOW_MS = 1_000;
/** Slow failures in a row after which the control routes are given up. */
const SLOW_MAX = 3;

/** `control` inside a run. Throws `SendStopped` once the run is stopped or the target is gone. */
export function boundedControl(control: Control, { breaker, current, cleaning, deadlineMs }: SteeringParts): Control {
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
