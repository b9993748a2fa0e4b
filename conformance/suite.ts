/** conformance/suite: every check there is, in the order in which a report lists them. */
import { loadRegister } from '../spec/clauses/register.ts';
import type { Check } from './check.ts';
import { activityChecks } from './checks/activity.ts';
import { authChecks } from './checks/auth.ts';
import { cancelChecks } from './checks/cancels.ts';
import { cursorPagingChecks } from './checks/cursor-paging.ts';
import { holderChecks } from './checks/holders.ts';
import { liveOrderChecks } from './checks/live-orders.ts';
import { offsetPagingChecks } from './checks/offset-paging.ts';
import { orderFillChecks } from './checks/order-fills.ts';
import { orderPlacingChecks } from './checks/order-placing.ts';
import { parameterChecks } from './checks/parameters.ts';
import { positionFilterChecks } from './checks/position-filters.ts';
import { positionRowChecks } from './checks/position-rows.ts';
import { routingChecks } from './checks/routing.ts';
import { sortingChecks } from './checks/sorting.ts';
import { statusChecks } from './checks/statuses.ts';
import { tradeChecks } from './checks/trades.ts';
import { walletDecisionChecks } from './checks/wallet-decisions.ts';
import { walletErrorChecks } from './checks/wallet-errors.ts';
import { walletValueChecks } from './checks/wallet-values.ts';
import { shapeChecks } from './shape/checks.ts';

/** Part of every check's seed: changed when the meaning of a check's draws changes. */
export const SUITE_VERSION = '1';

/** The suite. Throws where two checks have one id. */
export function allChecks(): readonly Check[] {
  const checks = [
    ...shapeChecks(loadRegister()),
    ...parameterChecks,
    ...offsetPagingChecks,
    ...cursorPagingChecks,
    ...walletErrorChecks,
    ...sortingChecks,
    ...positionRowChecks,
    ...positionFilterChecks,
    ...walletValueChecks,
    ...walletDecisionChecks,
    ...activityChecks,
    ...holderChecks,
    ...tradeChecks,
    ...routingChecks,
    ...statusChecks,
    ...authChecks,
    ...orderPlacingChecks,
    ...liveOrderChecks,
    ...cancelChecks,
    ...orderFillChecks,
  ];
  const ids = new Set<string>();
  for (const { id } of checks) {
    if (ids.has(id)) throw new Error(`two checks have the id ${id}`);
    ids.add(id);
  }
  return checks;
}
