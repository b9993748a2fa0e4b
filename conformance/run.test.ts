import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../sim/in-process-target.ts';
import { createSimulator } from '../sim/simulator.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import { type Control, get, type Target, withJson } from '../wire/message.ts';
import { type Check, type ClauseId, provokesThrottling } from './check.ts';
import type { Progress } from './execution/progress.ts';
import { sectionOf } from './execution/schedule.ts';
import {
  canaryWallet,
  check,
  clause,
  countingControl,
  fakeTarget,
  json,
  registerOf,
  trouble,
} from './fixtures/fake-target.ts';
import { Report } from './report.ts';
import { runChecks } from './run.ts';
import type { RunOptions } from './run-options.ts';
import { allChecks } from './suite.ts';

const register = registerOf(
  clause('8/edge'),
  clause('4.2/ok', { level: 'SHOULD' }),
  clause('8/below', { level: 'MAY' }),
  clause('D/no-book', { level: 'UNSPECIFIED' }),
  clause('4.11/response.status'),
  clause('4.11/response.json'),
);

async function judge(checks: readonly Check[], options: Partial<RunOptions> = {}): Promise<Report> {
  return Report.parse(await runChecks({ target: fakeTarget(), checks, register, ...options }));
}

/** A check that judges one clause in the given way. */
function judging(id: string, clauseId: ClauseId, holds: boolean): Check {
  return check(id, [clauseId], async (context) => {
    const answer = await context.send(get('/markets'));
    context.judgeBy(
      clauseId,
      answer,
      holds ? undefined : { pointer: '/0', expected: 'more', actual: 'less' },
      'a test',
    );
  });
}

/** A check that writes. */
function writing(id: string, run: Check['run'], safety: Check['safety'] = 'write-reversible'): Check {
  return check(id, ['8/edge'], run, { capability: 'trading', safety });
}

const shape = check('markets.shape', ['4.11/response.status', '4.11/response.json'], () => undefined, {
  route: 'markets',
});

/** Judges a simulator with permission to write, behind `change`. */
function judgeSimulator(
  checks: readonly Check[],
  simulator = createSimulator(),
  change: (target: Target) => Partial<Target> = () => ({}),
  options: Partial<RunOptions> = {},
): Promise<Report> {
  const target = inProcessTarget(simulator);
  const { credentials } = simulator;
  const parts = { checks, register: loadRegister(), credentials, allowWrites: true, ...options };
  return runChecks({ ...parts, target: { ...target, ...change(target) } });
}

const verdictOf = (report: Report, id: string): string | undefined =>
  report.checks.find((row) => row.id === id)?.verdict;

describe('verdict of a check', () => {
  it.each([
    ['pass', '8/edge', true, {}],
    ['fail', '8/edge', false, {}],
    ['warn', '4.2/ok', false, {}],
    ['fail', '4.2/ok', false, { strict: true }],
    ['note', '8/below', false, {}],
    ['note', 'D/no-book', false, {}],
    ['fail', 'D/no-book', false, { profile: 'document' }],
  ] as const)('%s: %s holds %s with %j', async (verdict, id, holds, options) => {
    expect(verdictOf(await judge([judging('a', id, holds)], options), 'a')).toBe(verdict);
  });

  it('is the worst of its findings', async () => {
    const both = check('a', ['8/edge', '8/below'], async (context) => {
      const answer = await context.send(get('/markets'));
      context.judgeBy('8/below', answer, { expected: 'x', actual: 'y' }, 'a test');
      context.judgeBy('8/edge', answer, { expected: 'x', actual: 'y' }, 'a test');
    });
    const report = await judge([both]);
    expect(verdictOf(report, 'a')).toBe('fail');
    expect(report.checks[0]?.findings.map(({ severity }) => severity)).toEqual(['fail', 'note']);
  });

  it('is not-testable with reason and remedy where the check says so, and where it saw nothing', async () => {
    const report = await judge([
      check('said', ['8/edge'], (context) => context.notTestable('there is no row', 'add a row')),
      check('silent', ['8/edge'], () => undefined),
    ]);
    expect(report.checks[0]).toMatchObject({ verdict: 'not-testable', reason: 'there is no row', remedy: 'add a row' });
    expect(verdictOf(report, 'silent')).toBe('not-testable');
    expect(report.verdict).toBe('inconclusive');
  });

  it('is not-testable where a role is unbound, and names the binding', async () => {
    const report = await judge([check('a', ['8/edge'], () => undefined, { needs: ['comment'] })]);
    expect(report.checks[0]).toMatchObject({
      verdict: 'not-testable',
      remedy: expect.stringContaining('bindings.comments'),
    });
  });

  it('is not-applicable where the capability is not claimed', async () => {
    expect(verdictOf(await judge([check('a', ['8/edge'], () => undefined, { capability: 'trading' })]), 'a')).toBe(
      'not-applicable',
    );
  });

  it('is error where the check throws', async () => {
    const report = await judge([
      check('throws', ['8/edge'], () => {
        throw new TypeError('no such thing');
      }),
    ]);
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(['error']);
    expect(report.checks[0]?.reason).toMatch(/^no such thing \(run\.test\.ts:\d+\)$/);
    expect(report.verdict).toBe('inconclusive');
  });

  it('is blocked where no answer came, and fail on the route where a broken one came', async () => {
    const target = fakeTarget(({ query }) =>
      query === 'q=late' ? trouble('timeout') : query === 'q=cut' ? trouble('truncated') : undefined,
    );
    const reading = (q: string): Check =>
      check(`ask.${q}`, ['8/edge'], async (context) => void (await context.send(get('/markets', { q }))));
    const report = await judge([reading('late'), reading('cut'), shape], { target });
    expect(verdictOf(report, 'ask.late')).toBe('blocked');
    expect(verdictOf(report, 'ask.cut')).toBe('blocked');
    expect(report.checks[2]).toMatchObject({
      verdict: 'fail',
      findings: [{ clause: '4.11/response.json', actual: '"truncated: as planned"' }],
    });
  });
});

describe('a finding', () => {
  it('shows status and content type of an answer whose body cannot be read', async () => {
    const head = { status: 200, headers: { 'content-type': 'application/json' } };
    const unread = { ...trouble('bad-encoding', 'no text'), head };
    const target = fakeTarget(({ query }) => (query === 'q=bad' ? unread : undefined));
    const sending = check('a', ['8/edge'], async (context) => void (await context.send(get('/markets', { q: 'bad' }))));
    const report = await judge([sending, shape], { target });
    expect(report.checks[1]?.findings[0]?.response).toBe('200 application/json bad-encoding: no text');
  });

  it('reports request, expectation and actual value, with a line that repeats it', async () => {
    const report = await judge([judging('a', '8/edge', false)], { target: fakeTarget(() => json([{ id: '7' }])) });
    expect(report.checks[0]?.findings).toEqual([
      {
        id: 'df6a3d9b2432',
        clause: '8/edge',
        level: 'MUST',
        severity: 'fail',
        pointer: '/0',
        expected: 'more',
        actual: '"less"',
        request: 'GET $TARGET/markets',
        object: '{"id":"7"}',
        response: '200 application/json [{"id":"7"}]',
        curl: 'curl -sS -i "$TARGET"/markets',
      },
    ]);
  });

  it('is shown three times at most, and the others are counted', async () => {
    const many = check('a', ['8/edge'], async (context) => {
      const answer = await context.send(get('/markets'));
      for (const field of ['a', 'b', 'c', 'd', 'e']) {
        for (const row of [0, 1])
          context.judgeBy('8/edge', answer, { pointer: `/${row}/${field}`, expected: 'x', actual: 'y' }, 'a test');
      }
    });
    const [result] = (await judge([many])).checks;
    expect(result?.findings.map(({ pointer, more }) => [pointer, more])).toEqual([
      ['/0/a', undefined],
      ['/0/b', undefined],
      ['/0/c', 7],
    ]);
  });
});

describe('coverage and result', () => {
  it('count what was verified of the demanded clauses, and what passed of that', async () => {
    const report = await judge([judging('a', '8/edge', true), judging('b', '4.11/response.status', false), shape]);
    // The response itself verifies 4.11/response.status and 4.11/response.json.
    expect(report.coverage).toEqual({ verified: 3, must: 3 });
    expect(report.result).toEqual({ passed: 2, verified: 3 });
    expect(report.unverified).toEqual([]);
  });

  it.each([
    ['nothing', {}, true, { passed: 3, verified: 4 }],
    ['its check by --skip', { skip: ['markets.shape'] }, true, { passed: 2, verified: 2 }],
    ['its check by --only', { only: ['a', 'b'] }, true, { passed: 2, verified: 2 }],
    ['its check from the suite', {}, false, { passed: 2, verified: 2 }],
    ['all checks', { skip: ['*'] }, true, { passed: 0, verified: 0 }],
  ] as const)('count no broken clause as passed if they leave out %s', async (_, options, isInSuite, result) => {
    const plain = { status: 200, headers: { 'content-type': 'text/plain' }, body: '[]' };
    const target = fakeTarget(({ path }) => (path === '/markets' ? plain : undefined));
    const own = registerOf(...register.clauses, clause('4.11/limit.cut'));
    // Another check that verified the same clause does not replace the one that would have found the failure.
    const other = judging('b', '4.11/response.json', true);
    const checks = [
      judging('a', '8/edge', true),
      judging('c', '4.11/limit.cut', true),
      other,
      ...(isInSuite ? [shape] : []),
    ];
    const filter = 'only' in options ? { only: [...options.only, 'c'] } : options;
    const report = await judge(checks, { ...filter, target, register: own });
    expect(report.result).toEqual(result);
    expect(report.unverified.includes('4.11/response.json')).toBe(result.verified < 4);
    expect(report.verdict).toBe(
      result.verified === 4 ? 'non-conformant' : result.verified === 0 ? 'inconclusive' : 'partial',
    );
  });

  it('count decisions where the profile is claimed', async () => {
    const report = await judge([judging('a', '8/edge', true), shape], { profile: 'document' });
    expect(report.coverage).toEqual({ verified: 3, must: 4 });
    expect(report.unverified).toEqual(['D/no-book']);
    expect(report.verdict).toBe('partial');
  });
});

describe('a run', () => {
  const suite = [judging('a.one', '8/edge', true), judging('a.two', '8/below', true), judging('b', '4.2/ok', true)];

  it('is conformant where all holds, and partial at best where checks were left out', async () => {
    expect((await judge([...suite, shape])).verdict).toBe('conformant');
    const only = await judge(suite, { only: ['a.*'] });
    expect(only.checks.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'not-run']);
    expect(only.verdict).toBe('partial');
    const skip = await judge(suite, { skip: ['4.2/ok'] });
    expect(skip.checks.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'not-run']);
  });

  it('sends no check whose cost exceeds --max-requests, whatever the number of jobs', async () => {
    const costly = (id: string): Check => ({ ...judging(id, '8/edge', true), cost: { markets: 40 } });
    const checks = ['a', 'b', 'c'].map(costly);
    for (const jobs of [1, 8]) {
      const report = await judge(checks, { maxRequests: 100, jobs });
      expect(report.checks.map(({ verdict }) => verdict)).toEqual(['pass', 'not-run', 'not-run']);
      expect(report.checks[1]?.reason).toContain('--max-requests');
    }
  });

  it('counts the requests that were sent, without those sent again, in progress as in the report', async () => {
    const stop = new AbortController();
    const target = { ...fakeTarget(() => throttledOnce.pop()), control: countingControl() };
    const throttledOnce = [json({ error: 'slow down' }, 429, { 'retry-after': '1' })];
    const last = check('b', ['8/edge'], () => stop.abort());
    let shown = 0;
    const onProgress = (progress: Progress): void => {
      if (progress.kind === 'sent') shown = progress.requests;
    };
    const checks = [judging('a', '8/edge', true), last, judging('c', '8/edge', true)];
    const report = await runChecks({ target, checks, register, jobs: 1, onProgress, signal: stop.signal });
    expect(report.checks.map(({ requests }) => requests)).toEqual([1, 0, 0]);
    expect([report.requests, shown]).toEqual([target.received.length - 1, target.received.length - 1]);
  });

  it('stops when the target has gone, and says so', async () => {
    let alive = 200;
    const target = fakeTarget(() => {
      alive -= 1;
      return alive > 0 ? undefined : trouble('unreachable', 'connection refused');
    });
    const report = await judge(
      Array.from({ length: 400 }, (_, index) => judging(`c${index}`, '8/edge', true)),
      { target },
    );
    expect(report).toMatchObject({ verdict: 'inconclusive', complete: false, stopped: 'unreachable' });
    expect(report.remarks[0]).toMatch(
      /^the target is gone: 5 requests in a row without a response \(connection refused\), the first of them GET \//,
    );
    expect(report.counts['not-run']).toBeGreaterThan(100);
    // Beside the lanes, a wait of two seconds shows that no restart brings it back.
    expect(target.received.length).toBeLessThan(240);
  });

  it('ends early when interrupted, with a report of what it knew', async () => {
    const interruption = new AbortController();
    const stops = check('stops', ['8/edge'], async (context) => {
      context.verified('8/edge');
      interruption.abort();
      await context.send(get('/markets'));
    });
    const report = await judge([stops, ...suite], { signal: interruption.signal, jobs: 1 });
    expect(report).toMatchObject({ complete: false, stopped: 'interrupted', verdict: 'inconclusive' });
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(['not-run', 'not-run', 'not-run', 'not-run']);
  });

  it('whose time is up asks nothing more, and says what it left out', async () => {
    const slow = check('slow', ['8/edge'], async (context) => {
      context.verified('8/edge');
      for (;;) await context.send(get('/markets'));
    });
    const target = fakeTarget();
    const send: Target['send'] = async (request) => {
      const outcome = await target.send(request);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return outcome;
    };
    const report = await judge([slow, ...suite], { target: { ...target, send }, maxTimeMs: 300, jobs: 1 });
    expect(report).toMatchObject({ complete: false, stopped: 'max-time', verdict: 'inconclusive' });
    expect(report.remarks).toEqual([
      'the time of the run is up; 4 of 4 checks did not run to their end: slow and 3 more',
    ]);
    expect(report.checks.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/the time of the run is up$/),
      ...Array(3).fill('the time of the run is up'),
    ]);
    const { length } = target.received;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(target.received).toHaveLength(length);
  });

  it('whose time is up only after all requests is whole', async () => {
    const report = await judge([...suite, shape], { maxTimeMs: 60_000 });
    expect(report).toEqual(await judge([...suite, shape]));
  });

  it('that found a failure before its time was up is non-conformant', async () => {
    const hangs = check('hangs', ['8/below'], async (context) => context.pause(60_000));
    const report = await judge([judging('fails', '8/edge', false), hangs], { maxTimeMs: 300, jobs: 1 });
    expect(report).toMatchObject({ complete: false, stopped: 'max-time', verdict: 'non-conformant' });
  });

  it('ends in time though the target never responds, and its clean-up at its own limit', async () => {
    const credentials = { sandbox: true as const, wallets: [canaryWallet('1')] };
    const placing = writing(
      'places',
      async (context) => void (await context.send(withJson('POST', '/order', { order: {} }), context.wallets[0])),
    );
    const [interruption, cleanUp] = [new AbortController(), new AbortController()];
    let isSilent = false;
    const target = fakeTarget();
    const send: Target['send'] = (request) => {
      if (request.method === 'POST' && request.path === '/order') isSilent = true;
      if (!isSilent) return target.send(request);
      // The first signal ends the unanswered order, the second the unanswered clean-up.
      setTimeout(() => (interruption.signal.aborted ? cleanUp : interruption).abort(), 20);
      return new Promise(() => undefined);
    };
    const report = await judge([placing], {
      target: { ...target, send },
      credentials,
      allowWrites: true,
      signal: interruption.signal,
      cleanUpSignal: cleanUp.signal,
    });
    expect(report).toMatchObject({ complete: false, stopped: 'interrupted' });
    expect(report.remarks).toEqual([
      `the live orders of ${credentials.wallets[0]?.address} could not be read: orders of this run may rest`,
    ]);
  });

  it('in discovery blames the end of the run for what was not found, and not the data', async () => {
    const needing = check('needing', ['8/edge'], () => undefined, { needs: ['event'] });
    const reasonOf = async (options: Partial<RunOptions>): Promise<unknown> => {
      const { checks } = await judge([needing], options);
      return checks.map(({ verdict, reason }) => [verdict, reason]);
    };
    const interruption = new AbortController();
    let requests = 0;
    const target = fakeTarget(() => {
      requests += 1;
      if (requests === 8) interruption.abort();
      return undefined;
    });
    const cut = 'discovery did not reach its end: the run was interrupted';
    expect(await reasonOf({ target, signal: interruption.signal })).toEqual([['not-run', cut]]);
    const spent = 'discovery did not reach its end: the budget of 8 requests is used up';
    expect(await reasonOf({ maxRequests: 8 })).toEqual([['not-run', spent]]);
    expect(await reasonOf({})).toEqual([['not-testable', expect.stringMatching(/^discovery found no binding: /)]]);
  });

  it('draws the same chance for a check whatever else runs', async () => {
    const draws: number[] = [];
    const drawing = check('draws', ['8/edge'], (context) => {
      draws.push(context.random());
    });
    await judge([drawing]);
    await judge([...suite, drawing], { jobs: 1 });
    await judge([drawing], { seed: '2' });
    expect(draws[1]).toBe(draws[0]);
    expect(draws[2]).not.toBe(draws[0]);
  });
});

describe('writes', () => {
  const wallets = [canaryWallet('1'), canaryWallet('2')];
  const credentials = { sandbox: true as const, wallets };

  it('are not sent without permission, and reads never write', async () => {
    const sending = writing('w', async (context) => void (await context.send(withJson('POST', '/order', {}))));
    const target = fakeTarget();
    const report = await judge([sending, judging('a', '8/edge', true)], { target, credentials });
    expect(verdictOf(report, 'w')).toBe('not-applicable');
    const writes = target.received.filter(
      ({ method, path }) => method === 'DELETE' || path === '/order' || path.includes('heartbeats'),
    );
    expect(writes).toEqual([]);
  });

  it('are cleaned up: what still rests at the end is cancelled, even after an interruption', async () => {
    const resting = new Set(['old']);
    const target = fakeTarget(({ method, path, body }) => {
      if (path === '/order' && method === 'POST') {
        resting.add('new');
        return json({ success: true, orderID: 'new' });
      }
      if (path === '/order') {
        const { orderId } = JSON.parse(String(body)) as { orderId: string };
        return json({ canceled: resting.delete(orderId) ? [orderId] : [], not_canceled: {} });
      }
      return path === '/data/orders' ? json({ data: [...resting].map((id) => ({ id })), next_cursor: '' }) : undefined;
    });
    const interruption = new AbortController();
    const interrupted = writing('w', async (context) => {
      await context.send(withJson('POST', '/order', { order: {} }), context.wallets[0]);
      interruption.abort();
      await context.send(get('/markets'));
    });
    const report = await judge([interrupted], { target, credentials, allowWrites: true, signal: interruption.signal });
    expect(report.stopped).toBe('interrupted');
    expect([...resting]).toEqual(['old']);
    expect(report.remarks).toEqual([]);
  });

  /** A service that keeps accepted orders; `name` is the response to one. */
  function keeping(reply: (id: string) => object, cancels: boolean) {
    const early = { id: 'early', assetId: '7', side: 'BUY', originalSize: '20', createdAt: '2026-01-01T00:00:00Z' };
    const resting = new Map<string, object>([['early', early]]);
    const target = fakeTarget(({ method, path, body, headers }) => {
      if (path === '/order' && method === 'POST') {
        const id = `new-${resting.size}`;
        const createdAt = new Date(Number(headers['svc_timestamp']) * 1_000).toISOString();
        resting.set(id, { ...early, id, createdAt });
        return json(reply(id));
      }
      if (path === '/order') {
        const { orderId } = JSON.parse(String(body)) as { orderId: string };
        if (cancels) resting.delete(orderId);
        return json({ canceled: [orderId], not_canceled: {} });
      }
      return path === '/data/orders' ? json({ data: [...resting.values()], next_cursor: '' }) : undefined;
    });
    return { target, resting };
  }

  const order = { tokenId: '7', side: 'BUY', takerAmount: '20000000' };
  const placing = writing('w', async (context) => {
    const answer = await context.send(withJson('POST', '/order', { order }), context.wallets[0]);
    const orderId = (answer.json as { orderID?: string }).orderID;
    if (orderId !== undefined) await context.send(withJson('DELETE', '/order', { orderId }), context.wallets[0]);
  });

  it('are read at the end, and those that rest despite an accepted cancel are reported', async () => {
    const { target, resting } = keeping((orderID) => ({ success: true, orderID }), false);
    const patient = { ...target, control: countingControl() };
    const report = await judge([placing], { target: patient, credentials, allowWrites: true });
    expect([...resting.keys()]).toEqual(['early', 'new-1']);
    expect(report.remarks).toEqual(['1 orders of this run could not be cancelled and still rest: new-1']);
  });

  it('are cancelled also where they were taken without an id, and nothing that was there before', async () => {
    const { target, resting } = keeping(() => ({ success: true }), true);
    const report = await judge([placing], { target, credentials, allowWrites: true });
    expect([...resting.keys()]).toEqual(['early']);
    expect(report.remarks).toEqual([]);
  });

  it('that are accepted without an id are reported as such', async () => {
    const simulator = createSimulator();
    const live = (): number => {
      const ends = { 'order-accepted': 1, 'order-closed': -1 } as const;
      return simulator.log.reduce((sum, { kind }) => sum + (ends[kind as keyof typeof ends] ?? 0), 0);
    };
    const before = live();
    const nameless = (open: Target): Pick<Target, 'send'> => ({
      async send(request) {
        const outcome = await open.send(request);
        if (outcome.kind !== 'response' || request.path !== '/order' || request.method !== 'POST') return outcome;
        const body = outcome.response.body.replace('"orderID"', '"id"');
        return { ...outcome, response: { ...outcome.response, body } };
      },
    });
    const report = await judgeSimulator(allChecks(), simulator, nameless, { only: ['place-order.rests-*'] });
    const rests = report.checks.filter(({ id }) => id.startsWith('place-order.rests-'));
    expect(rests.map(({ reason }) => reason)).toEqual(rests.map(() => 'the response to a GTC order has no orderID'));
    expect(report.remarks).toEqual([]);
    expect(live()).toBe(before);
  });

  it('leave no secret in the report, whatever the target echoes', async () => {
    const target = fakeTarget(({ headers, path }) =>
      json({ error: `refused ${JSON.stringify(headers)} ${path}` }, 400),
    );
    const run: Check['run'] = async (context) => {
      const [wallet] = context.wallets;
      const answer = await context.send(withJson('POST', '/order', { owner: wallet?.apiKey }), wallet);
      const signature = answer.request.headers['svc_signature'] ?? '';
      expect(signature).toMatch(/^[0-9a-f]{64}$/);
      const actual = { [wallet?.passphrase ?? '']: signature.toUpperCase() };
      context.judgeBy('8/edge', answer, { expected: `not ${wallet?.secret}`, actual }, 'a test');
      context.fact('echo', `${wallet?.apiKey}`);
    };
    const leaking = writing('leak', run, 'session');
    const report = await judge([leaking], { target, credentials, allowWrites: true });
    const text = JSON.stringify(report).toLowerCase();
    for (const { apiKey, passphrase, secret } of wallets) {
      for (const value of [apiKey, passphrase, secret, encodeURIComponent(secret)])
        expect(text).not.toContain(value.toLowerCase());
    }
    expect(text).toContain('<apikey 1>');
    expect(text).toContain('<signature>');
    expect(report.checks[0]?.findings[0]?.curl).toContain('-H "SVC_SIGNATURE: $SVC_SIGNATURE"');
  });

  it('leave no signature in the report where a service refuses header names in capitals', async () => {
    const sent: string[] = [];
    const refusing = (open: Target): Pick<Target, 'send'> => ({
      async send(request) {
        const signature = request.headers['SVC_SIGNATURE'];
        if (signature === undefined) return open.send(request);
        sent.push(signature);
        return { kind: 'response', response: json({ error: `refused ${signature}` }, 401) };
      },
    });
    const checks = allChecks().filter(({ id }) => id.endsWith('.header-case'));
    const report = await judgeSimulator(checks, createSimulator(), refusing);
    expect(report.counts.fail).toBeGreaterThan(0);
    expect(sent.length).toBeGreaterThan(0);
    const text = JSON.stringify(report);
    expect(sent.filter((signature) => text.includes(signature))).toEqual([]);
    expect(text).toContain('SVC_SIGNATURE: $SVC_SIGNATURE');
  });
});

describe('a simulator whose control routes cannot be trusted', () => {
  /** Other checks do not depend on the clock. */
  const checks = allChecks().filter((check) => check.safety !== 'read' || provokesThrottling(check));
  const judged = (change: (target: Target, control: Control) => Partial<Target>) =>
    judgeSimulator(checks, createSimulator(), (target) => {
      if (target.control === undefined) throw new Error('a simulator has control');
      return change(target, target.control);
    });

  it('ends, though its clock is said to move and does not', async () => {
    const report = await judged((_, control) => ({ control: { ...control, advance: async () => true } }));
    expect(report.counts.error).toBe(0);
    expect(report.counts.pass).toBeGreaterThan(100);
  });

  it('does not fail a target whose clock does not move: checks that need it are blocked or not testable', async () => {
    const report = await judged((_, control) => ({ control: { ...control, advance: async () => false } }));
    expect(report.counts).toMatchObject({ error: 0, fail: 0 });
    expect(report).toMatchObject({ complete: true, verdict: 'partial' });
    expect(report.checks.find(({ id }) => id === 'limits.book-books')).toMatchObject({
      verdict: 'blocked',
      reason: expect.stringMatching(/^the target did not move its clock by \d+ ms when it was asked to$/),
    });
  });

  it('ends, though it starts again in the middle and its clock is back at its start', async () => {
    let requests = 0;
    const later = inProcessTarget(createSimulator());
    const report = await judged((target, control) => {
      const isBack = (): boolean => requests > 5_000;
      const current = (): Control => (isBack() ? (later.control ?? control) : control);
      return {
        send(request) {
          requests += 1;
          return isBack() ? later.send(request) : target.send(request);
        },
        control: {
          ...control,
          advance: (ms) => current().advance(ms),
          reset: () => current().reset(),
          now: () => current().now(),
          faults: (fault) => current().faults(fault),
        },
      };
    });
    expect(requests).toBeGreaterThan(10_000);
    expect(report.counts.error).toBe(0);
  });
});

describe('the simulator judged in process', () => {
  it('gives the same report for one job and eight', async () => {
    const routes = ['positions', 'markets', 'books', 'holders'];
    // The others run one after the other.
    const checks = allChecks().filter((check) => sectionOf(check) === 'reads' && routes.includes(check.route ?? ''));
    const reports = await Promise.all([1, 8].map((jobs) => judgeSimulator(checks, undefined, undefined, { jobs })));
    expect(reports[0]?.counts.pass).toBeGreaterThan(100);
    expect(JSON.stringify(reports[1])).toBe(JSON.stringify(reports[0]));
  });
});
