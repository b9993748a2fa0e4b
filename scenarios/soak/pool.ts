/**
 * scenarios/soak/pool: a soak over many seeds in several threads. Seeds are handed out in order in small ranges; one that
 * never ends, or ends its thread, has failed, and the others of its range are handed out again.
 */
import { newMarks } from './marks.ts';
import type { SeedRun } from './seed-run.ts';
import { newTally, type Tallied } from './tally.ts';
import { type Lost, openThread, silenceFor, type Thread, type ThreadSettings } from './thread.ts';
import type { Trace } from './trace.ts';

export type SoakSettings = ThreadSettings & {
  readonly from: number;
  /** Seeds at most. */
  readonly seeds: number;
  readonly jobs: number;
  /** Keeps the run of every seed, not only those that failed. */
  readonly keepsRuns?: boolean;
  /** Hands out no more seeds once aborted; those that run are finished, within bounds. */
  readonly stop?: AbortSignal;
  /** Waits hardly any longer and leaves failing runs as they are, because somebody waits for the end. */
  readonly interruption?: AbortSignal;
  readonly onProgress?: (done: number, failures: number) => void;
};

export type Soak = Tallied & {
  /** Seeds that were running when nobody waited for them any longer. */
  readonly unended: readonly number[];
  /** Minimal runs of the first failures, one of each kind. */
  readonly traces: readonly Trace[];
};

type Range = { readonly from: number; readonly count: number };

/** Seeds of a thousand commands handed out at a time: a fraction of a second's work. */
const RANGE = { light: 8, full: 4, naive: 2 } as const;
/** Kinds of failures of which one run is made small. */
const SHORTENED_MAX = 3;
/** What a seed that hangs, or ends its thread, has failed in. */
const ENDS = 'ends';
/** How long what runs is waited for: after an interruption, and at most after the time is up. */
const INTERRUPTED_MS = 2_000;
const STOPPED_MS_MAX = 600_000;

/** Runs the seeds. Rejects only where a thread breaks down before it begins a seed. */
export async function soak(settings: SoakSettings): Promise<Soak> {
  const { onProgress, interruption } = settings;
  const tally = newTally(settings.from, settings.keepsRuns === true);
  const ranges = newRanges(settings);
  // A thread takes longer to start than a range of seeds to run.
  const count = Math.min(settings.jobs, Math.ceil(settings.seeds / ranges.size));
  const threads = Array.from({ length: count }, () => openThread(settings));
  const runRanges = async (thread: Thread): Promise<void> => {
    for (let range = ranges.take(); range !== undefined; range = ranges.take()) {
      const answer = await thread.ask({ kind: 'run', ...range });
      if (answer.kind === 'ran') tally.add(range.from, answer.runs, answer.marks);
      if (answer.kind === 'lost') {
        tally.add(answer.seed, [lostRun(answer)], newMarks());
        ranges.giveBack(range, answer.seed);
      }
      onProgress?.(tally.done, tally.failed);
    }
  };
  try {
    await Promise.race([Promise.all(threads.map(runRanges)), endOfPatience(settings)]);
    const unended = threads.flatMap(({ seed }) => seed ?? []).sort((one, other) => one - other);
    if (unended.length > 0) await endAll(threads);
    const result = tally.result();
    if (interruption?.aborted === true) return { ...result, unended, traces: [] };
    const traces = await Promise.race([shortened(result.failures, threads), nothingOnce(interruption)]);
    return { ...result, unended, traces };
  } finally {
    await endAll(threads);
  }
}

function endAll(threads: readonly Thread[]): Promise<unknown> {
  return Promise.all(threads.map((thread) => thread.end()));
}

/** Hands out the seeds in order; of a range that was lost all but the seed that lost it once more. */
function newRanges({ from, seeds, commands, audit, stop, interruption }: SoakSettings) {
  const size = Math.max(1, Math.floor(RANGE[audit] * Math.min(1, 1_000 / commands)));
  const end = from + seeds;
  const again: Range[] = [];
  let next = from;
  return {
    size,
    take(): Range | undefined {
      if (interruption?.aborted === true) return undefined;
      const first = again.shift();
      if (first !== undefined || next >= end || stop?.aborted === true) return first;
      const range = { from: next, count: Math.min(size, end - next) };
      next += range.count;
      return range;
    },
    giveBack(range: Range, lost: number): void {
      const before = { from: range.from, count: lost - range.from };
      const after = { from: lost + 1, count: range.count - before.count - 1 };
      again.push(...[before, after].filter(({ count }) => count > 0));
    },
  };
}

function lostRun({ seed, why }: Lost): SeedRun {
  return {
    seed,
    hash: '',
    commands: 0,
    events: 0,
    failure: { invariant: ENDS, message: `its thread ${why}`, step: 0 },
  };
}

/** When what still runs is no longer waited for. */
function endOfPatience(settings: SoakSettings): Promise<void> {
  const { stop, interruption, silenceMs = silenceFor(settings) } = settings;
  return new Promise((resolve) => {
    const after = (signal: AbortSignal | undefined, milliseconds: number): void =>
      // The threads keep the process alive; this alone does not.
      onceAborted(signal, () => setTimeout(resolve, milliseconds).unref());
    after(interruption, INTERRUPTED_MS);
    // Twice, so that a seed that hangs is found to.
    after(stop, Math.min(2 * silenceMs, STOPPED_MS_MAX));
  });
}

/** No traces as soon as the signal is given. */
function nothingOnce(signal: AbortSignal | undefined): Promise<readonly Trace[]> {
  return new Promise((resolve) => onceAborted(signal, () => resolve([])));
}

function onceAborted(signal: AbortSignal | undefined, act: () => void): void {
  if (signal?.aborted === true) act();
  else signal?.addEventListener('abort', act, { once: true });
}

/** One small run for each of the first kinds of failures. */
async function shortened(failures: readonly SeedRun[], threads: readonly Thread[]): Promise<readonly Trace[]> {
  const seeds = new Map<string, number>();
  for (const { seed, failure } of failures) {
    if (failure !== undefined && failure.invariant !== ENDS && !seeds.has(failure.invariant))
      seeds.set(failure.invariant, seed);
  }
  const chosen = [...seeds.values()].slice(0, SHORTENED_MAX);
  const traces: Trace[] = [];
  const shortenSome = async (thread: Thread): Promise<void> => {
    for (let seed = chosen.shift(); seed !== undefined; seed = chosen.shift()) {
      const answer = await thread.ask({ kind: 'shorten', seed });
      if (answer.kind === 'shortened' && answer.trace !== undefined) traces.push(answer.trace);
    }
  };
  await Promise.all(threads.map(shortenSome));
  return traces.sort((one, other) => one.seed - other.seed);
}
