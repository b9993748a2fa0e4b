/**
 * conformance/session/clock: two clocks of a run. The service clock follows the target's `Date` headers, and signatures follow it. The
 * waiting clock is what budgets are counted on: real time, or, where the target lets its clock be moved, only the time by
 * which it was moved, so that nothing ever really waits.
 */
import type { Control } from '../../wire/target.ts';

export type RunClock = {
  /** Unix seconds by the latest `Date` header and the advances since. */
  serviceSeconds(): number;
  /** Takes in the headers of an answer. */
  observe(headers: Readonly<Record<string, string>>): void;
  /** Whole milliseconds on the waiting clock, so that windows are counted without the residue of fractions. */
  now(): number;
  /** Lets that many milliseconds pass. */
  wait(milliseconds: number): Promise<void>;
  /** The target's control, with its advances noted; undefined where it has none. */
  readonly control: Control | undefined;
};

export function createRunClock(control: Control | undefined, signal: AbortSignal | undefined): RunClock {
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
      const now = await control.now();
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
    async wait(milliseconds) {
      if (noted !== undefined && (await noted.advance(Math.ceil(milliseconds)))) return;
      await sleep(milliseconds, signal);
      advancedMs += milliseconds;
    },
  };
}

/** Real milliseconds; less where `signal` ends the run. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}
