/** conformance/properties tests: a counterexample is found, shrunk, and repeated from its seed and path. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { get, type Request, requestTarget, type SendOutcome, type Target } from '../../wire/message.ts';
import { json, trouble } from '../fixtures/fake-target.ts';
import type { CheckResult } from '../report.ts';
import { runChecks } from '../run.ts';
import { type Exploration, propertyCheck, THOROUGH } from './checks.ts';
import { type Property, property } from './property.ts';

const simulator = createSimulator({ seed: '1', world: 'small' });

const limits = property<number>({
  id: 'limits',
  title: 'a page has as many rows as its limit',
  clauses: ['4.10/limit.max'],
  capability: 'read',
  safety: 'read',
  needs: [],
  cost: { perCase: { markets: 1 } },
  runs: 30,
  open: async () => ({
    arbitrary: fc.integer({ min: 1, max: 20 }),
    async judge(context, limit) {
      const of = await context.send(get('/markets', { limit: String(limit), offset: '1' }));
      context.judge({ clauses: '4.10/limit.max', of, must: { status: '2xx', body: { $length: limit } } });
    },
  }),
});

/** The same requests, judged by two clauses. */
const statusAndRows = property<number>({
  ...limits,
  clauses: ['4.10/limit.max', '4.11/response.status'],
  open: async () => ({
    arbitrary: fc.integer({ min: 1, max: 20 }),
    async judge(context, limit) {
      const of = await context.send(get('/markets', { limit: String(limit), offset: '1' }));
      context.judge({ clauses: '4.11/response.status', of, must: { status: '2xx' } });
      context.judge({ clauses: '4.10/limit.max', of, must: { body: { $not: [] } } });
    },
  }),
});

/** The simulator with another response to some requests, or trouble. */
function faulty(replyTo: (limit: number, turn: number) => SendOutcome | undefined): Target {
  const faithful = inProcessTarget(simulator);
  let turn = 0;
  return {
    ...faithful,
    async send(request: Request) {
      // Discovery sends no such request.
      const [, limit] = /^\/markets\?limit=(\d+)&offset=1$/.exec(requestTarget(request)) ?? [];
      if (limit === undefined) return await faithful.send(request);
      turn += 1;
      return replyTo(Number(limit), turn) ?? (await faithful.send(request));
    },
  };
}

async function explored(
  target: Target,
  exploration: Partial<Exploration> = {},
  one: Property = limits,
): Promise<CheckResult> {
  const checks = [propertyCheck(one, { ...THOROUGH, seed: 5, ...exploration })];
  const report = await runChecks({ target, checks, register: loadRegister() });
  return report.checks[0] as CheckResult;
}

const empty: SendOutcome = { kind: 'response', response: json([]) };
const failing: SendOutcome = { kind: 'response', response: json({ error: 'Internal server error' }, 500) };
const fromSeven = faulty((limit) => (limit >= 7 ? empty : undefined));

it('a failing case is shrunk to the smallest one, and fails alone each time', async () => {
  const { verdict, findings } = await explored(fromSeven);
  expect([verdict, findings.length]).toEqual(['fail', 1]);
  expect(findings[0]?.request).toContain('limit=7');
  expect(findings[0]?.counterexample).toMatchObject({ seed: 5, repeated: 3, repetitions: 3 });
});

it('seed and path repeat a counterexample with its first case', async () => {
  const { path } = (await explored(fromSeven)).findings[0]?.counterexample ?? {};
  const again = await explored(fromSeven, { path, runs: 1 });
  expect(again.findings[0]?.request).toContain('limit=7');
  expect(again.findings[0]?.counterexample).toMatchObject({ runs: 1, path });
});

it('another wrong response that does not come again is a warning, and an internal error a note', async () => {
  expect((await explored(faulty((_, turn) => (turn === 3 ? empty : undefined)))).verdict).toBe('warn');
  const { verdict, findings } = await explored(faulty((_, turn) => (turn === 3 || turn === 4 ? failing : undefined)));
  expect([verdict, findings[0]?.counterexample?.repeated]).toEqual(['note', 0]);
});

it('every run with one seed draws the same cases, and the service as it is passes', async () => {
  const sent = async (): Promise<readonly number[]> => {
    const limitsSent: number[] = [];
    const { verdict } = await explored(faulty((limit) => void limitsSent.push(limit) as undefined));
    expect(verdict).toBe('pass');
    return limitsSent;
  };
  const first = await sent();
  expect(first.length).toBe(30);
  expect(await sent()).toEqual(first);
});

it('a target that dies ends the property: nothing is shrunk', async () => {
  const { verdict, requests } = await explored(faulty((_, turn) => (turn > 5 ? trouble('unreachable') : undefined)));
  expect(verdict).toBe('blocked');
  expect(requests).toBeLessThan(10);
});

it('one cause is one finding, and a second cause is found after it', async () => {
  const two = faulty((limit) => (limit >= 15 ? failing : limit >= 7 ? empty : undefined));
  const { findings } = await explored(two, { runs: 100 });
  expect(findings.map(({ request }) => request)).toHaveLength(
    new Set(findings.map(({ pointer, request }) => pointer + request)).size,
  );
});

it('a wrong response that leaves the error of an earlier finding behind is deterministic', async () => {
  let hasSpread = false;
  const spreading = faulty((limit, turn) => {
    if (limit >= 15 || (limit >= 7 && hasSpread)) return failing;
    if (limit < 7 || turn < 10) return undefined;
    hasSpread = true;
    return empty;
  });
  const { findings } = await explored(spreading, { runs: 100, shrinkMax: 0 }, statusAndRows);
  expect(findings.map(({ severity, counterexample }) => [severity, counterexample?.repeated])).toEqual([
    ['fail', 3],
    ['fail', 3],
  ]);
});

it.each(['3:9:9:9:9', '0:9999'])('%s, a path of another seed or property, is reported in one line', async (path) => {
  const { verdict, reason, remedy } = await explored(fromSeven, { path });
  expect([verdict, reason]).toEqual(['not-testable', 'the path leads to no case of this seed and property']);
  expect(remedy).toContain('--seed');
});

it('waits for the case that is judged when the time is up, so that none goes on beside the next property', async () => {
  let [begun, done] = [0, 0];
  const slow = property<number>({
    ...limits,
    open: async () => ({
      arbitrary: fc.integer(),
      async judge() {
        begun += 1;
        await sleep(30);
        done += 1;
      },
    }),
  });
  await explored(inProcessTarget(simulator), { runs: 50, timeMs: () => 45 }, slow);
  expect([begun, done]).toEqual([2, 2]);
});
