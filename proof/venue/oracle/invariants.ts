/** proof/venue/oracle/invariants: the invariants of the log; `docs/invariants.md` lists the laws of each. */
import { ARRIVAL_INVARIANTS } from './arrival-invariants.ts';
import { GROUP_INVARIANTS } from './group-invariants.ts';
import type { LogInvariant } from './invariant.ts';
import { MATCHING_INVARIANTS } from './matching-invariants.ts';
import { MONEY_INVARIANTS } from './money-invariants.ts';
import { REFERENCE_INVARIANTS } from './reference-invariants.ts';
import { SETTLEMENT_INVARIANTS } from './settlement-invariants.ts';
import { TIME_INVARIANTS } from './time-invariants.ts';

export const LOG_INVARIANTS = {
  ...ARRIVAL_INVARIANTS,
  ...GROUP_INVARIANTS,
  ...MATCHING_INVARIANTS,
  ...MONEY_INVARIANTS,
  ...REFERENCE_INVARIANTS,
  ...SETTLEMENT_INVARIANTS,
  ...TIME_INVARIANTS,
} as const satisfies Readonly<Record<string, LogInvariant>>;

export type LogInvariantName = keyof typeof LOG_INVARIANTS;
