/** cli/check/credentials: the wallets of a run, with the API keys of those that are private keys alone. */
import { readInput } from '../../conformance/input/input-file.ts';
import { withApiKeys } from '../../conformance/session/own-keys.ts';
import { CredentialsFile } from '../../wire/credentials.ts';
import { CliError } from '../exit.ts';
import { reading } from '../files/read-report.ts';
import type { CheckFlags } from './command.ts';
import type { FileInputs, Inputs } from './inputs.ts';
import type { OpenTarget } from './target.ts';

/**
 * Reads the credentials of a target that is up, because a service may write the file at its start, and creates or derives its keys.
 * Throws `CliError`.
 */
export async function withCredentials(
  given: FileInputs,
  { target, isUp }: Pick<OpenTarget, 'target' | 'isUp'>,
  { credentials: file, ...flags }: Pick<CheckFlags, 'credentials' | 'profile' | 'allowWrites'>,
): Promise<Inputs> {
  if (file === undefined || !isUp) return { ...given, credentials: undefined };
  const read = reading(() => readInput(file, 'credentials file', CredentialsFile) as CredentialsFile);
  try {
    return { ...given, credentials: await withApiKeys(target, read, flags) };
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}
