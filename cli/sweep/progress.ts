/** cli/sweep/progress: how far a sweep is, on stderr: trials, their rate, and an estimate of the time that is left. */
import type { SweepProgress } from '../../backtest/sweep/sweep.ts';
import { spanText } from '../backtest/progress.ts';
import { createTextProgress } from '../terminal/text-progress.ts';

const PHASES = { whole: 'sweeping', train: 'training', test: 'testing' } as const;

/** The rate is that of the whole phase so far, without the trials of an earlier run. */
export function sweepProgress(first: string, now = () => performance.now()) {
  const progress = createTextProgress(process.stderr, first);
  let phase: SweepProgress['phase'] | undefined;
  let start = 0;
  return {
    show(at: SweepProgress): void {
      if (at.phase !== phase) [phase, start] = [at.phase, now()];
      progress.show(() => sweepText(at, now() - start));
    },
    end: () => progress.end(),
  };
}

/** One line: the work done, its rate, and the time that the rest takes at that rate. */
export function sweepText({ phase, done, earlier, of }: SweepProgress, elapsedMs: number): string {
  const text = `${PHASES[phase]}: ${done} of ${of} trials (${Math.floor((100 * done) / Math.max(1, of))} %)`;
  const rate = (done - earlier) / Math.max(0.001, elapsedMs / 1_000);
  if (done === earlier) return text;
  return `${text}, ${Number(rate.toPrecision(3))} a second, about ${spanText((of - done) / rate)} left`;
}
