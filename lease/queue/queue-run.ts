/** lease/queue/queue-run: one run of work on a queue: sends ranges as jobs, and again if lost; receives results. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { rangesOf } from '../ranges.ts';
import { type ItemEnd, type Json, type LeaseOptions, type Work, WorkRefused } from '../work.ts';
import { BEAT_MS, type Presence, type Present } from './presence.ts';
import { QueueError } from './queue-error.ts';
import { type RangeJob, RangeResult, type RunRecord, runKey } from './range-job.ts';
import { codeOf, type RedisAddress } from './redis.ts';

export type QueueParts = Readonly<{
  redis: Redis;
  queue: Queue<RangeJob, RangeResult>;
  presence: Presence;
  /** Ranges that all workers together run at a time. */
  slotsOf: (present: readonly Present[]) => number;
  version: string;
  address: RedisAddress;
}>;

const POLL_MS = 50;
/** Ranges that are out for each slot of the workers, and before any worker is connected. */
const RANGES_EACH = 3;
const RANGES_MIN = 8;
/** A coordinator that has not renewed the record of its run for so long is gone. */
const RECORD_MS = 10_000;
/** Why BullMQ fails a job whose workers came to their end too often. */
const STALLED = /^job stalled/;
const WITHDRAWING_MS = 2_000;
/** Of a job that its coordinator did not remove. */
const KEPT_SECONDS = 3_600;

export class QueueRun<Settings extends Json, Result extends Json> {
  readonly #parts: QueueParts;
  readonly #work: Work<Settings>;
  readonly #options: LeaseOptions<Result>;
  readonly #run = randomUUID();
  readonly #ranges: ReturnType<typeof rangesOf>;
  /** The items of the jobs that are out, by job id. */
  readonly #out = new Map<string, readonly number[]>();
  readonly #again: (readonly number[])[] = [];
  #added = 0;
  #slots = 0;
  #beatAt = -Infinity;
  #isOver = false;

  constructor(parts: QueueParts, work: Work<Settings>, options: LeaseOptions<Result>) {
    this.#parts = parts;
    this.#work = work;
    this.#options = options;
    this.#ranges = rangesOf(work.items, work.rangeSize);
  }

  /** Resolves when every item has an outcome or the work is stopped. Rejects with `QueueError` without Redis. */
  async untilEnd(): Promise<void> {
    await Promise.race([this.#loop(), aborted(this.#options.interruption)]);
  }

  /** Removes everything that is left of the run. Never rejects. */
  async withdraw(): Promise<void> {
    this.#isOver = true;
    const removed = this.#removeAll().catch(() => undefined);
    await Promise.race([removed, setTimeout(WITHDRAWING_MS, undefined, { ref: false })]);
  }

  async #loop() {
    for (let isStopped = false; !this.#isOver; ) {
      await this.#reached(this.#beat());
      if (this.#options.stop?.aborted && !isStopped) {
        isStopped = true;
        await this.#reached(this.#withdrawWaiting());
      }
      const jobs = this.#jobsToAdd();
      if (jobs.length > 0) await this.#reached(this.#parts.queue.addBulk(jobs));
      if (this.#out.size === 0) return;
      await setTimeout(POLL_MS);
      await this.#collect();
    }
  }

  /** The response of Redis. Rejects with `QueueError` if Redis is away. */
  async #reached<Response>(response: Promise<Response>): Promise<Response> {
    try {
      return await response;
    } catch (error) {
      const message = `Redis at ${this.#parts.address.name} failed during the work (${codeOf(error)})`;
      throw new QueueError('unreachable', message);
    }
  }

  async #beat() {
    if (performance.now() - this.#beatAt < BEAT_MS) return;
    this.#beatAt = performance.now();
    const { redis, slotsOf, presence, version } = this.#parts;
    const { program, settings, silenceMs } = this.#work;
    const record: RunRecord = { touchstone: version, program: program.name, settings, silenceMs };
    await redis.set(runKey(this.#run), JSON.stringify(record), 'PX', RECORD_MS);
    this.#slots = slotsOf(await presence.beat());
  }

  #jobsToAdd(): Parameters<QueueParts['queue']['addBulk']>[0] {
    const jobs: Parameters<QueueParts['queue']['addBulk']>[0] = [];
    while (this.#out.size < Math.max(RANGES_MIN, this.#slots * RANGES_EACH)) {
      const isStopped = this.#options.stop?.aborted === true;
      const items = this.#again.shift() ?? (isStopped ? undefined : this.#ranges.next().value);
      if (items === undefined) break;
      const jobId = `${this.#run}-${this.#added}`;
      this.#added += 1;
      this.#out.set(jobId, items);
      const opts = { jobId, removeOnComplete: { age: KEPT_SECONDS }, removeOnFail: { age: KEPT_SECONDS } };
      jobs.push({ name: this.#work.program.name, data: { run: this.#run, items }, opts });
    }
    return jobs;
  }

  async #collect() {
    const ids = [...this.#out.keys()];
    const jobs = await this.#reached(Promise.all(ids.map((id) => this.#parts.queue.getJob(id))));
    const removals: Promise<unknown>[] = [];
    for (const [place, id] of ids.entries()) {
      const job = jobs[place];
      const items = this.#out.get(id) ?? [];
      if (this.#isOver) break;
      if (job !== undefined && job.finishedOn === undefined) continue;
      this.#out.delete(id);
      // Redis was restarted, or the job dropped while this process was suspended: the record is renewed.
      if (job === undefined) {
        this.#again.push(items);
        this.#beatAt = -Infinity;
      } else {
        removals.push(job.remove().catch(() => undefined));
        this.#conclude(items, job);
      }
    }
    await Promise.all(removals);
  }

  #conclude(items: readonly number[], { failedReason, returnvalue }: Job<RangeJob, RangeResult>): void {
    const { onOutcome } = this.#options;
    if (failedReason !== undefined && failedReason !== '') {
      // The worker dropped the range because the record of the run was away, or Redis was.
      if (!STALLED.test(failedReason)) this.#again.push(items);
      // A range that ends its workers: each of its items runs alone, until the one at fault is known.
      else if (items.length > 1) this.#again.push(...items.map((item) => [item]));
      else for (const item of items) onOutcome(item, { kind: 'lost', why: 'its worker came to its end' });
      return;
    }
    const { data: result } = RangeResult.safeParse(returnvalue);
    if (result?.kind === 'unusable')
      throw result.isRefused ? new WorkRefused(result.message) : new Error(result.message);
    if (result?.outcomes.length !== items.length) throw new Error('a worker returned a result that cannot be read');
    for (const [place, item] of items.entries()) onOutcome(item, result.outcomes[place] as ItemEnd<Result>);
  }

  async #withdrawWaiting() {
    for (const id of [...this.#out.keys()]) {
      const job = await this.#parts.queue.getJob(id);
      if (job === undefined || (await job.getState()) !== 'waiting') continue;
      await job.remove().then(
        () => this.#out.delete(id),
        () => undefined,
      );
    }
  }

  async #removeAll() {
    const { redis, queue } = this.#parts;
    await redis.del(runKey(this.#run));
    // A running job is locked: its worker drops it, because the record of the run is gone.
    const removals = [...this.#out.keys()].map(async (id) => (await queue.getJob(id))?.remove().catch(() => undefined));
    await Promise.all(removals);
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
