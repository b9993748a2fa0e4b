/** proof/venue/oracle/claims: the claims about runs of a venue, by name. */
import {
  commuting,
  fillOrKill,
  largerTaker,
  otherToken,
  sizeAhead,
  tighterLimit,
  together,
  withoutFees,
} from './book-relations.ts';
import { bookVersions } from './book-version.ts';
import type { Claim } from './claim.ts';
import { again, cutShort, noisy, restored, smallSteps, twice } from './delivery-relations.ts';
import { anythingAnswered } from './input-claims.ts';
import { paidOnce } from './money-claims.ts';
import { besideStrangers, larger, later, mirrored, renamed } from './relations.ts';
import { converted, placedAndCancelled, splitAndMerged } from './round-trip-relations.ts';

export const CORE_CLAIMS = {
  mirrored,
  besideStrangers,
  renamed,
  later,
  larger,
  again,
  restored,
  noisy,
  twice,
  cutShort,
  smallSteps,
  placedAndCancelled,
  splitAndMerged,
  converted,
  bookVersions,
  otherToken,
  commuting,
  fillOrKill,
  tighterLimit,
  sizeAhead,
  largerTaker,
  withoutFees,
  together,
  paidOnce,
  anythingAnswered,
} as const satisfies Readonly<Record<string, Claim>>;
