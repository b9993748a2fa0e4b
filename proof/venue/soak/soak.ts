/** proof/venue/soak/soak: runs many seeds on a lease. A seed that hangs, or ends its thread, has failed. */
import type { ItemEnd, Lease, ProgramName, Work } from '../../../lease/work.ts';
import { newMarks } from './marks.ts';
import { type EachSeed, type Soaked, seedProgram } from './seed-program.ts';
import type { SeedRun } from './seed-run.ts';
import { type ShrinkJob, type ShrinkResult, shrinkProgram } from './shrink-program.ts';
import { newTally, type Tallied } from './tally.ts';
import type { Trace } from './trace.ts';

export type SoakSettings = EachSeed &
  Readonly<{
    from: number;
    seeds: number;
    /** Milliseconds for shrinking one failing run; 0 leaves it unchanged. */
    minimiseMs: number;
    lease: Lease;
    /** Keeps the run of every seed, not only those that failed. */
    keepsRuns?: boolean;
    /** Leases no more seeds once aborted; running seeds may finish, within bounds. */
    stop?: AbortSignal;
    /** The user waits for the end: running seeds get two seconds, and failing runs are not shrunk. */
    interruption?: AbortSignal;
    onProgress?: (done: number, failures: number) => void;
    /** Milliseconds after which a seed counts as hanging. */
    silenceMs?: number;
    /** Replaces the program of the seeds in tests. */
    program?: ProgramName;
  }>;

export type Soak = Tallied & {
  /** Seeds that were still running at the end of the wait. */
  readonly unended: readonly number[];
  /** Shrunk runs of the first failures, one of each kind. */
  readonly traces: readonly Trace[];
};

/** Seeds in a range, for seeds of a thousand commands: a fraction of a second of work. */
const RANGE = { light: 8, full: 4, naive: 2 } as const;
/** Far more milliseconds than the ten or so that a thousand commands take; the naive venue scans everything. */
const SILENCE_MS = 60_000;
const SLOWER = { light: 1, full: 2, naive: 4 } as const;
/** Kinds of failures of which one run is shrunk. */
const SHRUNK_MAX = 3;
/** The invariant that a seed violates if it hangs, or ends its thread. */
const ENDS = 'ends';
/** Waits for running seeds: after an interruption, and at most after the time is up. */
const INTERRUPTED_MS = 2_000;
const STOPPED_MS_MAX = 600_000;

/** Runs the seeds. Rejects if no worker can begin a seed. */
export async function soak(settings: SoakSettings): Promise<Soak> {
  const { lease, from, seeds, stop, interruption, onProgress } = settings;
  const tally = newTally(from, settings.keepsRuns === true);
  const onOutcome = (seed: number, outcome: ItemEnd<Soaked>) => {
    const { run, marks } =
      outcome.kind === 'done' ? outcome.result : { run: lostRun(seed, outcome), marks: newMarks() };
    tally.add(run, marks);
    onProgress?.(tally.done, tally.failed);
  };
  const signals = {
    stop: AbortSignal.any([stop, interruption].flatMap((signal) => signal ?? [])),
    interruption: waitLimit(settings),
  };
  const work = { ...workOf(settings), items: seedsFrom(from, seeds) };
  const unended = await lease.run<EachSeed, Soaked>(work, { onOutcome, ...signals });
  const result = tally.result();
  return { ...result, unended, traces: await shrinkFailures(result.failures, settings, interruption) };
}

function workOf(settings: SoakSettings): Omit<Work<EachSeed>, 'items'> {
  const { commands, audit, isCanary, program = seedProgram } = settings;
  const rangeSize = Math.max(1, Math.floor(RANGE[audit] * Math.min(1, 1_000 / commands)));
  return { program, settings: { commands, audit, isCanary }, rangeSize, silenceMs: silenceOf(settings) };
}

function silenceOf({ commands, audit, silenceMs }: SoakSettings) {
  return silenceMs ?? SILENCE_MS * SLOWER[audit] * Math.max(1, commands / 1_000);
}

function* seedsFrom(from: number, count: number): Generator<number> {
  for (let seed = from; seed < from + count; seed += 1) yield seed;
}

function lostRun(seed: number, outcome: Exclude<ItemEnd<Soaked>, { kind: 'done' }>): SeedRun {
  const message = outcome.kind === 'lost' ? outcome.why : `it threw: ${outcome.message}`;
  return { seed, hash: '', commands: 0, events: 0, failure: { invariant: ENDS, message, step: 0 } };
}

/** Aborts when running seeds are no longer awaited. */
function waitLimit(settings: SoakSettings): AbortSignal {
  const { stop, interruption } = settings;
  const end = new AbortController();
  const after = (signal: AbortSignal | undefined, milliseconds: number) => {
    // The lease keeps the process alive; this timer must not.
    const wait = (): void => void setTimeout(() => end.abort(), milliseconds).unref();
    if (signal?.aborted === true) wait();
    else signal?.addEventListener('abort', wait, { once: true });
  };
  after(interruption, INTERRUPTED_MS);
  // Twice the limit, so that a seed that hangs is found.
  after(stop, Math.min(2 * silenceOf(settings), STOPPED_MS_MAX));
  return end.signal;
}

/** Shrinks one run of each of the first kinds of failures. */
async function shrinkFailures(
  failures: readonly SeedRun[],
  settings: SoakSettings,
  interruption: AbortSignal | undefined,
): Promise<readonly Trace[]> {
  const seeds = new Map<string, number>();
  for (const { seed, failure } of failures) {
    if (failure !== undefined && failure.invariant !== ENDS && !seeds.has(failure.invariant))
      seeds.set(failure.invariant, seed);
  }
  const { lease, minimiseMs } = settings;
  const work: Work<ShrinkJob> = {
    program: shrinkProgram,
    settings: { ...workOf(settings).settings, minimiseMs },
    items: [...seeds.values()].slice(0, SHRUNK_MAX),
    rangeSize: 1,
    silenceMs: silenceOf(settings) + minimiseMs,
  };
  const traces: Trace[] = [];
  const onOutcome = (_: number, outcome: ItemEnd<ShrinkResult>) => {
    if (outcome.kind === 'done' && outcome.result.trace !== undefined) traces.push(outcome.result.trace);
  };
  await lease.run(work, { onOutcome, ...(interruption !== undefined && { interruption }) });
  return interruption?.aborted === true ? [] : traces.sort((one, other) => one.seed - other.seed);
}
