/**
 * conformance/client/clock: the two clocks of a run. The service clock follows the target's `Date` headers, and
 * signatures use it. The waiting clock counts budgets: it is real time or, if the target lets its clock be moved, only
 * the time by which it was moved. A run never waits for a clock that can be moved: it moves on request, or the wait
 * fails.
 */
import type { Control } from '../../wire/message.ts';
import { SendStopped } from './exchange.ts';
import type { Stop } from './stop.ts';

export type RunClock = {
  /** Unix seconds by the latest `Date` header and the advances since. */
  serviceSeconds(): number;
  /** Updates the service clock from the headers of a response. */
  observe(headers: Readonly<Record<string, string>>): void;
  /** Whole milliseconds on the waiting clock, so that windows are counted without rounding errors. */
  now(): number;
  /** Waits, or less after `stop`. Throws `SendStopped` if the target does not move its clock. */
  wait(milliseconds: number, stop: Stop): Promise<void>;
  /** The target's control, with its advances recorded; undefined if it has none. */
  readonly control: Control | undefined;
};

export function createRunClock(control: Control | undefined): RunClock {
  let observedSeconds: number | undefined;
  let lastDate: string | undefined;
  let advancedMs = 0;
  let advancedSinceMs = 0;
  const noted: Control | undefined = control && {
    faults: (fault) => control.faults(fault),
    hash: () => control.hash(),
    now: () => control.now(),
    async advance(ms) {
      const isDone = await control.advance(ms);
      if (isDone) {
        advancedMs += ms;
        advancedSinceMs += ms;
      }
      return isDone;
    },
    async reset() {
      const isDone = await control.reset();
      const now = isDone ? await control.now() : undefined;
      if (now !== undefined) {
        observedSeconds = Math.floor(now / 1_000);
        lastDate = undefined;
        advancedSinceMs = 0;
      }
      return isDone;
    },
  };
  return {
    control: noted,
    serviceSeconds: () => (observedSeconds ?? Math.floor(Date.now() / 1_000)) + Math.floor(advancedSinceMs / 1_000),
    observe(headers) {
      const { date } = headers;
      if (date === undefined || date === lastDate) return;
      const milliseconds = Date.parse(date);
      if (Number.isNaN(milliseconds)) return;
      lastDate = date;
      observedSeconds = Math.floor(milliseconds / 1_000);
      advancedSinceMs = 0;
    },
    now: () => (noted === undefined ? Math.floor(performance.now()) : advancedMs),
    async wait(milliseconds, stop) {
      if (noted === undefined) return stop.sleep(milliseconds);
      const whole = Math.ceil(milliseconds);
      if (!(await noted.advance(whole)))
        throw new SendStopped('blocked', `the target did not move its clock by ${whole} ms when it was asked to`);
    },
  };
}
