/** cli/quirks/campaign: the work of `touchstone quirks`: selects quirks, runs the campaign, prints the table. */
import { didYouMean } from '../../base/closest.ts';
import { matcherOf } from '../../conformance/execution/schedule.ts';
import type { Report } from '../../conformance/report.ts';
import type { ProgramName } from '../../lease/work.ts';
import { tryAll } from '../../proof/judge/campaign.ts';
import { allQuirks } from '../../proof/judge/catalog.ts';
import { REQUESTS, type TrialDone } from '../../proof/judge/program.ts';
import { layerOf, type Quirk } from '../../proof/judge/variant.ts';
import { type Row, type RowFailure, rowReport } from '../../reports/row-report.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { assertWritten, writeEach } from '../files/output-files.ts';
import { outputsOf, parseReportFiles } from '../files/report-files.ts';
import { withLease } from '../lease/lease.ts';
import { createTextProgress } from '../terminal/text-progress.ts';
import { version } from '../version.ts';
import type { QuirksFlags } from './command.ts';
import {
  againLine,
  isIdle,
  type QuirkRow,
  type QuirksOutcome,
  quirksJson,
  quirksText,
  seenIn,
  sumOf,
} from './report.ts';

/** Runs the chosen quirks. `program` replaces the program of the workers in tests. Throws `CliError`. */
export function tryQuirks(flags: QuirksFlags, program?: ProgramName): Promise<ExitCode> {
  const { seed, seeds, properties } = flags;
  const quirks = chosen(flags);
  const reports = parseReportFiles(flags.report);
  const total = quirks.length * seeds;
  return withLease(flags, async ({ lease, workers, interruption }) => {
    const progress = createTextProgress(process.stderr, `trying ${quirks.length} quirks with ${workers}`);
    let [done, complained] = [0, 0];
    try {
      const rows = quirks.map((quirk): QuirkRow & { trials: TrialDone[] } => ({ quirk, trials: [] }));
      await tryAll({
        variants: quirks,
        from: seed,
        seeds,
        requests: properties ? REQUESTS.quirk : undefined,
        lease,
        interruption,
        ...(program !== undefined && { program }),
        onTrial(trial) {
          const { id, complaints } = trial;
          rows[done % rows.length]?.trials.push(trial);
          done += 1;
          if (complaints.length > 0) complained += 1;
          progress.show(() => `${done}/${total} runs, ${complained} with complaints  ${id}`);
        },
      });
      progress.end();
      const outcome: QuirksOutcome = { rows, from: seed, seeds, isComplete: done === total, properties };
      process.stdout.write(flags.json ? quirksJson(outcome) : quirksText(outcome));
      const code = interruption.aborted ? EXIT.interrupted : sumOf(outcome).failed === 0 ? EXIT.ok : EXIT.failed;
      assertWritten(writeEach(outputsOf(reports, () => quirksReport(outcome))), code);
      return code;
    } finally {
      progress.end();
    }
  });
}

function chosen({ only, layer }: QuirksFlags): readonly Quirk[] {
  const isNamed = ({ id, alternative }: Quirk, pattern: string) =>
    matcherOf([pattern])(id) || alternative?.decision === pattern.replace(/^D\//, '');
  const idle = only.find((pattern) => !allQuirks.some((quirk) => isNamed(quirk, pattern)));
  if (idle !== undefined) throw unknownQuirk(idle);
  const quirks = allQuirks
    .filter((quirk) => only.length === 0 || only.some((pattern) => isNamed(quirk, pattern)))
    .filter((quirk) => layer === undefined || layerOf(quirk) === layer);
  if (quirks.length === 0) throw new CliError(`no quirk of the layer ${layer} matches ${only.join(', ')}`);
  return quirks;
}

function unknownQuirk(name: string): CliError {
  const known = allQuirks.flatMap(({ id, alternative }) => [id, alternative?.decision ?? id]);
  return new CliError(
    `no quirk or decision is named by "${name}"${didYouMean('; ', name, [...new Set(known)], '', 3)}`,
  );
}

function quirksReport(outcome: QuirksOutcome): Report {
  const { rows, from, isComplete } = outcome;
  return rowReport({
    command: 'quirks',
    touchstone: version(),
    target: 'built-in simulator',
    seed: String(from),
    rows: rows.map((row) => rowOf(row, outcome)),
    stopped: isComplete ? undefined : 'interrupted',
  });
}

function rowOf(row: QuirkRow, outcome: QuirksOutcome): Row {
  const { id, title, alternative } = row.quirk;
  const common = { id, title, kind: layerOf(row.quirk) };
  if (row.trials.length === 0) return { ...common, verdict: 'not-run', reason: 'the campaign was interrupted' };
  const idle = {
    expected: 'a changed request or response',
    actual: 'nothing was changed',
    again: againLine(id, String(outcome.from), outcome),
  };
  return {
    ...common,
    ...(alternative !== undefined && { reason: `an alternative of D/${alternative.decision}` }),
    failures: [...(isIdle(row.trials) && !outcome.properties ? [idle] : []), ...complaintsOf(row, outcome)],
  };
}

function complaintsOf(row: QuirkRow, outcome: QuirksOutcome): readonly RowFailure[] {
  return seenIn(row).map(({ check, clause, severity, text, seed }) => ({
    ...(clause !== '' && { clause }),
    expected: `no complaint by ${check}`,
    actual: `${severity}: ${text}`,
    again: againLine(row.quirk.id, seed, outcome),
  }));
}
