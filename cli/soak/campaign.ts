/** cli/soak/campaign: the work of `touchstone soak`: many seeds in threads, or one seed or file again. */

import type { Report } from '../../conformance/report.ts';
import { missingMarks } from '../../proof/venue/soak/marks.ts';
import type { SeedRun } from '../../proof/venue/soak/seed-run.ts';
import { soak } from '../../proof/venue/soak/soak.ts';
import { type Row, rowReport } from '../../reports/row-report.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { assertWritten, makeFolder, writeEach } from '../files/output-files.ts';
import { outputsOf, parseReportFiles } from '../files/report-files.ts';
import { withLease } from '../lease/lease.ts';
import { createTextProgress } from '../terminal/text-progress.ts';
import { version } from '../version.ts';
import type { SoakFlags } from './command.ts';
import { saveRun } from './failure-file.ts';
import { type SoakOutcome, seedReplayLine, soakJson, soakText } from './report.ts';

/** The number of seeds if the flags name neither a number nor a time. */
const SEEDS = 200;
/** With fewer seeds it is chance which marks are seen. */
const SEEDS_FOR_MARKS = 200;
const MINIMISE_MS = 10_000;

/** Runs the work that the flags select. Throws `CliError`. */
export async function soakSeeds(flags: SoakFlags): Promise<ExitCode> {
  const minimiseMs = flags.minimise ? MINIMISE_MS : 0;
  const reports = parseReportFiles(flags.report);
  if (flags.replay !== undefined) {
    if (reports.length > 0) throw new CliError('--report has rows for many seeds: leave out --replay, or use --json');
    const { replaySeedOrFile } = await import('./seed-replay.ts');
    return replaySeedOrFile(flags.replay, flags, minimiseMs);
  }
  if (flags.save !== undefined) makeFolder(flags.save, '--save');
  const outcome = await runSeeds(flags, minimiseMs);
  // Printed first: a disk that is full by now costs the files and nothing else.
  process.stdout.write(flags.json ? soakJson(outcome) : soakText(outcome, flags));
  const unwritten = writeEach(outputsOf(reports, () => soakReport(outcome, flags)));
  for (const trace of outcome.traces) saveRun(flags.save, trace);
  const isFailed = outcome.failed > 0 || outcome.isMarkMissing;
  const code = outcome.isInterrupted ? EXIT.interrupted : isFailed ? EXIT.failed : EXIT.ok;
  assertWritten(unwritten, code);
  return code;
}

function runSeeds(flags: SoakFlags, minimiseMs: number): Promise<SoakOutcome> {
  const { from, commands, audit, minutes } = flags;
  return withLease(flags, async ({ lease, workers, interruption }) => {
    const time = new AbortController();
    const timer = minutes === undefined ? undefined : setTimeout(() => time.abort(), minutes * 60_000);
    const progress = createTextProgress(process.stderr, `soaking with ${workers}`);
    const start = performance.now();
    const rateOf = (done: number) => Math.round((done * 1_000) / (performance.now() - start));
    try {
      const result = await soak({
        from,
        commands,
        audit,
        minimiseMs,
        seeds: flags.seeds ?? (minutes === undefined ? SEEDS : 2 ** 52),
        lease,
        isCanary: flags.canary === true,
        keepsRuns: flags.json === true,
        stop: time.signal,
        interruption,
        onProgress: (done, failed) =>
          progress.show(() => `${done} seeds, ${rateOf(done)} per second, ${failed} failed`),
      });
      const missing = missingMarks(result.marks);
      const isMarkMissing = missing.length > 0 && result.seeds >= SEEDS_FOR_MARKS && flags.canary !== true;
      const isInterrupted = interruption.aborted;
      return { ...result, from, audit, commandsEach: commands, isInterrupted, missing, isMarkMissing };
    } finally {
      clearTimeout(timer);
      progress.end();
    }
  });
}

function soakReport(outcome: SoakOutcome, flags: SoakFlags): Report {
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
      remedy: seedReplayLine(seed, flags),
    })),
    ...(passed === 0
      ? []
      : [{ id: 'seeds that passed', title: `${passed} of ${seeds} seeds from ${from}`, kind: 'seed' }]),
    marksRow(outcome),
  ];
  return rowReport({
    command: 'soak',
    touchstone: version(),
    target: 'the venue',
    seed: String(from),
    rows,
    stopped: isInterrupted ? 'interrupted' : undefined,
  });
}

function failedRow({ seed, failure }: SeedRun, flags: SoakFlags): Row {
  const { invariant = 'no failure', message = '', step = 0 } = failure ?? {};
  const expected = `${invariant} to hold`;
  const again = seedReplayLine(seed, flags);
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
