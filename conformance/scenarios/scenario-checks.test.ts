import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { mutantById } from '../../proof/judge/catalog.ts';
import { mutated } from '../../proof/judge/mutated.ts';
import { findScenarios } from '../../scenarios/reading/find-scenarios.ts';
import { loadedOf } from '../../scenarios/reading/fixtures/memory-files.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Target } from '../../wire/message.ts';
import type { Check } from '../check.ts';
import { trouble } from '../fixtures/fake-target.ts';
import { type CheckResult, Report } from '../report.ts';
import { runChecks } from '../run.ts';
import type { RunOptions } from '../run-options.ts';
import { scenarioChecks } from './scenario-checks.ts';

const register = loadRegister();
const simulator = createSimulator();
const library = join(import.meta.dirname, '../../scenarios/library');

/** Scenarios of the library, each under its path there, judged like those of a user: not as choices of a profile. */
function stories(...names: readonly string[]): readonly Check[] {
  const named = names.map((name) => {
    const [loaded] = findScenarios([join(library, `${name}.yaml`)], { root: library }).scenarios;
    if (loaded === undefined) throw new Error(`the library has no ${name}`);
    const tags = loaded.scenario.tags.filter((tag) => tag !== 'document');
    return { id: `scenario/${name}` as const, loaded: { ...loaded, scenario: { ...loaded.scenario, tags } } };
  });
  return scenarioChecks(named, register, 1);
}

/** A scenario of a few lines. */
function story(text: string): readonly Check[] {
  return scenarioChecks([{ id: 'scenario/story', loaded: loadedOf(text) }], register, 1);
}

type Where = Partial<RunOptions> & { readonly mutant?: string };

/** Judges a simulator, or a mutant of it, with permission to write. */
async function judge(checks: readonly Check[], { mutant, ...options }: Where = {}): Promise<Report> {
  simulator.reset();
  const wrap = mutant === undefined ? undefined : mutantById(mutant)?.wrap;
  if (mutant !== undefined && wrap === undefined) throw new Error(`there is no mutant ${mutant}`);
  const target = inProcessTarget(wrap === undefined ? simulator : mutated(simulator, wrap));
  const { credentials } = simulator;
  return Report.parse(await runChecks({ target, checks, register, credentials, allowWrites: true, ...options }));
}

/** A simulator without control routes. */
function uncontrolled(): Target {
  const { label, send, close } = inProcessTarget(simulator);
  return { label, send, close };
}

const row = (report: Report, id = 'scenario/story'): CheckResult | undefined =>
  report.checks.find((check) => check.id === id);

describe('a scenario that passes', () => {
  it('is a row of the report, and its clauses count as verified', async () => {
    const checks = stories('orders/fok-killed', 'orders/gtd-expires');
    const report = await judge(checks);
    expect(row(report, 'scenario/orders/fok-killed')).toMatchObject({
      title: 'FOK is killed if the book cannot fill it whole',
      clauses: ['4.3/fok.whole-or-nothing', '4.3/fok.killed', '4.3/refused.no-effect'],
      kind: 'scenario',
      level: 'MUST',
      capability: 'trading',
      verdict: 'pass',
      findings: [],
    });
    expect(row(report, 'scenario/orders/gtd-expires')?.verdict).toBe('pass');
    expect(report.unverified).not.toContain('4.3/fok.whole-or-nothing');
    expect(report.result.passed).toBe(report.result.verified);
    const without = await judge(checks, { skip: ['scenario/orders/fok-killed'] });
    expect(without.unverified).toContain('4.3/fok.whole-or-nothing');
    expect(row(without, 'scenario/orders/fok-killed')?.verdict).toBe('not-run');
  });

  it('is chosen by its id, by a pattern and by its clauses', async () => {
    const checks = stories('orders/fok-killed', 'cancelling/twice');
    for (const pattern of ['scenario/orders/*', '4.3/fok.killed']) {
      const report = await judge(checks, { only: [pattern] });
      expect(report.checks.map(({ verdict }) => verdict)).toEqual(['pass', 'not-run']);
    }
  });

  it('may cite nothing', async () => {
    expect(row(await judge(story('steps: [{get: /markets, expect: {status: 200}}]')))?.verdict).toBe('pass');
  });

  it('finds the service in its initial state', async () => {
    const checks = stories('orders/fok-killed', 'orders/fok-filled-whole', 'orders/gtd-expires');
    const forth = await judge(checks);
    const back = await judge(checks.toReversed());
    const judged = ({ checks: rows }: Report): unknown =>
      rows.map(({ id, verdict, findings }) => [id, verdict, findings]);
    expect(judged({ ...back, checks: back.checks.toReversed() })).toEqual(judged(forth));
  });

  it('has the time of a target with control to itself: nothing waits behind its back', async () => {
    const report = await judge(
      story(
        `steps:
  - repeat: {times: 400, do: [{get: /markets, query: {limit: 1}}]}
  - {get: /markets, expect: {status: 429}}
  - check: now - started == 0
vars: {started: "\${now}"}
`,
      ),
    );
    expect(row(report)).toMatchObject({ verdict: 'pass' });
  });
});

describe('a scenario that fails', () => {
  it('fails the run, with what was expected, what came and a line to repeat the request', async () => {
    const report = await judge(stories('orders/fok-killed'), { mutant: 'place-order.fok-partly' });
    const [finding, ...others] = row(report, 'scenario/orders/fok-killed')?.findings ?? [];
    expect(report.verdict).toBe('non-conformant');
    expect(finding).toMatchObject({
      clause: '4.3/fok.whole-or-nothing',
      level: 'MUST',
      severity: 'fail',
      expected: expect.stringMatching(/\(steps\[\d+\].*, case .*\)$/),
      request: expect.stringMatching(/^[A-Z]+ \$TARGET\//),
      response: expect.stringMatching(/^\d{3} application\/json/),
      curl: expect.stringMatching(/^curl -sS -i /),
    });
    expect(others.length).toBeLessThan(3);
    expect(report.result.passed).toBeLessThan(report.result.verified);
  });

  it('shows the response of the step that failed, also if others were requested at the end', async () => {
    const text = [
      'clauses: [4.11/limit.max]\nsteps:\n  - get: /markets\n    query: {limit: 1}\n    expect: {body: {$length: 2}}',
      'finally:\n  - get: /markets\n    query: {limit: 3}\n  - order: {side: BUY, price: 0.41, size: 10}',
      '    as: alice\n    expect: {status: 418}\n',
    ].join('\n');
    const report = await judge(story(text));
    expect(row(report)?.findings).toMatchObject([
      { clause: '4.11/limit.max', expected: 'length 2, not 1 (steps[0])', request: 'GET $TARGET/markets?limit=1' },
      {
        expected: 'status 418 (finally[1])',
        actual: '"status 200"',
        request: 'POST $TARGET/order',
        curl: expect.stringContaining('-H "SVC_SIGNATURE: $SVC_SIGNATURE"'),
      },
    ]);
  });

  it.each([
    ['fail', 'clauses: []', {}],
    ['warn', 'clauses: [2.13/winner.open]', {}],
    ['fail', 'clauses: [2.13/winner.open]', { strict: true }],
    ['fail', 'clauses: [2.13/winner.open, 4.11/limit.max]', {}],
    ['note', 'clauses: [D/heartbeat-expiry.deadline]', {}],
    ['note', 'clauses: [4.11/limit.max, D/heartbeat-expiry.deadline]\ntags: [document]', {}],
    ['fail', 'clauses: [4.11/limit.max, D/heartbeat-expiry.deadline]\ntags: [document]', { profile: 'document' }],
    ['note', 'clauses: [4.11/limit.max]\ntags: [document]', {}],
    ['fail', 'clauses: [4.11/limit.max]\ntags: [document]', { profile: 'document' }],
    ['note', 'clauses: [4.11/limit.max, D/book-levels.sorted]', {}],
    ['fail', 'clauses: [4.11/limit.max, D/book-levels.sorted]', { profile: 'document' }],
  ] as const)('is a %s: %s with %j', async (verdict, head, options) => {
    const checks = story(`${head}\nsteps: [{get: /markets, expect: {status: 418}}]`);
    const report = await judge(checks, { allowWrites: false, ...options });
    expect(row(report)).toMatchObject({ verdict, findings: [{ severity: verdict }] });
    if (verdict === 'note')
      expect(report.result).toEqual({ passed: report.result.verified, verified: report.result.verified });
  });

  it('can be expected', async () => {
    const expectations = [{ check: 'scenario/orders/fok-killed', reason: 'known' }];
    const options = { mutant: 'place-order.fok-partly', expectations };
    const report = await judge(stories('orders/fok-killed'), options);
    expect(report.checks[0]).toMatchObject({ verdict: 'fail', expected: true });
    expect(report.stale).toEqual([]);
    expect((await judge(stories('orders/fok-killed'), { expectations })).stale).toHaveLength(1);
  });

  it("is the author's error where it cannot be played as it is written", async () => {
    const report = await judge(story('steps: [{get: /markets, lose: response, expect: {status: 200}}]'));
    expect(row(report)).toMatchObject({
      verdict: 'error',
      reason: expect.stringMatching(/^steps\[0\]: a lost request or response cannot be judged/),
    });
  });
});

describe('a scenario that cannot be played on the target', () => {
  it('is not testable and says what is missing, which spoils no verdict', async () => {
    const verified = 'clauses: [4.11/response.status]\nsteps: [{get: /markets, expect: {status: 200}}]';
    const checks = [
      ...stories('orders/gtd-expires-at-the-exact-second', 'settlement/resolution'),
      ...story(verified),
      ...story('steps: [{advance: 10s}]').map((check) => ({ ...check, id: 'scenario/waits' })),
    ];
    const report = await judge(checks, { target: uncontrolled(), allowWrites: false });
    expect(report.checks.slice(0, 2).map(({ verdict }) => verdict)).toEqual(['not-applicable', 'not-applicable']);
    expect(row(report, 'scenario/waits')).toMatchObject({
      verdict: 'not-testable',
      reason: 'the scenario needs clock',
      remedy: 'clock: a service clock that can be moved: offer the control routes (docs/control.md)',
    });
    expect(report.verdict).toBe('partial');
    const alone = await judge(story(verified), { target: uncontrolled(), allowWrites: false });
    expect(report.unverified).toEqual(alone.unverified);
    expect(report.unverified).not.toContain('4.11/response.status');
  });

  it('writes where that is allowed and there is no control, once heartbeats of checks have lapsed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let isDone = false;
      const checks = stories('orders/fok-killed', 'orders/gtd-expires');
      const judged = judge(checks, { target: uncontrolled() }).finally(() => {
        isDone = true;
      });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(isDone).toBe(false);
      while (!isDone) await vi.advanceTimersByTimeAsync(1_000);
      const report = await judged;
      expect(report.checks).toMatchObject([
        { verdict: 'pass' },
        { verdict: 'not-testable', reason: 'the scenario needs clock' },
      ]);
      expect(report.unverified).not.toContain('4.3/fok.killed');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not applicable if it writes and nothing may be written, or needs unclaimed wallet data', async () => {
    const report = await judge(stories('orders/fok-killed'), { allowWrites: false });
    expect(report.checks[0]).toMatchObject({
      verdict: 'not-applicable',
      reason: 'the target does not claim trading',
      requests: 0,
    });
    const targetFile = { capabilities: { wallet: false } };
    expect((await judge(stories('orders/fok-killed'), { targetFile })).checks[0]).toMatchObject({
      verdict: 'not-applicable',
      reason: 'the target does not claim wallet',
    });
  });

  it('is not run once the run is stopped or its requests are used up, and blocked where no answer comes', async () => {
    const reads = 'steps: [{repeat: {times: 50, do: [{get: /markets, expect: {status: 200}}]}}]';
    expect(row(await judge(story(reads), { maxRequests: 60, allowWrites: false }))?.verdict).toBe('not-run');
    const interruption = new AbortController();
    const { send, ...rest } = inProcessTarget(simulator);
    const interrupted: Target = {
      ...rest,
      send(request) {
        if (request.query === 'q=stop') interruption.abort();
        return send(request);
      },
    };
    const stops = story('steps: [{get: /markets, query: {q: stop}}, {get: /markets, expect: {status: 200}}]');
    const stopped = await judge(stops, { target: interrupted, signal: interruption.signal });
    expect(stopped).toMatchObject({ complete: false, stopped: 'interrupted', checks: [{ verdict: 'not-run' }] });
    const late: Target = {
      ...rest,
      send: (request) => (request.query === 'q=late' ? Promise.resolve(trouble('timeout')) : send(request)),
    };
    const waits = story('steps: [{get: /markets, query: {q: late}, expect: {status: 200}}]');
    expect(row(await judge(waits, { target: late }))).toMatchObject({
      verdict: 'blocked',
      reason: 'timeout: as planned',
    });
  });
});

it('shows no secret', async () => {
  const { send, ...rest } = inProcessTarget(simulator);
  const echo: Target = {
    ...rest,
    send: (request) =>
      request.path === '/order'
        ? Promise.resolve({ kind: 'response', response: { status: 200, headers: {}, body: JSON.stringify(request) } })
        : send(request),
  };
  const orders = story('steps: [{order: {side: BUY, price: 0.4, size: 10}, as: bob, expect: {body: {success: true}}}]');
  const report = await judge(orders, { target: echo });
  expect(row(report)?.findings[0]?.response).toContain('<apiKey 2>');
  for (const { apiKey, passphrase, secret } of simulator.credentials.wallets)
    for (const hidden of [apiKey, passphrase, secret]) expect(JSON.stringify(report)).not.toContain(hidden);
  expect(JSON.stringify(report)).not.toMatch(/svc_signature[^,]*[0-9a-f]{64}/);
});
