/**
 * sim/simulator: the whole service in one object: a world, its clock, and `handle`. Everything that runs the service
 * (HTTP server, in-process target, dispatcher, tests) is a shell around it.
 */
import { loadProfile, type Profile } from '../spec/profile.ts';
import type { Credentials } from '../wire/credentials.ts';
import type { Handler } from '../wire/message.ts';
import { FAULT_SWITCHES, type FaultSwitch } from '../wire/target.ts';
import { createCatalog } from './catalog/catalog.ts';
import type { Event } from './core/event.ts';
import { openJournal } from './journal/journal.ts';
import type { JournaledRun, JournalOptions } from './journal/journaled-run.ts';
import type { Identity } from './journal/record.ts';
import { advance, catchUp, createLife } from './life.ts';
import { type LogIds, logIdsOf } from './log-ids.ts';
import { type Named, namedIn, walletOf } from './named.ts';
import { checkOptions } from './option-check.ts';
import type { Bug, RunOptions } from './run-options.ts';
import type { Service } from './service.ts';
import type { Tape, TapePlayer } from './tape/tape.ts';
import { taped } from './tape/taped.ts';
import { venueRules } from './venue-rules.ts';
import { createViews } from './views/views.ts';
import { buildWorld, lasting } from './world/build.ts';
import { worldSource } from './world/source.ts';
import type { World } from './world/world.ts';
import type { WorldDescription } from './world/written/description.ts';
import { readDescription } from './world/written/description-file.ts';

/** Which service is simulated. */
export type SimulatorOptions = RunOptions & {
  /** Everything generated follows from it; default `1`. */
  readonly seed?: number | string;
  /**
   * `small` (the default), `medium`, `large`, the path of recorded catalog pages (`.json`, `.jsonl`, `.gz`, `.zst`), or a
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
  /** Commands that enter the service at their moments, beside those of its clients (docs/simulator.md). */
  readonly tape?: Tape;
};

export type Simulator = {
  /** The service as one synchronous function (interface sections 4 to 8). Never throws. */
  readonly handle: Handler;
  /** The service clock, milliseconds since the epoch. */
  now(): number;
  /**
   * Moves the service clock ahead by whole milliseconds and does all work that falls due, in order of due time. Throws
   * `JournalError` where that cannot be written down, and an `Error` for what is no such number or beyond all dates.
   */
  advance(ms: number): void;
  /** The next moment at which something happens by itself (due work, or a command of the tape); undefined when nothing is due. */
  nextDue(): number | undefined;
  /** Rolling hash over the event log: 16 hex digits. Same seed and same requests, same hash. */
  hash(): string;
  /** Everything that happened since the world began, and how many events that is. */
  readonly log: readonly Event[];
  readonly eventCount: number;
  /** What the numbers in events are called on the wire. */
  readonly ids: LogIds;
  /** Wallets with keys and the markets set aside for writes, as a check run wants them. */
  readonly credentials: Credentials;
  /** The same wallets and markets by name: those of a description, or `alice`, `bob`, ... and `market`, `other`, ... */
  readonly named: Named;
  /** The profile this service acts on. */
  readonly profile: Profile;
  /** Back to how it first began: world, clock, limits, faults. Throws `JournalError` where no new journal can be begun or it is closed. */
  reset(): void;
  /** Provokes a failure on every route that can have it, until switched to `none`. Throws an `Error` for any other name. */
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

/**
 * The service of interface sections 2 to 9 on a world made from a seed, from recorded pages or from a description. Synchronous; the small
 * world takes some tens of milliseconds, the large one several seconds. Throws an `Error` of one line for an option that
 * is none or cannot be used and for an unknown profile, a `WorldError` that names the place in pages or a description that cannot be used, and a `JournalError` for a
 * journal it cannot go on from.
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  checkOptions(options);
  // Whoever is served first must not wait for the whole history to be read.
  return factoryOf(options, ({ views }) => views.readHistory())(options);
}

/** What simulators of one world may have each for itself. */
type OwnOptions = RunOptions & Pick<SimulatorOptions, 'journal' | 'tape'>;

export type SimulatorFactory = (own?: OwnOptions) => Simulator;

/**
 * Simulators of one world, as many as are wanted and independent of each other: the world is built for the first one, and
 * the others begin in a fraction of that time; what of its history is shown is worked out when somebody asks. What is not the
 * world's (clock, limits, journal, tape) may be told anew for each. Throws as `createSimulator`.
 */
export function simulatorFactory(options: Omit<SimulatorOptions, 'journal' | 'tape'>): SimulatorFactory {
  return factoryOf(options, () => undefined);
}

function factoryOf(options: Omit<SimulatorOptions, 'journal'>, prepare: (service: Service) => void): SimulatorFactory {
  const { chosen, request } = wantedWorld(options);
  const { seed, world: name, rules } = request;
  const source = {
    begin: worldSource(() => buildWorld(request)),
    identity: () => ({ seed, rules, ...lasting(name) }),
    profile: chosen,
    prepare,
  };
  return (own: OwnOptions = options) => simulatorOf(source, own);
}

/** Where the worlds of a simulator come from. */
export type SimulatorSource = {
  /** The world at its beginning; called again by `reset`, and then it must be the same one. */
  readonly begin: () => World;
  /** What a journal knows the world by. */
  readonly identity: () => Omit<Identity, 'profile' | 'tape'>;
  readonly profile: Profile;
  readonly prepare?: (service: Service) => void;
};

/** A simulator of a world that the caller builds. Throws `JournalError` as `createSimulator`. */
export function simulatorOf(source: SimulatorSource, own: OwnOptions = {}): Simulator {
  const { profile, prepare = () => undefined } = source;
  const begin = (world: World, run?: JournaledRun): Service => {
    const service = serviceOf(world, profile, run);
    prepare(service);
    return service;
  };
  if (own.journal === undefined) return runService(() => begin(withTape(source.begin(), own.tape).world), own);
  const { directory, ...how } = own.journal;
  const identity = { ...source.identity(), profile: profile.name, ...(own.tape && { tape: own.tape.checksum }) };
  const journal = openJournal(directory, identity, { ...how, tape: own.tape });
  let take = journal.recover;
  const build = (): Service => {
    const { world, player } = withTape(source.begin(), own.tape);
    const run = take(world.venue, player);
    take = journal.renew;
    return begin({ ...world, venue: run.venue }, run);
  };
  return runService(build, own);
}

/** The world with the tape at its beginning: whatever it has up to the moment at which the clock starts is done. */
function withTape(world: World, tape: Tape | undefined): { readonly world: World; readonly player?: TapePlayer } {
  if (tape === undefined) return { world };
  const player = tape.play();
  const venue = taped(world.venue, player);
  venue.advanceTo(world.startMs);
  return { world: { ...world, venue }, player };
}

function wantedWorld({ profile = 'document', seed = 1, world = 'small', onProgress }: SimulatorOptions) {
  // A copy: what the caller does with its own afterwards changes no service.
  const chosen = typeof profile === 'string' ? loadProfile(profile) : structuredClone(profile);
  // A copy, so that `reset` makes the same world whatever becomes of the description.
  const own = typeof world === 'string' ? world : readDescription(world);
  return { chosen, request: { seed: String(seed), world: own, rules: venueRules(chosen), onProgress } };
}

function serviceOf(world: World, profile: Profile, journal?: JournaledRun): Service {
  const service = { world, catalog: createCatalog(world), views: createViews(world, journal?.rotations), profile };
  return journal === undefined ? service : { ...service, journal };
}

/** Runs the service that `build` makes; `build` is called again by `reset` and must make the same one each time. */
export function runService(build: () => Service, options: RunOptions = {}): Simulator {
  let life = createLife(build(), options);
  let began = life.service.world.venue.eventCount;
  return {
    handle: (request) => life.handle(request),
    now: () => catchUp(life, options),
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0)
        throw new Error(`advance takes whole milliseconds, 0 or more, not ${ms}`);
      if (ms > 0) advance(life, options, ms);
    },
    nextDue() {
      const { venue } = life.service.world;
      // A wait of no length ends at the moment at which it begins.
      venue.advanceTo(catchUp(life, options));
      return venue.nextDue();
    },
    hash: () => life.service.world.venue.hash(),
    get log() {
      return life.service.world.venue.log;
    },
    get eventCount() {
      return life.service.world.venue.eventCount;
    },
    get ids() {
      return logIdsOf(life.service);
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
        service.journal === undefined && service.world.venue.eventCount === began && now === service.world.startMs;
      life = createLife(isAsItBegan ? service : build(), options);
      began = life.service.world.venue.eventCount;
    },
    fault(fault) {
      if (!FAULT_SWITCHES.includes(fault)) throw new Error(`fault takes ${FAULT_SWITCHES.join(', ')}, not ${fault}`);
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

function credentialsOf({ world, profile }: Service): Credentials {
  return {
    sandbox: true,
    wallets: world.accounts.flatMap(walletOf),
    profile: profile.name,
    markets: [...world.writeMarkets],
  };
}
