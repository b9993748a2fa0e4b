/**
 * conformance/checks/limits/burst: bursts that fill a request window of interface section 8. The interface does not
 * show the response to a throttled request, so a response counts as throttled if it differs from the earlier ones or
 * comes much later.
 */
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, Clauses, Exchange, RouteId } from '../../check.ts';
import { bodyLike, NO_SUCCESS, statusLike } from '../assertions.ts';

export type Send = (context: CheckContext) => Promise<Exchange>;

const BATCH = 64;
/** A request whose response came this much later was delayed. */
const QUEUED_SECONDS = 3;
export const WINDOW_MS = 10_001;

export type Burst = {
  /** The first response: the form of a response while the window has room. */
  readonly first: Exchange;
  /** The first response that differs. */
  readonly throttled: Exchange | undefined;
  /** Number of responses like the first. */
  readonly alike: number;
};

/** A request beyond the window is throttled: `over` is the response that shows it, by its status or by coming late. */
export function judgeExcess(
  context: CheckContext,
  clauses: Clauses,
  { over, last }: Excess,
  first: Exchange,
  because: string,
): void {
  if (over === undefined) context.judge(statusLike(clauses, last, isSuccess(first) ? NO_SUCCESS : 429, because));
  else for (const clause of [clauses].flat()) context.verified(clause);
}

/** True if a response is not like `first`. */
export function isThrottled(first: Exchange, response: Exchange): boolean {
  return isSuccess(first) ? !isSuccess(response) : response.status !== first.status;
}

/** Sends `count` equal requests as fast as possible. Ends the check if that took longer than the window. */
export async function burst(context: CheckContext, count: number, send: Send): Promise<Burst> {
  const first = await send(context);
  const start = context.serviceSeconds();
  let alike = 1;
  let throttled: Exchange | undefined;
  for (let left = count - 1; left > 0; left -= BATCH) {
    const responses = await Promise.all(Array.from({ length: Math.min(BATCH, left) }, () => send(context)));
    const others = responses.filter((response) => isThrottled(first, response));
    alike += responses.length - others.length;
    throttled ??= others[0];
  }
  if (context.serviceSeconds() - start >= WINDOW_MS / 1_000 - 1)
    context.notTestable(
      `${count} requests took longer than the window of ten seconds`,
      'run closer to the deployment, or use a deployment whose clock can be moved',
    );
  return { first, throttled, alike };
}

/** Requests beyond a full window: the first response that was throttled, if any was, and the last response. */
export type Excess = { readonly over: Exchange | undefined; readonly last: Exchange };

/** One more request after a full window. */
export async function oneMore(context: CheckContext, first: Exchange, send: Send): Promise<Excess> {
  const sent = context.serviceSeconds();
  const response = await send(context);
  const isQueued = context.serviceSeconds() - sent >= QUEUED_SECONDS;
  if (isQueued) context.fact('throttled', 'delayed');
  return { over: isQueued || isThrottled(first, response) ? response : undefined, last: response };
}

/** A window, and the moment of its first request on the service clock, in seconds. */
type Filled = { readonly max: number; readonly seconds: number; readonly since: number };

/** Requests that fit again, since a token bucket fills while it is emptied; the clock shows seconds. */
export function gained(context: CheckContext, { max, seconds, since }: Filled): number {
  return Math.min(max, Math.ceil(((context.serviceSeconds() - since + 1) * max) / seconds));
}

/** Sends requests beyond a full window until one is throttled, as many as the window may have gained. */
export async function beyond(context: CheckContext, first: Exchange, send: Send, filled: Filled): Promise<Excess> {
  let { over, last } = await oneMore(context, first, send);
  for (let sent = 1; over === undefined && sent <= gained(context, filled); sent += BATCH) {
    const count = Math.min(BATCH, gained(context, filled) - sent + 1);
    const responses = await Promise.all(Array.from({ length: count }, () => send(context)));
    over = responses.find((response) => isThrottled(first, response));
    last = responses.at(-1) ?? last;
  }
  return { over, last };
}

export const THROTTLED_CLAUSES = [
  'D/throttled-answer.status',
  'D/throttled-answer.family',
  'D/throttled-answer.retry-after',
] as const;

/** The form of a throttled response, which is a decision. */
export function judgeThrottled(context: CheckContext, route: RouteId, response: Exchange): void {
  const after = response.headers['retry-after'];
  context.fact('throttled', `status ${response.status}, ${after === undefined ? 'no Retry-After' : 'Retry-After'}`);
  context.judge(statusLike('D/throttled-answer.status', response, 429));
  const text = { $type: 'string' };
  context.judge(
    bodyLike('D/throttled-answer.family', response, {
      error: text,
      ...(routeById(route).family === 'typed' && { type: text }),
    }),
  );
  const wait = { headers: { 'Retry-After': { $match: '^\\d{1,6}$' } } };
  context.judge({
    clauses: 'D/throttled-answer.retry-after',
    of: response,
    must: wait,
    because: 'Retry-After is a whole number of seconds',
  });
}
