/** cli/check/credentials: the wallets of a run, with the API keys of those that are private keys alone. */

import { createCaller } from '../../conformance/client/caller.ts';
import { withApiKeys } from '../../conformance/client/own-keys.ts';
import { whyUnusable } from '../../conformance/discovery/preflight.ts';
import { readInput } from '../../conformance/input/input-file.ts';
import { type Credentials, CredentialsFile } from '../../wire/credentials.ts';
import type { Target } from '../../wire/target.ts';
import { CliError } from '../exit.ts';
import { reading } from '../files/read-report.ts';
import type { CheckFlags } from './command.ts';
import type { FileInputs, Inputs } from './inputs.ts';
import type { OpenTarget } from './target.ts';

/** The inputs with the credentials of a target that is up: services may write the file at start. Throws `CliError`. */
export async function withCredentials(
  given: FileInputs,
  { target, isUp }: Pick<OpenTarget, 'target' | 'isUp'>,
  { credentials: file, ...flags }: Pick<CheckFlags, 'credentials' | 'profile' | 'allowWrites'>,
): Promise<Inputs> {
  if (file === undefined || !isUp) return { ...given, credentials: undefined };
  return { ...given, credentials: await readKeyed(target, file, flags) };
}

/** Reads credentials, and creates or derives keys that they lack; undefined without a response. Throws `CliError`. */
export async function readKeyed(
  target: Target,
  file: string,
  flags: Pick<Partial<CheckFlags>, 'profile' | 'allowWrites'>,
): Promise<Credentials | undefined> {
  const read = reading(() => readInput(file, 'credentials file', CredentialsFile) as CredentialsFile);
  try {
    return await withApiKeys(target, read, flags);
  } catch (error) {
    // The preflight of the run states the reason, and every report is written.
    if ((await whyUnusable(createCaller(target))) !== undefined) return undefined;
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}
