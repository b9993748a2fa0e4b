/** cli/check/progress-line: the progress of a run on stderr that is no terminal, at least every ten seconds. */
import type { Progress } from '../../conformance/execution/progress.ts';
import { visible } from '../../reports/untrusted.ts';
import type { ProgressSink } from '../terminal/text-progress.ts';
import { waitText } from './wait-text.ts';

export type ProgressLine = {
  show(progress: Progress): void;
  /** Removes what is rewritten, so that the next output starts on an empty line. */
  end(): void;
};

/** One line for each such part of the checks. */
const PARTS = 4;
const QUIET_MS = 10_000;
/** Shorter waits are not worth a line. */
const LONG_WAIT_MS = 2_000;

const PHASES = {
  preflight: 'looking at the target',
  discovery: 'finding entities to judge with',
  checks: 'running checks',
  'clean-up': 'cancelling orders that rest',
} as const;

export function createPlainLines(sink: ProgressSink): ProgressLine {
  let part = 0;
  let [done, total, requests] = [0, 0, 0];
  let [place, running, throttledUntil] = ['', '', 0];
  const write = (line: string): void => {
    sink.write(`${visible(line)}\n`);
    quiet.refresh();
  };
  const count = (): string => `${done} of ${total} checks, ${requests} requests`;
  const quiet = setInterval(
    () => write(running === '' ? `still ${place}` : `${count()}, at ${running}`),
    QUIET_MS,
  ).unref();
  return {
    show(progress) {
      switch (progress.kind) {
        case 'phase':
          place = PHASES[progress.phase];
          running = '';
          if (progress.phase !== 'clean-up') write(place);
          return;
        case 'start':
          running = progress.id;
          total = progress.total;
          return;
        case 'sent':
          ({ requests } = progress);
          return;
        case 'throttled':
          // Checks that run side by side wait at the same time.
          if (progress.milliseconds < LONG_WAIT_MS || performance.now() < throttledUntil) return;
          throttledUntil = performance.now() + progress.milliseconds;
          return write(waitText(progress));
        case 'late':
          return write(waitText(progress));
        case 'check':
          ({ done, total } = progress);
          if (Math.floor((done * PARTS) / total) <= part) return;
          part = Math.floor((done * PARTS) / total);
          write(count());
      }
    },
    end: () => clearInterval(quiet),
  };
}
