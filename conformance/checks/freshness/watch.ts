/**
 * conformance/checks/freshness/watch: identical requests before and after a change. A response may lag behind the
 * change for a while, but it must not stay the same.
 */
import type { JsonObject } from '../../../base/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, ClauseId, Exchange, Expectation, RouteId } from '../../check.ts';
import { type Claim, isTrue } from '../assertions.ts';

/** Reads a view before a change; the result reads it again and judges. `Done` is the result of the change. */
export type Watch<Done = unknown> = () => Promise<(done: Done) => Promise<void>>;

/** The response after a change; it may depend on other responses that were read with it. */
type Demand<Seen> = {
  readonly must: (seen: Seen) => Expectation;
  readonly because: string;
  /** The response that is judged, if not the first one. */
  readonly of?: (seen: Seen) => Exchange;
};

type View<Seen, Done> = Readonly<{
  clause: ClauseId;
  read: () => Promise<Seen>;
  /** The expectation after the change; undefined if the view cannot show it. */
  after: (before: Seen, done: Done) => Demand<Seen> | undefined;
  /** Whether a change by others explains a view that does not hold. */
  isOfOthers?: (done: Done) => Promise<boolean>;
}>;

type Read = { readonly response: Exchange };

/** Watches one view. Other checks judge responses that are errors. */
export function watch<Seen extends Read, Done>(
  context: CheckContext,
  { clause, read, after, isOfOthers }: View<Seen, Done>,
): Watch<Done> {
  return async () => {
    const before = await read();
    return async (done) => {
      const demand = isSuccess(before.response) ? after(before, done) : undefined;
      if (demand === undefined) return;
      const { must, because, of = ({ response }) => response } = demand;
      const claimOf = (seen: Seen): Claim => ({ of: of(seen), must: must(seen), because });
      const wait = clause.startsWith('D/') ? briefly : context.eventually;
      const seen = await wait(read, (one) => isTrue(claimOf(one)), context);
      if (!isSuccess(seen.response)) return;
      if (!isTrue(claimOf(seen)) && (await isOfOthers?.(done)) === true) return;
      context.judge({ clauses: clause, ...claimOf(seen) });
    };
  };
}

/** Watches a value that the change must move; a view that lags may show an earlier change, so amounts are open. */
export function movesWatch<Seen extends Read>(
  context: CheckContext,
  clause: ClauseId,
  { route, read, measure, why, canChange = () => true, must }: MovingView<Seen>,
): Watch {
  const begin = watch(context, {
    clause,
    read,
    after: (before) => {
      const old = measure(before);
      if (old === undefined || Number.isNaN(old) || !canChange(old)) return undefined;
      return { must: () => must(old), because: `${why} changes the value ${old}` };
    },
  });
  return async () => {
    await context.settled([route]);
    return await begin();
  };
}

/** No element has the value `old` at `field`; with `isUnlisted`, one must have another than 0. */
export function otherThan(
  old: number,
  field: string,
  element: (value: JsonObject) => unknown,
  isUnlisted = old === 0,
): Expectation {
  if (isUnlisted) return { body: { $contains: [element({ [field]: { $not: NUMBER_0 } })] } };
  const same = { $any: [{ $near: old }, { $number: { $near: old } }] };
  return { body: { $not: { $contains: [element({ [field]: same })] } } };
}

const NUMBER_0 = { $any: [0, { $number: 0 }] };

type MovingView<Seen> = Readonly<{
  /** The route of the view. Before the first reading it gets time to show earlier orders. */
  route: RouteId;
  read: () => Promise<Seen>;
  /** Undefined if the view does not have it. */
  measure: (seen: Seen) => number | undefined;
  /** The change, as a noun. */
  why: string;
  /** False if the change does not affect a view with this value. */
  canChange?: (old: number) => boolean;
  /** A view with another value than the old one. */
  must: (old: number) => Expectation;
}>;

const LOOKS = 4;
const PAUSE_MS = 500;

/** A decision that the target may not follow is not worth a long wait. */
async function briefly<Seen>(
  read: () => Promise<Seen>,
  holds: (seen: Seen) => boolean,
  context: CheckContext,
): Promise<Seen> {
  let seen = await read();
  for (let look = 0; look < LOOKS && !holds(seen); look += 1) {
    await context.pause(PAUSE_MS);
    seen = await read();
  }
  return seen;
}

/** Sends every request, makes the change, sends every request again, and judges the responses. */
export async function judgeChange<Done>(watches: readonly Watch<Done>[], change: () => Promise<Done>): Promise<Done> {
  const judges: ((done: Done) => Promise<void>)[] = [];
  for (const begin of watches) judges.push(await begin());
  const done = await change();
  for (const judge of judges) await judge(done);
  return done;
}
