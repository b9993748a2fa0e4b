/** cli/check/progress-line: the progress of a run on stderr: one line that is rewritten on a terminal, a few plain lines elsewhere. */
import type { Progress } from '../../conformance/execution/progress.ts';
import { CLEAR, type ProgressSink } from '../terminal/text-progress.ts';

export type ProgressLine = {
  show(progress: Progress): void;
  /** Clears the line, so that the next output starts on an empty one. */
  end(): void;
};

const WIDTH = 80;
/** Plain lines: one for each such part of the checks. */
const PARTS = 4;
/** A terminal is not rewritten more often than this. */
const REDRAW_MS = 50;

const PHASES = {
  preflight: 'looking at the target',
  discovery: 'finding entities to judge with',
  checks: 'running checks',
} as const;

export function createProgressLine(sink: ProgressSink): ProgressLine {
  return sink.isTTY === true ? rewritten(sink) : plain(sink);
}

function rewritten(sink: ProgressSink): ProgressLine {
  let failed = 0;
  let drawnAt = 0;
  return {
    show(progress) {
      if (progress.kind === 'check') {
        if (progress.findings > 0) failed += 1;
        if (performance.now() - drawnAt < REDRAW_MS && progress.done < progress.total) return;
      }
      drawnAt = performance.now();
      const text =
        progress.kind === 'phase'
          ? PHASES[progress.phase]
          : `${progress.done}/${progress.total} checks, ${progress.requests} requests, ${failed} with findings  ${progress.id}`;
      sink.write(`${CLEAR}${text.slice(0, (sink.columns ?? WIDTH) - 1)}`);
    },
    end: () => sink.write(CLEAR),
  };
}

function plain(sink: ProgressSink): ProgressLine {
  let part = 0;
  return {
    show(progress) {
      if (progress.kind === 'phase') sink.write(`${PHASES[progress.phase]}\n`);
      else if (Math.floor((progress.done * PARTS) / progress.total) > part) {
        part = Math.floor((progress.done * PARTS) / progress.total);
        sink.write(`${progress.done} of ${progress.total} checks, ${progress.requests} requests\n`);
      }
    },
    end: () => undefined,
  };
}
