/** conformance/session/exchange: requests that may be repeated, the wait before that, and the record of an exchange. */
import type { Route } from '../../spec/route.ts';
import type { Request, Response } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';

/** The longest wait that the target did not ask for. */
const OWN_BACK_OFF_MS = 5_000;

/** True for a request without side effects. */
export function isReading({ method }: Request, route: Route | undefined): boolean {
  return method === 'GET' || method === 'HEAD' || route?.body === 'tokens';
}

/** How many milliseconds to wait before a throttled request is sent again. */
export function backOff({ headers }: Exchange, attempt: number): number {
  const after = headers['retry-after'];
  return after !== undefined && /^\d{1,6}$/.test(after)
    ? Math.max(Number(after) * 1_000, 100)
    : Math.min(OWN_BACK_OFF_MS, 500 * 2 ** attempt);
}

/** `parse` is called with the body when its JSON is needed first. */
export function exchangeOf(
  request: Request,
  { status, headers, body }: Response,
  parse: (body: string) => unknown,
): Exchange {
  let read: { readonly json: unknown } | undefined;
  return {
    request,
    status,
    headers,
    text: body,
    get json() {
      read ??= { json: parse(body) };
      return read.json;
    },
  };
}
