import { describe, expect, it } from 'vitest';
import { squaresProgram } from '../fixtures/squares-program.ts';
import type { ItemEnd } from '../work.ts';
import { type QueueParts, QueueRun } from './queue-run.ts';
import { parseRedisAddress } from './redis.ts';

type Ended = { readonly failedReason?: string; readonly returnvalue?: unknown };

/** A queue whose jobs end at once, as `end` says; undefined for a job that Redis has lost. */
function partsWith(
  end: (items: readonly number[]) => Ended | undefined,
  leased: (readonly number[])[] = [],
): QueueParts {
  const jobs = new Map<string, object | undefined>();
  const queue = {
    async addBulk(added: readonly { data: { items: readonly number[] }; opts: { jobId: string } }[]) {
      for (const { data, opts } of added) {
        leased.push(data.items);
        const ended = end(data.items);
        jobs.set(opts.jobId, ended && { finishedOn: 1, remove: async () => jobs.delete(opts.jobId), ...ended });
      }
    },
    getJob: async (id: string) => jobs.get(id),
  };
  const redis = { set: async () => 'OK', del: async () => 1 };
  const presence = { beat: async () => [], leave: async () => undefined };
  const address = parseRedisAddress('redis://localhost');
  return { redis, queue, presence, slotsOf: () => 1, version: '1', address } as unknown as QueueParts;
}

const ran = (items: readonly number[]): Ended => ({
  returnvalue: { kind: 'ran', outcomes: items.map((item) => ({ kind: 'done', result: item })) },
});

async function outcomesOf(parts: QueueParts): Promise<readonly (readonly [number, ItemEnd<number>])[]> {
  const outcomes: [number, ItemEnd<number>][] = [];
  const work = { program: squaresProgram, settings: {}, items: [1, 2, 3, 4, 5], rangeSize: 4, silenceMs: 1 };
  const run = new QueueRun<Record<string, number>, number>(parts, work, {
    onOutcome: (...outcome) => outcomes.push(outcome),
  });
  await run.untilEnd();
  return outcomes.sort(([one], [other]) => one - other);
}

describe('work on a queue', () => {
  it('runs the items of a range alone that ends its workers, and loses the one at fault', async () => {
    const leased: (readonly number[])[] = [];
    const end = (items: readonly number[]): Ended =>
      items.includes(3) ? { failedReason: 'job stalled more than allowable limit' } : ran(items);
    expect(await outcomesOf(partsWith(end, leased))).toEqual(
      [1, 2, 3, 4, 5].map((item) =>
        item === 3
          ? [item, { kind: 'lost', why: 'its worker came to its end' }]
          : [item, { kind: 'done', result: item }],
      ),
    );
    expect(leased).toEqual([[1, 2, 3, 4], [5], [1], [2], [3], [4]]);
  });

  it.each([
    ['dropped', { failedReason: 'its coordinator is gone' }],
    ['forgotten', undefined],
  ] as const)('leases a range again that was %s', async (_, ended) => {
    let isFirst = true;
    const end = (items: readonly number[]): Ended | undefined => {
      const isLost = isFirst;
      isFirst = false;
      return isLost ? ended : ran(items);
    };
    expect((await outcomesOf(partsWith(end))).map(([item, { kind }]) => `${item} ${kind}`)).toEqual([
      '1 done',
      '2 done',
      '3 done',
      '4 done',
      '5 done',
    ]);
  });

  it.each([[undefined], ['{}'], [{ kind: 'ran', outcomes: [] }]])('rejects for the result %j', async (returnvalue) => {
    const parts = partsWith(() => ({ returnvalue }));
    await expect(outcomesOf(parts)).rejects.toThrow('a worker returned a result that cannot be read');
  });
});
