/**
 * sim/simulator: the whole service in one object: a world, its clock, and `handle`. Everything that runs the service
 * (HTTP server, in-process target, dispatcher, tests) is a shell around it.
 */
import { loadProfile, type Profile } from '../spec/profile.ts';
import { invariant } from '../spec/result.ts';
import type { Credentials } from '../wire/credentials.ts';
import type { Handler, Request } from '../wire/message.ts';
import type { FaultSwitch } from '../wire/target.ts';
import { createAuthenticator } from './auth.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import type { Event } from './core/event.ts';
import { createHandler } from './handler.ts';
import { createLimiter } from './limiter.ts';
import { ROUTE_FUNCTIONS } from './route-functions.ts';
import type { Service } from './service.ts';
import { venueRules } from './venue-rules.ts';
import { createViews } from './views/views.ts';
import { buildWorld } from './world/build.ts';

/** Which service is simulated. */
export type SimulatorOptions = RunOptions & {
  /** Everything generated follows from it; default `1`. */
  readonly seed?: number | string;
  /** `small` (the default), `medium`, or the path of recorded catalogue pages (`.json`, `.jsonl`, `.gz`, `.zst`). */
  readonly world?: string;
  /** A profile or its name; default `document`. */
  readonly profile?: Profile | string;
};

/** How a simulated service is run, whatever its world. */
export type RunOptions = {
  /**
   * `virtual` (the default): time stands still at the end of the world's history and moves by `advance` alone. A
   * function that answers milliseconds since the epoch, such as `Date.now`: the service clock follows it.
   */
  readonly clock?: 'virtual' | (() => number);
  /** Limits of section 8; default `enforce`. */
  readonly limits?: 'enforce' | 'off';
  /** Client addresses that may read wallet data; every address where this is absent. In process: 127.0.0.1. */
  readonly allowlist?: readonly string[];
  /** Hears of every throw inside the service as it happens. */
  readonly onBug?: (bug: Bug) => void;
};

/** A throw inside the service: always a defect of the simulator, never of the caller. */
export type Bug = { readonly error: unknown; readonly request: Request };

export type Simulator = {
  /** The service as one synchronous function (interface sections 4 to 8). Never throws. */
  readonly handle: Handler;
  /** The service clock, milliseconds since the epoch. */
  now(): number;
  /** Moves the service clock ahead by whole milliseconds and does all work that falls due, in order of due time. */
  advance(ms: number): void;
  /** Rolling hash over the event log: 16 hex digits. Same seed and same requests, same hash. */
  hash(): string;
  /** Everything that happened since the world began. */
  readonly log: readonly Event[];
  /** Wallets with keys and the markets set aside for writes, as a check run wants them. */
  readonly credentials: Credentials;
  /** The profile this service acts on. */
  readonly profile: Profile;
  /** Back to the state after start: world, clock, limits, faults. */
  reset(): void;
  /** Provokes a failure on every route that can have it, until switched to `none`. */
  fault(fault: FaultSwitch): void;
  /** Tolerable defects of recorded pages and what was done about them, one line each. */
  readonly warnings: readonly string[];
  /** What was thrown inside since start or reset, oldest first, at most a hundred. */
  readonly bugs: readonly Bug[];
};

/** One life of the service, from start or reset to the next reset. */
type Life = {
  readonly service: Service;
  readonly handle: Handler;
  readonly bugs: Bug[];
  fault: FaultSwitch;
  /** What `advance` has added to the clock. */
  aheadMs: number;
  now: number;
};

const BUGS_KEPT_MAX = 100;

/**
 * The service of interface sections 2 to 9 on a world made from a seed or from recorded pages. Synchronous; the small
 * world takes some tens of milliseconds. Throws an `Error` of one line for an unknown profile and a `WorldError` that
 * names file and position for pages that cannot be read.
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const { profile = 'document', seed = 1, world: name = 'small' } = options;
  const chosen = typeof profile === 'string' ? loadProfile(profile) : profile;
  const build = (): Service => {
    const world = buildWorld({ seed: String(seed), world: name, rules: venueRules(chosen) });
    return { world, catalogue: createCatalogue(world), views: createViews(world), profile: chosen };
  };
  return runService(build, options);
}

/** Runs the service that `build` makes; `build` is called again by `reset` and must make the same one each time. */
export function runService(build: () => Service, options: RunOptions = {}): Simulator {
  let life = createLife(build(), options);
  return {
    handle: (request) => life.handle(request),
    now: () => catchUp(life, options),
    advance(ms) {
      invariant(Number.isSafeInteger(ms) && ms >= 0, `advance takes whole milliseconds, 0 or more, got ${ms}`);
      life.aheadMs += ms;
      catchUp(life, options);
    },
    hash: () => life.service.world.exchange.hash(),
    get log() {
      return life.service.world.exchange.log;
    },
    get credentials() {
      return credentialsOf(life.service);
    },
    get profile() {
      return life.service.profile;
    },
    reset() {
      life = createLife(build(), options);
    },
    fault(fault) {
      life.fault = fault;
    },
    get warnings() {
      return life.service.world.warnings;
    },
    get bugs() {
      return life.bugs;
    },
  };
}

function createLife(service: Service, options: RunOptions): Life {
  const { world, profile } = service;
  const bugs: Bug[] = [];
  const handle = createHandler({
    service,
    functions: ROUTE_FUNCTIONS,
    authenticate: createAuthenticator(world.accounts, profile.auth),
    limiter: options.limits === 'off' ? undefined : createLimiter(),
    allowlist: options.allowlist === undefined ? undefined : new Set(options.allowlist),
    fault: () => life.fault,
    now: () => catchUp(life, options),
    onBug: (error, request) => {
      if (bugs.length < BUGS_KEPT_MAX) bugs.push({ error, request });
      options.onBug?.({ error, request });
    },
  });
  const life: Life = { service, handle, bugs, fault: 'none', aheadMs: 0, now: world.startMs };
  return life;
}

/** Brings a life to the present of its clock, which never goes back. */
function catchUp(life: Life, { clock = 'virtual' }: RunOptions): number {
  const { startMs, exchange } = life.service.world;
  const present = (clock === 'virtual' ? startMs : clock()) + life.aheadMs;
  if (present > life.now) {
    life.now = present;
    exchange.advanceTo(present);
  }
  return life.now;
}

function credentialsOf({ world, profile }: Service): Credentials {
  const wallets = world.accounts.flatMap(({ address, key }) => (key === undefined ? [] : [{ address, ...key }]));
  return { sandbox: true, wallets, profile: profile.name, markets: [...world.writeMarkets] };
}
