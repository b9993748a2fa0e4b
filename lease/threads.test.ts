import { afterEach, describe, expect, it } from 'vitest';
import { type Square, type SquareSettings, squaresProgram } from './fixtures/squares-program.ts';
import { openThreads } from './threads.ts';
import { type ItemEnd, type Lease, type LeaseOptions, type Work, WorkRefused } from './work.ts';

const leases: Lease[] = [];
afterEach(async () => {
  for (const lease of leases.splice(0)) await lease.close();
});

function threads(jobs: number): Lease {
  const lease = openThreads(jobs);
  leases.push(lease);
  return lease;
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

function squaring(settings: SquareSettings, more: Partial<Work<SquareSettings>> = {}): Work<SquareSettings> {
  return { program: squaresProgram, settings, items: upTo(20), rangeSize: 4, silenceMs: 10_000, ...more };
}

type Ran = { readonly outcomes: ReadonlyMap<number, ItemEnd<Square>>; readonly unended: readonly number[] };

/** Every outcome, in order of the items; an item with two outcomes fails. */
async function outcomesOf(
  lease: Lease,
  work: Work<SquareSettings>,
  options: Partial<LeaseOptions<Square>> = {},
): Promise<Ran> {
  const outcomes = new Map<number, ItemEnd<Square>>();
  const onOutcome = (item: number, outcome: ItemEnd<Square>): void => {
    expect(outcomes.has(item), `a second outcome of ${item}`).toBe(false);
    outcomes.set(item, outcome);
    options.onOutcome?.(item, outcome);
  };
  const unended = await lease.run<SquareSettings, Square>(work, { ...options, onOutcome });
  return { outcomes: new Map([...outcomes].sort(([one], [other]) => one - other)), unended };
}

describe('a lease of threads', () => {
  it('has the same outcomes for 1 and 3 threads, for any order of the items', async () => {
    const [one, three] = await Promise.all([
      outcomesOf(threads(1), squaring({ throwsIn: 7 })),
      outcomesOf(threads(3), squaring({ throwsIn: 7 }, { items: upTo(20).toReversed(), rangeSize: 3 })),
    ]);
    expect([...one.outcomes.keys()]).toEqual(upTo(20));
    expect(one.outcomes.get(3)).toEqual({ kind: 'done', result: { square: 9, thread: 1 } });
    expect(one.outcomes.get(7)).toEqual({ kind: 'failed', message: 'one too many' });
    expect(three).toEqual(one);
  });

  it('names the item that hangs, ends or breaks its thread, and runs the rest of its range', async () => {
    const harmful = { hangsIn: 5, endsIn: 9, breaksIn: 12, throwsIn: 13 };
    const { outcomes, unended } = await outcomesOf(threads(2), squaring(harmful, { rangeSize: 7, silenceMs: 300 }));
    expect([...outcomes.keys()]).toEqual(upTo(20));
    expect([...outcomes].filter(([, { kind }]) => kind !== 'done')).toEqual([
      [5, { kind: 'lost', why: 'its thread was silent for 0.3 seconds' }],
      [9, { kind: 'lost', why: 'its thread came to its end' }],
      [12, { kind: 'lost', why: 'its thread broke down: out of turn' }],
      [13, { kind: 'failed', message: 'one too many' }],
    ]);
    expect(unended).toEqual([]);
  });

  it('leases no more ranges once it is stopped, and finishes those that are leased', async () => {
    const stop = new AbortController();
    const options = { stop: stop.signal, onOutcome: () => stop.abort() };
    const { outcomes } = await outcomesOf(threads(1), squaring({}, { items: endless() }), options);
    expect([...outcomes.keys()]).toEqual([0, 1, 2, 3]);
  });

  it('ends items that run when it is interrupted, and names them', async () => {
    const interruption = new AbortController();
    const options = { interruption: interruption.signal, onOutcome: () => interruption.abort() };
    const work = squaring({ hangsIn: 1 }, { items: endless(), rangeSize: 100 });
    const lease = threads(1);
    const { outcomes, unended } = await outcomesOf(lease, work, options);
    expect([[...outcomes.keys()], unended]).toEqual([[0], [1]]);
    expect((await outcomesOf(lease, squaring({}))).outcomes.size).toBe(20);
    expect((await outcomesOf(lease, squaring({}), { interruption: interruption.signal })).outcomes.size).toBe(0);
  });

  it('does not count the time in which a thread starts as silence of an item', async () => {
    const { outcomes } = await outcomesOf(threads(1), squaring({ opening: 'slow' }, { silenceMs: 300 }));
    expect([...outcomes.values()].filter(({ kind }) => kind !== 'done')).toEqual([]);
  });

  it('keeps its threads for the next work, with what they have loaded', async () => {
    const lease = threads(1);
    for (const thread of [1, 2]) {
      const { outcomes } = await outcomesOf(lease, squaring({}));
      expect(outcomes.get(19)).toEqual({ kind: 'done', result: { square: 361, thread } });
    }
  });

  it('starts no thread without a range for it', async () => {
    let started = 0;
    const onWorker = (): void => {
      started += 1;
    };
    process.on('worker', onWorker);
    await outcomesOf(threads(8), squaring({}, { items: [3, 4, 5], rangeSize: 2 }));
    process.off('worker', onWorker);
    expect(started).toBe(2);
  });

  it.each([
    ['refused', WorkRefused, /^such settings are of no use$/],
    ['throws', Error, /^the program squares cannot be opened: no such file$/],
    ['ends', Error, /^a thread of the program squares came to its end before its first item$/],
  ] as const)('rejects if opening the program %s', async (opening, kind, message) => {
    const failed = await outcomesOf(threads(2), squaring({ opening })).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(kind);
    expect(failed).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('rejects if the module is missing or exports no program', async () => {
    const missing = { name: 'missing', module: new URL('./fixtures/missing.ts', import.meta.url) };
    const work = { program: missing, settings: {}, items: [0], rangeSize: 1, silenceMs: 1_000 };
    await expect(threads(1).run(work, { onOutcome: () => undefined })).rejects.toThrow(
      /^the program missing cannot be opened: Cannot find module .*missing\.ts/,
    );
    const empty = { ...work, program: { name: 'empty', module: new URL('./ranges.ts', import.meta.url) } };
    await expect(threads(1).run(empty, { onOutcome: () => undefined })).rejects.toThrow(
      /ranges\.ts exports no program/,
    );
  });

  it('rejects with the error of its caller', async () => {
    const onOutcome = (): void => {
      throw new Error('the caller is at fault');
    };
    const lease = threads(2);
    await expect(lease.run(squaring({}), { onOutcome })).rejects.toThrow('the caller is at fault');
    expect((await outcomesOf(lease, squaring({}))).outcomes.size).toBe(20);
  });
});

function* endless(): Generator<number> {
  for (let item = 0; ; item += 1) yield item;
}
