/** lease/queue/presence: the workers and coordinators at Redis: members of one set, renewed every second. */
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { parseUnbounded } from '../../base/json.ts';
import { PREFIX } from './range-job.ts';

const Present = z.strictObject({
  id: z.uuid(),
  role: z.enum(['worker', 'coordinator']),
  version: z.string().max(100),
  /** Ranges that a worker runs at a time. */
  jobs: z.int().nonnegative(),
});
export type Present = z.infer<typeof Present>;

export const BEAT_MS = 1_000;
const GONE_AFTER_MS = 5_000;
const KEY = `${PREFIX}:present`;

export type Presence = ReturnType<typeof newPresence>;

/** The clock is that of Redis, because clocks of machines differ. */
export function newPresence(redis: Redis, self: Present) {
  const member = JSON.stringify(self);
  return {
    /** Renews the member and returns who is connected, this one included. */
    async beat(): Promise<readonly Present[]> {
      const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
      const now = seconds * 1_000 + Math.floor(micros / 1_000);
      await redis.zadd(KEY, now, member);
      await redis.zremrangebyscore(KEY, '-inf', now - GONE_AFTER_MS);
      return (await redis.zrange(KEY, 0, -1)).flatMap((text) => Present.safeParse(parseUnbounded(text)).data ?? []);
    },
    async leave(): Promise<void> {
      await redis.zrem(KEY, member);
    },
  };
}
