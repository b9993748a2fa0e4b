/** proof/judge/catalog: every variant, family by family. Ids are unique. */
import { loadProfile, type Profile } from '../../spec/profile.ts';
import { fieldMutants } from './generated/fields.ts';
import { parameterMutants } from './generated/parameters.ts';
import { profileFieldMutants, profileResponseMutants } from './generated/profile-fields.ts';
import { responseMutants } from './generated/responses.ts';
import { authMutants } from './mutants/auth.ts';
import { boundsMutants } from './mutants/bounds.ts';
import { catalogConsistencyMutants } from './mutants/consistency-catalog.ts';
import { walletConsistencyMutants } from './mutants/consistency-wallet.ts';
import { accessDecisionMutants } from './mutants/decisions-access.ts';
import { marketDecisionMutants } from './mutants/decisions-market.ts';
import { orderDecisionMutants } from './mutants/decisions-order.ts';
import { drawnMutants } from './mutants/drawn.ts';
import { errorMutants } from './mutants/errors.ts';
import { filterMutants } from './mutants/filters.ts';
import { heartbeatMutants } from './mutants/heartbeat.ts';
import { pagingMutants } from './mutants/pagination-cursor.ts';
import { profileRelationMutants } from './mutants/profile-relations.ts';
import { seenInAccess } from './mutants/seen-access.ts';
import { limitMutants, seenInLimits } from './mutants/seen-limits.ts';
import { seenInCatalog, seenInMarketData } from './mutants/seen-market-data.ts';
import { seenInQueries } from './mutants/seen-queries.ts';
import { seenInTrading } from './mutants/seen-trading.ts';
import { shapeMutants } from './mutants/shape.ts';
import { sortOrderMutants } from './mutants/sort-order.ts';
import { staleMutants } from './mutants/stale-reads.ts';
import { cancelMutants } from './mutants/stateful-cancels.ts';
import { crossingMutants } from './mutants/stateful-crossing.ts';
import { matchingMutants } from './mutants/stateful-matching.ts';
import { transportMutants } from './mutants/transport.ts';
import { accountQuirks, protocolQuirks } from './quirks/accounts.ts';
import { bookQuirks } from './quirks/books.ts';
import { catalogQuirks } from './quirks/catalog.ts';
import { contentQuirks } from './quirks/contents.ts';
import { generalQuirks } from './quirks/general.ts';
import { latenessQuirks, liveDataQuirks } from './quirks/lateness.ts';
import { leniencyQuirks } from './quirks/leniency.ts';
import { limitQuirks } from './quirks/limits.ts';
import { orderOutcomeQuirks } from './quirks/order-outcomes.ts';
import { orderRuleQuirks } from './quirks/order-rules.ts';
import { orderQuirks } from './quirks/orders.ts';
import { placeOrderQuirks } from './quirks/place-order.ts';
import { requestQuirks } from './quirks/requests.ts';
import { stateQuirks } from './quirks/states.ts';
import { tradeQuirks } from './quirks/trades.ts';
import { transportQuirks } from './quirks/transport.ts';
import { walletQuirks } from './quirks/wallets.ts';
import { worldQuirks } from './quirks/worlds.ts';
import type { Mutant, Quirk, Variant } from './variant.ts';

const generatedMutants: readonly Mutant[] = [...fieldMutants(), ...parameterMutants(), ...responseMutants()];

/** Mutants of single responses, in the order of a matrix. */
export const allMutants: readonly Mutant[] = [
  ...shapeMutants,
  ...boundsMutants,
  ...pagingMutants,
  ...filterMutants,
  ...sortOrderMutants,
  ...errorMutants,
  ...authMutants,
  ...cancelMutants,
  ...matchingMutants,
  ...crossingMutants,
  ...heartbeatMutants,
  ...catalogConsistencyMutants,
  ...walletConsistencyMutants,
  ...transportMutants,
  ...limitMutants,
  ...accessDecisionMutants,
  ...marketDecisionMutants,
  ...orderDecisionMutants,
  ...generatedMutants,
];

/** Mutants that one check has to see each. */
export const seenMutants: readonly Mutant[] = [
  ...seenInAccess,
  ...seenInCatalog,
  ...seenInLimits,
  ...seenInMarketData,
  ...seenInQueries,
  ...seenInTrading,
];

/** Also the mutants whose responses miss a change. */
export const everyMutant: readonly Mutant[] = [...allMutants, ...seenMutants, ...staleMutants];

/** Also the mutants that only drawn cases show. */
export const mutantsForProperties: readonly Mutant[] = [...everyMutant, ...drawnMutants];

export function mutantById(id: string): Mutant | undefined {
  return mutantsForProperties.find((mutant) => mutant.id === id && mutant.transport === undefined);
}

export const allQuirks: readonly Quirk[] = [
  ...generalQuirks,
  ...bookQuirks,
  ...catalogQuirks,
  ...contentQuirks,
  ...orderOutcomeQuirks,
  ...orderRuleQuirks,
  ...orderQuirks,
  ...placeOrderQuirks,
  ...protocolQuirks,
  ...limitQuirks,
  ...requestQuirks,
  ...stateQuirks,
  ...transportQuirks,
  ...walletQuirks,
  ...worldQuirks,
  ...latenessQuirks,
  ...leniencyQuirks,
  ...liveDataQuirks,
  ...accountQuirks,
  ...tradeQuirks,
];

export const everyVariant: readonly Variant[] = [...mutantsForProperties, ...allQuirks];

export const profileMutants: readonly Mutant[] = [
  ...profileFieldMutants(),
  ...profileResponseMutants(),
  ...profileRelationMutants,
];

/** The mutants of the interface, or those of a profile with routes of its own. */
export function mutantsOf(profile: string | Profile = 'document'): readonly Mutant[] {
  const { clob } = typeof profile === 'string' ? loadProfile(profile) : profile;
  return clob === undefined ? everyMutant : profileMutants;
}

/** The mutant with this id that a service with the profile can have. */
export function mutantServed(id: string, profile?: string | Profile): Mutant | undefined {
  return [...everyMutant, ...mutantsOf(profile)].find((mutant) => mutant.id === id);
}
