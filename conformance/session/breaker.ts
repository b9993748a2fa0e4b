/**
 * conformance/session/breaker: tells a target that has gone away from a route that never answers. After a timeout, or after a few
 * other silences in a row, a route that has answered before is asked again: if it answers, the target is there, and only the silent
 * route is given up. A target that went away is noticed within three seconds after the first timeout.
 */
import type { Route, RouteId } from '../../spec/route.ts';
import { type Request, requestTarget } from '../../wire/message.ts';
import type { Outcome, TransportTrouble } from '../../wire/target.ts';
import { cut } from '../evidence/excerpt.ts';
import { isDead } from './trouble.ts';

/** Answers in a row that never came, or were put off, before the target counts as gone. */
export const BREAKER = 5;
/** A target that does not answer is asked again for at most this long, on the real clock. */
const PROBING_MS = 3_000;

export type Breaker = {
  /** Takes in an answer. `canRepeat`: the request may be sent again to see whether the target is there. */
  answered(request: Request, route: Route | undefined, canRepeat: boolean): void;
  /** Takes in trouble; resolves when it is known whether the target is still there. */
  missed(request: Request, route: Route | undefined, trouble: TransportTrouble, detail: string): Promise<void>;
  /** Takes in a control request that was not done; resolves when it is known whether the target is still there. */
  suspect(): Promise<void>;
  /** True where the latest request was answered. */
  isCalm(): boolean;
  /** Why nothing more is asked of a route. */
  silence(route: Route | undefined): string | undefined;
  /** Routes that never answered, with why. */
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
  /** What was answered, latest last. */
  const repeatable = new Map<Route | undefined, Request>();
  const silent = new Map<RouteId, string>();
  let gone: string | undefined;
  let first: Request | undefined;
  let probing: Promise<boolean> | undefined;

  /** What a service met last before it fell silent is where to look. */
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
      // What is no HTTP is an answer all the same, and a wrong one.
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
