/** cli/soak/report: the findings of a soak, as text and JSON, without times: same seeds, same bytes. */

import { markCounts } from '../../proof/venue/soak/marks.ts';
import type { SeedRun } from '../../proof/venue/soak/seed-run.ts';
import type { Soak } from '../../proof/venue/soak/soak.ts';
import { storyLines } from '../../proof/venue/soak/story.ts';
import type { Trace } from '../../proof/venue/soak/trace.ts';
import { visible } from '../../reports/untrusted.ts';
import type { SoakFlags } from './command.ts';

export type SoakOutcome = Soak &
  Readonly<{
    from: number;
    audit: SoakFlags['audit'];
    commandsEach: number;
    isInterrupted: boolean;
    /** Marks never seen, and whether that makes the soak fail. */
    missing: readonly string[];
    isMarkMissing: boolean;
  }>;

const FAILURES_SHOWN = 20;
const RAREST_SHOWN = 5;
const STEPS_SHOWN = 100;

/** Failures with their replay lines and minimal runs, then the marks, then one line of summary. */
export function soakText(outcome: SoakOutcome, flags: SoakFlags): string {
  const lines: string[] = [];
  for (const run of outcome.failures.slice(0, FAILURES_SHOWN)) lines.push(...failureLines(run, flags));
  if (outcome.failed > FAILURES_SHOWN) lines.push(`and ${outcome.failed - FAILURES_SHOWN} more seeds failed`);
  for (const seed of outcome.unended) lines.push(`seed ${seed} had not ended  replay: ${seedReplayLine(seed, flags)}`);
  for (const trace of outcome.traces)
    lines.push('', `seed ${trace.seed}, as short as it was found to fail in this way:`, indented(shownStory(trace)));
  if (outcome.traces.length > 0) lines.push('');
  if (flags.marks)
    lines.push(...markCounts(outcome.marks).map(({ mark, count }) => `${String(count).padStart(10)}  ${mark}`));
  lines.push(...coverageLines(outcome), summaryLine(outcome));
  return `${lines.join('\n')}\n`;
}

export function failureLines(run: SeedRun, flags: SoakFlags): readonly string[] {
  if (run.failure === undefined) return [];
  const { invariant, message, step } = run.failure;
  return [
    `seed ${run.seed} command ${step}: ${invariant}: ${visible(message)}  replay: ${seedReplayLine(run.seed, flags)}`,
  ];
}

export function seedReplayLine(seed: number, { commands, audit, canary }: SoakFlags): string {
  return `touchstone soak --replay ${seed} --commands ${commands} --audit ${audit}${canary ? ' --canary' : ''}`;
}

/** The story of a run; one that is too long to read is named only. */
export function shownStory(trace: Trace): string {
  if (trace.steps.length <= STEPS_SHOWN) return storyLines(trace).map(visible).join('\n');
  return `${trace.steps.length} steps; --save FOLDER writes them`;
}

export function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

function coverageLines({ marks, missing, isMarkMissing }: SoakOutcome): readonly string[] {
  const counts = markCounts(marks);
  const seen = counts.filter(({ count }) => count > 0).toSorted((one, other) => one.count - other.count);
  const rarest = seen.slice(0, RAREST_SHOWN).map(({ mark, count }) => `${mark} (${count})`);
  const lines = [`marks: ${seen.length} of ${counts.length} seen; rarest: ${rarest.join(', ')}`];
  if (missing.length > 0) lines.push(`${isMarkMissing ? 'FAILED: never' : 'never'} seen: ${missing.join(', ')}`);
  return lines;
}

function summaryLine({ seeds, from, audit, commands, events, hash, failed, isInterrupted }: SoakOutcome) {
  const verdict = failed > 0 ? `${failed} failed` : 'all passed';
  const ran = `${seeds} seeds from ${from}, ${commands} commands, ${events} events, ${audit} audit`;
  return `${isInterrupted ? 'interrupted: ' : ''}${ran}: ${verdict}, hash ${hash}`;
}

/** `{ verdict, audit, from, seeds, commands, events, hash, failures, unended, traces, marks, missing, runs }`. */
export function soakJson(outcome: SoakOutcome): string {
  const { from, audit, seeds, commands, events, hash, failures, failed, traces, marks, missing, runs } = outcome;
  const isFailed = failed > 0 || outcome.isMarkMissing;
  const document = {
    verdict: outcome.isInterrupted ? 'interrupted' : isFailed ? 'failed' : 'passed',
    audit,
    from,
    seeds,
    commandsEach: outcome.commandsEach,
    commands,
    events,
    hash,
    failed,
    failures: failures.map(({ seed, failure }) => ({ seed, ...failure })),
    unended: outcome.unended,
    traces,
    marks: Object.fromEntries(markCounts(marks).map(({ mark, count }) => [mark, count])),
    missing,
    runs: runs.map(({ seed, hash: own, commands: given, events }) => ({
      seed,
      hash: own,
      commands: given,
      events,
    })),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}
