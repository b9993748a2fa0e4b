import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { SweepReport } from '../../backtest/sweep/report-schema.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { MAKER, recordingFolder } from '../fixtures/recording-folder.ts';
import { run } from '../program.ts';

const { path, data, strategy } = recordingFolder(14_000);
const printed = capturePrinted();

async function sweep(file: string, ...words: readonly string[]): Promise<number | string> {
  printed.out = '';
  printed.err = '';
  // Each thread loads the modules of a backtest.
  const jobs = words.includes('--jobs') ? [] : ['--jobs', '1'];
  return await run(['sweep', file, '--data', data, ...jobs, ...words]);
}

/** Runs a sweep and returns the bytes of its report as JSON and as a page. */
async function reportOf(
  name: string,
  ...words: readonly string[]
): Promise<{ readonly json: string; readonly html: string }> {
  const [json, html] = [path(`${name}.json`), path(`${name}.html`)];
  const code = await sweep(MAKER, ...words, '--report', `json=${json}`, '--report', `html=${html}`);
  expect(code, printed.err).toBe(EXIT.ok);
  return { json: readFileSync(json, 'utf8'), html: readFileSync(html, 'utf8') };
}

const parsed = (json: string): SweepReport => SweepReport.parse(JSON.parse(json));

const FEW = expect.stringMatching(/^too few observations: a ratio needs 30 returns, and there are \d+$/);

describe('touchstone sweep', () => {
  const space = ['--grid', 'size=10,20', '--grid', 'spread=0.02..0.04:0.02', '--seeds', '1,5', '--by', 'market'];
  const words = [...space, '--metric', 'pnl'];
  let whole: Awaited<ReturnType<typeof reportOf>>;

  it('reports points, trials and statistics, with the schema that is published', async () => {
    const tables = path('tables');
    const more = ['--param', 'sied=1', '--tried', '40', '--jobs', '1', '--report', `csv=${tables}`];
    whole = await reportOf('one', ...words, ...more);
    expect(printed.out).toMatch(/^trials +16 trials of 4 points and 40 tried before, 0 failed$/m);
    expect(printed.out).toMatch(/^deflated +too few observations: a ratio needs 30 returns, and there are \d+$/m);
    expect(printed.err).toContain('--param sied changed nothing: the strategy never read it');
    expect(printed.err).toContain('did you mean size?');
    const { counts, points, trials } = parsed(whole.json);
    expect(counts).toEqual({ points: 4, trials: 16, failed: 0, triedBefore: 40 });
    expect(points.map(({ params }) => `${params['size']} ${params['spread']}`)).toEqual(
      [10, 20].flatMap((size) => [0.02, 0.04].map((spread) => `${size} ${spread}`)),
    );
    expect(trials.slice(0, 4).map(({ seed, market }) => `${seed} ${market}`)).toEqual(
      [1, 5].flatMap((seed) => [1, 2].map((market) => `${seed} market-${market}`)),
    );
    expect(readdirSync(tables)).toEqual(['points.csv', 'trials.csv']);
    expect(readFileSync(join(tables, 'points.csv'), 'utf8')).toMatch(
      /^point,trials,.*,param\.sied,param\.size,param\.spread\n0,4,.*,1,10,0\.02\n/,
    );
  });

  it('states no ratio of a few returns, anywhere', () => {
    const { figures, trials } = parsed(whole.json);
    const ratios = figures.filter(({ id }) => /sharpe/.test(id));
    for (const { id, value, reason } of ratios) expect([id, value, reason]).toEqual([id, null, FEW]);
    expect(ratios).toHaveLength(4);
    for (const { sharpe, sharpeReason } of trials) expect([sharpe, sharpeReason]).toEqual([null, FEW]);
    expect(whole.html).toMatch(/Deflated Sharpe <b>too few observations</);
    expect(whole.html).not.toContain('badge good');
  });

  it('has no best point by a ratio of a few returns', async () => {
    const { json } = await reportOf('ratio', ...space);
    expect(parsed(json).best).toBeNull();
    expect(printed.out).toMatch(/^best +none: .*too few observations/m);
  });

  it('is resumed after an interruption, to the same bytes, with another number of threads', async () => {
    const state = path('state.ndjson');
    const same = [...words, '--param', 'sied=1', '--tried', '40', '--state', state];
    const linesIn = (): number => (existsSync(state) ? readFileSync(state, 'utf8').split('\n').length - 1 : 0);
    const ended = sweep(MAKER, ...same, '--jobs', '1');
    await vi.waitUntil(() => linesIn() > 1, { timeout: 30_000, interval: 5 });
    process.kill(process.pid, 'SIGINT');
    expect(await ended).toBe(EXIT.interrupted);
    expect(printed.err).toMatch(
      /interrupted after \d+ of 16 trials: \S+ has them; the same command resumes the sweep\n$/,
    );
    expect(linesIn()).toBeLessThan(17);
    writeFileSync(state, '{"trial": 3, "res', { flag: 'a' });
    expect(await reportOf('resumed', ...same, '--jobs', '2')).toEqual(whole);
    expect(linesIn()).toBe(17);
    expect(await sweep(MAKER, ...same, '--param', 'limit=5')).toBe(EXIT.usage);
    expect(printed.err).toContain('is the state of another sweep, which differs in params.limit (nothing, now 5)');
  }, 60_000);

  it('has in each trial the result of a backtest with its parameters and seed', async () => {
    const output = path('backtest.json');
    const flags = ['--market', 'market-2', '--param', 'size=10', '--param', 'spread=0.04', '--seed', '5'];
    expect(await run(['backtest', MAKER, '--data', data, ...flags, '--report', `json=${output}`])).toBe(EXIT.ok);
    const { metrics } = JSON.parse(readFileSync(output, 'utf8')) as { metrics: { id: string; value: number }[] };
    const of = (id: string): number => metrics.find((metric) => metric.id === id)?.value ?? NaN;
    const trial = parsed(whole.json).trials.find(
      ({ point, seed, market }) => point === 1 && seed === '5' && market === 'market-2',
    );
    expect(trial).toMatchObject({ orders: of('orders'), fills: of('fills') });
    expect(of('fills')).toBeGreaterThan(0);
    for (const id of ['pnl', 'drawdown'] as const) expect(trial?.[id]).toBeCloseTo(of(id), 5);
  });

  it('chooses and tests over windows', async () => {
    const flags = ['--jobs', '1', '--grid', 'size=10,20', '--walk-forward', 'train=30s,test=12s', '--metric', 'pnl'];
    const { windows, outOfSample, trials, points } = parsed((await reportOf('walk', ...flags)).json);
    expect(windows.length).toBeGreaterThan(1);
    for (const { train, test, chosen, tested } of windows) {
      expect([train.to - train.from + 1, test.from - train.to, test.to - test.from + 1]).toEqual([30e6, 1, 12e6]);
      expect(tested?.point).toBe(chosen);
    }
    expect(trials.filter(({ phase }) => phase === 'test')).toHaveLength(windows.length);
    expect(points[0]?.trials).toBe(windows.length);
    const tested = windows.reduce((sum, window) => sum + (window.tested?.pnl ?? 0), 0);
    expect(outOfSample?.pnl.reduce((sum, pnl) => sum + pnl, 0)).toBeCloseTo(tested, 4);
    expect(printed.out).toMatch(/^out of +sample: P&L -?\d/m);
  });
});

describe('a strategy that fails', () => {
  it('by throwing or hanging costs those trials alone', async () => {
    const file = strategy(
      "onBook() { if (params.size > 5) throw new RangeError('too large'); while (params.size === 2); }",
    );
    expect(await sweep(file, '--grid', 'size=1,2,10', '--metric', 'pnl', '--trial-time', '500ms')).toBe(EXIT.ok);
    expect(printed.out).toContain('3 trials of 3 points, 2 failed');
  });

  it('in every trial has exit code 1', async () => {
    expect(await sweep(strategy('onBuk() {}'), '--grid', 'size=1,2', '--jobs', '1')).toBe(EXIT.failed);
    expect(printed.out).toMatch(/^best +none: no point has a value/m);
  });

  it('to load ends the sweep', async () => {
    expect(await sweep(path('broken.mjs', 'export default 5;'), '--grid', 'size=1,2', '--jobs', '1')).toBe(EXIT.usage);
    expect(printed.err).toContain('exports a number by default');
  });
});

describe('a strategy that reads a file', () => {
  const secret = path('future.txt', '0.62');
  const reading = `import { readFileSync } from 'node:fs';
    const price = () => readFileSync(${JSON.stringify(secret)}, 'utf8');`;
  const grid = ['--grid', 'size=1,2', '--jobs', '1', '--metric', 'pnl'];
  const walk = ['--walk-forward', 'train=30s,test=12s'];

  it.each([
    ['a sweep', []],
    ['a walk-forward', walk],
  ])('is refused in %s', async (_, more) => {
    expect(await sweep(strategy('onBook() { price(); }', reading), ...grid, ...more)).toBe(EXIT.failed);
    expect(printed.out).toMatch(/ trials of 2 points, [1-9]\d* failed$/m);
    expect(await sweep(strategy('', `${reading} price();`), ...grid, ...more)).toBe(EXIT.usage);
    expect(printed.err).toMatch(/threw while it was loaded: Error: .* \(--allow-read PATH permits it\)/);
  });

  it('is permitted by --allow-read, which is stated, and reads what it imports', async () => {
    path('size.mjs', 'export const size = 5;');
    const file = strategy(
      'onStart() { if (price() !== "0.62" || size !== 5) throw new Error("unread"); }',
      `${reading}
      import { size } from './size.mjs';`,
    );
    const output = path('allowed.json');
    const words = ['--allow-read', secret, '--report', `json=${output}`];
    expect(await sweep(file, ...grid, ...walk, ...words), printed.err).toBe(EXIT.ok);
    expect(printed.out).toContain(', 0 failed\n');
    expect(parsed(readFileSync(output, 'utf8')).rosier).toContain(
      `the strategy may read ${secret}, which no audit alters`,
    );
  });
});

it.each([
  [['--grid', 'size'], /--grid takes NAME=10,20,50/],
  [['--grid', 'size=1,,2'], /one of the values is empty/],
  [['--grid', 'size=1,1'], /each value once/],
  [['--grid', 'size=1..5'], /a range needs a step, as in size=1\.\.5:0\.01/],
  [['--grid', 'size=5..1:1'], /positive step/],
  [['--grid', 'size=0..1:0.00001'], /100001 values are more than 10000/],
  [['--grid', 'size=1', '--grid', 'size=2'], /the parameter size is given twice/],
  [['--grid', 'size=1', '--param', 'size=2'], /the parameter size is given twice/],
  [['--random', '5'], /--random draws from ranges/],
  [['--range', 'size=1..5'], /give the number of draws with --random/],
  [['--random', '5', '--range', 'size=5..1'], /the second bound has to be above/],
  [['--random', '5', '--range', 'size=log:0..1'], /log: needs bounds above 0/],
  [['--random', '5', '--range', 'size=1..2:5'], /the step has to be above 0 and within/],
  [['--seeds', '1..'], /--seeds takes 1\.\.5 or 1,2,7/],
  [['--seeds', '1,1'], /give each seed once/],
  [['--by', 'event'], /--by takes market/],
  [['--metric', 'sharp'], /--metric takes .*; got "sharp": did you mean sharpe\?/],
  [['--walk-forward', 'train=6h'], /--walk-forward takes train=6h,test=2h/],
  [['--walk-forward', 'train=6h,test=2'], /test=2 is no time/],
  [['--walk-forward', 'train=6h,test=2h'], /a window takes 8 h, and the data lasts/],
  [['--grid', 'a=1..1000:1', '--grid', 'b=1..2000:1'], /has 2000000 trials .*more than 1000000: list fewer values/],
  [['--market', 'market-9'], /no such market/],
  [['--from', '2030-01-01'], /nothing of it lies within/],
  [['--report', 'parquet=x'], /--report takes json=FILE, html=FILE, csv=FOLDER/],
  [['--queue', 'optimistic'], /--queue takes .*; got "optimistic"/],
  [['--queue', '10.0.0.5:6379'], /a queue model, such as log, or the address of workers: redis:\/\/HOST/],
  [['--state', '/'], /cannot be opened \(EISDIR\)/],
])('wrong flags %j', async (words, expected) => {
  expect(await sweep(MAKER, ...words)).toBe(EXIT.usage);
  expect(printed.err).toMatch(expected);
});
