/** cli/mutants/core-campaign: the work of `mutants --core`, which runs only from a clone because it edits sources. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import type { MutantsFlags } from './command.ts';

/** Plants the chosen faults and returns the exit code. Throws `CliError` if the sources are absent. */
export function tryCoreMutants(
  { only, seed, jobs, queue, json, world }: MutantsFlags,
  program = fileURLToPath(new URL('../../proof/venue/mutants/main.ts', import.meta.url)),
): Promise<ExitCode> {
  if (world !== undefined) throw new CliError('--world is not for --core, whose faults are tried without a world');
  if (queue !== undefined) throw new CliError('--queue is not for --core, which runs sources of this clone');
  if (!existsSync(program))
    throw new CliError(
      '--core plants faults in the sources of Touchstone, which the package does not hold: use a clone',
    );
  const flags = JSON.stringify({ only, seed, jobs, json: json === true });
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, flags], { stdio: 'inherit' });
    // A signal may be for this process alone; Ctrl-C is for both.
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward).on('SIGHUP', forward);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward).off('SIGHUP', forward);
      resolve(exitOf(code, signal));
    });
  });
}

/** The program's exit codes are of this contract; it may be interrupted before it sets one. */
function exitOf(code: number | null, signal: NodeJS.Signals | null): ExitCode {
  if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') return EXIT.interrupted;
  return Object.values(EXIT).find((known) => known === code) ?? EXIT.harness;
}
