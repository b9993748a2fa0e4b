/** cli/soak-file: the files of `touchstone soak`: minimal runs written to the folder of `--save`, and read back. */
import { join } from 'node:path';
import { InputError, readInput } from '../conformance/input/input-file.ts';
import { scenarioOfRun } from '../scenarios/soak/run-scenario-file.ts';
import { Trace } from '../scenarios/soak/trace.ts';
import { CliError, EXIT } from './exit.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Writes `soak-SEED.json`, for `soak --replay`, and the scenario `soak-SEED.yaml`, for `run`, into the folder, where there is
 * one. Throws `CliError` with the exit code of a failure, which the run is: it has been told of already.
 */
export function saveRun(folder: string | undefined, trace: Trace): void {
  if (folder === undefined) return;
  try {
    writeWhole(join(folder, `soak-${trace.seed}.json`), `${JSON.stringify(trace, null, 1)}\n`);
    writeWhole(join(folder, `soak-${trace.seed}.yaml`), scenarioOfRun(trace));
  } catch (error) {
    throw error instanceof CliError ? new CliError(error.message, EXIT.failed) : error;
  }
}

/** A run that was saved. Throws `CliError` with file, line and what is wrong. */
export function readRun(file: string): Trace {
  const trace = parsed(file);
  if (trace.steps.length === 0) throw new CliError(`${file}: the run has no steps, so nothing in it can fail`);
  if (trace.claim === undefined && trace.reads === undefined) return trace;
  // Whoever judges these has to know the routes, which no soak loads.
  throw new CliError(
    `${file}: the run of a property, judged by more than a soak: play its scenario with touchstone run`,
  );
}

function parsed(file: string): Trace {
  try {
    return readInput(file, 'soak run', Trace);
  } catch (error) {
    if (error instanceof InputError) throw new CliError(error.message);
    throw error;
  }
}
