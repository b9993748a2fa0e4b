/**
 * conformance/mutants/resign: putting the headers of a request right again, for services that do not look at one of them,
 * and signing for somebody else. The keys are those that the simulator gives out.
 */
import { AUTH_HEADER_KEYS } from '../../spec/auth.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Request } from '../../wire/message.ts';
import { authHeaders } from '../../wire/signer.ts';
import type { Venue, Wrap } from './mutant.ts';

/** The wallet that any of the headers points to; undefined where none does. */
export function callerOf({ headers }: Request, { credentials }: Venue): Wallet | undefined {
  const named = (header: string, field: keyof Wallet) =>
    credentials.wallets.find((wallet) => wallet[field].toLowerCase() === headers[header]?.toLowerCase());
  return named('svc_api_key', 'apiKey') ?? named('svc_address', 'address') ?? named('svc_passphrase', 'passphrase');
}

/** The request rightly signed by `wallet`, at the service clock. */
export function signedBy(wallet: Wallet, request: Request, venue: Venue): Request {
  const others = Object.entries(request.headers).filter(([name]) => !AUTH_HEADER_KEYS.includes(name));
  const headers = authHeaders(wallet, request, Math.floor(venue.now() / 1_000));
  return { ...request, headers: { ...Object.fromEntries(others), ...headers } };
}

/** Requests for which `when` holds pass as if their caller had signed them rightly. */
export function lenient(when: (request: Request, venue: Venue) => boolean): Wrap {
  return (handle, venue) => (request) => {
    const caller = when(request, venue) ? callerOf(request, venue) : undefined;
    return handle(caller === undefined ? request : signedBy(caller, request, venue));
  };
}

/** The body as the service is to see it, signed anew by the caller. */
export function rebodied(request: Request, venue: Venue, body: string): Request {
  const changed = { ...request, body };
  const caller = callerOf(request, venue);
  return caller === undefined ? changed : signedBy(caller, changed, venue);
}
