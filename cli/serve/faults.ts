/** cli/serve/faults: the rules of `touchstone serve --faults`. */
import { type FaultRule, FaultsError, parseFaults } from '../../sim/faults/rule.ts';
import { WorldError } from '../../sim/world/world-error.ts';
import { readYamlFile } from '../../sim/world/written/description-file.ts';
import { CliError } from '../exit.ts';

/** The list in a YAML or JSON file, alone or as the value of `faults`. Throws `CliError` with the file and the first mistake. */
export function faultsIn(file: string): readonly FaultRule[] {
  try {
    const value = readYamlFile(file);
    return parseFaults(Array.isArray(value) ? value : Object(value).faults);
  } catch (error) {
    if (error instanceof FaultsError) throw new CliError(`${file}: ${error.message}`);
    throw error instanceof WorldError ? new CliError(error.message) : error;
  }
}
