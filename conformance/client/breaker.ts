/**
 * conformance/client/breaker: distinguishes a target that is gone from a route that never responds. After a timeout,
 * or after a few other silences in a row, the breaker requests a route that has responded before. If that responds,
 * only the silent route is given up. A target that is gone is noticed within three seconds after the first timeout.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Route, RouteId } from '../../spec/route.ts';
import { type Request, requestTarget, type SendOutcome, type TransportTrouble } from '../../wire/message.ts';
import { REFUSED } from '../../wire/trouble.ts';
import { curlLine } from '../evidence/curl.ts';
import { cut } from '../evidence/excerpt.ts';
import { isDead } from './exchange.ts';

/** Consecutive requests without a response, or throttled, before the target counts as gone. */
export const BREAKER = 5;
/** A silent target is probed for at most this long, on the real clock. */
const PROBING_MS = 3_000;

/** A service that a supervisor restarts is back after two seconds. */
const RESTART_TURNS = 8;
const RESTART_PAUSE_MS = 250;
/** A response to a probe comes within this time. */
const RESTARTED_MS = 2_000;

/** Sends a request once more, with an outcome within that many milliseconds. */
type Probe = (request: Request, route: Route | undefined, milliseconds: number) => Promise<SendOutcome>;

export class Breaker {
  readonly #probe: Probe;
  /** Silences in a row, of the target and of each route. */
  #dead = 0;
  readonly #deadOn = new Map<Route | undefined, number>();
  readonly #responsive = new Set<Route | undefined>();
  /** The last request with a response of each route, latest last. */
  readonly #repeatable = new Map<Route | undefined, Request>();
  /** Routes that are given up, with the reason. */
  readonly silent = new Map<RouteId, string>();
  #gone: string | undefined;
  #first: Request | undefined;
  /** The connection of the first request without a response was refused. */
  #isRefused = false;
  #probing: Promise<boolean> | undefined;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /** Records a response. `canRepeat`: the request may be sent again to probe the target. */
  answered(request: Request, route: Route | undefined, canRepeat: boolean): void {
    this.#dead = 0;
    this.#deadOn.delete(route);
    this.#responsive.add(route);
    if (!canRepeat) return;
    this.#repeatable.delete(route);
    this.#repeatable.set(route, request);
  }

  /** Records trouble; resolves when it is known whether the target is still there. */
  async missed(request: Request, route: Route | undefined, trouble: TransportTrouble, detail: string): Promise<void> {
    // A refused connection is a consequence of an earlier request, a closed one may be the cause.
    const isConsequence = detail === REFUSED;
    if (this.#dead === 0 || (this.#isRefused && !isConsequence)) {
      this.#first = request;
      this.#isRefused = isConsequence;
    }
    this.#dead += 1;
    // A response that is not HTTP is still a response, though a wrong one.
    if (trouble !== 'not-http') this.#deadOn.set(route, (this.#deadOn.get(route) ?? 0) + 1);
    const count = this.#dead;
    if (count >= BREAKER || (trouble === 'timeout' && this.#repeatable.size > 0)) {
      const reason =
        count < BREAKER
          ? 'neither a request nor the probe after it got a response'
          : `${count} requests in a row without a response`;
      await this.#find(() => `${reason} (${detail})${this.#firstSilence()}`);
    }
    this.#giveUpRoute(route, `${trouble}: ${detail}`);
  }

  /** Records a control request that failed; resolves when it is known whether the target is still there. */
  async suspect(): Promise<void> {
    // A probe repeats a request that got a response before.
    if (this.#repeatable.size > 0) await this.#find(() => 'neither its control routes nor other routes respond');
  }

  /** True if the latest request got a response. */
  isCalm(): boolean {
    return this.#dead === 0;
  }

  /** True if a request that got a response before gets one again, within two seconds. */
  async isBack(): Promise<boolean> {
    const [route, request] = this.repeatable() ?? [];
    if (request === undefined) return false;
    for (let turn = 0; turn < RESTART_TURNS; turn += 1) {
      const outcome = await this.#probe(request, route, RESTARTED_MS);
      if (outcome.kind === 'response') return true;
      if (outcome.trouble !== 'unreachable') return false;
      await sleep(RESTART_PAUSE_MS);
    }
    return false;
  }

  /** The reason why a route is given up. */
  silence(route: Route | undefined): string | undefined {
    return route && this.silent.get(route.id);
  }

  gone(): string | undefined {
    return this.#gone;
  }

  /** Determines whether the target responds, with one probe for all callers. */
  async #find(detail: () => string) {
    this.#probing ??= this.#isThere().finally(() => {
      this.#probing = undefined;
    });
    if (await this.#probing) this.#dead = 0;
    else this.#gone ??= `the target is gone: ${detail()}`;
  }

  /** A refused connection is final; a timeout is retried while there is time. */
  async #isThere(): Promise<boolean> {
    const [route, request] = this.repeatable() ?? [];
    if (request === undefined) return false;
    const until = performance.now() + PROBING_MS;
    for (let turn = 0; turn < BREAKER; turn += 1) {
      const outcome = await this.#probe(request, route, Math.max(1, until - performance.now()));
      if (outcome.kind === 'response' || !isDead(outcome.trouble)) return true;
      if (outcome.trouble !== 'timeout' || performance.now() >= until) return false;
    }
    return false;
  }

  /** A request with an earlier response, not on `besides`; if possible on a route not silent since. */
  repeatable(besides?: Route): readonly [Route | undefined, Request] | undefined {
    const others = [...this.#repeatable].reverse().filter(([route]) => besides === undefined || route !== besides);
    return others.find(([one]) => (this.#deadOn.get(one) ?? 0) === 0) ?? others[0];
  }

  /** The last request before a service fell silent is the first suspect. */
  #firstSilence(): string {
    if (this.#first === undefined) return '';
    const { method } = this.#first;
    const target = cut(requestTarget(this.#first), 200);
    return `, the first of them ${method} ${target}. To send it again: ${curlLine(this.#first)}`;
  }

  #giveUpRoute(route: Route | undefined, detail: string) {
    const inARow = this.#deadOn.get(route) ?? 0;
    if (route === undefined || this.#gone !== undefined || inARow < BREAKER || this.#responsive.has(route)) return;
    if (this.silent.has(route.id)) return;
    const why = `${inARow} requests in a row without a response, while other routes respond`;
    this.silent.set(route.id, `${route.method} ${route.path} never answers: ${why} (${detail})`);
  }
}
