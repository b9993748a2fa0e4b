/** cli/check/own-keys: the API keys of wallets that are private keys alone, before a run. */
import { withApiKeys } from '../../conformance/session/own-keys.ts';
import { CliError } from '../exit.ts';
import type { CheckFlags } from './command.ts';
import type { FileInputs, Inputs } from './inputs.ts';
import type { OpenTarget } from './target.ts';

/** Creates or derives the keys. Throws `CliError`, and closes the target, if the deployment issues none. */
export async function withOwnKeys(
  given: FileInputs,
  { target, close }: Pick<OpenTarget, 'target' | 'close'>,
  flags: Pick<CheckFlags, 'profile' | 'allowWrites'>,
): Promise<Inputs> {
  if (given.credentials === undefined) return { ...given, credentials: undefined };
  try {
    return { ...given, credentials: await withApiKeys(target, given.credentials, flags) };
  } catch (error) {
    await close();
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}
