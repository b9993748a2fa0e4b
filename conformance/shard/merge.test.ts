/** conformance/shard/merge tests: three shards have the bytes of one run; shards of other runs are refused. */
import { describe, expect, it } from 'vitest';
import { jsonReport } from '../../reports/json.ts';
import { parseReport } from '../../reports/report-file.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Target } from '../../wire/message.ts';
import type { Report } from '../report.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';
import { mergeShards, type NamedReport } from './merge.ts';
import { checksOfShard, isShard, type Shard } from './split.ts';

const suite = allChecks();
const register = loadRegister();
const options = { suite, register, version: '1.0.0', expectations: [], today: '' };

/** Judges a part of the suite, with writes, on a simulator without `/books` and with a misspelled position field. */
async function judged(shard?: Shard): Promise<Report> {
  const simulator = createSimulator();
  const whole = inProcessTarget(simulator);
  const target: Target = {
    ...whole,
    async send(request) {
      const outcome = await whole.send(request);
      if (outcome.kind === 'trouble') return outcome;
      const { response } = outcome;
      if (request.path === '/books') return { kind: 'response', response: { ...response, status: 404, body: '{}' } };
      return { kind: 'response', response: { ...response, body: response.body.replaceAll('"avgPrice"', '"price"') } };
    },
  };
  const only = ['positions.*', 'books.*', '*.fresh-*', 'event.*', 'comment*'];
  const { credentials } = simulator;
  const report = await runChecks({
    target,
    checks: suite,
    register,
    version: '1.0.0',
    credentials,
    allowWrites: true,
    only,
    shard,
  });
  return parseReport(jsonReport(report), 'report.json');
}

const files = (reports: readonly Report[]): readonly NamedReport[] =>
  reports.map((report, index) => ({ file: `${index}.json`, report }));

const shards = await Promise.all([3, 1, 2].map((index) => judged({ index, count: 3 })));
const [third, first, second] = shards as [Report, Report, Report];

describe('the shards of a run', () => {
  it('are merged, in any order, into the bytes of the whole run', async () => {
    const whole = await judged();
    expect(whole.counts).toMatchObject({ fail: expect.any(Number), blocked: expect.any(Number) });
    expect(Math.min(whole.counts.fail, whole.counts.blocked, whole.counts.pass)).toBeGreaterThan(0);
    expect(jsonReport(mergeShards(files(shards), options))).toBe(jsonReport(whole));
  });

  it('keep the scenarios of their findings', () => {
    const scenario = { file: 'a.yaml' };
    const saved = shards.map((report) => ({
      ...report,
      checks: report.checks.map((check) => ({
        ...check,
        findings: check.findings.map((found) => (found.severity === 'fail' ? { ...found, scenario } : found)),
      })),
    }));
    const found = mergeShards(files(saved), options).checks.flatMap(({ findings }) => findings);
    const failures = found.filter(({ severity }) => severity === 'fail');
    expect(failures.length).toBeGreaterThan(1);
    expect(found.filter((one) => one.scenario !== undefined)).toEqual(failures);
  });

  it('are partial or worse, and have each check once', () => {
    expect(shards.map(({ filtered }) => filtered)).toEqual([true, true, true]);
    const sizes = [1, 2, 3].map((index) => checksOfShard(suite, { index, count: 3 }).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(suite.length);
  });

  const shardOf = (report: Report, change: object): Report => {
    return { ...report, shard: { ...report.shard, ...change } as Report['shard'] };
  };
  it.each([
    ['interrupted', { stop: { why: 'interrupted', sentence: 'the run was interrupted' } }],
    ['unreachable', { gone: 'the target is gone' }],
  ])('make the whole run %s if one of them was', (stopped, change) => {
    const merged = mergeShards(files([first, shardOf(second, change), third]), options);
    expect(merged).toMatchObject({ complete: false, stopped });
  });

  it.each<[string, readonly Report[], RegExp]>([
    ['no shards', [], /name the reports of all shards/],
    ['two of three', [first, third], /shard 2 of 3 is missing/],
    ['one twice', [first, second, third, second], /1\.json and 3\.json are both shard 2 of 3/],
    ['another seed', [first, second, { ...third, seed: '2' }], /differ in seed: 1 and 2/],
    ['another target', [first, { ...second, target: 'x' }, third], /differ in target: .* and x/],
    ['another version', [first, second, { ...third, touchstone: '2.0.0' }], /differ in version: 1\.0\.0 and 2\.0\.0/],
    ['another division', [first, second, shardOf(third, { count: 4 })], /differ in number of shards: 3 and 4/],
    ['other capabilities', [first, second, { ...third, capabilities: {} }], /differ in capabilities$/],
    ['a check too few', [first, second, shardOf(third, { runs: [] })], /do not have each check once/],
  ])('are refused: %s', (_, reports, message) => {
    expect(() => mergeShards(files(reports), options)).toThrow(message);
  });

  it('are refused by another version, and with a whole run among them', async () => {
    expect(() => mergeShards(files(shards), { ...options, version: '1.0.1' })).toThrow(/and this is 1\.0\.1/);
    const { shard: _, ...whole } = first;
    expect(() => mergeShards(files([whole, second, third]), options)).toThrow(
      /0\.json: .* not from touchstone check --shard/,
    );
  });
});

it.each([
  [{ index: 1, count: 1 }, true],
  [{ index: 0, count: 1 }, false],
  [{ index: 3, count: 2 }, false],
  [{ index: 1, count: 1_001 }, false],
  [{ index: 1.5, count: 2 }, false],
  [undefined, false],
])('%j is a shard: %j', (value, expected) => {
  expect(isShard(value)).toBe(expected);
});
