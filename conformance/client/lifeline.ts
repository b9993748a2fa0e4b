/** conformance/client/lifeline: a target for scenarios outside of a check: requests end in time, or at the stop. */

import { authHeader } from '../../wire/auth-headers.ts';
import type { Control, Request, SendOutcome, Target, TransportTrouble } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { Breaker } from './breaker.ts';
import { deadlineOf } from './deadline.ts';
import { isDead, SendStopped } from './exchange.ts';
import type { Stop } from './stop.ts';

type SteeringParts = Readonly<{
  breaker: Breaker;
  /** Ends the current request. */
  current: () => Stop;
  /** Ends the clean-up. Switching a fault off always belongs to it. */
  cleaning: Stop;
  /** Deadline of a control request in real milliseconds. */
  deadlineMs: number;
}>;

/** A request that failed and took longer than this counts as slow. */
const SLOW_MS = 1_000;
/** Slow failures in a row after which the control routes are given up. */
const SLOW_MAX = 3;

/** `control` inside a run. Throws `SendStopped` once the run is stopped or the target is gone. */
export function boundedControl(control: Control, { breaker, current, cleaning, deadlineMs }: SteeringParts): Control {
  let slow = 0;

  function assertOpen(by: Stop) {
    const gone = breaker.gone();
    if (gone !== undefined) throw new SendStopped('not-run', gone);
    if (by.why() !== undefined) throw new SendStopped('not-run', by.sentence());
  }

  const around: Around = async (work, undone, isCleanUp) => {
    const by = isCleanUp ? cleaning : current();
    assertOpen(by);
    if (slow >= SLOW_MAX) return undone;
    const startedAt = performance.now();
    const value = await by.within(work(), deadlineMs, () => undone);
    if (value !== undone) {
      slow = 0;
      return value;
    }
    if (performance.now() - startedAt > SLOW_MS) slow += 1;
    if (by.why() === undefined) await breaker.suspect();
    assertOpen(by);
    return undone;
  };
  return wrappedControl(control, around);
}

export type Lifeline = {
  readonly target: Target;
  /** The reason why the target counts as gone. */
  gone(): string | undefined;
};

/** `stop` ends the run; later requests belong to the clean-up, which `cleaning` ends. */
export function createLifeline(target: Target, stop: Stop, cleaning: Stop): Lifeline {
  const deadlineMs = deadlineOf(target);
  const current = () => (stop.why() === undefined ? stop : cleaning);
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

/** Runs `work`; `undone` is the value if the request is skipped. `isCleanUp`: the request restores the target. */
type Around = <Value>(work: () => Promise<Value>, undone: Value, isCleanUp: boolean) => Promise<Value>;

export function wrappedControl(control: Control, around: Around): Control {
  return {
    advance: (ms) => around(() => control.advance(ms), false, false),
    reset: () => around(() => control.reset(), false, false),
    faults: (fault) => around(() => control.faults(fault), false, fault === 'none'),
    now: () => around(() => control.now(), undefined, false),
    hash: () => around(() => control.hash(), undefined, false),
  };
}
