/** cli/soak/failure-file: the files that `touchstone soak --save` writes: one minimal run each. */
import { join } from 'node:path';
import { type Trace, traceText } from '../../proof/venue/soak/trace.ts';
import { CliError, EXIT } from '../exit.ts';
import { writeWhole } from '../files/whole-file.ts';

/** Writes `soak-SEED.json` into the folder, if any. Throws `CliError` with the exit code of a failed seed. */
export function saveRun(folder: string | undefined, trace: Trace): void {
  if (folder === undefined) return;
  try {
    writeWhole(join(folder, `soak-${trace.seed}.json`), traceText(trace));
  } catch (error) {
    throw error instanceof CliError ? new CliError(error.message, EXIT.failed) : error;
  }
}
