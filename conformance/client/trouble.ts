/** conformance/client/trouble: the ways in which a request ends without a response that can be judged. */
import type { Response } from '../../wire/message.ts';
import type { SendOutcome, TransportTrouble } from '../../wire/target.ts';

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
