/** conformance/mutants/catalog: every mutant, family by family. */

import { authMutants } from './families/auth.ts';
import { boundsMutants } from './families/bounds.ts';
import { bookConsistencyMutants } from './families/consistency-book.ts';
import { catalogConsistencyMutants } from './families/consistency-catalog.ts';
import { marketConsistencyMutants } from './families/consistency-market.ts';
import { walletConsistencyMutants } from './families/consistency-wallet.ts';
import { accessDecisionMutants } from './families/decisions-access.ts';
import { marketDecisionMutants } from './families/decisions-market.ts';
import { orderDecisionMutants } from './families/decisions-order.ts';
import { walletDecisionMutants } from './families/decisions-wallet.ts';
import { catalogErrorMutants } from './families/error-catalog.ts';
import { faultMutants } from './families/error-faults.ts';
import { tradingErrorMutants } from './families/error-trading.ts';
import { walletErrorMutants } from './families/error-wallet.ts';
import { accountFilterMutants } from './families/filter-account.ts';
import { catalogFilterMutants } from './families/filter-catalog.ts';
import { walletFilterMutants } from './families/filter-wallet.ts';
import { heartbeatMutants } from './families/heartbeat.ts';
import { limitMutants } from './families/limits.ts';
import { cursorPagingMutants } from './families/pagination-cursor.ts';
import { offsetPagingMutants } from './families/pagination-offset.ts';
import { accountShapeMutants } from './families/shape-account.ts';
import { catalogShapeMutants } from './families/shape-catalog.ts';
import { tradingShapeMutants } from './families/shape-trading.ts';
import { walletShapeMutants } from './families/shape-wallet.ts';
import { sortOrderMutants } from './families/sort-order.ts';
import { staleMutants } from './families/stale-reads.ts';
import { cancelMutants } from './families/stateful-cancels.ts';
import { crossingMutants } from './families/stateful-crossing.ts';
import { fillMutants } from './families/stateful-fills.ts';
import { matchingMutants } from './families/stateful-matching.ts';
import { orderMutants } from './families/stateful-orders.ts';
import { transportMutants } from './families/transport.ts';
import type { Mutant } from './mutant.ts';

/** Mutants of single responses, in the order of a matrix. */
export const allMutants: readonly Mutant[] = [
  ...accountShapeMutants,
  ...catalogShapeMutants,
  ...tradingShapeMutants,
  ...walletShapeMutants,
  ...boundsMutants,
  ...cursorPagingMutants,
  ...offsetPagingMutants,
  ...accountFilterMutants,
  ...catalogFilterMutants,
  ...walletFilterMutants,
  ...sortOrderMutants,
  ...catalogErrorMutants,
  ...faultMutants,
  ...tradingErrorMutants,
  ...walletErrorMutants,
  ...authMutants,
  ...cancelMutants,
  ...fillMutants,
  ...matchingMutants,
  ...crossingMutants,
  ...orderMutants,
  ...heartbeatMutants,
  ...bookConsistencyMutants,
  ...catalogConsistencyMutants,
  ...marketConsistencyMutants,
  ...walletConsistencyMutants,
  ...transportMutants,
  ...limitMutants,
  ...accessDecisionMutants,
  ...marketDecisionMutants,
  ...orderDecisionMutants,
  ...walletDecisionMutants,
];

/** The same, and the mutants whose responses miss a change. Ids are unique. */
export const everyMutant: readonly Mutant[] = [...allMutants, ...staleMutants];

/** The mutant with this id. */
export function mutantById(id: string): Mutant | undefined {
  return everyMutant.find((mutant) => mutant.id === id);
}
