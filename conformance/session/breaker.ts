/**
 * conformance/session/breaker: distinguishes a target that is gone from a route that never responds. After a timeout, or after a few
 * other silences in a row, it requests a route that has responded before: if that responds, the target is there, and only the
 * silent route is given up. A target that is gone is noticed within three seconds after the first timeout.
 */
import type { Route, RouteId } from '../../spec/route.ts';
import { type Request, requestTarget } from '../../wire/message.ts';
import type { Outcome, TransportTrouble } from '../../wire/target.ts';
import { cut } from '../evidence/excerpt.ts';
import { isDead } from './trouble.ts';

/** Consecutive requests without a response, or throttled, before the target counts as gone. */
export const BREAKER = 5;
/** A silent target is probed for at most this long, on the real clock. */
const PROBING_MS = 3_000;

export type Breaker = {
  /** Records a response. `canRepeat`: the request may be sent again to probe the target. */
  answered(request: Request, route: Route | undefined, canRepeat: boolean): void;
  /** Records trouble; resolves when it is known whether the target is still there. */
  missed(request: Request, route: Route | undefined, trouble: TransportTrouble, detail: string): Promise<void>;
  /** Records a control request that failed; resolves when it is known whether the target is still there. */
  suspect(): Promise<void>;
  /** True if the latest request got a response. */
  isCalm(): boolean;
  /** Why a route is given up. */
  silence(route: Route | undefined): string | undefined;
  /** Routes that never responded, with the reason. */
  silent(): ReadonlyMap<RouteId, string>;
  gone(): string | undefined;
};

/** `probe` sends a request once more, and has an outcome within `milliseconds`. */
export function createBreaker(
  probe: (request: Request, route: Route | undefined, milliseconds: number) => Promise<Outcome>,
): Breaker {
  /** Silences in a row, of the target and of each route. */
  let dead = 0;
  const deadOn = new Map<Route | undefined, number>();
  const heard = new Set<Route | undefined>();
  /** The last responses, latest last. */
  const repeatable = new Map<Route | undefined, Request>();
  const silent = new Map<RouteId, string>();
  let gone: string | undefined;
  let first: Request | undefined;
  let probing: Promise<boolean> | undefined;

  /** The last request before a service fell silent is the first suspect. */
  function sinceWhich(): string {
    if (first === undefined) return '';
    const body = typeof first.body === 'string' && first.body !== '' ? ` with ${cut(first.body, 100)}` : '';
    return `, the first of them ${first.method} ${cut(requestTarget(first), 200)}${body}`;
  }

  /** A request that was answered before, if possible on a route that has not been silent since. */
  function probeRequest(): readonly [Route | undefined, Request] | undefined {
    const others = [...repeatable].reverse();
    return others.find(([one]) => (deadOn.get(one) ?? 0) === 0) ?? others[0];
  }

  /** A refused connection is final; a timeout is tried again while there is time. */
  async function isThere(): Promise<boolean> {
    const [route, request] = probeRequest() ?? [];
    if (request === undefined) return false;
    const until = performance.now() + PROBING_MS;
    for (let turn = 0; turn < BREAKER; turn += 1) {
      const outcome = await probe(request, route, Math.max(1, until - performance.now()));
      if (outcome.kind === 'response' || !isDead(outcome.trouble)) return true;
      if (outcome.trouble !== 'timeout' || performance.now() >= until) return false;
    }
    return false;
  }

  /** Asks whether the target is there, once for everyone who wants to know. */
  async function find(detail: () => string): Promise<void> {
    probing ??= isThere().finally(() => {
      probing = undefined;
    });
    if (await probing) dead = 0;
    else gone ??= `the target is gone: ${detail()}`;
  }

  return {
    answered(request, route, canRepeat) {
      dead = 0;
      deadOn.delete(route);
      heard.add(route);
      if (!canRepeat) return;
      repeatable.delete(route);
      repeatable.set(route, request);
    },
    async missed(request, route, trouble, detail) {
      if (dead === 0) first = request;
      dead += 1;
      // A response that is not HTTP is still a response, and a wrong one.
      if (trouble !== 'not-http') deadOn.set(route, (deadOn.get(route) ?? 0) + 1);
      if (dead >= BREAKER || (trouble === 'timeout' && repeatable.size > 0)) {
        const count = dead;
        const said =
          count < BREAKER
            ? 'neither a request nor the probe after it was answered'
            : `${count} requests in a row without an answer`;
        await find(() => `${said} (${detail})${sinceWhich()}`);
      }
      const inARow = deadOn.get(route) ?? 0;
      if (route === undefined || gone !== undefined || inARow < BREAKER || heard.has(route)) return;
      if (!silent.has(route.id)) {
        const why = `${inARow} requests in a row without an answer, and others answer`;
        silent.set(route.id, `${route.method} ${route.path} never answers: ${why} (${trouble}: ${detail})`);
      }
    },
    async suspect() {
      // Without a request that was answered before there is no way to find out.
      if (repeatable.size > 0) await find(() => 'neither its control routes nor others answer');
    },
    isCalm: () => dead === 0,
    silence: (route) => route && silent.get(route.id),
    silent: () => silent,
    gone: () => gone,
  };
}
