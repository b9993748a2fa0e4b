/** cli/run/progress: how far a run of scenarios is, on stderr: one line that is rewritten on a terminal, now and then a plain one elsewhere. */
import { visible } from '../../reports/untrusted.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import type { ProgressSink } from '../check/progress-line.ts';
import { counted } from './files.ts';

export type RunProgress = {
  show(result: ScenarioResult): void;
  /** Clears the line, so that what follows starts on an empty one. */
  end(): void;
};

const CLEAR = '\r\u001b[2K';
const WIDTH = 80;
const REDRAW_MS = 50;
const PLAIN_MS = 10_000;

/** Starts the progress line of a run of `total` cases. */
export function createRunProgress(sink: ProgressSink, total: number): RunProgress {
  const isTerminal = sink.isTTY === true;
  const what = `playing ${counted(total, 'scenario')}`;
  sink.write(isTerminal ? what : `${what}\n`);
  let [done, failed, shownAt] = [0, 0, performance.now()];
  return {
    show({ verdict, scenario }) {
      done += 1;
      if (verdict === 'fail' || verdict === 'error') failed += 1;
      const now = performance.now();
      if (now - shownAt < (isTerminal ? REDRAW_MS : PLAIN_MS)) return;
      shownAt = now;
      const text = `${done}/${total} scenarios, ${failed} failed  ${visible(scenario)}`;
      sink.write(isTerminal ? `${CLEAR}${text.slice(0, (sink.columns ?? WIDTH) - 1)}` : `${text}\n`);
    },
    end() {
      if (isTerminal) sink.write(CLEAR);
    },
  };
}
