/** conformance/client/lifeline: a target for scenarios outside of a check: requests end in time, or at the stop. */
import { authHeader } from '../../wire/auth-headers.ts';
import type { Request } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { SendOutcome, Target, TransportTrouble } from '../../wire/target.ts';
import { Breaker } from './breaker.ts';
import { boundedControl } from './control-deadline.ts';
import { deadlineOf } from './deadline.ts';
import type { Stop } from './stop.ts';
import { isDead, SendStopped } from './trouble.ts';
import { type Around, wrappedControl } from './wrapped-control.ts';

export type Lifeline = {
  readonly target: Target;
  /** The reason why the target counts as gone. */
  gone(): string | undefined;
};

/** `stop` ends the run; later requests belong to the clean-up, which `cleaning` ends. */
export function createLifeline(target: Target, stop: Stop, cleaning: Stop): Lifeline {
  const deadlineMs = deadlineOf(target);
  const current = (): Stop => (stop.why() === undefined ? stop : cleaning);
  const transmit = (request: Request, milliseconds: number): Promise<SendOutcome> => {
    const by = current();
    return by.within(target.send(request), milliseconds, (detail) =>
      troubleOf(by.why() === undefined ? 'timeout' : 'aborted', detail),
    );
  };
  const breaker = new Breaker((request, _route, milliseconds) => transmit(request, milliseconds));

  async function send(request: Request): Promise<SendOutcome> {
    const route = matchRoute(request);
    const silence = breaker.gone() ?? breaker.silence(route);
    if (silence !== undefined) return troubleOf('unreachable', silence);
    if (current().why() !== undefined) return troubleOf('aborted', current().sentence());
    const outcome = await transmit(request, deadlineMs);
    if (outcome.kind === 'response') {
      const isOpen = request.method === 'GET' && authHeader(request, 'SIGNATURE') === undefined;
      breaker.answered(request, route, isOpen);
    } else if (isDead(outcome.trouble)) await breaker.missed(request, route, outcome.trouble, outcome.detail);
    return outcome;
  }

  const quietly: Around = async (work, undone) => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SendStopped) return undone;
      throw error;
    }
  };
  const { control } = target;
  const steered = control && boundedControl(control, { breaker, current, cleaning, deadlineMs });
  return {
    target: { ...target, send, ...(steered === undefined ? {} : { control: wrappedControl(steered, quietly) }) },
    gone: () => breaker.gone(),
  };
}

function troubleOf(trouble: TransportTrouble, detail: string): SendOutcome {
  return { kind: 'trouble', trouble, detail };
}
