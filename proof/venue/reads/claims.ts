/** proof/venue/reads/claims: all claims about runs and about reads, by name. */
import type { Claim } from '../oracle/claim.ts';
import { CORE_CLAIMS } from '../oracle/claims.ts';
import { bookHashes, bookTextsFresh, pricesAddUp } from './book-claims.ts';
import { holdersRanked, tradesFiltered } from './list-claims.ts';
import { closedScanned, positionsScanned, thresholdExact } from './position-claims.ts';

export const CLAIMS = {
  ...CORE_CLAIMS,
  positionsScanned,
  closedScanned,
  thresholdExact,
  holdersRanked,
  tradesFiltered,
  bookHashes,
  bookTextsFresh,
  pricesAddUp,
} as const satisfies Readonly<Record<string, Claim>>;
export type ClaimName = keyof typeof CLAIMS;
