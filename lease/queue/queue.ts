/** lease/queue/queue: a lease whose workers are on other machines: BullMQ on Redis, polled to notice every loss. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Lease } from '../work.ts';
import { newPresence, type Present } from './presence.ts';
import { QueueRun } from './queue-run.ts';
import { PREFIX, queueName, type RangeJob, type RangeResult } from './range-job.ts';
import { connectRedis, loadPackage, type RedisAddress } from './redis.ts';

export type QueueOptions = Readonly<{
  address: RedisAddress;
  version: string;
  /** Called when no worker is connected, and when Redis is away. */
  onNotice: (text: string) => void;
  /** Milliseconds without Redis after which the work fails. */
  patienceMs?: number;
}>;

const PATIENCE_MS = 30_000;
const NO_WORKER_MS = 3_000;
/** Redis may be away. */
const CLOSING_MS = 2_000;

export async function openQueue(options: QueueOptions): Promise<Lease> {
  const { address, version, onNotice, patienceMs = PATIENCE_MS } = options;
  const { Queue } = await loadPackage('bullmq', () => import('bullmq'));
  const redis = await connectRedis(address, { patienceMs, onNotice });
  const queue = new Queue<RangeJob, RangeResult>(queueName(version), {
    connection: redis,
    prefix: PREFIX,
    streams: { events: { maxLen: 1_000 } },
  });
  // A command that waits for Redis reports the error.
  queue.on('error', () => undefined);
  const presence = newPresence(redis, { id: randomUUID(), role: 'coordinator', version, jobs: 0 });
  const slotsOf = newWorkerCount(options);
  return {
    async run(work, leaseOptions) {
      const run = new QueueRun({ redis, queue, presence, slotsOf, version, address }, work, leaseOptions);
      try {
        await run.untilEnd();
        return [];
      } finally {
        await run.withdraw();
      }
    },
    async close() {
      const closed = Promise.allSettled([presence.leave(), queue.close()]);
      await Promise.race([closed, setTimeout(CLOSING_MS, undefined, { ref: false })]);
      redis.disconnect();
    },
  };
}

/** The threads of all workers of this version. Gives notice when there has been none for seconds. */
function newWorkerCount({
  version,
  address,
  onNotice,
  patienceMs = PATIENCE_MS,
}: QueueOptions): (present: readonly Present[]) => number {
  let since: number | undefined = performance.now();
  return (present) => {
    const workers = present.filter(({ role }) => role === 'worker');
    const own = workers.filter((worker) => worker.version === version);
    if (own.length > 0) since = performance.now();
    else if (since !== undefined && performance.now() - since > Math.min(NO_WORKER_MS, patienceMs)) {
      since = undefined;
      const others = [...new Set(workers.map((worker) => worker.version))];
      const unfit = others.length === 0 ? '' : ` (workers of touchstone ${others.join(', ')} cannot take this work)`;
      onNotice(
        `waiting for workers: no worker of touchstone ${version} is connected to ${address.name}${unfit}; ` +
          `start one there or on another machine: touchstone worker --queue ${address.name}`,
      );
    }
    return own.reduce((sum, { jobs }) => sum + jobs, 0);
  };
}
