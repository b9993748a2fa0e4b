/** conformance/suite: every check, in the order of a report; those of a profile, and of an exploration. */
import { isReplaced, isReplacedRoute, loadRegister, type Register, registerOf } from '../spec/clauses/register.ts';
import { loadProfile } from '../spec/profile.ts';
import type { Check } from './check.ts';
import type { CheckId } from './check-ids.generated.ts';
import {
  accessChecks,
  bookChecks,
  catalogChecks,
  clobChecks,
  freshnessChecks,
  heartbeatChecks,
  limitChecks,
  orderChecks,
  routeChecks,
  tradeChecks,
  tradingChecks,
  walletChecks,
} from './checks/suite.ts';
import { type Exploration, propertyCheck } from './properties/checks.ts';
import type { Property } from './properties/property.ts';
import { PROPERTIES } from './properties/suite.ts';
import { shapeChecks } from './shape/checks.ts';
import { errorCheckId, shapeCheckId } from './shape/responses.ts';

/** Part of every check's seed: changed when the meaning of a check's draws changes. */
export const SUITE_VERSION = '1';

/** A check of the suite, not one that a scenario file or a caller adds. */
export type SuiteCheck = Check & { readonly id: CheckId };

export function allChecks(): readonly SuiteCheck[] {
  const checks = [
    ...shapeChecks(loadRegister()),
    ...routeChecks,
    ...catalogChecks,
    ...tradingChecks,
    ...bookChecks,
    ...walletChecks,
    ...tradeChecks,
    ...orderChecks,
    ...accessChecks,
    ...heartbeatChecks,
    ...freshnessChecks,
    ...limitChecks,
    ...PROPERTIES.filter(({ runs = 0 }) => runs > 0).map((property) => propertyCheck(property)),
  ];
  // These ids are the ones in check-ids.generated.ts; tidy/generated compares them.
  return checks as readonly SuiteCheck[];
}

/** `runsOf`: cases of each property, if their number differs. */
export function explorationChecks(
  exploration: Exploration,
  runsOf: (property: Property) => number | undefined = () => exploration.runs,
): readonly Check[] {
  const properties = PROPERTIES.map((one) => propertyCheck(one, { ...exploration, runs: runsOf(one) }));
  return [...shapeChecks(loadRegister()), ...properties];
}

/** The patterns of an exploration that selects `only` (empty: all properties), with the checks of form. */
export function withForm(only: readonly string[]): readonly string[] {
  return [...(only.length === 0 ? ['property.*'] : only), ...shapeChecks(loadRegister()).map(({ id }) => id)];
}

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
function isPassive({ id, route }: Check, register: Register) {
  const isOne = route !== undefined && (id === shapeCheckId(route) || id === errorCheckId(route));
  return isOne && isReplacedRoute(register, route);
}
