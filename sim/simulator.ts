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
import { restoreExchange } from './core/exchange.ts';
import { createHandler } from './handler.ts';
import { openJournal } from './journal/journal.ts';
import type { JournaledRun, JournalOptions } from './journal/journaled-run.ts';
import { createLimiter } from './limiter.ts';
import { type Named, namedIn, walletOf } from './named.ts';
import { ROUTE_FUNCTIONS } from './route-functions.ts';
import type { Service } from './service.ts';
import { venueRules } from './venue-rules.ts';
import { createViews } from './views/views.ts';
import { buildWorld, lasting } from './world/build.ts';
import type { World } from './world/world.ts';
import type { WorldDescription } from './world/written/description.ts';
import { readDescription } from './world/written/reading.ts';

/** Which service is simulated. */
export type SimulatorOptions = RunOptions & {
  /** Everything generated follows from it; default `1`. */
  readonly seed?: number | string;
  /**
   * `small` (the default), `medium`, `large`, the path of recorded catalogue pages (`.json`, `.jsonl`, `.gz`, `.zst`), or a
   * world of one's own: its description, or the path of a file with it (`.yaml`, `.yml`).
   */
  readonly world?: string | WorldDescription;
  /** Hears now and then how much of a generated world is done, from 0 to 1: the large one takes seconds. */
  readonly onProgress?: (share: number) => void;
  /** A profile or its name; default `document`. */
  readonly profile?: Profile | string;
  /**
   * Everything that happens is written down in this directory before it is answered, and the service goes on from what
   * is written there (docs/journal.md). The seed, world and profile must be those the journal was begun with.
   */
  readonly journal?: JournalOptions & { readonly directory: string };
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
  /**
   * Moves the service clock ahead by whole milliseconds and does all work that falls due, in order of due time. Throws
   * `JournalError` where that cannot be written down.
   */
  advance(ms: number): void;
  /** Rolling hash over the event log: 16 hex digits. Same seed and same requests, same hash. */
  hash(): string;
  /** Everything that happened since the world began, and how many events that is. */
  readonly log: readonly Event[];
  readonly eventCount: number;
  /** Wallets with keys and the markets set aside for writes, as a check run wants them. */
  readonly credentials: Credentials;
  /** The same wallets and markets by name: those of a description, or `alice`, `bob`, ... and `market`, `other`, ... */
  readonly named: Named;
  /** The profile this service acts on. */
  readonly profile: Profile;
  /** Back to how it first began: world, clock, limits, faults. Throws `JournalError` where no new journal can be begun. */
  reset(): void;
  /** Provokes a failure on every route that can have it, until switched to `none`. */
  fault(fault: FaultSwitch): void;
  /** Tolerable defects of recorded pages and what was done about them, one line each. */
  readonly warnings: readonly string[];
  /** What was thrown inside since start or reset, oldest first, at most a hundred. */
  readonly bugs: readonly Bug[];
  /** The journal that is written, where one is. */
  readonly journal: JournalStatus | undefined;
  /** Ends the journal, after which every request is answered with an internal error. Nothing to do without one. */
  close(): void;
};

export type JournalStatus = Pick<JournaledRun, 'directory' | 'generation' | 'recovered' | 'notices' | 'failure'>;

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
 * The service of interface sections 2 to 9 on a world made from a seed, from recorded pages or from a description. Synchronous; the small
 * world takes some tens of milliseconds, the large one several seconds. Throws an `Error` of one line for an unknown
 * profile and a `WorldError` that names the place in pages or a description that cannot be used, and a `JournalError` for a
 * journal it cannot go on from.
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const { journal: wantedJournal } = options;
  if (wantedJournal === undefined) return simulatorFactory(options)();
  const { chosen, request } = wantedWorld(options);
  const { directory, ...how } = wantedJournal;
  const { seed, world: name, rules } = request;
  const journal = openJournal(directory, { seed, rules, world: lasting(name), profile: chosen.name }, how);
  const beginWorld = worldSource(request);
  let take = journal.recover;
  const build = (): Service => {
    const world = beginWorld();
    const run = take(world.exchange);
    take = journal.renew;
    return serviceOf({ ...world, exchange: run.exchange }, chosen, run);
  };
  return runService(build, options);
}

/**
 * Simulators of one world, as many as are wanted and independent of each other: the world is built for the first one, and
 * the others begin in a fraction of that time. Throws as `createSimulator`.
 */
export function simulatorFactory(options: Omit<SimulatorOptions, 'journal'>): () => Simulator {
  const { chosen, request } = wantedWorld(options);
  const beginWorld = worldSource(request);
  return () => runService(() => serviceOf(beginWorld(), chosen), options);
}

function wantedWorld({ profile = 'document', seed = 1, world = 'small', onProgress }: SimulatorOptions) {
  const chosen = typeof profile === 'string' ? loadProfile(profile) : profile;
  // A copy, so that `reset` makes the same world whatever becomes of the description.
  const own = typeof world === 'string' ? world : readDescription(world);
  return { chosen, request: { seed: String(seed), world: own, rules: venueRules(chosen), onProgress } };
}

/** The world of a request, built once: from then on it is begun anew from what its exchange was. */
function worldSource(request: Parameters<typeof buildWorld>[0]): () => World {
  let kept: { readonly world: Omit<World, 'exchange'>; readonly snapshot: Uint8Array } | undefined;
  return () => {
    if (kept === undefined) {
      const { exchange, ...world } = buildWorld(request);
      kept = { world, snapshot: exchange.snapshot() };
      return { ...world, exchange };
    }
    const restored = restoreExchange(kept.snapshot);
    invariant(restored.ok, 'a snapshot of our own is whole');
    return { ...kept.world, exchange: restored.value };
  };
}

function serviceOf(world: World, profile: Profile, journal?: JournaledRun): Service {
  const service = { world, catalogue: createCatalogue(world), views: createViews(world, journal?.rotations), profile };
  return journal === undefined ? service : { ...service, journal };
}

/** Runs the service that `build` makes; `build` is called again by `reset` and must make the same one each time. */
export function runService(build: () => Service, options: RunOptions = {}): Simulator {
  let life = createLife(build(), options);
  let began = life.service.world.exchange.eventCount;
  return {
    handle: (request) => life.handle(request),
    now: () => catchUp(life, options),
    advance(ms) {
      invariant(Number.isSafeInteger(ms) && ms >= 0, `advance takes whole milliseconds, 0 or more, got ${ms}`);
      if (ms > 0) advance(life, options, ms);
    },
    hash: () => life.service.world.exchange.hash(),
    get log() {
      return life.service.world.exchange.log;
    },
    get eventCount() {
      return life.service.world.exchange.eventCount;
    },
    get credentials() {
      return credentialsOf(life.service);
    },
    get named() {
      return namedIn(life.service.world);
    },
    get profile() {
      return life.service.profile;
    },
    reset() {
      const { service, now } = life;
      // What has not moved is as it began; only what counts requests is made anew.
      const isAsItBegan =
        service.journal === undefined && service.world.exchange.eventCount === began && now === service.world.startMs;
      life = createLife(isAsItBegan ? service : build(), options);
      began = life.service.world.exchange.eventCount;
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
    get journal() {
      return life.service.journal;
    },
    close: () => life.service.journal?.close(),
  };
}

function createLife(service: Service, options: RunOptions): Life {
  const { world, profile, journal } = service;
  const bugs: Bug[] = [];
  const handle = createHandler({
    service,
    functions: ROUTE_FUNCTIONS,
    authenticate: createAuthenticator(world.accounts, profile.auth),
    limiter: options.limits === 'off' ? undefined : createLimiter(),
    allowlist: options.allowlist === undefined ? undefined : new Set(options.allowlist),
    fault: () => life.fault,
    outage: () => (journal?.failure === undefined ? undefined : OUTAGE),
    now: () => catchUp(life, options),
    onBug: (error, request) => {
      // The journal's failure is told by the journal, and no defect.
      if (journal !== undefined && error === journal.failure) return;
      if (bugs.length < BUGS_KEPT_MAX) bugs.push({ error, request });
      options.onBug?.({ error, request });
    },
  });
  const life: Life = { service, handle, bugs, fault: 'none', aheadMs: 0, now: world.startMs };
  if (journal !== undefined && journal.recovered > 0) {
    life.now = Math.max(world.startMs, world.exchange.now);
    // The clock goes on from where it was left, also on a machine whose clock is behind that.
    life.aheadMs = Math.max(journal.aheadMs, life.now - baseOf(service, options));
  }
  return life;
}

/** What callers hear, while the journal cannot be written. */
const OUTAGE = 'the service can no longer keep what it does and must be started again';

/** Brings a life to the present of its clock, which never goes back. */
function catchUp(life: Life, options: RunOptions): number {
  const present = baseOf(life.service, options) + life.aheadMs;
  if (present > life.now && life.service.journal?.failure === undefined) {
    life.now = present;
    life.service.world.exchange.advanceTo(present);
  }
  return life.now;
}

function advance(life: Life, options: RunOptions, ms: number): void {
  const { journal } = life.service;
  life.aheadMs += ms;
  if (journal === undefined) catchUp(life, options);
  else {
    life.now = Math.max(life.now, baseOf(life.service, options) + life.aheadMs);
    journal.advance(life.now, ms);
  }
}

/** The service clock without what `advance` has added. */
function baseOf({ world }: Service, { clock = 'virtual' }: RunOptions): number {
  return clock === 'virtual' ? world.startMs : clock();
}

function credentialsOf({ world, profile }: Service): Credentials {
  return {
    sandbox: true,
    wallets: world.accounts.flatMap(walletOf),
    profile: profile.name,
    markets: [...world.writeMarkets],
  };
}
