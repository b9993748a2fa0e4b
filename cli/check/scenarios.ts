/** cli/check/scenarios: the scenarios that `touchstone check --scenarios` plays after its checks, by ids. */
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Check } from '../../conformance/check.ts';
import { type NamedScenario, scenarioChecks } from '../../conformance/scenarios/scenario-checks.ts';
import { visible } from '../../reports/untrusted.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { CliError } from '../exit.ts';
import { readScenarios } from '../run/files.ts';

/** One check for each scenario of `paths`; none without paths. Throws `CliError`. */
export function scenarioChecksOf(paths: readonly string[], seed: number): readonly Check[] {
  if (paths.length === 0) return [];
  const named = new Map<string, NamedScenario>();
  for (const loaded of readScenarios(paths, {}).scenarios) {
    const id = `scenario/${nameOf(loaded.file, paths)}` as const;
    const other = named.get(id)?.loaded.file;
    if (other !== undefined)
      throw new CliError(
        `${visible(other)} and ${visible(loaded.file)} are both ${visible(id)}: give --scenarios a folder around both`,
      );
    named.set(id, { id, loaded });
  }
  return scenarioChecks([...named.values()], loadRegister(), seed);
}

/** The way to the file from the folder that was named, wherever that lies; of a file that was named, its own name. */
function nameOf(file: string, paths: readonly string[]) {
  const ways = paths.map((path) => relative(resolve(path), resolve(file)));
  const way = ways.find((one) => one !== '' && one !== '..' && !one.startsWith(`..${sep}`) && !isAbsolute(one));
  return (way ?? basename(file))
    .split(sep)
    .join('/')
    .replace(/\.ya?ml$/, '');
}
