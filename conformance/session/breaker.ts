/**
 * conformance/session/breaker: tells a target that has gone away from a route that never answers. After a few silences in a row a
 * route that has answered before is asked once more: where it answers, the target is there, and only the silent route is given up.
 */
import type { Route, RouteId } from '../../spec/route.ts';
import { type Request, requestTarget } from '../../wire/message.ts';
import type { Outcome, TransportTrouble } from '../../wire/target.ts';
import { cut } from '../evidence/excerpt.ts';
import { isDead } from './trouble.ts';

/** Answers in a row that never came, or were put off, before the target counts as gone. */
export const BREAKER = 5;

export type Breaker = {
  /** Takes in an answer. `canRepeat`: the request may be sent again to see whether the target is there. */
  answered(request: Request, route: Route | undefined, canRepeat: boolean): void;
  /** Takes in trouble; resolves when it is known whether the target is still there. */
  missed(request: Request, route: Route | undefined, trouble: TransportTrouble, detail: string): Promise<void>;
  /** True where the latest request was answered. */
  isCalm(): boolean;
  /** Why nothing more is asked of a route. */
  silence(route: Route | undefined): string | undefined;
  /** Routes that never answered, with why. */
  silent(): ReadonlyMap<RouteId, string>;
  gone(): string | undefined;
};

/** `probe` sends a request once more. */
export function createBreaker(probe: (request: Request, route: Route | undefined) => Promise<Outcome>): Breaker {
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

  async function isThere(): Promise<boolean> {
    const others = [...repeatable].reverse();
    const [route, request] = others.find(([one]) => (deadOn.get(one) ?? 0) === 0) ?? others[0] ?? [];
    if (request === undefined) return false;
    const outcome = await probe(request, route);
    return outcome.kind === 'response' || !isDead(outcome.trouble);
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
      if (dead >= BREAKER) {
        const count = dead;
        probing ??= isThere().finally(() => {
          probing = undefined;
        });
        if (await probing) dead = 0;
        else gone ??= `the target is gone: ${count} requests in a row without an answer (${detail})${sinceWhich()}`;
      }
      const inARow = deadOn.get(route) ?? 0;
      if (route === undefined || gone !== undefined || inARow < BREAKER || heard.has(route)) return;
      if (!silent.has(route.id)) {
        const why = `${inARow} requests in a row without an answer, and others answer`;
        silent.set(route.id, `${route.method} ${route.path} never answers: ${why} (${trouble}: ${detail})`);
      }
    },
    isCalm: () => dead === 0,
    silence: (route) => route && silent.get(route.id),
    silent: () => silent,
    gone: () => gone,
  };
}
