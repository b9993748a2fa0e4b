/** lease/queue/queue-run: one work on a queue: ranges go out as jobs, results come back, lost ranges go out again. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { rangesOf } from '../ranges.ts';
import { type Json, type LeaseOptions, type Outcome, type Work, WorkRefused } from '../work.ts';
import { BEAT_MS, type Presence, type Present } from './presence.ts';
import { QueueError } from './queue-error.ts';
import { type RangeJob, RangeResult, type RunRecord, runKey } from './range-job.ts';
import { codeOf } from './redis.ts';
import type { RedisAddress } from './redis-address.ts';

export type QueueParts = {
  readonly redis: Redis;
  readonly queue: Queue<RangeJob, RangeResult>;
  readonly presence: Presence;
  /** Ranges that all workers together run at a time. */
  readonly slotsOf: (present: readonly Present[]) => number;
  readonly version: string;
  readonly address: RedisAddress;
};

export type QueueRun = {
  /** Resolves when every item has an outcome, or when the work is stopped or interrupted. Rejects with `QueueError` without Redis. */
  untilEnd(): Promise<void>;
  /** Removes everything that is left of the run. Never rejects. */
  withdraw(): Promise<void>;
};

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

export function newQueueRun<Settings extends Json, Result extends Json>(
  { redis, queue, presence, slotsOf, version, address }: QueueParts,
  work: Work<Settings>,
  { onOutcome, stop, interruption }: LeaseOptions<Result>,
): QueueRun {
  const run = randomUUID();
  const { program, settings, silenceMs } = work;
  const record: RunRecord = { touchstone: version, program: program.name, settings, silenceMs };
  const ranges = rangesOf(work.items, work.rangeSize);
  const out = new Map<string, readonly number[]>();
  const again: (readonly number[])[] = [];
  let added = 0;
  let slots = 0;
  let beatAt = Number.NEGATIVE_INFINITY;
  let isOver = false;

  /** The answer of Redis, or the error that it is away. */
  const asked = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      throw new QueueError('unreachable', `Redis at ${address.name} failed during the work (${codeOf(error)})`);
    }
  };
  const beat = async (): Promise<void> => {
    if (performance.now() - beatAt < BEAT_MS) return;
    beatAt = performance.now();
    await redis.set(runKey(run), JSON.stringify(record), 'PX', RECORD_MS);
    slots = slotsOf(await presence.beat());
  };
  const jobsToAdd = (): Parameters<typeof queue.addBulk>[0] => {
    const jobs: Parameters<typeof queue.addBulk>[0] = [];
    while (out.size < Math.max(RANGES_MIN, slots * RANGES_EACH)) {
      const items = again.shift() ?? (stop?.aborted === true ? undefined : ranges.next().value);
      if (items === undefined) break;
      const jobId = `${run}-${added}`;
      added += 1;
      out.set(jobId, items);
      const opts = { jobId, removeOnComplete: { age: KEPT_SECONDS }, removeOnFail: { age: KEPT_SECONDS } };
      jobs.push({ name: program.name, data: { run, items }, opts });
    }
    return jobs;
  };
  const conclude = (items: readonly number[], { failedReason, returnvalue }: Job<RangeJob, RangeResult>): void => {
    if (failedReason !== undefined && failedReason !== '') {
      // The worker dropped the range because the record of the run was away, or Redis was.
      if (!STALLED.test(failedReason)) again.push(items);
      // A range that ends its workers: each of its items runs alone, until the one at fault is known.
      else if (items.length > 1) again.push(...items.map((item) => [item]));
      else for (const item of items) onOutcome(item, { kind: 'lost', why: 'its worker came to its end' });
      return;
    }
    const { data: result } = RangeResult.safeParse(returnvalue);
    if (result?.kind === 'unusable')
      throw result.isRefused ? new WorkRefused(result.message) : new Error(result.message);
    if (result?.outcomes.length !== items.length) throw new Error('a worker returned a result that cannot be read');
    for (const [place, item] of items.entries()) onOutcome(item, result.outcomes[place] as Outcome<Result>);
  };
  const collect = async (): Promise<void> => {
    const ids = [...out.keys()];
    const jobs = await asked(Promise.all(ids.map((id) => queue.getJob(id))));
    const removals: Promise<unknown>[] = [];
    for (const [place, id] of ids.entries()) {
      const job = jobs[place];
      const items = out.get(id) ?? [];
      if (isOver) break;
      if (job !== undefined && job.finishedOn === undefined) continue;
      out.delete(id);
      // Redis was started again, or a worker dropped it while this process was suspended: the record is renewed at once.
      if (job === undefined) {
        again.push(items);
        beatAt = Number.NEGATIVE_INFINITY;
      } else {
        removals.push(job.remove().catch(() => undefined));
        conclude(items, job);
      }
    }
    await Promise.all(removals);
  };
  const withdrawWaiting = async (): Promise<void> => {
    for (const id of [...out.keys()]) {
      const job = await queue.getJob(id);
      if (job === undefined || (await job.getState()) !== 'waiting') continue;
      await job.remove().then(
        () => out.delete(id),
        () => undefined,
      );
    }
  };
  const loop = async (): Promise<void> => {
    for (let isStopped = false; !isOver; ) {
      await asked(beat());
      if (stop?.aborted === true && !isStopped) {
        isStopped = true;
        await asked(withdrawWaiting());
      }
      const jobs = jobsToAdd();
      if (jobs.length > 0) await asked(queue.addBulk(jobs));
      if (out.size === 0) return;
      await setTimeout(POLL_MS);
      await collect();
    }
  };
  const removeAll = async (): Promise<void> => {
    await redis.del(runKey(run));
    // A job that runs is locked: its worker drops it, because the record of the run is gone.
    await Promise.all([...out.keys()].map(async (id) => (await queue.getJob(id))?.remove().catch(() => undefined)));
  };
  return {
    async untilEnd() {
      await Promise.race([loop(), aborted(interruption)]);
    },
    async withdraw() {
      isOver = true;
      await Promise.race([removeAll().catch(() => undefined), setTimeout(WITHDRAWING_MS, undefined, { ref: false })]);
    },
  };
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
