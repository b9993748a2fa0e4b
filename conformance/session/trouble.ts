/** conformance/session/trouble: the ways in which a request of a check ends without an answer that can be judged. */
import type { Response } from '../../wire/message.ts';
import type { TransportTrouble } from '../../wire/target.ts';

/** Thrown by `send`; ends the check that sent. `reason` is one line for people. */
export class SendStopped extends Error {
  override readonly name = 'SendStopped';
  readonly why: 'blocked' | 'not-run';
  /** What the transport met, where that is why. */
  readonly trouble: TransportTrouble | undefined;
  constructor(why: 'blocked' | 'not-run', reason: string, trouble?: TransportTrouble) {
    super(reason);
    this.why = why;
    this.trouble = trouble;
  }
}

/** True for an answer that puts off what was asked; the interface leaves its form open. */
export function isThrottled({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

/** Trouble that shows a target which cannot be talked to at all; a few in a row open the breaker. */
export function isDead(trouble: TransportTrouble): boolean {
  return trouble === 'unreachable' || trouble === 'timeout' || trouble === 'not-http';
}

/** Trouble that costs the most a body may cost; after a few of them a route is not asked again. */
export function isCostly(trouble: TransportTrouble): boolean {
  return trouble === 'too-large' || trouble === 'bad-encoding';
}

/** Trouble that is an answer, and a wrong one: it breaks a clause of the route that gave it. */
export function brokenAspect(trouble: TransportTrouble): { aspect: 'status' | 'json'; expected: string } | undefined {
  switch (trouble) {
    case 'redirect':
      return { aspect: 'status', expected: 'an answer of the route itself, no redirect' };
    case 'truncated':
      return { aspect: 'json', expected: 'a whole body' };
    case 'too-large':
      return { aspect: 'json', expected: 'a body of bounded size' };
    case 'bad-encoding':
      return { aspect: 'json', expected: 'a body of readable UTF-8' };
    case 'not-http':
      return { aspect: 'json', expected: 'an answer over HTTP' };
    case 'unreachable':
    case 'timeout':
    case 'aborted':
      return undefined;
  }
}
