/** cli/soak/progress: how far a soak is, on stderr: one line that is rewritten on a terminal, now and then a plain one elsewhere. */
import type { ProgressSink } from '../check/progress-line.ts';

export type SoakProgress = {
  show(done: number, failures: number): void;
  /** Clears the line, so that what follows starts on an empty one. */
  end(): void;
};

const CLEAR = '\r\u001b[2K';
const REDRAW_MS = 100;
const PLAIN_MS = 10_000;

/** Starts the progress line; `what` names the work. */
export function createSoakProgress(sink: ProgressSink, what: string): SoakProgress {
  const isTerminal = sink.isTTY === true;
  sink.write(isTerminal ? what : `${what}\n`);
  const start = performance.now();
  let shownAt = start;
  return {
    show(done, failures) {
      const now = performance.now();
      if (now - shownAt < (isTerminal ? REDRAW_MS : PLAIN_MS)) return;
      shownAt = now;
      const rate = Math.round((done * 1_000) / (now - start));
      const text = `${done} seeds, ${rate} per second, ${failures} failed`;
      sink.write(isTerminal ? `${CLEAR}${text}` : `${text}\n`);
    },
    end() {
      if (isTerminal) sink.write(CLEAR);
    },
  };
}
