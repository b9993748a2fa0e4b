/** conformance/checks/access/suite: the checks of authentication, signatures and the allowlist. */
import { allowlistChecks, authChecks } from './auth.ts';
import { authTieChecks } from './auth-ties.ts';
import { signatureChecks } from './signatures.ts';

export const accessChecks = [...authChecks, ...authTieChecks, ...signatureChecks, ...allowlistChecks];
