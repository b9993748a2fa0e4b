/** scenarios/recording/signature: the wallet that signed a request, and the defects. Every run signs again. */
import { AUTH_HEADERS, headerName } from '../../spec/auth.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Request } from '../../wire/message.ts';
import { authHeaders } from '../../wire/signer.ts';
import type { Signers } from './signers.ts';
import { masked, type Vocabulary } from './vocabulary.ts';

export type Signing = {
  readonly as?: string;
  readonly sign?: { readonly skew?: number; readonly headers?: Readonly<Record<string, string | null>> };
};

/** A timestamp this close to the service clock is that of a client whose clock is a little off. */
const SKEW_SECONDS_MIN = 10;

/** `isTrusted`: the service accepted the signature, so it has no defects. */
type Known = { readonly signers: Signers; readonly vocabulary: Vocabulary; readonly isTrusted: boolean };

/** The `as` and `sign` of a step for a request that was sent at `clockMs` of the service clock. */
export function signingOf(request: Request, clockMs: number, { signers, vocabulary, isTrusted }: Known): Signing {
  const as = signers.nameOf(request);
  if (as === undefined) return {};
  if (isTrusted) return { as };
  const stamp = authHeader(request, 'TIMESTAMP') ?? '';
  const seconds = /^\d{1,12}$/.test(stamp) ? Number(stamp) - Math.floor(clockMs / 1_000) : 0;
  const skew = Math.abs(seconds) < SKEW_SECONDS_MIN ? {} : { skew: seconds };
  const wrong = wrongHeaders(request, signers.walletOf(as), vocabulary);
  const headers = wrong.length === 0 ? {} : { headers: Object.fromEntries(wrong) };
  const sign = { ...skew, ...headers };
  return Object.keys(sign).length === 0 ? { as } : { as, sign };
}

/** Headers that are missing, malformed or not those of the wallet, as the step must send them. */
function wrongHeaders(request: Request, wallet: Wallet | undefined, vocabulary: Vocabulary): [string, string | null][] {
  const stamp = Number(authHeader(request, 'TIMESTAMP'));
  const right = wallet === undefined || !Number.isSafeInteger(stamp) ? {} : authHeaders(wallet, request, stamp);
  return AUTH_HEADERS.flatMap(({ name, pattern }): [string, string | null][] => {
    const key = headerName(name, wallet?.dialect?.prefix ?? 'SVC_').toLowerCase();
    const value = request.headers[key];
    if (value === undefined) return [[key, null]];
    const wanted = right[key];
    if (wanted === undefined ? pattern.test(value) : isSame(value, wanted)) return [];
    if (vocabulary.expressionOf(value, key) !== undefined) return [[key, vocabulary.written(value, key)]];
    return [[key, name === 'SVC_TIMESTAMP' ? vocabulary.written(value, '') : masked(value)]];
  });
}

/** Digests may also be written in base64url. */
function isSame(value: string, wanted: string) {
  if (value.toLowerCase() === wanted.toLowerCase()) return true;
  return value.replace(/=+$/, '') === Buffer.from(wanted, 'hex').toString('base64url');
}
