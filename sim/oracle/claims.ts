/** sim/oracle/claims: what is claimed of runs of an exchange and of what is read of them, by name. */
import type { Claim } from '../core/oracle/claim.ts';
import { CORE_CLAIMS } from '../core/oracle/claims.ts';

export const CLAIMS = { ...CORE_CLAIMS } as const satisfies Readonly<Record<string, Claim>>;
export type ClaimName = keyof typeof CLAIMS;
