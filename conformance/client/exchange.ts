/** conformance/client/exchange: how a request of a run is sent, its outcome, and the wait before it is sent again. */
import type { Route } from '../../spec/route.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Request, Response } from '../../wire/message.ts';
import type { SendOutcome } from '../../wire/target.ts';
import type { Exchange } from '../check.ts';

/** `isPatient`: waits for room in the budget and sends again what was throttled; a check of the limits does neither. */
export type SendOptions = {
  readonly route: Route | undefined;
  readonly as: Wallet | undefined;
  readonly isPatient: boolean;
  /** The check that sends; undefined for preflight, discovery and clean-up. */
  readonly check?: string | undefined;
  /** The service is made to fail: a failure is no accident, so it is not sent again. */
  readonly breaks?: boolean | undefined;
};

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
