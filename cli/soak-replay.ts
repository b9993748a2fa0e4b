/** cli/soak-replay: the work of `touchstone soak --replay`: one seed or one written run again, told in full. */

import { visible } from '../reports/untrusted.ts';
import { breaking, type Canary, canaryOf } from '../scenarios/soak/canary.ts';
import { newMarks } from '../scenarios/soak/marks.ts';
import { smallestRun } from '../scenarios/soak/minimising.ts';
import { drawOptions } from '../scenarios/soak/options.ts';
import { isSameFailure, playTrace } from '../scenarios/soak/replaying.ts';
import { runSeed, type SeedRun, type SeedSettings } from '../scenarios/soak/seed-run.ts';
import type { Trace } from '../scenarios/soak/trace.ts';
import type { Failure } from '../scenarios/soak/trial.ts';
import type { SoakFlags } from './commands/soak.ts';
import { CliError, EXIT, type ExitCode } from './exit.ts';
import { readRun, saveRun } from './soak-file.ts';
import { failureLines, indented, shownStory } from './soak-report.ts';

/** Runs a seed (digits) or the file of an earlier failure. Throws `CliError` for a file that is none. */
export function replay(what: string, flags: SoakFlags, minimiseMs: number): ExitCode {
  return isSeed(what) ? replaySeed(Number(what), flags, minimiseMs) : replayFile(what, flags);
}

function isSeed(what: string): boolean {
  return /^\d{1,16}$/.test(what) && Number.isSafeInteger(Number(what));
}

/** Throws `CliError` for flags that say something of seeds where a file is to be run. */
export function refuseIdleFlags({ replay: what, chosen = [] }: SoakFlags): void {
  if (what === undefined || isSeed(what) || chosen.length === 0) return;
  throw new CliError(`${chosen.join(', ')}: only for a seed; a file says all of its run itself`);
}

function replaySeed(seed: number, flags: SoakFlags, minimiseMs: number): ExitCode {
  const { commands, audit } = flags;
  const settings: SeedSettings = { seed, commands, audit, canary: canaryFor(seed, flags), keepsUp: true };
  const run = runSeed(settings, newMarks());
  const trace = run.failure === undefined ? undefined : smallestRun(settings, minimiseMs);
  const options = drawOptions(seed);
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ ...run, options, trace }, null, 1)}\n`
      : `seed ${seed} draws ${JSON.stringify(options)}\n${seedText(run, trace, flags)}\n`,
  );
  if (trace !== undefined) saveRun(flags.save, trace);
  return run.failure === undefined ? EXIT.ok : EXIT.failed;
}

function seedText(run: SeedRun, trace: Trace | undefined, flags: SoakFlags): string {
  if (run.failure === undefined) return `${run.commands} commands, ${run.events} events: passed, hash ${run.hash}`;
  const story = trace === undefined ? 'it does not fail a second time' : shownStory(trace);
  return [...failureLines(run, flags), indented(story)].join('\n');
}

/** The way in which `--canary` breaks the exchange of a seed. */
function canaryFor(seed: number, { canary }: SoakFlags): Canary | undefined {
  return canary === true ? canaryOf(seed) : undefined;
}

function replayFile(file: string, flags: SoakFlags): ExitCode {
  const trace = readRun(file);
  const failure = playTrace(trace, { wrap: breaking(trace.canary ?? canaryFor(trace.seed, flags)) });
  const isSame = isSameFailure(trace.failure, failure);
  if (flags.json === true) {
    const { seed, audit, failure: before } = trace;
    process.stdout.write(`${JSON.stringify({ file, seed, audit, before, failure, isSame }, null, 1)}\n`);
  } else {
    process.stdout.write(fileText(file, trace, failure, isSame));
  }
  return failure === undefined ? EXIT.ok : EXIT.failed;
}

function fileText(file: string, trace: Trace, failure: Failure | undefined, isSame: boolean): string {
  const name = visible(file);
  const invariant = visible(trace.failure.invariant);
  if (failure === undefined) {
    return `${name}: passes now; it failed with ${invariant}: ${visible(trace.failure.message)}\n`;
  }
  const now = { invariant: failure.invariant, message: failure.message };
  const verdict = isSame ? 'as it did' : `otherwise than it did (${invariant})`;
  return `${shownStory({ ...trace, failure: now })}\n${name}: fails ${verdict}\n`;
}
