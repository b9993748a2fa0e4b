/** sim/http/streams/clock-timer: moves a service with a running clock to its due work without a request. */

/** The least and the longest wait. A clock may run faster than the machine, so that due work comes before its time. */
const WAIT_MS_MIN = 5;
const WAIT_MS_MAX = 50;

type Clock = { now(): number; nextDue(): number | undefined };

export type ClockTimer = {
  /** Does the work that is due by now, and goes on until `stop`. */
  wake(): void;
  stop(): void;
};

/** Waits are on the timer of the machine. */
export function createClockTimer(clock: Clock): ClockTimer {
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tick, waitOf(clock)).unref();
  };
  return {
    wake: tick,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Does the due work, and returns the milliseconds to wait for more. */
function waitOf(clock: Clock): number {
  try {
    const due = clock.nextDue() ?? Number.POSITIVE_INFINITY;
    return Math.min(Math.max(due - clock.now(), WAIT_MS_MIN), WAIT_MS_MAX);
  } catch {
    // A clock without a valid moment, or a journal that cannot be written: requests report both.
    return WAIT_MS_MAX;
  }
}
