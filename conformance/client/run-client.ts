/** conformance/client/run-client: sends all requests of a run: in budget, retried, signed, counted. */
import type { Route, RouteId } from '../../spec/route.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import type { Request, SendOutcome, Target } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import { REFUSED } from '../../wire/trouble.ts';
import type { Exchange, Wallet } from '../check.ts';
import { cut } from '../evidence/excerpt.ts';
import type { Redactor } from '../evidence/redact.ts';
import { roundedTo3, traced } from '../evidence/traced.ts';
import type { HttpTraceExchange } from '../http-trace.ts';
import { createBodies } from './bodies.ts';
import { BREAKER, Breaker } from './breaker.ts';
import type { Budget } from './budget.ts';
import type { SentOrders } from './clean-up.ts';
import { createRunClock, type RunClock } from './clock.ts';
import { deadlineOf } from './deadline.ts';
import { createDropTrial } from './dropped.ts';
import {
  type Answered,
  backOff,
  exchangeOf,
  isCostly,
  isDead,
  isReading,
  isThrottled,
  isUnreachable,
  mayBeAccidental,
  type SendOptions,
  SendStopped,
  type Trouble,
} from './exchange.ts';
import { createHostility, type Hostility } from './hostility.ts';
import { learnKeys } from './issued-keys.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { boundedControl } from './lifeline.ts';
import { createPace } from './pace.ts';
import type { Stop } from './stop.ts';

/** One cache for all runs, because consecutive runs on one service read the same bodies. */
const bodies = createBodies();
/** A target that asks for a longer wait is not waited for. */
const LONGEST_BACK_OFF_MS = 30_000;

export type RunClientParts = Readonly<{
  target: Target;
  budget: Budget;
  redactor: Redactor;
  sentOrders: SentOrders;
  maxRequests: number | undefined;
  bytesMax?: number | undefined;
  /** Reading checks that run side by side; undefined: as many as suit the target. */
  jobs?: number | undefined;
  stop: Stop;
  cleaning: Stop;
  /** Called with each exchange of the run, without secrets. */
  onExchange?: ((exchange: HttpTraceExchange) => void) | undefined;
  /** Called with the number of requests that the run has sent, without those sent again, at each of them. */
  onSent?: (requests: number) => void;
  /** Called before each wait for room in the request limits. */
  onThrottled?: (milliseconds: number, check: string | undefined) => void;
}>;

export class RunClient {
  readonly #parts: RunClientParts;
  readonly #deadlineMs: number;
  readonly #breaker: Breaker;
  readonly #hostility: Hostility;
  readonly #pace = createPace();
  readonly #drops = createDropTrial(() => this.#breaker.isBack());
  /** The clocks of the run; its control follows the rules of the client. */
  readonly clock: RunClock;
  /** How many reading checks, or reads of discovery, may run side by side now. */
  readonly lanes: () => number;
  readonly #lanes: Lanes;
  /** `wait` on the real clock, for a target over HTTP whose clock is moved: parts of it may be on the real clock. */
  readonly waitReally: ((milliseconds: number) => Promise<void>) | undefined;
  readonly #sent = new Map<string | undefined, number>();
  readonly #throttledMs = new Map<string, number>();
  #requests = 0;
  #transmitted = 0;
  #putOff = 0;
  /** Requests that have no outcome yet: now, and when the latest outcome came. */
  #underWay = 0;
  #beside = 0;
  #throttling: string | undefined;
  #waiting: Promise<void> | undefined;
  #isCleaning = false;
  #traced = 0;
  readonly #start = performance.now();

  constructor(parts: RunClientParts) {
    const { target, budget, cleaning } = parts;
    this.#parts = parts;
    this.#hostility = createHostility(parts.bytesMax);
    this.#deadlineMs = deadlineOf(target);
    this.#lanes = createLanes(parts.jobs);
    this.lanes = () => this.#lanes.count();
    this.#breaker = new Breaker((request, route, milliseconds) => {
      budget.spend(route, this.clock.now());
      return this.#transmit(request, milliseconds);
    });
    const bounds = { breaker: this.#breaker, current: () => this.#current(), cleaning, deadlineMs: this.#deadlineMs };
    this.clock = createRunClock(target.control && boundedControl(target.control, bounds));
    if (target.control === undefined || target.timeoutMs === undefined) return;
    this.waitReally = async (milliseconds) => {
      await this.#current().sleep(milliseconds);
      this.#assertGoing();
    };
  }

  /** Requests sent so far, including retries and clean-up. */
  transmitted(): number {
    return this.#transmitted;
  }

  /** Requests of a check, or of preflight and discovery, sent so far. Those sent again count once. */
  requestsOf(check: string | undefined): number {
    return this.#sent.get(check) ?? 0;
  }

  /** The reason why the target counts as gone. */
  gone(): string | undefined {
    return this.#away() ?? this.#hostility.ended();
  }

  /** Routes that never responded while others did, with the reason. */
  silent(): ReadonlyMap<RouteId, string> {
    return this.#breaker.silent;
  }

  /** Routes whose responses exceeded a bound repeatedly, with the bound. */
  excessive(): ReadonlyMap<RouteId, string> {
    return this.#hostility.routes();
  }

  /** True for a target that sends so many long bodies that checks should not run side by side. */
  isHeavy(): boolean {
    return this.#hostility.isHeavy();
  }

  /** From now on only this limit stops requests, neither the end of the run nor its budget of requests. */
  beginCleanUp(limitMs: number): void {
    this.#isCleaning = true;
    this.#parts.cleaning.limit(limitMs);
  }

  /** Waits until the requests of a check fit the windows at once. */
  async reserve(cost: Readonly<Partial<Record<RouteId, number>>>, check: string): Promise<void> {
    const { budget } = this.#parts;
    for (let ms = budget.waitForAll(cost, this.clock.now()); ms > 0; ms = budget.waitForAll(cost, this.clock.now())) {
      await this.#waitForRoom(ms, check);
    }
  }

  /** Real milliseconds that a check waited for room in the request limits. */
  throttledMs(check: string): number {
    return this.#throttledMs.get(check) ?? 0;
  }

  /** Throws `SendStopped` if the run is over. One move of the clock serves all waits; real waits are separate. */
  async wait(milliseconds: number): Promise<void> {
    this.#assertGoing();
    if (this.clock.control === undefined) {
      await this.clock.wait(milliseconds, this.#current());
      // The end of the run may have shortened the wait.
      this.#assertGoing();
      return;
    }
    this.#waiting ??= this.clock.wait(milliseconds, this.#current()).finally(() => {
      this.#waiting = undefined;
    });
    await this.#waiting;
  }

  async #waitForRoom(milliseconds: number, check: string | undefined) {
    // A clock that is moved does not wait.
    if (this.clock.control === undefined) this.#parts.onThrottled?.(milliseconds, check);
    const start = performance.now();
    await this.wait(milliseconds);
    if (check !== undefined) this.#throttledMs.set(check, this.throttledMs(check) + performance.now() - start);
  }

  /** Throws `SendStopped` at the end. A read that fails once in hundreds is lawful, so it is sent again. */
  async send(unsigned: Request, options: SendOptions): Promise<Answered> {
    const first = await this.#sendPatiently(unsigned, options, true);
    const status = first.kind === 'exchange' ? first.exchange.status : 0;
    const isRepeatable = options.isPatient && options.breaks !== true && isReading(unsigned, options.route);
    if (!isRepeatable || !mayBeAccidental(status)) return first;
    const second = await this.#sendPatiently(unsigned, options, false);
    const isWell = second.kind === 'exchange' && second.exchange.status < 500;
    return isWell ? { ...second, flaky: status } : first;
  }

  async #sendPatiently(unsigned: Request, options: SendOptions, isNew: boolean): Promise<Answered> {
    const { as, isPatient, route } = options;
    let since: number | undefined;
    for (let attempt = 0; ; attempt += 1) {
      const answered = await this.#sendOnce(this.#signed(unsigned, as), options, isNew && attempt === 0);
      if (answered.kind === 'trouble' || !isPatient) return answered;
      const now = this.clock.now();
      if (!isThrottled(answered.exchange)) {
        this.#putOff = 0;
        this.#pace.succeeded(route, now, attempt > 0);
        return answered;
      }
      since ??= now;
      const delay = backOff(answered.exchange, attempt);
      if (delay > LONGEST_BACK_OFF_MS || this.#pace.isHopeless(route, since, now))
        return this.#giveUp(answered.exchange, route, this.#pace.isStalled(since, now));
      this.#pace.throttled(route, now);
      await this.#waitForRoom(delay, options.check);
      // A limiter in front of a service may be on the real clock, although the service's own clock can be moved.
      if (attempt > 0) await this.waitReally?.(delay);
    }
  }

  #signed(unsigned: Request, as: Wallet | undefined): Request {
    const request = as === undefined ? unsigned : signed(as, unsigned, this.clock.serviceSeconds());
    const signature = authHeader(request, 'SIGNATURE');
    if (signature !== undefined) this.#parts.redactor.addSignature(signature);
    return request;
  }

  async #sendOnce(request: Request, options: SendOptions, isFirst: boolean): Promise<Answered> {
    const { route } = options;
    const { budget, sentOrders } = this.#parts;
    const waitFor = () => {
      const now = this.clock.now();
      return options.isPatient ? Math.max(budget.waitFor(route, now), this.#pace.waitFor(route, now)) : 0;
    };
    // No other request may be sent between the last check of the budget and the entry in it.
    for (let ms = waitFor(); ms > 0; ms = waitFor()) {
      this.#assertOpen(route);
      await this.#waitForRoom(ms, options.check);
    }
    this.#assertOpen(route);
    budget.spend(route, this.clock.now());
    this.#pace.spend(route, this.clock.now());
    if (isFirst && !this.#isCleaning) this.#count(options.check);
    const settle = sentOrders.note(request);
    let outcome = await this.#outcomeOf(request, options);
    // A server may close an idle connection at the moment of the next request. Reads are retried once.
    if (isUnreachable(outcome) && this.#breaker.isCalm() && isReading(request, route)) {
      const again = await this.#outcomeOf(request, options);
      // The first failure says more: a service that ended at this request refuses the second connection.
      if (!isUnreachable(again)) outcome = again;
    }
    if (outcome.kind === 'trouble') {
      settle(undefined);
      const isDropped = await this.#isDropped(request, options, outcome);
      await this.#recordTrouble(request, route, outcome);
      return isDropped ? { ...outcome, request, isDropped } : { ...outcome, request };
    }
    const isProbe = request.method === 'GET' && options.as === undefined && !isThrottled(outcome.response);
    this.#breaker.answered(request, route, isProbe);
    this.#hostility.read(route, Buffer.byteLength(outcome.response.body));
    this.clock.observe(outcome.response.headers);
    const exchange = exchangeOf(request, outcome.response, bodies.read);
    settle(exchange);
    return { kind: 'exchange', exchange };
  }

  async #isDropped(request: Request, options: SendOptions, outcome: Trouble): Promise<boolean> {
    const { isPatient, breaks, check } = options;
    const isTried = isPatient && breaks !== true && check !== undefined && !this.#isCleaning;
    if (!isTried || !isUnreachable(outcome) || !this.#breaker.isCalm()) return false;
    const isAlone = this.#beside === 0 && outcome.detail !== REFUSED;
    return await this.#drops(
      request,
      isAlone,
      async () => (await this.#outcomeOf(request, options)).kind === 'response',
    );
  }

  #count(check: string | undefined) {
    this.#sent.set(check, this.requestsOf(check) + 1);
    this.#requests += 1;
    this.#parts.onSent?.(this.#requests);
  }

  async #outcomeOf(request: Request, options: SendOptions): Promise<SendOutcome> {
    const sentAt = performance.now();
    this.#underWay += 1;
    const outcome = withinBounds(await this.#transmit(request, this.#deadlineMs));
    this.#underWay -= 1;
    this.#beside = this.#underWay;
    if (outcome.kind === 'response') {
      learnKeys(request, outcome.response, this.#parts.redactor);
      this.#lanes.observe(performance.now() - sentAt, isThrottled(outcome.response));
    }
    this.#trace(request, outcome, sentAt, options);
    return outcome;
  }

  #trace(request: Request, outcome: SendOutcome, sentAt: number, { check, route }: SendOptions) {
    const { onExchange, redactor } = this.#parts;
    if (onExchange === undefined) return;
    this.#traced += 1;
    const moment = {
      number: this.#traced,
      ...(check === undefined ? {} : { check }),
      ...(route === undefined ? {} : { route: route.id }),
      at: roundedTo3(sentAt - this.#start),
      milliseconds: roundedTo3(performance.now() - sentAt),
    };
    onExchange(traced(request, outcome, moment, redactor));
  }

  #transmit(request: Request, milliseconds: number): Promise<SendOutcome> {
    this.#transmitted += 1;
    const by = this.#current();
    return by.within(this.#parts.target.send(request), milliseconds, (detail) => ({
      kind: 'trouble',
      trouble: by.why() === undefined ? 'timeout' : 'aborted',
      detail,
    }));
  }

  async #recordTrouble(request: Request, route: Route | undefined, { trouble, detail }: Trouble) {
    if (isCostly(trouble)) this.#hostility.passed(route, detail);
    if (isDead(trouble)) await this.#breaker.missed(request, route, trouble, detail);
  }

  /** A throttled response is no evidence about the request: the check is blocked and has not failed. */
  async #giveUp({ status, headers }: Exchange, route: Route | undefined, isStalled: boolean): Promise<never> {
    const after = headers['retry-after'];
    const reason = `status ${status}${after === undefined ? '' : `, Retry-After ${cut(after, 40)}`}`;
    this.#putOff += 1;
    if ((isStalled || this.#putOff >= BREAKER) && !(await this.#isOpenElsewhere(route))) {
      const what = isStalled ? 'no request succeeded in a minute' : `${this.#putOff} requests in a row were throttled`;
      this.#throttling ??= `the target throttles: ${what} (${reason})`;
    }
    throw new SendStopped('blocked', `throttled: ${reason}`);
  }

  /** True if a request that succeeded before still does: then the target throttles one route alone. */
  async #isOpenElsewhere(throttled: Route | undefined): Promise<boolean> {
    const [route, request] = this.#breaker.repeatable(throttled) ?? [];
    if (request === undefined) return false;
    this.#parts.budget.spend(route, this.clock.now());
    const outcome = await this.#transmit(request, this.#deadlineMs);
    return outcome.kind === 'response' && !isThrottled(outcome.response);
  }

  #current() {
    return this.#isCleaning ? this.#parts.cleaning : this.#parts.stop;
  }

  #away() {
    return this.#breaker.gone() ?? this.#throttling;
  }

  /** Throws if no request may be sent any more. */
  #assertGoing() {
    const by = this.#current();
    if (by.why() !== undefined) throw new SendStopped('not-run', by.sentence());
    // The clean-up goes on, because orders must not rest after responses that were too long.
    const why = this.#isCleaning ? this.#away() : this.gone();
    if (why !== undefined) throw new SendStopped('not-run', why);
  }

  #assertOpen(route: Route | undefined) {
    const silence = this.#breaker.silence(route) ?? (this.#isCleaning ? undefined : this.#hostility.givenUp(route));
    if (silence !== undefined) throw new SendStopped('blocked', silence);
    this.#assertGoing();
    const { maxRequests } = this.#parts;
    if (!this.#isCleaning && maxRequests !== undefined && this.#transmitted >= maxRequests) {
      throw new SendStopped('not-run', `the budget of ${maxRequests} requests is used up`);
    }
  }
}

/** A body over a bound counts as trouble and is never parsed. */
function withinBounds(outcome: SendOutcome): SendOutcome {
  if (outcome.kind === 'trouble') return outcome;
  const { status, headers, body } = outcome.response;
  const excess = bodies.excess(body);
  if (excess === undefined) return outcome;
  return { kind: 'trouble', trouble: 'too-large', detail: `the body ${excess}`, head: { status, headers } };
}
