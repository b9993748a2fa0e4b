/** cli/replay-progress: how far a replay is, on stderr: rows, their rate, and an estimate of the time that is left. */
import { createTextProgress } from './text-progress.ts';

export type ReplayProgress = {
  show(rows: number): void;
  /** An audit begins: from here on its title is shown. */
  audits(title: string): void;
  end(): void;
};

/** The rate is that of the whole replay so far, so that the estimate does not jump. */
export function replayProgress(ofRows: number, now = (): number => performance.now()): ReplayProgress {
  const progress = createTextProgress(process.stderr, `replaying ${ofRows} rows`);
  let start: number | undefined;
  let audit: string | undefined;
  return {
    show(rows) {
      if (rows === 0) return;
      const title = audit;
      if (title !== undefined) {
        progress.show(() => `auditing: ${title}`);
        return;
      }
      start ??= now();
      const began = start;
      progress.show(() => replayText(rows, ofRows, now() - began));
    },
    audits: (title) => {
      audit = title;
    },
    end: () => progress.end(),
  };
}

/** One line: what is done, how fast, and how long the rest takes at that rate. */
export function replayText(rows: number, ofRows: number, elapsedMs: number): string {
  const percent = Math.floor((100 * rows) / Math.max(1, ofRows));
  const rate = rows / Math.max(0.001, elapsedMs / 1_000);
  const left = Math.max(0, ofRows - rows) / rate;
  return `replaying: ${rows} of ${ofRows} rows (${percent} %), ${Math.round(rate)} a second, about ${spanText(left)} left`;
}

/** `40 s`, `12 min`, `3 h 5 min`, rounded up. */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
