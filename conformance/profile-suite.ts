/** conformance/profile-suite: the checks under a profile: those that still apply, and those of its own routes. */
import { isReplaced, isReplacedRoute, registerOf } from '../spec/clauses/profile-register.ts';
import type { Register } from '../spec/clauses/register.ts';
import { loadProfile } from '../spec/profile.ts';
import type { Check } from './check.ts';
import { clobChecks } from './checks/clob/suite.ts';
import { errorCheckId, shapeCheckId } from './shape/responses.ts';
import { allChecks } from './suite.ts';

/** All checks for a run that claims `profile`, in the order of a report. */
export function suiteOf(profile: string | undefined): readonly Check[] {
  const register = registerOf(profile);
  if (profile === undefined || register.replaced === undefined) return allChecks();
  return [...applicable(allChecks(), register), ...clobChecks(loadProfile(profile))];
}

/** The beginning of the clauses about the status of an error condition, which a profile may give up. */
const CONDITION = 'D/statuses.';

/** The checks with the clauses that the register still has. A check whose clauses are all replaced is left out. */
export function applicable(checks: readonly Check[], register: Register): readonly Check[] {
  if (register.replaced === undefined) return checks;
  return checks.flatMap((check) => {
    if (check.clauses.some((id) => id.startsWith(CONDITION) && isReplaced(register, id))) return [];
    const clauses = check.clauses.filter((id) => register.get(id) !== undefined);
    if (clauses.length === check.clauses.length && !isPassive(check, register)) return [check];
    return clauses.length === 0 || isPassive(check, register) ? [] : [{ ...check, clauses }];
  });
}

/** Validates the responses of a route of the interface that the profile serves otherwise. */
function isPassive({ id, route }: Check, register: Register): boolean {
  const isOne = route !== undefined && (id === shapeCheckId(route) || id === errorCheckId(route));
  return isOne && isReplacedRoute(register, route);
}
