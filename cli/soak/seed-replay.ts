/** cli/soak/seed-replay: the work of `touchstone soak --replay`: repeats a seed or a saved run in full. */

import { z } from 'zod';
import { readInput } from '../../conformance/input/input-file.ts';
import { CLAIMS } from '../../proof/venue/reads/claims.ts';
import { canaryOf, canaryWrap } from '../../proof/venue/soak/canary.ts';
import { newMarks } from '../../proof/venue/soak/marks.ts';
import { drawOptions } from '../../proof/venue/soak/options.ts';
import { createReadAudit } from '../../proof/venue/soak/read-audit.ts';
import { runSeed, type SeedRun, type SeedSettings } from '../../proof/venue/soak/seed-run.ts';
import { smallestRun } from '../../proof/venue/soak/shrinker.ts';
import { Trace } from '../../proof/venue/soak/trace.ts';
import { isSameFailure, replayTrace } from '../../proof/venue/soak/trace-replay.ts';
import type { Failure } from '../../proof/venue/soak/trial.ts';
import { visible } from '../../reports/untrusted.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { makeFolder } from '../files/output-files.ts';
import { reading } from '../files/read-report.ts';
import type { SoakFlags } from './command.ts';
import { saveRun } from './failure-file.ts';
import { failureLines, indented, shownStory } from './report.ts';

/** Runs a seed (digits) or a saved run. Throws `CliError` for an invalid file, and for flags that only a seed has. */
export function replaySeedOrFile(what: string, flags: SoakFlags, minimiseMs: number): ExitCode {
  return /^\d{1,16}$/.test(what) && Number.isSafeInteger(Number(what))
    ? replaySeed(Number(what), flags, minimiseMs)
    : replayFile(what, flags);
}

function replaySeed(seed: number, flags: SoakFlags, minimiseMs: number): ExitCode {
  const { commands, audit } = flags;
  if (flags.save !== undefined) makeFolder(flags.save, '--save');
  const settings: SeedSettings = { seed, commands, audit, canary: canaryFor(seed, flags), keepsUp: true };
  const run = runSeed(settings, newMarks());
  const trace = run.failure && smallestRun(settings, minimiseMs);
  const options = drawOptions(seed);
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ ...run, options, trace }, null, 1)}\n`
      : `seed ${seed} draws ${JSON.stringify(options)}\n${seedText(run, trace, flags)}\n`,
  );
  if (trace !== undefined) saveRun(flags.save, trace);
  return run.failure === undefined ? EXIT.ok : EXIT.failed;
}

function seedText(run: SeedRun, trace: Trace | undefined, flags: SoakFlags) {
  if (run.failure === undefined) return `${run.commands} commands, ${run.events} events: passed, hash ${run.hash}`;
  const story = trace === undefined ? 'it does not fail a second time' : shownStory(trace);
  return [...failureLines(run, flags), indented(story)].join('\n');
}

function canaryFor(seed: number, { canary }: SoakFlags) {
  return canary ? canaryOf(seed) : undefined;
}

function replayFile(file: string, flags: SoakFlags): ExitCode {
  const { chosen = [] } = flags;
  if (chosen.length > 0) throw new CliError(`${chosen.join(', ')}: only for a seed, because a file has its whole run`);
  const trace = readRun(file);
  const wrap = canaryWrap(trace.canary ?? canaryFor(trace.seed, flags));
  const failure = replayTrace(trace, { wrap, reader: createReadAudit, claims: CLAIMS });
  const isSame = isSameFailure(trace.failure, failure);
  if (flags.json) {
    const { seed, audit, failure: before } = trace;
    process.stdout.write(`${JSON.stringify({ file, seed, audit, before, failure, isSame }, null, 1)}\n`);
  } else {
    process.stdout.write(fileText(file, trace, failure, isSame));
  }
  return failure === undefined ? EXIT.ok : EXIT.failed;
}

function fileText(file: string, trace: Trace, failure: Failure | undefined, isSame: boolean) {
  const name = visible(file);
  const invariant = visible(trace.failure.invariant);
  if (failure === undefined)
    return `${name}: passes now; it failed with ${invariant}: ${visible(trace.failure.message)}\n`;
  const now = { invariant: failure.invariant, message: failure.message };
  const verdict = isSame ? 'as before' : `differently (before: ${invariant})`;
  return `${shownStory({ ...trace, failure: now })}\n${name}: fails ${verdict}\n`;
}

/** Earlier versions saved runs as scenarios too, whose only step is `replay`. */
const RunScenario = z.object({ steps: z.tuple([z.object({ replay: z.unknown() })]) });
const RunFile = z.preprocess((value) => RunScenario.safeParse(value).data?.steps[0].replay ?? value, Trace);

function readRun(file: string): Trace {
  const trace = reading(() => readInput(file, 'soak run', RunFile));
  const { claim, steps } = trace;
  if (claim !== undefined && !Object.hasOwn(CLAIMS, claim.name))
    throw new CliError(`${file}: there is no claim ${claim.name}: there are ${Object.keys(CLAIMS).join(', ')}`);
  if (claim === undefined && steps.length === 0)
    throw new CliError(`${file}: the run has no steps, so nothing in it can fail`);
  return trace;
}
