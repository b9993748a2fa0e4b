/** conformance/suite: every check, in the order of a report. execution/schedule decides in which order they run. */
import { loadRegister } from '../spec/clauses/register.ts';
import type { Check } from './check.ts';
import type { CheckId } from './check-ids.generated.ts';
import { accessChecks } from './checks/access/suite.ts';
import { bookChecks } from './checks/books/suite.ts';
import { catalogChecks } from './checks/catalog/suite.ts';
import { freshnessChecks } from './checks/freshness/suite.ts';
import { heartbeatChecks } from './checks/heartbeats/suite.ts';
import { limitChecks } from './checks/limits/suite.ts';
import { orderChecks } from './checks/orders/suite.ts';
import { routeChecks } from './checks/routes/suite.ts';
import { tradeChecks } from './checks/trades/suite.ts';
import { tradingChecks } from './checks/trading/suite.ts';
import { walletChecks } from './checks/wallets/suite.ts';
import { propertyCheck } from './properties/checks.ts';
import { PROPERTIES } from './properties/suite.ts';
import { shapeChecks } from './shape/checks.ts';

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
