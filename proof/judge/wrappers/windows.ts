/** proof/judge/wrappers/windows: other kinds of windows; a request takes a quarter of a millisecond. */
import { LIMITS, type LimitScopeId } from '../../../spec/limits.ts';
import type { Route } from '../../../spec/route.ts';
import type { Handler, Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import type { Wrap } from '../variant.ts';
import { refusal } from './requests.ts';

/** One window: whether there is room for a request at `now` (milliseconds), and counting it. */
type Window = { hasRoom(now: number): boolean; count(now: number): void };
export type WindowKind = (max: number, spanMs: number) => Window;

/** Windows that begin at whole multiples of their length. */
export const fixedWindow: WindowKind = (max, spanMs) => {
  let [began, used] = [0, 0];
  const turn = (now: number): void => {
    const begin = now - (now % spanMs);
    if (begin !== began) [began, used] = [begin, 0];
  };
  return {
    hasRoom(now) {
      turn(now);
      return used < max;
    },
    count() {
      used += 1;
    },
  };
};

/** A bucket of `max` tokens that refills steadily, `max` in each span. */
export const tokenBucket: WindowKind = (max, spanMs) => {
  let [tokens, latest] = [max, 0];
  return {
    hasRoom(now) {
      tokens = Math.min(max, tokens + ((now - latest) * max) / spanMs);
      latest = now;
      return tokens >= 1;
    },
    count() {
      tokens -= 1;
    },
  };
};

/** The latest `max` requests; the oldest must be a span ago. */
export const slidingWindow: WindowKind = (max, spanMs) => {
  let recent: number[] = [];
  return {
    hasRoom(now) {
      if (recent.length >= max) recent = recent.filter((moment) => moment > now - spanMs);
      return recent.length < max;
    },
    count(now) {
      recent.push(now);
    },
  };
};

type Scopes = (route: Route) => readonly LimitScopeId[];

/** A service whose scopes have windows of one kind, each for all callers together. */
export function limited(kind: WindowKind, scopesOf: Scopes = ({ limits }) => limits): Wrap {
  return (handle, { now: virtualNow }) => {
    let requests = 0;
    const windows = new Map(
      LIMITS.map(({ id, windows: rows }) => [id, rows.map(({ max, seconds }) => kind(max, seconds * 1_000))]),
    );
    return (request) => {
      requests += 1;
      const now = virtualNow() + Math.floor(requests / 4);
      const route = matchRoute(request);
      const own = route === undefined ? [] : scopesOf(route).flatMap((id) => windows.get(id) ?? []);
      const response = own.every((window) => window.hasRoom(now)) ? handle(request) : tooMany(handle, request);
      if (response.status !== 429) for (const window of own) window.count(now);
      return { ...response, headers: { ...response.headers, date: new Date(now).toUTCString() } };
    };
  };
}

function tooMany(handle: Handler, request: Parameters<Handler>[0]): Response {
  const response = refusal(handle, request, 429);
  return { ...response, headers: { ...response.headers, 'retry-after': '10' } };
}
