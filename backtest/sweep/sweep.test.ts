/** backtest/sweep tests: the order of trials does not matter, failures count, no choice knows the future. */
import { afterEach, describe, expect, it } from 'vitest';
import { WorkRefused } from '../../lease/work.ts';
import { inlineLease } from './fixtures/inline-lease.ts';
import { HOLDER, newSweep, type SweepFiles, second } from './fixtures/sweep-files.ts';
import { program } from './program.ts';
import { bestOf } from './scores.ts';
import type { SweepSettings, TrialResult } from './settings.ts';
import { scoresOf } from './sweep.ts';

const opened: SweepFiles[] = [];
const sweepOf = async (...given: Parameters<typeof newSweep>): Promise<SweepFiles> => {
  const made = await newSweep(...given);
  opened.push(made);
  return made;
};
afterEach(() => {
  for (const each of opened.splice(0)) each.remove();
});

const lists = (...given: readonly (readonly [string, ...number[]])[]): SweepSettings['space'] => ({
  lists: given.map(([name, ...values]) => ({ name, values })),
  ranges: [],
  draws: 1,
  seed: '1',
});
const SIDES = lists(['side', 0, 1]);

/** Falls from 0.50 to 0.45 within 60 seconds, and rises to 0.80 afterwards. */
const TURNING = { name: 'turning', mids: { 0: 0.5, 30: 0.48, 60: 0.45, 90: 0.6, 120: 0.7, 180: 0.8 } };

const pnls = ({ settings, results, metric }: Awaited<ReturnType<SweepFiles['run']>>): readonly (number | undefined)[] =>
  scoresOf(results, metric, settings.windows.length === 0 ? 'whole' : 'train', 0).map(({ value }) => value?.mean);

describe('a sweep', () => {
  it('runs every point with every seed over every set of markets', async () => {
    const other = { name: 'other', mids: { 0: 0.3, 180: 0.4 } };
    const sets = [['turning'], ['other']];
    const sweep = await sweepOf([TURNING, other], HOLDER, { space: SIDES, seeds: ['1', '2'], marketSets: sets });
    const run = await sweep.run();
    // Bought a cent above the middle, valued a cent below it: turning +0.28 or -0.32 a share, other +0.08 or -0.12.
    expect(run.results.entries().map(([number, figures]) => [number, Reflect.get(figures, 'pnl')])).toEqual([
      ...[0, 2].flatMap((at) => [[at, 2_800_000] as const, [at + 1, 800_000] as const]),
      ...[4, 6].flatMap((at) => [[at, -3_200_000] as const, [at + 1, -1_200_000] as const]),
    ]);
    expect(pnls(run)).toEqual([1.8, -2.2]);
    expect(bestOf(scoresOf(run.results, 'pnl', 'whole', 0), 'pnl')?.point).toBe(0);
  });

  it('gives the same results in any order', async () => {
    const sweep = await sweepOf([TURNING], HOLDER, {
      space: lists(['side', 0, 1], ['x', 1, 2]),
      seeds: ['1', '2', '3'],
    });
    const summary = (run: Awaited<ReturnType<SweepFiles['run']>>): unknown => [
      run.results.entries(),
      scoresOf(run.results, 'sharpe', 'whole', 0),
      [0, 1, 2, 3].map((point) => run.results.momentsOf('whole', 0, point)),
    ];
    const forward = summary(await sweep.run());
    expect(summary(await sweep.run({ lease: inlineLease((items) => items.toReversed()) }))).toEqual(forward);
  });

  it('continues with results of an earlier run, and only runs the missing trials', async () => {
    const sweep = await sweepOf([TURNING], HOLDER, { space: SIDES, seeds: ['1', '2'] });
    const earlier: [number, TrialResult][] = [];
    const whole = await sweep.run({ onResult: (number, result) => earlier.push([number, result]) });
    const sent: number[] = [];
    const lease = inlineLease((items) => {
      sent.push(...items);
      return items;
    });
    const resumed = await sweep.run({ earlier: earlier.slice(1, 3), lease });
    expect(sent).toEqual([0, 3]);
    expect(resumed.results.entries()).toEqual(whole.results.entries());
  });

  it('counts a trial that throws and continues; its point cannot win', async () => {
    const throwing = `export default ({ side }) => {
      if (side === 2) throw new Error('no such side');
      return { onBook() { if (side === 1) throw new RangeError('too far'); } };
    };`;
    const sweep = await sweepOf([TURNING], throwing, { space: lists(['side', 0, 1, 2]) });
    const run = await sweep.run();
    const failures = run.results.entries().map(([, figures]) => (figures.end === 'failed' ? figures.message : ''));
    expect(failures).toEqual([
      '',
      expect.stringMatching(/^onBook threw at row \d+: .*too far/),
      expect.stringContaining('no such side'),
    ]);
    const scores = scoresOf(run.results, 'pnl', 'whole', 0);
    expect(scores.map(({ failed, value }) => [failed, value === null])).toEqual([
      [0, false],
      [1, true],
      [1, true],
    ]);
  });

  it('draws the same chance for every point, and another for every seed', async () => {
    const drawing = `export default ({ side }) => ({
      onStart(context) {
        const drawn = Math.round(context.rng.next() * 1000);
        context.place({ token: 0, side: 'BUY', price: 0.51, size: drawn + side * 0, type: 'FAK' });
      },
    });`;
    const sweep = await sweepOf([TURNING], drawing, { space: SIDES, seeds: ['1', '2'] });
    const figures = (await sweep.run()).results.entries().map(([, trial]) => Reflect.get(trial, 'pnl'));
    expect(figures[0]).toBe(figures[2]);
    expect(figures[1]).toBe(figures[3]);
    expect(figures[0]).not.toBe(figures[1]);
  });

  it('knows which parameters no trial read', async () => {
    const sweep = await sweepOf([TURNING], HOLDER, { space: lists(['sied', 0, 1]), params: { side: 0 } });
    const { results } = await sweep.run();
    expect([[...results.unread.names], [...results.unread.read]]).toEqual([['sied'], ['side']]);
  });
});

describe('walk-forward', () => {
  const windows = [{ train: { from: second(0), to: second(60) - 1 }, test: { from: second(60), to: second(180) } }];

  it('chooses by the training span and reports the test span', async () => {
    const sweep = await sweepOf([TURNING], HOLDER, { space: SIDES, windows });
    const run = await sweep.run();
    // Until second 59 the middle is 0.48: the second outcome earned two cents, paid one and would pay one.
    expect(run.choices.map((choice) => [choice?.point, choice?.value?.mean])).toEqual([[1, 0]]);
    // Afterwards the second outcome falls from 0.55 to 0.20, and its ask was a cent above, its bid a cent below.
    expect([...(run.results.testProfits(0, 1) ?? [])].reduce((sum, value) => sum + value, 0)).toBe(-3_700_000);
  });

  it('uses no outcome of a market that resolves after the training span', async () => {
    const sweep = await sweepOf([{ ...TURNING, winner: 'yes', closes: 180 }], HOLDER, { space: SIDES, windows });
    expect((await sweep.run()).choices.map((choice) => choice?.point)).toEqual([1]);
    const whole = await sweepOf([{ ...TURNING, winner: 'yes', closes: 180 }], HOLDER, { space: SIDES });
    expect(pnls(await whole.run())).toEqual([4.9, -5.1]);
  });

  /** Its last row lies within the training span, where a run settles it, but its outcome was not known by then. */
  const early = { name: 'early', mids: { 0: 0.5, 20: 0.48 }, winner: 'yes' as const };
  const beside = { name: 'beside', mids: { 0: 0.5, 180: 0.5 } };

  it.each([
    ['never without a statement of the moment', {}, 1, -0.2],
    ['not before its scheduled close', { closes: 100 }, 1, -0.2],
    ['from its scheduled close on', { closes: 50 }, 0, 4.7],
  ])('knows an outcome %s', async (_, closes, chosen, earned) => {
    const sweep = await sweepOf([{ ...early, ...closes }, beside], HOLDER, { space: SIDES, windows });
    const choice = (await sweep.run()).choices[0];
    expect([choice?.point, choice?.value?.mean]).toEqual([chosen, earned]);
  });

  it('knows an outcome when its response has arrived, not before', async () => {
    const { assumptions } = (await sweepOf([TURNING], HOLDER)).settings;
    const slow = { ...assumptions, latency: { ...assumptions.latency, response: 20_000_000 } };
    const sweep = await sweepOf([{ ...early, closes: 50 }, beside], HOLDER, {
      space: SIDES,
      windows,
      assumptions: slow,
    });
    expect((await sweep.run()).choices.map((choice) => choice?.point)).toEqual([1]);
  });
});

describe('a worker', () => {
  const refused = async (sweep: SweepFiles, settings: object, files: object = {}): Promise<unknown> => {
    const given = { sweep: { ...sweep.settings, ...settings }, files: { ...sweep.files, ...files } };
    return await Promise.resolve(program.open(given as never)).catch((error: unknown) => error);
  };

  it('refuses other files than those of the sweep', async () => {
    const sweep = await sweepOf([TURNING], HOLDER);
    const other = await sweepOf([{ ...TURNING, name: 'other' }], `${HOLDER}// changed`);
    const errors = [
      await refused(sweep, {}, { strategy: other.files.strategy }),
      await refused(sweep, {}, { recording: other.files.recording }),
      await refused(sweep, {}, { recording: sweep.files.strategy }),
      await refused(sweep, {}, { strategy: '/no/such/strategy.ts' }),
      await refused(sweep, { marketSets: [['no-such-market']] }),
    ];
    expect(errors.every((error) => error instanceof WorkRefused)).toBe(true);
    expect(
      errors.map((error) => String((error as Error).message).replace(/^.*(?:sweep|strategy)\.(?:arrow|mjs|ts) /, '')),
    ).toEqual([
      'is not the file that the sweep began with: its SHA-256 differs',
      'is not the recording that the sweep began with: its checksum differs',
      expect.stringContaining('is no recording'),
      expect.stringContaining('does not exist'),
      'has no market no-such-market',
    ]);
  });

  it.each([
    ['no settings', null],
    ['a text', 'sweep'],
    ['a negative deposit', { assumptions: { deposit: -1 } }],
    [
      'a million values',
      { space: { lists: [{ name: 'a', values: new Array(20_000).fill(1) }], ranges: [], draws: 1, seed: '' } },
    ],
    ['an unknown field', { more: 1 }],
  ])('refuses %s', async (_, settings) => {
    const sweep = await sweepOf([TURNING], HOLDER);
    const given =
      typeof settings === 'object' && settings !== null
        ? { sweep: { ...sweep.settings, ...settings }, files: sweep.files }
        : settings;
    await expect(async () => await program.open(given as never)).rejects.toThrow(WorkRefused);
  });
});
