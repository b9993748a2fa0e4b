/** cli/deployment/credentials-file: reads the wallets of `--credentials FILE`. */
import { InputError, readInput } from '../../conformance/input/input-file.ts';
import { Credentials } from '../../wire/credentials.ts';
import { CliError } from '../exit.ts';

/** The credentials in a file. Throws `CliError` with file, line and reason, and without secrets. */
export function readCredentials(file: string): Credentials {
  try {
    return readInput(file, 'credentials file', Credentials);
  } catch (error) {
    if (error instanceof InputError) throw new CliError(error.message);
    throw error;
  }
}
