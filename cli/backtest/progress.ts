/** cli/backtest/progress: the progress of a run on stderr: rows or simulated seconds, rate, time left. */
import { createTextProgress } from '../terminal/text-progress.ts';

export type ReplayProgress = {
  /** Rows that are replayed, and those that were surveyed before. */
  show(rows: number, surveyed?: number): void;
  /** An audit begins: from here on its title is shown. */
  audits(title: string): void;
  end(): void;
};

const ROWS = { verb: 'replaying', unit: 'rows' };
export const SECONDS: typeof ROWS = { verb: 'simulating', unit: 'seconds' };

/** The rate is that of the whole run so far, so that the estimate does not jump. */
export function runProgress(ofRows: number, words = ROWS): ReplayProgress {
  const progress = createTextProgress(process.stderr, `${words.verb} ${ofRows} ${words.unit}`);
  let start: number | undefined;
  let audit: string | undefined;
  return {
    show(rows, surveyed = 0) {
      const title = audit;
      if (rows === 0 && surveyed === 0) return;
      if (rows === 0) return progress.show(() => surveyText(surveyed, ofRows));
      if (title !== undefined) return progress.show(() => `auditing: ${title}`);
      start ??= performance.now();
      const began = start;
      progress.show(() => replayText(rows, ofRows, performance.now() - began, words));
    },
    audits: (title) => {
      audit = title;
    },
    end: () => progress.end(),
  };
}

/** The first pass over a recording, which looks for gaps and trades. */
export function surveyText(rows: number, ofRows: number): string {
  return `surveying: ${rows} of ${ofRows} rows (${Math.floor((100 * rows) / Math.max(1, ofRows))} %)`;
}

/** One line: the work done, its rate, and the time that the rest takes at that rate. */
export function replayText(rows: number, ofRows: number, elapsedMs: number, { verb, unit } = ROWS): string {
  const percent = Math.floor((100 * rows) / Math.max(1, ofRows));
  const rate = rows / Math.max(0.001, elapsedMs / 1_000);
  const left = Math.max(0, ofRows - rows) / rate;
  const speed = Math.round(rate);
  return `${verb}: ${rows} of ${ofRows} ${unit} (${percent} %), ${speed} a second, about ${spanText(left)} left`;
}

/** `40 s`, `12 min`, `3 h 5 min`, rounded up. */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
