/** cli/replay/choice: the check that the id of a finding or a check means, and those that repeat it. */
import type { Check } from '../../conformance/check.ts';
import type { CheckResult, Report } from '../../conformance/report.ts';
import { errorCheckId, shapeCheckId } from '../../conformance/shape/responses.ts';
import { visible } from '../../reports/untrusted.ts';
import { CliError } from '../exit.ts';

/** The row of the check with this id, or with the finding of this id; a beginning is enough. Throws `CliError`. */
export function rowNamed({ checks }: Report, id: string, file: string): CheckResult {
  const failed = checks.filter(({ findings }) => findings.length > 0);
  const namesOf = (row: CheckResult): readonly string[] => [row.id, ...row.findings.map((finding) => finding.id)];
  const exact = failed.find((row) => namesOf(row).includes(id));
  if (exact !== undefined) return exact;
  const [first, ...others] = failed.filter((row) => namesOf(row).some((name) => name.startsWith(id)));
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const some = [first, ...others].slice(0, 5).map((row) => row.id);
    const more = others.length > 4 ? `, and ${others.length - 4} more` : '';
    throw new CliError(visible(`"${id}" is the beginning of several: ${some.join(', ')}${more}`));
  }
  if (checks.some((row) => row.id === id)) throw new CliError(visible(`${file}: ${id} has no findings to repeat`));
  throw new CliError(visible(`${file}: no check or finding has the id "${id}"`));
}

export function isPassive({ id, route }: Check): boolean {
  return route !== undefined && (id === shapeCheckId(route) || id === errorCheckId(route));
}

/** Ids of the checks that send the requests of a check: for a passive one, all of its route. */
export function idsToRun(check: Check, suite: readonly Check[]): readonly string[] {
  return isPassive(check) ? suite.filter(({ route }) => route === check.route).map(({ id }) => id) : [check.id];
}
