import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueue } from '../../lease/queue/queue.ts';
import { queueName } from '../../lease/queue/range-job.ts';
import { parseRedisAddress } from '../../lease/queue/redis.ts';
import { openThreads } from '../../lease/threads.ts';
import { type Lease, WorkRefused } from '../../lease/work.ts';
import { seedProgram } from '../../proof/venue/soak/seed-program.ts';
import { type Soak, type SoakSettings, soak } from '../../proof/venue/soak/soak.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { freePort, NO_REDIS, type RedisServer, startRedis } from '../fixtures/redis.ts';
import { run } from '../program.ts';
import { version } from '../version.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const printed = capturePrinted();

type WorkerProcess = ChildProcessByStdio<null, Readable, Readable> & { printed: string };

let redis: RedisServer;
const workers: WorkerProcess[] = [];
const leases: Lease[] = [];

function startWorker(): WorkerProcess {
  const args = [MAIN, 'worker', '--queue', redis.url, '--jobs', '1'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const worker = Object.assign(child, { printed: '' });
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.on('data', (data) => {
      worker.printed += data;
    });
  }
  workers.push(worker);
  return worker;
}

async function queueLease(more: Partial<Parameters<typeof openQueue>[0]> = {}) {
  const address = parseRedisAddress(redis.url);
  const lease = await openQueue({ address, version: version(), onNotice: () => undefined, ...more });
  leases.push(lease);
  return lease;
}

const SEEDS = {
  from: 1,
  seeds: 30,
  commands: 300,
  audit: 'light',
  isCanary: false,
  minimiseMs: 0,
  keepsRuns: true,
} as const;

function soakOn(lease: Lease, more: Partial<SoakSettings> = {}): Promise<Soak> {
  return soak({ ...SEEDS, lease, ...more });
}

describe.skipIf(NO_REDIS !== undefined)(`touchstone worker ${NO_REDIS ?? ''}`, () => {
  let queue: Queue;
  const threads = openThreads(1);
  let expected: Soak;

  beforeAll(async () => {
    redis = await startRedis();
    queue = new Queue(queueName(version()), { connection: { port: redis.port }, prefix: 'touchstone' });
    queue.on('error', () => undefined);
    await Promise.all([startWorker(), startWorker()].map(({ stdout }) => once(stdout, 'data')));
    expected = await soakOn(threads);
  });
  afterAll(async () => {
    for (const lease of leases) await lease.close();
    await threads.close();
    for (const worker of workers) worker.kill('SIGKILL');
    await queue.close();
    await redis.close();
  });

  /** The jobs that workers have taken. */
  const taken = () => queue.getActive();
  const left = () => queue.getJobCountByTypes('waiting', 'active', 'completed', 'failed', 'delayed', 'prioritized');

  it('has the results of threads when a worker is killed in mid-range', async () => {
    const [killed] = workers;
    const counts = new Map<number, number>();
    const lease = await queueLease();
    const counting: Lease = {
      ...lease,
      run: (work, { onOutcome, ...options }) =>
        lease.run(work, {
          ...options,
          onOutcome(item, outcome) {
            counts.set(item, (counts.get(item) ?? 0) + 1);
            onOutcome(item, outcome as never);
          },
        }),
    };
    const soaked = soakOn(counting);
    const isTaken = async () => (await taken()).find(({ processedBy }) => processedBy?.endsWith(`-${killed?.pid}`));
    await expect.poll(isTaken, { timeout: 20_000, interval: 5 }).toBeDefined();
    killed?.kill('SIGKILL');
    // It was not finished, so the range is still there for another worker.
    expect((await isTaken())?.finishedOn).toBeUndefined();
    expect(await soaked).toEqual(expected);
    expect([...counts.values()]).toEqual(SEEDS_RUN.map(() => 1));
    expect(await left()).toBe(0);
    expect(workers[1]?.printed).toMatch(/^range \d+ to \d+ of soak, \d+\.\d s$/m);
  });

  it('keeps the work of several coordinators apart', async () => {
    const [one, other] = await Promise.all([
      soakOn(await queueLease(), { seeds: 12 }),
      soakOn(await queueLease(), { from: 7, seeds: 12 }),
    ]);
    expect(one).toEqual(await soakOn(threads, { seeds: 12 }));
    expect(other).toEqual(await soakOn(threads, { from: 7, seeds: 12 }));
  });

  it('reports work that it cannot use, and goes on', async () => {
    const lease = await queueLease();
    const work = { program: seedProgram, settings: { commands: -1 }, items: [1], rangeSize: 1, silenceMs: 60_000 };
    const options = { onOutcome: () => undefined };
    const refused = lease.run(work, options);
    await expect(refused).rejects.toThrow(WorkRefused);
    await expect(refused).rejects.toThrow(/settings\.commands: Too small/);
    const unknown = { ...work, program: { ...seedProgram, name: 'rm -rf' } };
    await expect(lease.run(unknown, options)).rejects.toThrow(/the worker knows no program "rm -rf"; it knows soak,/);
    await queue.add('soak', { run: '../../..', items: 'all' }, { removeOnFail: true });
    await expect.poll(() => workers[1]?.printed).toContain('a range failed: its job cannot be read');
    expect((await soakOn(lease, { seeds: 2 })).seeds).toBe(2);
  });

  it('removes the work of a coordinator that is interrupted', async () => {
    const interruption = new AbortController();
    const soaked = soakOn(await queueLease(), {
      seeds: 1_000_000,
      commands: 5_000,
      interruption: interruption.signal,
    });
    await expect.poll(async () => (await taken()).length, { interval: 5 }).toBeGreaterThan(0);
    interruption.abort();
    await soaked;
    await expect.poll(left, { timeout: 10_000 }).toBe(0);
  });

  it('does not take work of another version, and both sides say so', async () => {
    const notices: string[] = [];
    const lease = await queueLease({ version: '9.9.9', patienceMs: 500, onNotice: (text) => notices.push(text) });
    const interruption = new AbortController();
    const soaked = soakOn(lease, { interruption: interruption.signal });
    await expect
      .poll(() => notices.join('\n'), { timeout: 10_000 })
      .toMatch(/^waiting for workers: no worker of touchstone 9\.9\.9 is connected .*touchstone worker --queue redis:/);
    expect(notices.join('\n')).toMatch(
      / connected .* \(workers of touchstone 0\.1\.0 cannot take this work\); .*touch/,
    );
    expect(workers[1]?.printed).toContain('work of touchstone 9.9.9 is on the queue; this worker is touchstone 0.1.0');
    interruption.abort();
    expect((await soaked).seeds).toBe(0);
  });

  it('runs mutants as well', async () => {
    expect(await run(['mutants', '--only', 'profile.users-obj*', '--queue', redis.url]), printed.err).toBe(EXIT.ok);
    expect(printed.out).toMatch(
      /^profile\.users-object {2}2\.8\/users\.type {2}killed by profile\.shape\n\n1 of 1 mut/,
    );
    expect(printed.out).toContain('\n1 of 1 mutants killed through their clause, score 1.000\n');
  });

  it('runs everything once more that Redis forgot when it was started again', async () => {
    const soaked = soakOn(await queueLease());
    await expect.poll(async () => (await taken()).length, { interval: 5 }).toBeGreaterThan(0);
    await redis.close();
    redis = await startRedis({ port: redis.port });
    expect(await soaked).toEqual(expected);
  });

  it('gives its range back and exits with 130 at Ctrl-C', async () => {
    const interruption = new AbortController();
    const soaked = soakOn(await queueLease(), { commands: 10_000, interruption: interruption.signal });
    await expect.poll(async () => (await taken()).length, { interval: 5 }).toBeGreaterThan(0);
    const [, worker] = workers;
    worker?.kill('SIGINT');
    expect((await once(worker as WorkerProcess, 'close'))[0]).toBe(EXIT.interrupted);
    expect(await taken()).toEqual([]);
    expect(await left()).toBeGreaterThan(0);
    interruption.abort();
    await soaked;
  });
});

const SEEDS_RUN = Array.from({ length: SEEDS.seeds }, (_, index) => SEEDS.from + index);

describe.skipIf(NO_REDIS !== undefined)(`a queue that cannot be used ${NO_REDIS ?? ''}`, () => {
  const SECRET = 'swordfish%2F1';

  it('is an error with exit code 3 without Redis', async () => {
    expect(await run(['worker', '--queue', `redis://127.0.0.1:${await freePort()}`])).toBe(EXIT.unreachable);
    expect(printed.err).toMatch(
      /^touchstone: Redis cannot be reached at redis:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\): /,
    );
  });

  it.each(['soak', 'worker'])(
    'is an error of %s with exit code 2 for a wrong password, which is not shown',
    async (command) => {
      const guarded = await startRedis({ password: 'right' });
      expect(await run([command, '--queue', guarded.url])).toBe(EXIT.usage);
      expect(printed.err).toContain(`${guarded.url} refuses these credentials (NOAUTH): give its user and password`);
      const url = guarded.url.replace('://', `://:${SECRET}@`);
      expect(await run([command, '--queue', url, '--verbose'])).toBe(EXIT.usage);
      expect(printed.err).toContain('refuses these credentials (WRONGPASS)');
      expect(printed.err + printed.out).not.toContain('swordfish');
      await guarded.close();
    },
  );

  it.each(['localhost', 'http://h', 'redis://', `redis://:${SECRET}@host:port`, 'redis://host/one', 'redis://:%@host'])(
    'is a usage error for the address %s',
    async (address) => {
      expect(await run(['soak', '--queue', address])).toBe(EXIT.usage);
      expect(printed.err).toMatch(/^touchstone: the (?:address|user or password) of the queue is not valid: /);
      expect(printed.err).not.toContain('swordfish');
    },
  );

  it('ends the work when Redis does not come back', async () => {
    const lost = await startRedis();
    const address = parseRedisAddress(lost.url);
    const lease = await openQueue({ address, version: version(), onNotice: () => undefined, patienceMs: 500 });
    const soaked = soakOn(lease);
    await lost.close();
    await expect(soaked).rejects.toThrow(/^Redis at redis:\/\/127\.0\.0\.1:\d+ failed during the work \(/);
    await lease.close();
  });
});
