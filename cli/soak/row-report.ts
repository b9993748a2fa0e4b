/** cli/soak/row-report: the findings of a soak as a report: a row for each failing seed, one for the seeds that passed, and one for the marks. */
import type { Report } from '../../conformance/report.ts';
import type { SeedRun } from '../../proof/venue/soak/seed-run.ts';
import { type Row, rowReport } from '../../reports/row-report.ts';
import type { SoakFlags } from './command.ts';
import { replayLine, type SoakOutcome } from './report.ts';

export function soakReport(outcome: SoakOutcome, flags: SoakFlags, touchstone: string): Report {
  const { seeds, from, failed, failures, unended, isInterrupted } = outcome;
  const passed = seeds - failed;
  const rows: readonly Row[] = [
    ...failures.map((run) => failedRow(run, flags)),
    ...unended.map((seed) => ({
      id: `seed ${seed}`,
      title: `seed ${seed}`,
      kind: 'seed',
      verdict: 'blocked' as const,
      reason: 'it had not ended',
      remedy: replayLine(seed, flags),
    })),
    ...(passed === 0
      ? []
      : [{ id: 'seeds that passed', title: `${passed} of ${seeds} seeds from ${from}`, kind: 'seed' }]),
    marksRow(outcome),
  ];
  return rowReport({
    command: 'soak',
    touchstone,
    target: 'the venue',
    seed: String(from),
    rows,
    stopped: isInterrupted ? 'interrupted' : undefined,
  });
}

function failedRow({ seed, failure }: SeedRun, flags: SoakFlags): Row {
  const { invariant = 'no failure', message = '', step = 0 } = failure ?? {};
  const expected = `${invariant} to hold`;
  const again = replayLine(seed, flags);
  const found = { expected, actual: `command ${step}: ${message}`, again };
  return { id: `seed ${seed}`, title: `seed ${seed}`, kind: 'seed', failures: [found] };
}

/** With few seeds it is chance which marks occur, so missing ones are then a reason and no failure. */
function marksRow({ missing, isMarkMissing, from, seeds }: SoakOutcome): Row {
  const row = { id: 'marks', title: 'everything that has to happen at least once', kind: 'marks' };
  if (missing.length === 0) return row;
  const names = missing.join(', ');
  if (!isMarkMissing)
    return { ...row, verdict: 'not-testable', reason: `never seen: ${names}`, remedy: 'run more seeds' };
  const again = `touchstone soak --from ${from} --seeds ${seeds} --marks`;
  return { ...row, failures: [{ expected: 'every mark', actual: `never seen: ${names}`, again }] };
}
