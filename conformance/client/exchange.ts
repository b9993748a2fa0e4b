/** conformance/client/exchange: how a request of a run is sent, its outcome, or why it has none. */

import type { Route } from '../../spec/route.ts';
import type { Request, Response, SendOutcome, TransportTrouble } from '../../wire/message.ts';
import type { Exchange, Wallet } from '../check.ts';

/** `isPatient`: waits for room in the budget and sends again what was throttled; a check of the limits does neither. */
export type SendOptions = Readonly<{
  route: Route | undefined;
  as: Wallet | undefined;
  isPatient: boolean;
  /** The check that sends; undefined for preflight, discovery and clean-up. */
  check?: string | undefined;
  /** The service is made to fail: a failure is no accident, so it is not sent again. */
  breaks?: boolean | undefined;
}>;

export type Trouble = Extract<SendOutcome, { kind: 'trouble' }>;

export type Answered =
  /** `flaky`: the status of a failure that did not come again. */
  | { readonly kind: 'exchange'; readonly exchange: Exchange; readonly flaky?: number }
  /** `isDropped`: the target never responds to this request, but to others. */
  | (Trouble & { readonly request: Request; readonly isDropped?: true });

/** The longest wait that the target did not ask for. */
const OWN_BACK_OFF_MS = 5_000;

/** True for a request without side effects. */
export function isReading({ method }: Pick<Request, 'method'>, route: Route | undefined): boolean {
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

/** Thrown by `send`; ends the check. `reason` is a message of one line. */
export class SendStopped extends Error {
  override readonly name = 'SendStopped';
  readonly why: 'blocked' | 'not-run';
  /** The trouble of the transport, if that is the cause. */
  readonly trouble: TransportTrouble | undefined;
  constructor(why: 'blocked' | 'not-run', reason: string, trouble?: TransportTrouble) {
    super(reason);
    this.why = why;
    this.trouble = trouble;
  }
}

/** True for a response that throttles; the interface leaves its form open. */
export function isThrottled({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

/** Trouble of a target that cannot be reached at all; a few in a row open the breaker. */
export function isDead(trouble: TransportTrouble): boolean {
  return trouble === 'unreachable' || trouble === 'timeout' || trouble === 'not-http';
}

/** Trouble with the cost of a body of maximal size; after a few of them a route is given up. */
export function isCostly(trouble: TransportTrouble): boolean {
  return trouble === 'too-large' || trouble === 'bad-encoding';
}

/** Trouble that is a wrong response: it breaks a clause of its route. */
export function brokenAspect(trouble: TransportTrouble): { aspect: 'status' | 'json'; expected: string } | undefined {
  switch (trouble) {
    case 'redirect':
      return { aspect: 'status', expected: 'a response of the route itself, not a redirect' };
    case 'truncated':
      return { aspect: 'json', expected: 'a whole body' };
    case 'too-large':
      return { aspect: 'json', expected: 'a body of bounded size' };
    case 'bad-encoding':
      return { aspect: 'json', expected: 'a body of readable UTF-8' };
    case 'not-http':
      return { aspect: 'json', expected: 'a response over HTTP' };
    case 'gateway':
    case 'unreachable':
    case 'timeout':
    case 'aborted':
      return undefined;
  }
}

/** True if no server accepted the request, or it closed the connection. */
export function isUnreachable(outcome: SendOutcome): outcome is Extract<SendOutcome, { kind: 'trouble' }> {
  return outcome.kind === 'trouble' && outcome.trouble === 'unreachable';
}

/** True for a failure that a second request may not see. 501 states that the service lacks something. */
export function mayBeAccidental(status: number): boolean {
  return status >= 500 && status !== 501;
}
