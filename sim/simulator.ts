/**
 * sim/simulator: the whole service in one object: a world, its clock, and `handle`. Everything that runs the service
 * (HTTP server, in-process target, dispatcher, tests) is a shell around it.
 */
import { loadProfile, type Profile } from '../spec/profile.ts';
import type { Event } from '../spec/venue/event.ts';
import type { Credentials } from '../wire/credentials.ts';
import { FAULT_SWITCHES, type FaultSwitch, get, type Handler } from '../wire/message.ts';
import { createCatalog } from './catalog/catalog.ts';
import { withPrivateKeys } from './clob/account/owners.ts';
import { withAdditions } from './commands/additions.ts';
import type { WorldCommand } from './commands/command-words.ts';
import { type CommandResult, performCommand } from './commands/perform-command.ts';
import { createTrader, type Trader } from './commands/trader.ts';
import type { Exchanges } from './exchanges.ts';
import { createEdge, type Edge } from './faults/edge.ts';
import type { FaultCount, FaultRule } from './faults/rule.ts';
import { type JournaledRun, openJournal } from './journal/journal.ts';
import type { Identity } from './journal/record.ts';
import { addBug, advance, type Bug, catchUp, createLife, type Life, type RunOptions } from './life.ts';
import { type LogIds, logIdsOf } from './log-ids.ts';
import { dialectOf, type Named, namedIn, walletOf } from './named.ts';
import { DEFAULT_FUNDING, type Service } from './service.ts';
import { checkOptions, type SimulatorOptions, venueRules } from './simulator-options.ts';
import { type Tape, type TapePlayer, taped } from './tape/tape.ts';
import { createViews } from './views/views.ts';
import { createWatchers, setWatch, type Watch, type Watchers } from './watch.ts';
import { lasting, sourceOf } from './world/build.ts';
import type { World } from './world/world.ts';
import { readDescription } from './world/written/description-file.ts';

export type Simulator = {
  /** The service as one synchronous function (interface sections 4 to 8). Never throws. */
  readonly handle: Handler;
  /** The service clock, milliseconds since the epoch. */
  now(): number;
  /**
   * Moves the service clock ahead by whole milliseconds and does all work that falls due, in order of due time. Throws
   * `JournalError` if the journal cannot be written, and an `Error` for an invalid number or a moment beyond the end of
   * the clock.
   */
  advance(ms: number): void;
  /** The next moment of due work or of a command of the tape; undefined if nothing is due. */
  nextDue(): number | undefined;
  /** Rolling hash over the event log: 16 hex digits. Same seed and same requests, same hash. */
  hash(): string;
  /** All events since the world began, and their number. */
  readonly log: readonly Event[];
  readonly eventCount: number;
  /** Wire identifiers of the numbers in events. */
  readonly ids: LogIds;
  /** Wallets with keys and the markets set aside for writes, in the form that a check run takes. */
  readonly credentials: Credentials;
  /** The same wallets and markets by name: those of a description, or `alice`, `bob`, ... and `market`, `other`, ... */
  readonly named: Named;
  readonly profile: Profile;
  /** Resets world, clock, limits and faults. Throws `JournalError` if the journal is closed or cannot start a run. */
  reset(): void;
  /** Provokes a failure on every route that can have it, until switched to `none`. Throws for an unknown name. */
  fault(fault: FaultSwitch): void;
  /**
   * Moves the world: `{resolve: {market: 'rain', pays: 'yes'}}`. Throws a `WorldError` of one line for wrong words,
   * unknown names and commands that the venue refuses; then nothing has changed. Throws `JournalError` if the journal
   * cannot be written.
   */
  command(command: WorldCommand): CommandResult;
  /** The signed requests for an order and a cancellation. Both throw a `WorldError` for an unknown wallet or market. */
  readonly orderRequest: Trader['orderRequest'];
  readonly cancelRequest: Trader['cancelRequest'];
  /** Sends these requests. They get no faults and are not in `exchanges`, which belong to the client under test. */
  readonly order: Trader['order'];
  readonly cancel: Trader['cancel'];
  /** A counterparty takes a resting order, or so many shares of it. Returns what filled; throws as `command`. */
  fill(orderId: string, size?: number): number;
  /**
   * Replaces the rules for failures as clients meet them; `reset` restores those of the options. Returns all rules with
   * their counts. Throws an `Error` of one line for an invalid rule, and then changes nothing.
   */
  faults(rules?: readonly FaultRule[]): readonly FaultCount[];
  /** The latest requests of clients and their responses since start or reset. */
  readonly exchanges: Exchanges;
  /** Tolerated defects of recorded pages and their repairs, one line each. */
  readonly warnings: readonly string[];
  /** Errors thrown inside the service since start or reset, oldest first, at most a hundred. */
  readonly bugs: readonly Bug[];
  readonly journal: JournalStatus | undefined;
  /** Closes the journal. Every later request gets an internal error. Without a journal it does nothing. */
  close(): void;
};

export type JournalStatus = Pick<JournaledRun, 'directory' | 'generation' | 'recovered' | 'notices' | 'failure'>;

/**
 * The service of interface sections 2 to 9 on a world from a seed, from recorded pages or from a description.
 * Synchronous: the small world takes some tens of milliseconds, the large one several seconds. Throws an `Error` of one
 * line for an invalid option or an unknown profile, a `WorldError` with the place of the fault for invalid pages or
 * descriptions, and a `JournalError` for a journal that cannot be resumed.
 */
export function createSimulator(options: SimulatorOptions = {}, around?: Around): Simulator {
  checkOptions(options);
  // The first request must not wait until the whole log is read.
  const factory = factoryOf(options, ({ views }) => views.readLog());
  return factory({ exchangesMax: KEPT_EXCHANGES, ...options, ...(around && { around }) });
}

/** Puts something between the network and the service, such as a mutant; called again after each `reset`. */
export type Around = (handle: Handler, simulator: Simulator) => Handler;
type Surrounded = RunOptions & { readonly around?: Around };

/** Exchanges that a simulator of a test keeps. Others keep none unless an option requests it. */
const KEPT_EXCHANGES = 1_000;

/** Options in which simulators of one world may differ. */
type OwnOptions = Surrounded & Pick<SimulatorOptions, 'journal' | 'tape'>;

export type SimulatorFactory = (own?: OwnOptions) => Simulator;

/**
 * Creates any number of independent simulators of one world. The world is built for the first one; the others begin in
 * a fraction of that time and read its log on demand. Each can have other `OwnOptions`. Throws as `createSimulator`
 * does.
 */
export function simulatorFactory(options: Omit<SimulatorOptions, 'journal' | 'tape'>): SimulatorFactory {
  return factoryOf(options, () => undefined);
}

function factoryOf(options: Omit<SimulatorOptions, 'journal'>, prepare: (service: Service) => void): SimulatorFactory {
  const { chosen, request } = wantedWorld(options);
  const { seed, world: name, rules } = request;
  const source = {
    begin: sourceOf(request),
    identity: () => ({ seed, rules, ...lasting(name) }),
    profile: chosen,
    prepare,
  };
  return (own: OwnOptions = options) => simulatorOf(source, own);
}

export type SimulatorSource = Readonly<{
  /** Builds the world at its beginning; `reset` calls it again, and it must return an equal world. */
  begin: () => World;
  /** Identifies the world in a journal. */
  identity: () => Omit<Identity, 'profile' | 'tape'>;
  profile: Profile;
  prepare?: (service: Service) => void;
}>;

/** A simulator of a world that the caller builds. Throws `JournalError` as `createSimulator` does. */
export function simulatorOf(source: SimulatorSource, own: OwnOptions = {}): Simulator {
  const { profile, prepare = () => undefined } = source;
  const begin = (world: World, from: number, run?: JournaledRun): Service => {
    const service = serviceOf(world, profile, own, from, run);
    prepare(service);
    return service;
  };
  const seed = () => source.identity().seed;
  if (own.journal === undefined) {
    const build = (): Service => {
      const { world } = withTape(source.begin(), own.tape);
      return begin(world, world.venue.eventCount);
    };
    return runService(build, own, seed);
  }
  const { directory, ...how } = own.journal;
  const identity = { ...source.identity(), profile: profile.name, ...(own.tape && { tape: own.tape.checksum }) };
  // A world that cannot be built takes no lock.
  let first: ReturnType<typeof withTape> | undefined = withTape(source.begin(), own.tape);
  const journal = openJournal(directory, identity, { ...how, tape: own.tape });
  const build = (): Service => {
    const { world, player } = first ?? withTape(source.begin(), own.tape);
    first = undefined;
    const from = world.venue.eventCount;
    const run = journal(world.venue, player);
    return begin({ ...world, venue: run.venue }, from, run);
  };
  return runService(build, own, seed);
}

/** The world with the tape, whose commands up to the start of the clock are performed. */
function withTape(world: World, tape: Tape | undefined): { readonly world: World; readonly player?: TapePlayer } {
  if (tape === undefined) return { world };
  const player = tape.play();
  const venue = taped(world.venue, player);
  venue.advanceTo(world.startMs);
  return { world: { ...world, venue }, player };
}

function wantedWorld(options: SimulatorOptions) {
  const { profile = 'document', seed = 1, world = 'small', onProgress, skipInvalidMarkets } = options;
  // A copy, so that later changes by the caller have no effect.
  const chosen = typeof profile === 'string' ? loadProfile(profile) : structuredClone(profile);
  // A copy, so that `reset` builds the same world if the caller changes the description.
  const own = typeof world === 'string' ? world : readDescription(world);
  return {
    chosen,
    request: { seed: String(seed), world: own, rules: venueRules(chosen, options), onProgress, skipInvalidMarkets },
  };
}

/** `from`: the number of events at the beginning of the world. */
function serviceOf(
  begun: World,
  profile: Profile,
  { clock, fund, timestamps }: RunOptions,
  from: number,
  journal?: JournaledRun,
): Service {
  const world = withAdditions(profile.clob === undefined ? begun : withPrivateKeys(begun), from);
  return {
    world,
    catalog: createCatalog(world),
    views: createViews(world, profile, journal?.rotations),
    profile,
    ...(journal !== undefined && { journal }),
    ...(profile.clob !== undefined && {
      funding: { ...DEFAULT_FUNDING, ...fund },
      judgesFreshness: typeof clock === 'function' && timestamps !== 'ignored',
    }),
  };
}

/** Runs the service that `build` creates. `reset` calls `build` again, which must return an equal service. */
export function runService(build: () => Service, options: Surrounded = {}, seed = () => ''): Simulator {
  let life = createLife(build(), options);
  let began = life.service.world.venue.eventCount;
  let respond = life.handle;
  let edge: Edge;
  const open = (simulator: Simulator) => {
    respond = options.around?.(life.handle, simulator) ?? life.handle;
    edge = createEdge(life, respond, options, seed);
  };
  const { after, ...watchers } = createWatchers();
  const present = () => life;
  const simulator: Simulator = {
    ...worldActions(present, options, (request) => respond(request), after),
    handle: after((request) => edge.handle(request)),
    now: after(() => catchUp(life, options)),
    advance: after((ms) => advanceBy(life, options, ms)),
    nextDue: after(() => nextDueOf(life, options)),
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
      return namedIn(life.service.world, dialectOf(life.service));
    },
    get profile() {
      return life.service.profile;
    },
    reset() {
      life = createLife(isAsItBegan(life, began) ? life.service : build(), options);
      began = life.service.world.venue.eventCount;
      open(simulator);
      watchers.reset();
    },
    fault(fault) {
      if (!FAULT_SWITCHES.includes(fault)) throw new Error(`fault takes ${FAULT_SWITCHES.join(', ')}, not ${fault}`);
      life.fault = fault;
    },
    faults: (rules) => edge.faults(rules),
    get exchanges() {
      return edge.exchanges;
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
  open(simulator);
  setWatch(simulator, { ...watchParts(present, () => edge, options), subscribe: watchers.subscribe });
  return simulator;
}

/** A service whose clock and log have not moved is as new, except for its counts of requests. */
function isAsItBegan({ service, now }: Life, began: number) {
  const { journal, world } = service;
  return journal === undefined && world.venue.eventCount === began && now === world.startMs;
}

function watchParts(life: () => Life, edge: () => Edge, options: RunOptions): Omit<Watch, 'subscribe'> {
  return {
    service: () => life().service,
    isClockRunning: (options.clock ?? 'virtual') !== 'virtual',
    fault: (message) => edge().message(message),
    reportBug: (path, error) => addBug(life().bugs, options, { error, request: get(path) }),
  };
}

function advanceBy(life: Life, options: RunOptions, ms: number) {
  if (!Number.isSafeInteger(ms) || ms < 0) throw new Error(`advance takes whole milliseconds, 0 or more, not ${ms}`);
  if (ms > 0) advance(life, options, ms);
}

function nextDueOf(life: Life, options: RunOptions): number | undefined {
  const { venue } = life.service.world;
  // Advancing by 0 still does the work that is due now.
  venue.advanceTo(catchUp(life, options));
  const dues = [venue.nextDue(), life.late.nextAt].filter((due) => due !== undefined);
  return dues.length === 0 ? undefined : Math.min(...dues);
}

type WorldActions = Trader & Pick<Simulator, 'command' | 'fill'>;

/** The parts of a simulator that act for the author of a test. */
function worldActions(life: () => Life, options: RunOptions, respond: Handler, after: Watchers['after']): WorldActions {
  const now = () => catchUp(life(), options);
  const command = (words: WorldCommand) => performCommand(life().service, words, now());
  const trader = createTrader(() => ({ service: life().service, handle: respond, now: now() }));
  return {
    ...trader,
    order: after(trader.order),
    cancel: after(trader.cancel),
    command: after(command),
    fill: after(
      (order: string, size?: number) => command({ fill: { order, ...(size !== undefined && { size }) } }).filled ?? 0,
    ),
  };
}

function credentialsOf({ world, profile }: Service): Credentials {
  return {
    sandbox: true,
    wallets: world.accounts.flatMap((account) => walletOf(account, dialectOf({ world, profile }))),
    profile: profile.name,
    markets: [...world.writeMarkets],
  };
}
