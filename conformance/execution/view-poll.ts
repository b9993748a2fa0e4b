/** conformance/execution/view-poll: repeats reads until a view shows a change, and records their routes for patience */
import { type Request, requestTarget } from '../../wire/message.ts';
import type { CheckContext, Exchange, RouteId } from '../check.ts';
import type { RunClock } from '../client/clock.ts';
import type { ChangeKind, Patience } from '../client/patience.ts';

/** A wait for views that may still be late, with the longest that it may take. */
export type ViewWait = { readonly views: readonly RouteId[]; readonly milliseconds: number };

export type ViewPoll = Pick<CheckContext, 'eventually' | 'settled' | 'settledInVain'> & {
  /** A request on this route is sent; `as`: the wallet that signs it. */
  note(route: RouteId, request: Request, as: string | undefined): void;
  /** A response has arrived. */
  answered(exchange: Exchange): void;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** Shorter waits are not worth a message. */
const NOTED_MS = 2_000;

const REAL_PAUSE_MS = 500;

type Pause = (milliseconds: number) => Promise<void>;

/** The kind of change that a request makes after earlier ones of the check. `placers`: wallets that placed orders. */
function kindAfter(kind: ChangeKind, route: RouteId, { body }: Request, placers: ReadonlySet<unknown>): ChangeKind {
  // An order is cancelled after a fill in case that a part of it rests.
  if (route === 'cancel-order') return kind === 'fill' || kind === 'cross' ? kind : 'cancel';
  if (/"orderType":"(FOK|FAK)"/.test(String(body))) return 'fill';
  return placers.size > 1 ? 'cross' : 'rest';
}

type Reading<Seen> = { readonly read: () => Promise<Seen>; readonly holds: (seen: Seen) => boolean };

/** Reads the views again on the real clock until they show the change. */
async function laterOnRealClock<Seen>(
  { read, holds }: Reading<Seen>,
  views: ReadonlySet<RouteId>,
  patience: Patience,
  pause: Pause,
): Promise<Seen> {
  const limit = patience.realLimit(views);
  const start = performance.now();
  let seen = await read();
  while (!holds(seen) && performance.now() - start < limit) {
    await pause(REAL_PAUSE_MS);
    seen = await read();
  }
  patience.reallyShown(views, holds(seen) ? performance.now() - start : undefined);
  return seen;
}

/** `pauseReally`: waits on the real clock, for caches before the service, if `pause` moves another one. */
export function createViewPoll(
  clock: RunClock,
  patience: Patience,
  pause: Pause,
  onWait: (wait: ViewWait) => void,
  pauseReally: Pause | undefined,
): ViewPoll {
  let views = new Set<RouteId>();
  let orderedAt = 0;
  /** The response to each request of the wait; undefined between waits. */
  let texts: Map<string, string> | undefined;
  let isStill = true;
  let kind: ChangeKind = 'none';
  let changedAt: number | undefined;
  const placers = new Set<string | undefined>();

  return {
    note(route, request, as) {
      views.add(route);
      if (route !== 'place-order' && route !== 'cancel-order') return;
      changedAt = clock.now();
      patience.ordered(changedAt);
      orderedAt = performance.now();
      if (route === 'place-order') placers.add(as);
      kind = kindAfter(kind, route, request, placers);
    },
    answered({ request, text }) {
      if (texts === undefined) return;
      const key = `${request.method} ${requestTarget(request)} ${request.body}`;
      isStill &&= (texts.get(key) ?? text) === text;
      texts.set(key, text);
    },
    async eventually(read, holds) {
      const start = clock.now();
      [views, texts, isStill] = [new Set(), new Map(), true];
      let seen = await read();
      // The patience counts from the change, not from an earlier wait. Moving a clock is a change.
      const since = clock.control === undefined ? (changedAt ?? start) : start;
      const whole = patience.limit(views, kind);
      const limit = Math.min(whole, Math.max(whole - (start - since), patience.shortest));
      let [took, isNoted, isShown] = [0, false, holds(seen)];
      for (let next = FIRST_PAUSE_MS; !isShown && took < limit; next = Math.min(2 * next, LONGEST_PAUSE_MS)) {
        if (!isNoted && took >= NOTED_MS) onWait({ views: [...views], milliseconds: limit - took });
        isNoted ||= took >= NOTED_MS;
        await pause(Math.min(next, limit - took));
        took = Math.max(took + 1, clock.now() - start);
        seen = await read();
        isShown = holds(seen);
      }
      if (isShown) {
        texts = undefined;
        patience.shown(views, kind, took === 0 ? 0 : took + start - since);
        return seen;
      }
      if (pauseReally !== undefined && patience.realLimit(views) > 0)
        seen = await laterOnRealClock({ read, holds }, views, patience, pauseReally);
      texts = undefined;
      if (!holds(seen)) patience.missed(views, kind, isStill);
      return seen;
    },
    async settled(views, isFull = false) {
      const rest = patience.untilSettled(views, clock.now(), isFull);
      if (rest >= NOTED_MS) onWait({ views, milliseconds: rest });
      if (rest > 0) await pause(rest);
      const realRest = orderedAt + 2 * patience.realLag(views) - performance.now();
      if (realRest > 0) await pauseReally?.(realRest);
    },
    settledInVain: patience.settledInVain,
  };
}
