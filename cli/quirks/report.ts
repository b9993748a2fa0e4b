/** cli/quirks/report: the table of `touchstone quirks`, as text and as JSON. Pure. */

import type { TrialDone } from '../../proof/judge/program.ts';
import type { Complaint } from '../../proof/judge/trial.ts';
import { layerOf, type Quirk } from '../../proof/judge/variant.ts';
import { visible } from '../../reports/untrusted.ts';
import { jsonText } from '../terminal/json-text.ts';
import { tableLines } from '../terminal/table-lines.ts';

/** All trials of one quirk, in the order of their seeds. */
export type QuirkRow = { readonly quirk: Quirk; readonly trials: readonly TrialDone[] };

export type QuirksOutcome = Readonly<{
  rows: readonly QuirkRow[];
  from: number;
  seeds: number;
  isComplete: boolean;
  /** The flag of `touchstone quirks` that judges by the properties alone. */
  properties?: boolean | undefined;
}>;

type Seen = Complaint & { readonly seed: string };

/** No check failed or warned, and the oddity was there. */
export function isLawful({ trials }: QuirkRow): boolean {
  return trials.every(({ complaints }) => complaints.length === 0) && !isIdle(trials);
}

/** A wrapper that changes nothing with any seed shows nothing. */
export function isIdle(trials: QuirkRow['trials']): boolean {
  return trials.length > 0 && trials.every(({ outcome }) => outcome === 'idle');
}

/** The table, then each different complaint with the command that repeats it. */
export function quirksText(outcome: QuirksOutcome): string {
  const lines = tableLines([COLUMNS, ...outcome.rows.map(cellsOf)]);
  return `${[...lines, '', ...outcome.rows.flatMap((row) => troubleOf(row, outcome)), summary(outcome)].join('\n')}\n`;
}

const COLUMNS = ['quirk', 'layer', 'failures', 'warnings', 'runs', 'seconds', 'alternative of', 'oddity'];

function cellsOf(row: QuirkRow): readonly string[] {
  const { id, title, alternative } = row.quirk;
  const { failures, warnings, runs, seconds } = countsOf(row);
  const counts = [failures, warnings, runs, seconds.toFixed(1)].map(String);
  return [id, layerOf(row.quirk), ...counts, alternative === undefined ? '' : `D/${alternative.decision}`, title];
}

function countsOf({ trials }: QuirkRow) {
  const complaints = trials.flatMap((trial) => trial.complaints);
  return {
    failures: complaints.filter(({ severity }) => severity === 'fail').length,
    warnings: complaints.filter(({ severity }) => severity === 'warn').length,
    runs: trials.length,
    seconds: trials.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

export function seenIn({ trials }: QuirkRow): readonly Seen[] {
  const all = trials.flatMap(({ seed, complaints }) => complaints.map((complaint) => ({ ...complaint, seed })));
  const firsts = new Map(all.toReversed().map((seen) => [`${seen.check} ${seen.clause}`, seen]));
  return [...firsts.values()].toReversed();
}

function troubleOf(row: QuirkRow, outcome: QuirksOutcome): readonly string[] {
  const { id, title } = row.quirk;
  if (isIdle(row.trials)) return [`idle ${id}: no request and no response was changed (${title})`, ''];
  return seenIn(row).flatMap(({ check, clause, severity, text, seed }) => [
    `${severity} ${id}: ${check}${clause === '' ? '' : ` ${clause}`}`,
    `  ${visible(text)}`,
    `  again: ${againLine(id, seed, outcome)}`,
    '',
  ]);
}

export function againLine(id: string, seed: string, { properties }: Pick<QuirksOutcome, 'properties'>): string {
  return `touchstone quirks --only ${id} --seed ${seed}${properties ? ' --properties' : ''}`;
}

/** A quirk that the drawn requests of the properties do not show is counted apart; before all checks it has failed. */
export function sumOf({ rows, properties }: QuirksOutcome) {
  const tried = rows.filter(({ trials }) => trials.length > 0);
  const lawful = tried.filter(isLawful).length;
  const idle = properties ? tried.filter(({ trials }) => isIdle(trials)).length : 0;
  return { lawful, failed: tried.length - lawful - idle, idle };
}

function summary(outcome: QuirksOutcome): string {
  const { rows, from, seeds, isComplete } = outcome;
  const { lawful, failed, idle } = sumOf(outcome);
  const runs = rows.reduce((sum, { trials }) => sum + trials.length, 0);
  const which = seeds === 1 ? `seed ${from}` : `seeds ${from} to ${from + seeds - 1}`;
  const state = isComplete ? '' : `interrupted after ${runs} of ${rows.length * seeds} runs: `;
  const hidden = idle === 0 ? '' : `, ${idle} not shown`;
  return `${state}${lawful} of ${rows.length} quirks lawful, ${failed} failed${hidden} (${runs} runs, ${which})`;
}

/** One document. `complaints` holds the first of each check and clause. */
export function quirksJson(outcome: QuirksOutcome): string {
  const { rows, from, seeds, isComplete } = outcome;
  const { lawful, failed } = sumOf(outcome);
  const document = {
    lawful,
    failed,
    quirks: rows.length,
    seeds: { from, count: seeds },
    complete: isComplete,
    rows: rows.map((row) => {
      const { id, title, alternative } = row.quirk;
      return {
        id,
        layer: layerOf(row.quirk),
        title,
        alternative,
        ...countsOf(row),
        idle: isIdle(row.trials),
        verified: row.trials.reduce((least, { verified }) => Math.min(least, verified), row.trials[0]?.verified ?? 0),
        complaints: seenIn(row),
      };
    }),
  };
  return jsonText(document);
}
