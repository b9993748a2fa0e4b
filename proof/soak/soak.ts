/** proof/soak/soak: a soak over many seeds on a lease. A seed that never ends, or ends its thread, has failed. */
import type { Lease, Outcome, ProgramName, Work } from '../../lease/work.ts';
import { newMarks } from './marks.ts';
import { type EachSeed, type Soaked, seedProgram } from './seed-program.ts';
import type { SeedRun } from './seed-run.ts';
import { type ShrinkJob, type ShrinkResult, shrinkProgram } from './shrink-program.ts';
import { newTally, type Tallied } from './tally.ts';
import type { Trace } from './trace.ts';

export type SoakSettings = EachSeed & {
  readonly from: number;
  /** Seeds at most. */
  readonly seeds: number;
  /** Milliseconds for making one failing run small; 0 leaves it as it is. */
  readonly minimiseMs: number;
  readonly lease: Lease;
  /** Keeps the run of every seed, not only those that failed. */
  readonly keepsRuns?: boolean;
  /** Leases no more seeds once aborted; those that run are finished, within bounds. */
  readonly stop?: AbortSignal;
  /** The user waits for the end: seeds that run get two seconds, and failing runs stay as they are. */
  readonly interruption?: AbortSignal;
  readonly onProgress?: (done: number, failures: number) => void;
  /** Milliseconds in one seed after which it hangs. */
  readonly silenceMs?: number;
  /** Replaces the program of the seeds in tests. */
  readonly program?: ProgramName;
};

export type Soak = Tallied & {
  /** Seeds that were running when they were no longer waited for. */
  readonly unended: readonly number[];
  /** Minimal runs of the first failures, one of each kind. */
  readonly traces: readonly Trace[];
};

/** Seeds of a thousand commands in a range: a fraction of a second's work. */
const RANGE = { light: 8, full: 4, naive: 2 } as const;
/** Far more milliseconds than a thousand commands take, which is some ten; the plain venue scans all it has. */
const SILENCE_MS = 60_000;
const SLOWER = { light: 1, full: 2, naive: 4 } as const;
/** Kinds of failures of which one run is made small. */
const SHRUNK_MAX = 3;
/** The invariant that a seed violates if it hangs, or ends its thread. */
const ENDS = 'ends';
/** How long seeds that run are waited for: after an interruption, and at most after the time is up. */
const INTERRUPTED_MS = 2_000;
const STOPPED_MS_MAX = 600_000;

/** Runs the seeds. Rejects if no worker can begin a seed. */
export async function soak(settings: SoakSettings): Promise<Soak> {
  const { lease, from, seeds, stop, interruption, onProgress } = settings;
  const tally = newTally(from, settings.keepsRuns === true);
  const onOutcome = (seed: number, outcome: Outcome<Soaked>): void => {
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

function silenceOf({ commands, audit, silenceMs }: SoakSettings): number {
  return silenceMs ?? SILENCE_MS * SLOWER[audit] * Math.max(1, commands / 1_000);
}

function* seedsFrom(from: number, count: number): Generator<number> {
  for (let seed = from; seed < from + count; seed += 1) yield seed;
}

function lostRun(seed: number, outcome: Exclude<Outcome<Soaked>, { kind: 'done' }>): SeedRun {
  const message = outcome.kind === 'lost' ? outcome.why : `it threw: ${outcome.message}`;
  return { seed, hash: '', commands: 0, events: 0, failure: { invariant: ENDS, message, step: 0 } };
}

/** Aborted when seeds that still run are no longer waited for. */
function waitLimit(settings: SoakSettings): AbortSignal {
  const { stop, interruption } = settings;
  const end = new AbortController();
  const after = (signal: AbortSignal | undefined, milliseconds: number): void => {
    // The lease keeps the process alive; this alone does not.
    const wait = (): void => void setTimeout(() => end.abort(), milliseconds).unref();
    if (signal?.aborted === true) wait();
    else signal?.addEventListener('abort', wait, { once: true });
  };
  after(interruption, INTERRUPTED_MS);
  // Twice, so that a seed that hangs is found to.
  after(stop, Math.min(2 * silenceOf(settings), STOPPED_MS_MAX));
  return end.signal;
}

/** One small run for each of the first kinds of failures. */
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
  const onOutcome = (_: number, outcome: Outcome<ShrinkResult>): void => {
    if (outcome.kind === 'done' && outcome.result.trace !== undefined) traces.push(outcome.result.trace);
  };
  await lease.run(work, { onOutcome, ...(interruption === undefined ? {} : { interruption }) });
  return interruption?.aborted === true ? [] : traces.sort((one, other) => one.seed - other.seed);
}
