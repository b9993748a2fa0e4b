/** sim/clob/account/signer-keys: the public keys seen last by this process. Only the speed of verifications depends on them. */
import { createSignerKeys } from '../signatures/signer-keys.ts';

export const SIGNER_KEYS = createSignerKeys();
