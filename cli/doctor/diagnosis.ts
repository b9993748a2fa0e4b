/** cli/doctor/diagnosis: the work of `touchstone doctor`: the abilities of credentials, and the next step. */
import { z } from 'zod';
import { createRedactor } from '../../conformance/evidence/redact.ts';
import { readInput } from '../../conformance/input/input-file.ts';
import { lookAtCredentials } from '../../conformance/sandbox/credentials-look.ts';
import { diagnose, type Line } from '../../conformance/sandbox/diagnosis.ts';
import { visible } from '../../reports/untrusted.ts';
import { readCredentials } from '../deployment/credentials-file.ts';
import { withReadTarget } from '../deployment/read-target.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { reading } from '../files/read-report.ts';
import type { DoctorFlags } from './command.ts';

/** Prints a line for each finding; problems are exit code 1. Throws `CliError`. */
export async function doctor(url: string, flags: DoctorFlags): Promise<ExitCode> {
  const given = reading(() => readInput(flags.credentials, 'credentials file', z.looseObject({})));
  const { lines, wallets, markets } = lookAtCredentials(given);
  // Other faults of a complete file would stop a run before it begins.
  if (lines.every(({ state }) => state !== 'problem')) readCredentials(flags.credentials);
  const all = await withReadTarget(url, flags, async ({ caller, reader, label, secrets }) => {
    const answers = { state: 'ok', text: `${label} answers` } as const;
    const seen = wallets.length === 0 ? [] : await diagnose(caller, reader, wallets, markets);
    return createRedactor(wallets, [], secrets).deep([...lines, answers, ...seen]);
  });
  process.stdout.write(all.map(textOf).join(''));
  const problems = all.filter(({ state }) => state === 'problem').length;
  process.stdout.write(problems === 0 ? 'no problem found\n' : `${problems} to be solved\n`);
  return problems === 0 ? EXIT.ok : EXIT.failed;
}

function textOf({ state, text, next }: Line) {
  const line = `${state.padEnd(8)} ${visible(text)}\n`;
  return next === undefined ? line : `${line}${' '.repeat(9)}next: ${visible(next)}\n`;
}
