/** cli/serve/service: the work of `touchstone serve`: builds the service, listens, and stops on a signal. */

import { isIP } from 'node:net';
import { omitUndefined } from '../../base/record.ts';
import { systemCode } from '../../base/system-code.ts';
import { type FaultRule, FaultsError, parseFaults } from '../../sim/faults/rule.ts';
import { type RunningServer, startServer } from '../../sim/http/server.ts';
import { createStreams } from '../../sim/http/streams/streams.ts';
import { JournalError } from '../../sim/journal/journal-error.ts';
import type { Bug } from '../../sim/life.ts';
import { limitRows, type OwnLimits, servedNames } from '../../sim/limiter.ts';
import { type Around, createSimulator, type JournalStatus, type Simulator } from '../../sim/simulator.ts';
import type { SimulatorOptions } from '../../sim/simulator-options.ts';
import { WorldError } from '../../sim/world/world-error.ts';
import { readYamlFile } from '../../sim/world/written/description-file.ts';
import { loadProfile } from '../../spec/profile.ts';
import type { Credentials } from '../../wire/credentials.ts';
import { isLoopback } from '../../wire/loopback.ts';
import type { Handler } from '../../wire/message.ts';
import { assertProfile } from '../deployment/profile-name.ts';
import { worldFault } from '../deployment/world-fault.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { assertApart, namedFiles, writePrivate } from '../files/whole-file.ts';
import { skippingOf } from '../flags/options.ts';
import { withBuildingLine } from '../terminal/building-line.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { jsonText } from '../terminal/json-text.ts';
import { version } from '../version.ts';
import type { ServeFlags } from './command.ts';
import { type Recording, recordingOf } from './recording.ts';

/** Records between two snapshots by default; a restart repeats them in a second or two. */
const SNAPSHOT_EVERY = 100_000;

/** Serves until SIGINT, SIGTERM or SIGHUP; a second SIGINT or SIGTERM ends the process at once. */
export async function serve(flags: ServeFlags): Promise<ExitCode> {
  if (flags.listMutants) {
    const { mutantList } = await import('../mutants/selection.ts');
    process.stdout.write(mutantList(flags.json === true, flags.profile));
  } else await serveService(flags);
  return EXIT.ok;
}

async function serveService(flags: ServeFlags): Promise<void> {
  assertOutputs(flags);
  const { replay, fidelity, speed, markets, hours, agents } = flags;
  if (fidelity !== 'agents' && (markets ?? hours ?? agents) !== undefined)
    throw new CliError('--markets, --hours and --agents describe simulated markets: add --fidelity agents');
  if (replay !== undefined || fidelity === 'agents') return serveMarkets(flags);
  if ((speed ?? fidelity) !== undefined)
    throw new CliError(
      '--speed and --fidelity injected are for recordings: add --replay FILE, or take --fidelity agents',
    );
  const simulator = flags.mutant === undefined ? build(flags) : await buildMutant(flags, flags.mutant);
  await serveAndClose({ simulator }, flags);
}

type Served = Readonly<{
  simulator: Simulator;
  handle?: Handler;
  facts?: object;
  line?: string;
}>;

async function serveMarkets(given: ServeFlags): Promise<void> {
  // The reader of recordings and the traders are loaded when they are needed.
  const { hurried, servedMarketsFlags, servedFacts, servedLine, servedMarkets } = await import('./markets.ts');
  const flags = servedMarketsFlags(given);
  const { world: _, clock: __, ...options } = optionsOf(flags);
  const { served, lastLine } = await servedMarkets(flags, options).catch((error: unknown) => {
    throw asCliError(error);
  });
  const { simulator } = served;
  const handle = flags.speed === 'max' ? hurried(simulator) : simulator.handle;
  const about = { facts: { replay: servedFacts(served, flags) }, line: servedLine(served, flags) };
  await serveAndClose({ simulator, handle, ...about }, flags);
  if (lastLine !== undefined) console.error(`touchstone: ${lastLine()}`);
}

async function serveAndClose(served: Served, flags: ServeFlags): Promise<void> {
  try {
    await serveUntilStopped(served, flags);
  } finally {
    closeOrSay(served.simulator);
  }
}

/** Throws `CliError` before anything runs if a file could not be written, or one would be written over the other. */
function assertOutputs({ record, credentialsOut }: ServeFlags) {
  assertApart(namedFiles({ '--credentials-out': credentialsOut, '--record': record }));
}

/** Throws if the journal has failed meanwhile, or if its last write fails, so that the exit code is not 0. */
function closeOrSay(simulator: Simulator) {
  const failure = simulator.journal?.failure;
  try {
    simulator.close();
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    throw new CliError(error.message, EXIT.failed);
  }
  if (failure !== undefined)
    throw new CliError(`stopped; the journal could not be written any more: ${failure.message}`, EXIT.failed);
}

async function serveUntilStopped(served: Served, flags: ServeFlags): Promise<void> {
  const { simulator, handle = simulator.handle } = served;
  const recording = flags.record === undefined ? undefined : recordingOf(simulator, flags.record, flags);
  const server = await listen(recording ?? { handle, control: simulator }, simulator, flags);
  if (flags.credentialsOut !== undefined) writePrivate(flags.credentialsOut, credentialsText(simulator.credentials));
  // A reader of the first line may send a signal at once.
  const stopped = new Promise<void>((resolve) => void onInterruption(resolve));
  const notices = [...simulator.warnings, ...(simulator.journal?.notices ?? [])];
  for (const notice of notices) console.error(`touchstone: ${notice}`);
  process.stdout.write(flags.json ? machineLine(server, served, flags) : greeting(server, served, flags));
  await stopped;
  await server.close();
  recording?.write();
}

/** How wallets sign follows from the profile, which the file names. */
function credentialsText({ wallets, ...rest }: Credentials) {
  const own = wallets.map(({ dialect: _, ...wallet }) => wallet);
  return jsonText({ ...rest, wallets: own });
}

function build(flags: ServeFlags, around?: Around): Simulator {
  const options = optionsOf(flags);
  try {
    return withBuildingLine(flags.world, (onProgress) => createSimulator({ ...options, onProgress }, around));
  } catch (error) {
    if (error instanceof FaultsError) throw new CliError(`${flags.faults}: ${error.message}`);
    throw asCliError(error);
  }
}

function asCliError(error: unknown): unknown {
  if (error instanceof WorldError) return worldFault(error);
  return error instanceof JournalError ? new CliError(error.message) : error;
}

function optionsOf(flags: ServeFlags) {
  assertProfile(flags.profile);
  if (flags.journal === undefined && (flags.journalSync !== undefined || flags.journalSnapshot !== undefined))
    throw new CliError('--journal-sync and --journal-snapshot are options of a journal: add --journal DIRECTORY');
  if (flags.control && !isLoopback(flags.host))
    throw new CliError(`--control is offered on loopback only: leave out --host ${flags.host} or --control`);
  const { seed, world, profile, limits } = flags;
  const { fund: dollars, fundShares: shares } = flags;
  if ((dollars ?? shares) !== undefined && loadProfile(profile).clob === undefined)
    throw new CliError('--fund and --fund-shares are for accounts of private keys: add --profile polymarket or kuest');
  if (typeof limits === 'object') assertLimits(limits, profile);
  const clock = flags.clock === 'real' ? Date.now : 'virtual';
  const how = omitUndefined({
    // A server can run for weeks: it keeps no exchanges.
    exchangesMax: 0,
    onBug: reportBug,
    fund: omitUndefined({ dollars, shares }),
    settlement: flags.settlement,
    allowlist: flags.allowlist === undefined ? undefined : addresses(flags.allowlist),
    faults: flags.faults === undefined ? undefined : faultsIn(flags.faults),
  });
  return { seed, world, profile, limits, clock, ...skippingOf(flags), ...how, ...journalOf(flags) } as const;
}

function assertLimits(limits: OwnLimits, profile: string) {
  try {
    limitRows(limits, servedNames(loadProfile(profile)));
  } catch (error) {
    throw new CliError(`--${error instanceof Error ? error.message : ''}`);
  }
}

function journalOf(flags: ServeFlags): Pick<SimulatorOptions, 'journal'> {
  const { journal: directory, journalSync: sync = 'interval', journalSnapshot: snapshotEvery = SNAPSHOT_EVERY } = flags;
  if (directory === undefined) return {};
  if (directory === '') throw new CliError('--journal names no folder: name one, such as --journal runs/today');
  const print = (line: string) => console.error(`touchstone: ${line}`);
  const onFailure = ({ message }: JournalError) => print(message);
  return { journal: { directory, snapshotEvery, sync, touchstone: version(), onFailure, onNotice: print } };
}

async function buildMutant(flags: ServeFlags, id: string): Promise<Simulator> {
  const [{ chooseMutant }, { internalsOf }] = await Promise.all([
    import('../mutants/selection.ts'),
    import('../../proof/judge/mutated.ts'),
  ]);
  const { wrap } = chooseMutant(id, flags.profile);
  return build(flags, (handle, simulator) => wrap(handle, internalsOf(simulator)));
}

function addresses(list: string): string[] {
  const items = list.split(',').map((item) => item.trim());
  const wrong = items.find((item) => isIP(item) === 0);
  if (wrong === undefined) return items;
  throw new CliError(`--allowlist takes IP addresses, separated by commas; "${wrong}" is not one`);
}

function reportBug({ error, request }: Bug) {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(`touchstone: error in the simulator at ${request.method} ${request.path}: ${message}`);
}

async function listen(
  service: Pick<Recording, 'handle' | 'control'>,
  simulator: Simulator,
  { host, port, control, profile }: ServeFlags,
): Promise<RunningServer> {
  try {
    const clock = () => service.control.now();
    const streams = loadProfile(profile).clob && createStreams(simulator);
    const offered = omitUndefined({ control: control && service.control, streams });
    return await startServer(service.handle, { host, port, clock, ...offered });
  } catch (error) {
    const code = systemCode(error, '');
    if (code === 'EADDRINUSE')
      throw new CliError(
        `port ${port} on ${host} is in use: choose another with --port, or any free one with --port 0`,
      );
    if (code !== '') throw new CliError(`cannot listen on ${host} port ${port} (${code}): check --host and --port`);
    throw error;
  }
}

function machineLine({ url }: RunningServer, { simulator, facts = {} }: Served, flags: ServeFlags) {
  const { seed, world, profile, clock, control = false, mutant = null } = flags;
  const first = { url, seed, world, profile, clock, control, mutant, hash: simulator.hash(), ...facts };
  if (simulator.journal === undefined) return `${JSON.stringify(first)}\n`;
  const { directory, generation, recovered } = simulator.journal;
  return `${JSON.stringify({ ...first, journal: { directory, generation, recovered } })}\n`;
}

function greeting({ url }: RunningServer, { simulator, line }: Served, flags: ServeFlags): string {
  const own = typeof flags.limits === 'object' ? ', some with own maxima' : '';
  const lines = [
    `touchstone serves ${url}`,
    `  world ${flags.world}, seed ${flags.seed}, profile ${flags.profile}, state ${simulator.hash()}`,
    `  ${flags.clock} clock, now ${new Date(simulator.now()).toISOString()}; ` +
      `limits ${flags.limits === 'off' ? 'off' : 'enforced'}${own}`,
    ...(line === undefined ? [] : [`  ${line}`]),
    ...(flags.mutant === undefined ? [] : [`  mutant ${flags.mutant}: one clause is broken on purpose`]),
    ...(flags.control ? [`  control of time and faults: ${url}/_touchstone/`] : []),
    ...(simulator.journal === undefined ? [] : [`  ${journalLine(simulator.journal)}`]),
    ...(flags.credentialsOut === undefined ? [] : [`  credentials: ${flags.credentialsOut}`]),
    ...(flags.record === undefined ? [] : [`  recording to ${flags.record}, which is written at the end`]),
    '  Ctrl-C stops it',
  ];
  return `${lines.join('\n')}\n`;
}

function journalLine({ directory, generation, recovered }: JournalStatus) {
  const state = recovered === 0 ? 'a new run' : `run ${generation}, continued after ${recovered} records`;
  return `journal ${directory}: ${state}`;
}

/** The list in a YAML or JSON file, alone or as the value of `faults`. Throws `CliError`. */
function faultsIn(file: string): readonly FaultRule[] {
  try {
    const value = readYamlFile(file);
    return parseFaults(Array.isArray(value) ? value : Object(value).faults);
  } catch (error) {
    if (error instanceof FaultsError) throw new CliError(`${file}: ${error.message}`);
    throw error instanceof WorldError ? new CliError(error.message) : error;
  }
}
