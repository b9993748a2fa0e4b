/** conformance/hostile tests: hostile responses in process. TEST_PART=0 to 15 together judge every check. */
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../base/json.ts';
import { inProcessTarget } from '../sim/in-process-target.ts';
import { createSimulator } from '../sim/simulator.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import { drawnPart } from '../spec/fixtures/drawn-part.ts';
import type { Request, Response, Target } from '../wire/message.ts';
import { json } from './fixtures/fake-target.ts';
import { Report } from './report.ts';
import { runChecks } from './run.ts';
import { allChecks } from './suite.ts';

/** Values that are wrong in every field. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  -1,
  0.1,
  1e308,
  true,
  [],
  {},
  [[]],
  [null],
  { length: 9 },
  '\u0000',
  '__proto__',
  '9'.repeat(400),
];

/** A copy in which about one value in `one` is replaced or removed. */
function spoiled(value: unknown, random: () => number, one: number): unknown {
  if (random() * one < 1) return HOSTILE[Math.floor(random() * HOSTILE.length)];
  if (Array.isArray(value)) return value.map((item) => spoiled(item, random, one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(() => random() * one >= 1);
  return Object.fromEntries(kept.map(([key, inner]) => [key, spoiled(inner, random, one)]));
}

/** A check that stumbles does so by itself, so that a part of them is enough for one run. */
const { title, part: checks } = drawnPart(allChecks(), 16);

/** The small world behind answers that `change` makes worse. */
function behind(change: (response: Response, request: Request) => Response): {
  target: Target;
  judge: () => Promise<Report>;
} {
  const simulator = createSimulator({ limits: 'off' });
  const clean = inProcessTarget(simulator);
  const target: Target = {
    label: 'hostile',
    async send(request) {
      const outcome = await clean.send(request);
      return outcome.kind === 'response' ? { kind: 'response', response: change(outcome.response, request) } : outcome;
    },
    close: clean.close,
    // The target's clock can be moved, so no real time passes for views that never catch up.
    ...(clean.control === undefined ? {} : { control: clean.control }),
  };
  const { credentials } = simulator;
  const options = {
    target,
    checks,
    register: loadRegister(),
    credentials,
    allowWrites: true,
    share: 1_000,
    skip: ['limits.*'],
  };
  return { target, judge: async () => Report.parse(await runChecks(options)) };
}

describe(`answers that mean harm cost verdicts, never an error of Touchstone: checks of ${title}`, () => {
  it.each([10, 200])('where one value in %i is spoiled', async (one) => {
    const random = seedrandom(`spoiled ${one}`);
    const report = await behind((response) => ({
      ...response,
      body: JSON.stringify(spoiled(parseJson(response.body), random, one)),
    })).judge();
    expect(
      report.checks.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id}: ${reason}`),
    ).toEqual([]);
    // A part without the shape checks has no check for a wrong field, and no judgement that rests on one.
    expect(report.verdict).not.toMatch(/^conformant/);
    expect(JSON.stringify(report).length).toBeLessThan(20_000_000);
  });

  it.each<[string, (response: Response) => Response]>([
    ['null', () => json(null)],
    ['an empty object', () => json({})],
    ['an empty array', () => json([])],
    [
      'nested arrays',
      () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '['.repeat(50_000) + ']'.repeat(50_000),
      }),
    ],
    ['an error of five fields', () => json({ error: { error: { error: {} } }, type: 7, a: 1, b: 2, c: 3 }, 500)],
    [
      'status 999 and unusual headers',
      (response) => ({ ...response, status: 999, headers: { date: 'never', 'retry-after': '-1' } }),
    ],
    [
      'the same body for everything',
      () => json([{ id: '1', conditionId: '1', slug: '1', clobTokenIds: '["1","1"]', data: [] }]),
    ],
  ])('where everything is answered with %s', async (_, change) => {
    const report = await behind(change).judge();
    expect(
      report.checks.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id}: ${reason}`),
    ).toEqual([]);
    expect(['non-conformant', 'inconclusive']).toContain(report.verdict);
  });
});
