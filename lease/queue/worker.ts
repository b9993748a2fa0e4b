/** lease/queue/worker: takes ranges from the queue and runs them in threads. Each job gets a result or goes back. */
import { randomUUID } from 'node:crypto';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { parseUnbounded } from '../../base/json.ts';
import { type LeasedThread, openThread } from '../thread.ts';
import { type ItemEnd, type Json, type ProgramName, type Work, WorkRefused } from '../work.ts';
import { BEAT_MS, newPresence, type Present } from './presence.ts';
import { PREFIX, queueName, RangeJob, type RangeResult, RunRecord, runKey } from './range-job.ts';
import { connectRedis, loadPackage, type RedisAddress } from './redis.ts';

export type WorkerOptions = Readonly<{
  address: RedisAddress;
  version: string;
  /** Recorded in the jobs that it has taken. */
  name: string;
  jobs: number;
  /** Programs that may run, by name. */
  programs: readonly WorkerProgram[];
  onRange: (range: RangeReport) => void;
  onNotice: (text: string) => void;
}>;

export type WorkerProgram = ProgramName & {
  /** The settings as they apply on this machine. Throws `WorkRefused` for work that it does not take. */
  readonly localSettings?: (settings: Json) => Json;
};

export type RangeReport = Readonly<{
  program: string;
  items: readonly number[];
  milliseconds: number;
  result: RangeResult;
}>;

export type QueueWorker = {
  /** Returns running ranges to the queue. */
  close(): Promise<void>;
};

/** A worker that was killed loses its ranges after so long without renewing their locks. */
const LOCK_MS = 3_000;
const STALLED_CHECK_MS = 1_000;
/** How often a range may lose its worker before it counts as the cause. */
const STALLS_MAX = 2;
const RETRY_MS = 1_000;
const CLOSING_MS = 3_000;

export async function openWorker(options: WorkerOptions): Promise<QueueWorker> {
  const { address, version, name, jobs, onNotice } = options;
  const { Worker, WaitingError } = await loadPackage('bullmq', () => import('bullmq'));
  const redis = await connectRedis(address, { onNotice });
  const presence = newPresence(redis, { id: randomUUID(), role: 'worker', version, jobs });
  const ranges = new RangeRunner(redis, options);
  const perform = async (job: Job, token: string | undefined): Promise<RangeResult> => {
    const result = await ranges.perform(job);
    if (result !== 'closing') return result;
    await job.moveToWait(token);
    throw new WaitingError();
  };
  const worker = new Worker<RangeJob, RangeResult>(queueName(version), perform, {
    connection: redis,
    prefix: PREFIX,
    name,
    concurrency: jobs,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: STALLS_MAX,
    runRetryDelay: RETRY_MS,
  });
  // The connection gives notice when Redis is away; a range whose lock was lost meanwhile is run by another.
  worker.on('error', () => undefined);
  worker.on('completed', (job) => void ranges.removeOrphan(job));
  worker.on('failed', (job, error) => {
    if (!(error instanceof Abandoned)) onNotice(`a range failed: ${error.message}`);
    void ranges.removeOrphan(job);
  });
  const noticeVersions = newVersionNotice(version, onNotice);
  const beat = async () => {
    noticeVersions(await presence.beat());
    await ranges.dropAbandoned();
  };
  const clock = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
  await beat();
  return {
    async close() {
      clearInterval(clock);
      const closed = Promise.all([worker.close(), presence.leave(), ...ranges.endActive()]);
      const deadline = new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref());
      await Promise.race([closed, deadline]).catch(() => undefined);
      await ranges.endIdle();
      redis.disconnect();
    },
  };
}

/** Runs ranges in threads, which it keeps. */
class RangeRunner {
  readonly #redis: Redis;
  readonly #options: WorkerOptions;
  readonly #runs = new Map<string, Promise<Run>>();
  readonly #active = new Set<{ readonly run: string; readonly thread: LeasedThread }>();
  readonly #idle: LeasedThread[] = [];
  #isClosing = false;

  constructor(redis: Redis, options: WorkerOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  /** The result of a job, or that the worker is closing and has not finished it. Rejects with `Abandoned`. */
  async perform(job: Job): Promise<RangeResult | 'closing'> {
    const { data } = RangeJob.safeParse(job.data);
    if (data === undefined) throw new Error('its job cannot be read');
    const { run: id, items } = data;
    const run = await this.#runOf(id);
    if (run === undefined) throw new Abandoned();
    if ('unusable' in run) return { kind: 'unusable', isRefused: true, message: run.unusable };
    const thread = this.#idle.pop() ?? openThread();
    const entry = { run: id, thread };
    this.#active.add(entry);
    const start = performance.now();
    const result = await runRange(thread, run.work, items);
    this.#active.delete(entry);
    this.#idle.push(thread);
    if (this.#isClosing) return 'closing';
    if (result === undefined) throw new Abandoned();
    this.#options.onRange({ program: run.work.program.name, items, milliseconds: performance.now() - start, result });
    return result;
  }

  #runOf(id: string): Promise<Run> {
    const { version, programs } = this.#options;
    const run = this.#runs.get(id) ?? findRun(this.#redis, id, version, programs);
    this.#runs.set(id, run);
    // Redis that was restarted has no record until the coordinator renews it.
    const forget = () => this.#runs.delete(id);
    run.then((found) => found ?? forget(), forget);
    return run;
  }

  /** Removes a finished job whose coordinator is gone. Never rejects. */
  async removeOrphan(job: Job<RangeJob, RangeResult> | undefined): Promise<void> {
    try {
      if (job !== undefined && !(await this.#hasRecord(job.data.run))) await job.remove();
    } catch {
      // Jobs that are left expire.
    }
  }

  async dropAbandoned(): Promise<void> {
    for (const id of this.#runs.keys()) {
      if (await this.#hasRecord(id)) continue;
      this.#runs.delete(id);
      for (const { run, thread } of this.#active) if (run === id) void thread.end();
    }
  }

  async #hasRecord(run: string) {
    return (await this.#redis.exists(runKey(run))) === 1;
  }

  /** Ends the ranges that run; their jobs return to the queue. */
  endActive(): readonly Promise<void>[] {
    this.#isClosing = true;
    return [...this.#active].map(({ thread }) => thread.end());
  }

  async endIdle(): Promise<void> {
    await Promise.all(this.#idle.map((thread) => thread.end()));
  }
}

/** The coordinator of a range is gone, so its result would not be read. */
class Abandoned extends Error {
  constructor() {
    super('its coordinator is gone');
  }
}

/** Undefined for a run whose coordinator is gone. */
type Run = { readonly work: Work<Json> } | { readonly unusable: string } | undefined;

/** The record of a run is hostile until it is parsed. */
async function findRun(redis: Redis, id: string, version: string, programs: readonly WorkerProgram[]): Promise<Run> {
  const text = await redis.get(runKey(id));
  if (text === null) return undefined;
  const record = RunRecord.safeParse(parseUnbounded(text)).data;
  if (record === undefined) return { unusable: 'the record of the run cannot be read' };
  const { touchstone, program: name, settings, silenceMs } = record;
  if (touchstone !== version)
    return { unusable: `the work is of touchstone ${touchstone}, the worker is touchstone ${version}` };
  const program = programs.find((known) => known.name === name);
  if (program === undefined) {
    const known = programs.map((one) => one.name).join(', ');
    return { unusable: `the worker knows no program "${name}"; it knows ${known}` };
  }
  try {
    const local = program.localSettings?.(settings) ?? settings;
    return { work: { program, settings: local, items: [], rangeSize: 1, silenceMs } };
  } catch (error) {
    if (error instanceof WorkRefused) return { unusable: error.message };
    throw error;
  }
}

/** Undefined if the thread was ended before the last item. */
async function runRange(
  thread: LeasedThread,
  work: Work<Json>,
  items: readonly number[],
): Promise<RangeResult | undefined> {
  const outcomes: ItemEnd<Json>[] = [];
  try {
    await thread.run(work, items, (_, outcome) => outcomes.push(outcome));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'unusable', isRefused: error instanceof WorkRefused, message };
  }
  return outcomes.length === items.length ? { kind: 'ran', outcomes } : undefined;
}

/** Gives notice once that coordinators of other versions are connected, because their jobs are invisible here. */
function newVersionNotice(version: string, onNotice: (text: string) => void): (present: readonly Present[]) => void {
  const noticed = new Set<string>();
  return (present) => {
    for (const other of present) {
      if (other.role === 'worker' || other.version === version || noticed.has(other.version)) continue;
      noticed.add(other.version);
      onNotice(
        `work of touchstone ${other.version} is on the queue; ` +
          `this worker is touchstone ${version} and cannot take it: install the same version`,
      );
    }
  };
}
