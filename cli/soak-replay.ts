/** cli/soak-replay: the work of `touchstone soak --replay`: one seed or one written run again, told in full. */
import { broken, canaryOf } from '../scenarios/soak/canary.ts';
import { newMarks } from '../scenarios/soak/marks.ts';
import { minimise } from '../scenarios/soak/minimising.ts';
import { drawOptions } from '../scenarios/soak/options.ts';
import { isSameFailure, playTrace } from '../scenarios/soak/replaying.ts';
import { recordSeed, runSeed, type SeedSettings } from '../scenarios/soak/seed-run.ts';
import type { SoakFlags } from './commands/soak.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { readRun, saveRun } from './soak-file.ts';
import { failureLines, indented, shownStory } from './soak-report.ts';

/** Runs a seed (digits) or the file of an earlier failure. Throws `CliError` for a file that is none. */
export function replay(what: string, flags: SoakFlags, minimiseMs: number): ExitCode {
  if (/^\d{1,15}$/.test(what)) return replaySeed(Number(what), flags, minimiseMs);
  return replayFile(what, flags);
}

function replaySeed(seed: number, flags: SoakFlags, minimiseMs: number): ExitCode {
  const { commands, audit } = flags;
  const settings: SeedSettings = { seed, commands, audit, wrap: wrapFor(seed, flags) };
  const run = runSeed(settings, newMarks());
  const options = drawOptions(seed);
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ ...run, options }, null, 1)}\n`);
  } else {
    process.stdout.write(`seed ${seed} draws ${JSON.stringify(options)}\n`);
  }
  if (run.failure === undefined) {
    if (flags.json !== true)
      process.stdout.write(`${run.commands} commands, ${run.events} events: passed, hash ${run.hash}\n`);
    return EXIT.ok;
  }
  const trace = recordSeed(settings);
  const end = performance.now() + minimiseMs;
  const small = trace && minimise(trace, { wrap: settings.wrap, isOver: () => performance.now() > end });
  if (small !== undefined) saveRun(flags.save, small);
  if (flags.json === true) return EXIT.failed;
  const story = small === undefined ? 'its commands alone do not fail again' : shownStory(small);
  process.stdout.write(`${[...failureLines(run, flags), indented(story)].join('\n')}\n`);
  return EXIT.failed;
}

function wrapFor(seed: number, { canary }: SoakFlags): SeedSettings['wrap'] {
  return canary === true ? (own) => broken(canaryOf(seed), own) : undefined;
}

function replayFile(file: string, flags: SoakFlags): ExitCode {
  const trace = readRun(file);
  const failure = playTrace(trace, wrapFor(trace.seed, flags));
  if (failure === undefined) {
    process.stdout.write(`${file}: passes now; it failed with ${trace.failure.invariant}: ${trace.failure.message}\n`);
    return EXIT.ok;
  }
  const { invariant, message } = failure;
  const isSame = isSameFailure(trace.failure, failure);
  process.stdout.write(`${shownStory({ ...trace, failure: { invariant, message } })}\n`);
  process.stdout.write(
    `${file}: fails ${isSame ? 'as it did' : `otherwise than it did (${trace.failure.invariant})`}\n`,
  );
  return EXIT.failed;
}
