/** cli/check/progress-line: the progress of a run on stderr that is no terminal: a line for each phase, and a few for the checks. */
import type { Progress } from '../../conformance/execution/progress.ts';
import type { ProgressSink } from '../terminal/text-progress.ts';

export type ProgressLine = {
  show(progress: Progress): void;
  /** Removes what is rewritten, so that the next output starts on an empty line. */
  end(): void;
};

/** One line for each such part of the checks. */
const PARTS = 4;

const PHASES = {
  preflight: 'looking at the target',
  discovery: 'finding entities to judge with',
  checks: 'running checks',
} as const;

export function createPlainLines(sink: ProgressSink): ProgressLine {
  let part = 0;
  let requests = 0;
  return {
    show(progress) {
      if (progress.kind === 'phase' && progress.phase !== 'clean-up') sink.write(`${PHASES[progress.phase]}\n`);
      if (progress.kind === 'sent') requests = progress.requests;
      if (progress.kind !== 'check') return;
      const { done, total } = progress;
      if (Math.floor((done * PARTS) / total) <= part) return;
      part = Math.floor((done * PARTS) / total);
      sink.write(`${done} of ${total} checks, ${requests} requests\n`);
    },
    end: () => undefined,
  };
}
