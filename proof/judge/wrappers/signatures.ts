/** proof/judge/wrappers/signatures: corrects signature headers, and signs for another wallet. */
import { AUTH_HEADER_KEYS } from '../../../spec/auth.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Request } from '../../../wire/message.ts';
import { authHeaders } from '../../../wire/signer.ts';
import type { Internals, Wrap } from '../variant.ts';

/** The wallet that any of the headers points to; undefined if none does. */
export function callerOf({ headers }: Request, { credentials }: Internals): Wallet | undefined {
  const named = (header: string, field: 'apiKey' | 'address' | 'passphrase') =>
    credentials.wallets.find((wallet) => wallet[field].toLowerCase() === headers[header]?.toLowerCase());
  return named('svc_api_key', 'apiKey') ?? named('svc_address', 'address') ?? named('svc_passphrase', 'passphrase');
}

/** The request correctly signed by `wallet`, at the service clock. */
export function signedBy(wallet: Wallet, request: Request, internals: Internals): Request {
  const others = Object.entries(request.headers).filter(([name]) => !AUTH_HEADER_KEYS.includes(name));
  const headers = authHeaders(wallet, request, Math.floor(internals.now() / 1_000));
  return { ...request, headers: { ...Object.fromEntries(others), ...headers } };
}

/** Requests for which `when` holds pass as if their caller had signed them correctly. */
export function lenient(when: (request: Request, internals: Internals) => boolean): Wrap {
  return (handle, internals) => (request) => {
    const caller = when(request, internals) ? callerOf(request, internals) : undefined;
    return handle(caller === undefined ? request : signedBy(caller, request, internals));
  };
}

/** The request with another body, signed by its caller. */
export function rebodied(request: Request, internals: Internals, body: string): Request {
  const changed = { ...request, body };
  const caller = callerOf(request, internals);
  return caller === undefined ? changed : signedBy(caller, changed, internals);
}
