/** cli/deployment/credentials-file: reads the wallets of `--credentials FILE`. */
import { readInput } from '../../conformance/input/input-file.ts';
import { Credentials } from '../../wire/credentials.ts';
import { reading } from '../files/read-report.ts';

/** The credentials in a file. Throws `CliError` with file, line and reason, and without secrets. */
export function readCredentials(file: string): Credentials {
  return reading(() => readInput(file, 'credentials file', Credentials));
}
