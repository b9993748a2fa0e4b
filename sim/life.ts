/** sim/life: one life of the service, from start or reset to the next reset: its clock, its faults, and its handler. */

import { CLOCK_TAKES, isMoment, MOMENT_LIMIT } from '../spec/venue/rules.ts';
import type { FaultSwitch, Handler, Request } from '../wire/message.ts';
import { type Authenticator, createAuthenticator, keysOf } from './auth.ts';
import { ownersOf } from './clob/account/owners.ts';
import { entriesOf } from './clob/entries.ts';
import type { Venue } from './core/venue.ts';
import type { FaultRule } from './faults/rule.ts';
import { createHandler } from './handler.ts';
import { createLimiter, type Limiter, limitRows, type OwnLimits } from './limiter.ts';
import type { Service } from './service.ts';

export type Life = {
  readonly service: Service;
  readonly handle: Handler;
  readonly bugs: Bug[];
  readonly late: LateSettlements;
  fault: FaultSwitch;
  /** Milliseconds that `advance` has added to the clock. */
  aheadMs: number;
  now: number;
};

const BUGS_KEPT_MAX = 100;

export function createLife(service: Service, options: RunOptions): Life {
  const { world, profile, journal } = service;
  const bugs: Bug[] = [];
  const handle = createHandler({
    service,
    entries: entriesOf(profile),
    authenticate: authenticatorOf(service),
    limiter: limiterOf(options),
    allowlist: options.allowlist && new Set(options.allowlist),
    fault: () => life.fault,
    outage: () => journal?.failure && OUTAGE,
    now: () => catchUp(life, options),
    lastNow: () => life.now,
    onBug: (error, request) => {
      // The journal reports its own failures; they are no bugs.
      if (journal !== undefined && error === journal.failure) return;
      addBug(bugs, options, { error, request });
    },
  });
  const late = createLateSettlements(world.venue);
  const life: Life = { service, handle, bugs, late, fault: 'none', aheadMs: 0, now: world.startMs };
  if (journal !== undefined && journal.recovered > 0) {
    life.now = Math.max(world.startMs, world.venue.now);
    // The clock continues from its last moment, also on a machine whose clock is behind it.
    life.aheadMs = Math.max(journal.aheadMs, life.now - baseOf(service, options));
  }
  return life;
}

/** Real clients stamp with the clock of their machine, which a clock that stands still cannot be compared with. */
function authenticatorOf(service: Service): Authenticator {
  const { world, profile, judgesFreshness = true } = service;
  if (profile.clob === undefined) return createAuthenticator(keysOf(world.accounts), profile.auth);
  return createAuthenticator((id) => ownersOf(service.world).apiKey(id), { ...profile.auth, judgesFreshness });
}

export function addBug(bugs: Bug[], { onBug }: RunOptions, bug: Bug): void {
  const keep = (one: Bug): unknown => bugs.length < BUGS_KEPT_MAX && bugs.push(one);
  keep(bug);
  try {
    onBug?.(bug);
  } catch (thrown) {
    // A throwing listener must not fail the request.
    keep({ error: thrown, request: bug.request });
  }
}

function limiterOf({ limits }: RunOptions): Limiter | undefined {
  if (limits === 'off') return undefined;
  return typeof limits === 'object' ? createLimiter(limitRows(limits)) : createLimiter();
}

/** The error message while the journal cannot be written. */
const OUTAGE = 'the journal can no longer be written: restart the service';

/** Moves a life to the present of its clock, never back. Throws `RangeError` if the clock has no valid moment. */
export function catchUp(life: Life, options: RunOptions): number {
  const present = baseOf(life.service, options) + life.aheadMs;
  if (!isMoment(present)) throw new RangeError(`${CLOCK_TAKES}, ${life.aheadMs} ahead it is at ${present}`);
  if (present > life.now && life.service.journal?.failure === undefined) {
    life.late.continueUntil(present);
    life.now = present;
    life.service.world.venue.advanceTo(present);
  } else if (life.service.profile.clob !== undefined && life.service.journal?.failure === undefined) {
    // Trades of the present moment are settled, on a clock that stands still as well.
    life.service.world.venue.advanceTo(life.now);
  }
  return life.now;
}

/** Moves the clock of a life ahead. Beyond the end of the clock it throws `RangeError` and does nothing. */
export function advance(life: Life, options: RunOptions, ms: number): void {
  const { journal } = life.service;
  const present = Math.max(life.now, baseOf(life.service, options) + life.aheadMs + ms);
  if (present > MOMENT_LIMIT) throw new RangeError(`advance by ${ms}: the clock ends at ${MOMENT_LIMIT}`);
  life.aheadMs += ms;
  if (journal === undefined) catchUp(life, options);
  else {
    life.late.continueUntil(present);
    life.now = present;
    journal.advance(present, ms);
  }
}

/** The service clock without the milliseconds that `advance` has added, rounded down. */
function baseOf({ world }: Service, { clock = 'virtual' }: RunOptions): number {
  if (clock === 'virtual') return world.startMs;
  const given = clock();
  const base = Math.floor(given);
  if (!isMoment(base)) throw new RangeError(`the option clock returned ${given}: ${CLOCK_TAKES}`);
  return base;
}

type LateSettlements = ReturnType<typeof createLateSettlements>;

function createLateSettlements(venue: Pick<Venue, 'step' | 'log'>) {
  let late: readonly { readonly trade: number; readonly at: number }[] = [];
  return {
    /** Holds the trades that the venue has made since event `from`; they continue `ms` after `now`. */
    hold(from: number, now: number, ms: number) {
      for (const event of venue.log.slice(from)) {
        if (event.kind !== 'trade') continue;
        venue.step({ kind: 'disturb-settlement', trade: event.trade, outcome: 'hold' }, now);
        late = [...late, { trade: event.trade, at: now + ms }].sort((a, b) => a.at - b.at);
      }
    },
    /** Continues those that are due up to `now`, each at its moment. Call it before the venue advances to `now`. */
    continueUntil(now: number) {
      const due = late.filter(({ at }) => at <= now);
      if (due.length === 0) return;
      late = late.slice(due.length);
      // The venue refuses those that the author of the test has let fail meanwhile.
      for (const { trade, at } of due) venue.step({ kind: 'disturb-settlement', trade, outcome: 'retry' }, at);
    },
    /** The moment of the next one. */
    get nextAt() {
      return late[0]?.at;
    },
  };
}

export type RunOptions = Readonly<{
  /**
   * `virtual` (the default): time begins at the end of the world's history and moves only by `advance`. With a function
   * that returns milliseconds since the epoch, such as `Date.now`, the service clock follows it in whole milliseconds.
   * While it returns no valid moment, all requests get an internal error, and `bugs` has the reason.
   */
  clock?: 'virtual' | (() => number);
  /** Limits of section 8; default `enforce`. Own limits replace those of some routes: `{'POST /prices': 2}`. */
  limits?: 'enforce' | 'off' | OwnLimits;
  /** Failures as clients meet them, from the start and after each `reset`. */
  faults?: readonly FaultRule[];
  /** How many exchanges are kept; default none, and 1000 for `createSimulator`. */
  exchangesMax?: number;
  /** Client addresses that may read wallet data; default: every address. In process: 127.0.0.1. */
  allowlist?: readonly string[];
  /**
   * Whether the timestamps of signed requests are compared with the clock, in profiles of real clients; default
   * `judged`, and never on a virtual clock. These clients stamp with the clock of their machine.
   */
  timestamps?: 'judged' | 'ignored';
  /** Whether a trade is settled at once; default `timed`, but `immediate` for real clients on a virtual clock. */
  settlement?: 'immediate' | 'timed';
  /** The holdings of an account that a private key opens: dollars (default 10,000), and shares of each outcome. */
  fund?: { readonly dollars?: number; readonly shares?: number };
  /** Called with every error thrown inside the service. */
  onBug?: (bug: Bug) => void;
}>;

/** An error thrown inside the service: always a bug of the simulator, never a fault of the caller. */
export type Bug = { readonly error: unknown; readonly request: Request };
