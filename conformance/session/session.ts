/**
 * conformance/session/session: the only way from a run to its target: within the budget, with retries after throttling, with a breaker
 * for a target that is gone, signed at the service clock, and counted.
 */
import type { Route, RouteId } from '../../spec/route.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { headerOf, type Request, type Response } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import type { Head, Outcome, Target, TransportTrouble } from '../../wire/target.ts';
import type { Exchange } from '../check.ts';
import { cut } from '../evidence/excerpt.ts';
import type { Redactor } from '../evidence/redact.ts';
import { createBodies } from './bodies.ts';
import { BREAKER, createBreaker } from './breaker.ts';
import type { Budget } from './budget.ts';
import { createRunClock, type RunClock } from './clock.ts';
import { boundedControl } from './control-deadline.ts';
import { deadlineOf } from './deadline.ts';
import { createHostility } from './hostility.ts';
import type { SentOrders } from './sent-orders.ts';
import type { Stop } from './stop.ts';
import { isCostly, isDead, isThrottled, SendStopped } from './trouble.ts';

/** One cache for all runs, because consecutive runs on one service read the same bodies. */
const bodies = createBodies();
/** How often a throttled request is sent again. */
const PATIENCE = 5;
const LONGEST_BACK_OFF_MS = 30_000;

export type SessionParts = {
  readonly target: Target;
  readonly budget: Budget;
  readonly redactor: Redactor;
  readonly sentOrders: SentOrders;
  readonly maxRequests: number | undefined;
  /** Ends the run. */
  readonly stop: Stop;
  /** Ends its clean-up. */
  readonly cleaning: Stop;
};

/** `isPatient`: waits for room in the budget and sends again what was throttled; a check of the limits does neither. */
type SendOptions = {
  readonly route: Route | undefined;
  readonly as: Wallet | undefined;
  readonly isPatient: boolean;
};

export type Answered =
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | {
      readonly kind: 'trouble';
      readonly trouble: TransportTrouble;
      readonly detail: string;
      readonly head?: Head;
      readonly request: Request;
    };

export type Session = {
  /** Sends one request. Throws `SendStopped` if no request may be sent any more. */
  send(request: Request, options: SendOptions): Promise<Answered>;
  /** The clocks of the run; its control follows the rules of the session. */
  readonly clock: RunClock;
  /** Lets that many milliseconds pass on the waiting clock. Throws `SendStopped` if the run is over or the clock does not move. */
  wait(milliseconds: number): Promise<void>;
  /** From now on requests clean up: neither the end of the run nor its budget of requests stops them, only this limit. */
  beginCleanUp(limitMs: number): void;
  /** Waits until requests of this cost fit the windows at once. */
  reserve(cost: Readonly<Partial<Record<RouteId, number>>>): Promise<void>;
  /** Requests sent so far, including retries. */
  requests(): number;
  /** Why the target counts as gone, once it does. */
  gone(): string | undefined;
  /** Routes that never responded while others did, with the reason. */
  silent(): ReadonlyMap<RouteId, string>;
  /** Routes whose responses passed a bound again and again, with the bound. */
  excessive(): ReadonlyMap<RouteId, string>;
  /** True for a target that sends so many long bodies that checks should not run side by side. */
  isHeavy(): boolean;
};

export function createSession({
  target,
  budget,
  redactor,
  sentOrders,
  maxRequests,
  stop,
  cleaning,
}: SessionParts): Session {
  let requests = 0;
  let putOff = 0;
  let throttling: string | undefined;
  let waiting: Promise<void> | undefined;
  let isCleaning = false;
  const current = (): Stop => (isCleaning ? cleaning : stop);
  const deadlineMs = deadlineOf(target);

  const breaker = createBreaker((request, route, milliseconds) => {
    requests += 1;
    budget.spend(route, clock.now());
    return transmit(request, milliseconds);
  });
  const bounds = { breaker, current, cleaning, deadlineMs };
  const clock = createRunClock(target.control && boundedControl(target.control, bounds));
  const hostility = createHostility();
  const away = (): string | undefined => breaker.gone() ?? throttling;
  const gone = (): string | undefined => away() ?? hostility.ended();

  function transmit(request: Request, milliseconds: number): Promise<Outcome> {
    const by = current();
    return by.within(target.send(request), milliseconds, (detail) => ({
      kind: 'trouble',
      trouble: by.why() === undefined ? 'timeout' : 'aborted',
      detail,
    }));
  }

  /** Throws if no request may be sent any more. */
  function assertGoing(): void {
    const by = current();
    if (by.why() !== undefined) throw new SendStopped('not-run', by.sentence());
    // The clean-up goes on, because orders must not rest after responses that were too long.
    const why = isCleaning ? away() : gone();
    if (why !== undefined) throw new SendStopped('not-run', why);
  }

  /** One move of the clock serves all waits; on real time each wait is separate. */
  async function wait(milliseconds: number): Promise<void> {
    assertGoing();
    if (clock.control === undefined) {
      await clock.wait(milliseconds, current());
      // The end of the run may have cut the wait short.
      assertGoing();
      return;
    }
    waiting ??= clock.wait(milliseconds, current()).finally(() => {
      waiting = undefined;
    });
    return waiting;
  }

  function assertOpen(route: Route | undefined): void {
    const silence = breaker.silence(route) ?? (isCleaning ? undefined : hostility.givenUp(route));
    if (silence !== undefined) throw new SendStopped('blocked', silence);
    assertGoing();
    if (!isCleaning && maxRequests !== undefined && requests >= maxRequests) {
      throw new SendStopped('not-run', `the budget of ${maxRequests} requests is used up`);
    }
  }

  async function once(request: Request, options: SendOptions): Promise<Answered> {
    const { route } = options;
    if (options.isPatient) {
      for (let ms = budget.waitFor(route, clock.now()); ms > 0; ms = budget.waitFor(route, clock.now())) {
        assertOpen(route);
        await wait(ms);
      }
    }
    assertOpen(route);
    budget.spend(route, clock.now());
    const settle = sentOrders.note(request);
    let outcome = withinBounds(await sendOnce(request));
    // A server may close an idle connection at the moment of the next request. Reads are retried once.
    if (isUnreachable(outcome) && breaker.isCalm() && isReading(request, route)) {
      outcome = withinBounds(await sendOnce(request));
    }
    if (outcome.kind === 'trouble') {
      settle?.(undefined);
      if (isCostly(outcome.trouble)) hostility.passed(route, outcome.detail);
      if (isDead(outcome.trouble)) await breaker.missed(request, route, outcome.trouble, outcome.detail);
      return { ...outcome, request };
    }
    breaker.answered(request, route, request.method === 'GET' && options.as === undefined);
    hostility.read(route, Buffer.byteLength(outcome.response.body));
    clock.observe(outcome.response.headers);
    const exchange = exchangeOf(request, outcome.response);
    settle?.(exchange);
    return { kind: 'exchange', exchange };
  }

  function sendOnce(request: Request): Promise<Outcome> {
    requests += 1;
    return transmit(request, deadlineMs);
  }

  /** A throttled response shows nothing about the request: the check is blocked and has not failed. */
  function giveUp({ status, headers }: Exchange): never {
    const asked = headers['retry-after'];
    const said = `status ${status}${asked === undefined ? '' : `, Retry-After ${cut(asked, 40)}`}`;
    putOff += 1;
    if (putOff >= BREAKER) throttling ??= `the target throttles: ${putOff} requests in a row were put off (${said})`;
    throw new SendStopped('blocked', `throttled: ${said}`);
  }

  return {
    requests: () => requests,
    clock,
    wait,
    beginCleanUp(limitMs) {
      isCleaning = true;
      cleaning.limit(limitMs);
    },
    gone,
    silent: breaker.silent,
    excessive: hostility.routes,
    isHeavy: hostility.isHeavy,
    async reserve(cost) {
      for (let ms = budget.waitForAll(cost, clock.now()); ms > 0; ms = budget.waitForAll(cost, clock.now())) {
        await wait(ms);
      }
    },
    async send(unsigned, options) {
      for (let attempt = 0; ; attempt += 1) {
        const request = options.as === undefined ? unsigned : signed(options.as, unsigned, clock.serviceSeconds());
        const signature = headerOf(request, 'svc_signature');
        if (signature !== undefined) redactor.addSignature(signature);
        const answered = await once(request, options);
        if (answered.kind === 'trouble' || !options.isPatient) return answered;
        if (!isThrottled(answered.exchange)) {
          putOff = 0;
          return answered;
        }
        const delay = backOff(answered.exchange, attempt);
        if (delay > LONGEST_BACK_OFF_MS || attempt >= PATIENCE) return giveUp(answered.exchange);
        await wait(delay);
      }
    },
  };
}

/** A body over a bound counts as trouble and is never parsed. */
function withinBounds(outcome: Outcome): Outcome {
  if (outcome.kind === 'trouble') return outcome;
  const { status, headers, body } = outcome.response;
  const excess = bodies.excess(body);
  if (excess === undefined) return outcome;
  return { kind: 'trouble', trouble: 'too-large', detail: `the body ${excess}`, head: { status, headers } };
}

function isUnreachable(outcome: Outcome): boolean {
  return outcome.kind === 'trouble' && outcome.trouble === 'unreachable';
}

/** True for a request without side effects. */
export function isReading({ method }: Request, route: Route | undefined): boolean {
  return method === 'GET' || method === 'HEAD' || route?.body === 'tokens';
}

/** How many milliseconds to wait before a throttled request is sent again. */
function backOff({ headers }: Exchange, attempt: number): number {
  const after = headers['retry-after'];
  return after !== undefined && /^\d{1,6}$/.test(after) ? Math.max(Number(after) * 1_000, 100) : 500 * 2 ** attempt;
}

function exchangeOf(request: Request, { status, headers, body }: Response): Exchange {
  let read: { readonly json: unknown } | undefined;
  return {
    request,
    status,
    headers,
    text: body,
    get json() {
      read ??= { json: bodies.read(body) };
      return read.json;
    },
  };
}
