/** conformance/traffic/traffic.test: the simulator's traffic has no fault, broken services show their clause. */
import { describe, expect, it } from 'vitest';
import { mutantById } from '../../proof/judge/catalog.ts';
import { internalsOf } from '../../proof/judge/mutated.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { bare, get, type Handler, type Request } from '../../wire/message.ts';
import type { Finding, Report } from '../report.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';
import { conversation } from './fixtures/conversation.ts';
import { createTraffic, type Traffic, type TrafficOptions } from './traffic.ts';

const register = loadRegister();
const checks = allChecks();
const simulator = createSimulator({ seed: 1, world: 'small' });
/** All requests leave the windows of the limits in this time. */
const LONGEST_WINDOW_MS = 700_000;

function newTraffic(options: Partial<TrafficOptions> = {}): Traffic {
  return createTraffic({
    checks,
    register,
    label: 'traffic (recorded)',
    profile: 'document',
    strict: true,
    ...options,
  });
}

async function judged(handle: Handler, options: Partial<TrafficOptions> = {}): Promise<Report> {
  simulator.advance(LONGEST_WINDOW_MS);
  const traffic = newTraffic(options);
  for (const { request, response } of conversation(handle)) await traffic.judge(request, response);
  return traffic.report([]);
}

const findingsOf = (report: Report): readonly Finding[] => report.checks.flatMap(({ findings }) => findings);

async function broken(request: Request, body: unknown, status = 200): Promise<readonly string[]> {
  const traffic = newTraffic();
  const headers = { 'content-type': 'application/json' };
  await traffic.judge(request, { status, headers, body: JSON.stringify(body) });
  return findingsOf(traffic.report([])).map(({ clause }) => clause);
}

it('finds nothing in the traffic of the simulator, and is partial at best', async () => {
  const report = await judged(simulator.handle);
  expect(findingsOf(report)).toEqual([]);
  expect(report).toMatchObject({ verdict: 'partial', complete: true, target: 'traffic (recorded)' });
  expect(report.counts.pass).toBeGreaterThan(120);
  expect(report.checks.find(({ id }) => id === 'markets.limit.at-max')).toMatchObject({
    verdict: 'not-run',
    reason: 'recorded traffic only: nothing in it shows this',
  });
});

/** Each part passes; TEST_PART=0 to 2 together are the whole. */
const { title, part: only } = drawnPart(
  ['positions.*', 'markets.*', 'holders.*', 'builder-trades.*', 'trading-market.*'],
  3,
);

it(`finds nothing in the traffic of the reading checks, which ask for more than clients do: ${title}`, async () => {
  const traffic = newTraffic();
  const target = inProcessTarget(simulator);
  const sent: Promise<void>[] = [];
  await runChecks({
    target: {
      ...target,
      async send(request) {
        const outcome = await target.send(request);
        if (outcome.kind === 'response') sent.push(traffic.judge(request, outcome.response));
        return outcome;
      },
    },
    checks: checks.filter(
      ({ safety, capability }) => safety === 'read' && (capability === 'read' || capability === 'wallet'),
    ),
    register,
    only,
  });
  await Promise.all(sent);
  expect(findingsOf(traffic.report([]))).toEqual([]);
});

it.each([
  'positions.timestamp-iso',
  'closed-positions.negative-risk',
  'markets.outcomes-array',
  'positions.error-sentence',
  'markets.error-typeless',
  'books.error-crash',
  'closed-positions.limit-clamped',
  'closed-positions.limit-max-exceeded',
  'markets.limit-default',
  'positions.sortBy-default',
  'positions.redeemable-ignored',
  'positions.unknown-ignored',
  'positions.user-optional',
  'positions.sortBy-AVGPRICE-other',
  'holders.unranked',
])('shows the clause that %s breaks', async (id) => {
  const mutant = mutantById(id);
  expect(mutant).toBeDefined();
  const report = await judged(mutant?.wrap(simulator.handle, internalsOf(simulator)) ?? simulator.handle);
  expect(findingsOf(report).map(({ clause }) => clause)).toContain(mutant?.breaks);
  expect(report.verdict).toBe('non-conformant');
});

describe('one exchange', () => {
  it.each([
    ['more rows than limit', get('/markets', { limit: '1' }), [{}, {}], '4.11/limit.cut'],
    ['more rows than the default', get('/events/creators'), Array(21).fill({}), '4.20/event-creators.limit.default'],
    ['a limit that is out of range', get('/markets', { limit: '101' }), [], '4.11/limit.max.refused'],
    ['a row with another flag', get('/markets', { closed: 'true' }), [{ closed: false }], '4.11/closed.filter'],
    [
      'a smaller balance',
      get('/holders', { market: '0x1', minBalance: '5' }),
      [{ holders: [{ amount: 4 }] }],
      '4.10/minBalance.filter',
    ],
    [
      'an older trade',
      get('/builder/trades', { after: '1700000000' }),
      [{ match_time: '2020-01-01T00:00:00.5Z' }],
      '4.6/after.strict',
    ],
    ['another market', bare('GET', '/markets/0xabc'), { condition_id: '0xabd' }, '4.13/condition_id.match'],
    ['another event', bare('GET', '/events/7'), { id: '8' }, '4.20/event.id.match'],
  ])('with %s is found', async (_, request, body, clause) => {
    expect(await broken(request, body)).toContain(clause);
  });

  it('with values about which the interface is silent is not', async () => {
    const query = { limit: '007', active: 'TRUE', closed: '', unknown: '1' };
    expect(await broken(get('/markets', query), [])).toEqual([]);
    expect(await broken(get('/markets', { limit: '500' }), { type: 'x', error: 'y' }, 429)).toEqual([]);
  });
});

it('finds a value that cannot change, but differs between responses', async () => {
  const traffic = newTraffic({ only: ['1/token.id', '1/market.condition-id'] });
  const answer = async (path: string, body: unknown): Promise<unknown> =>
    traffic.judge(get(path), { status: 200, headers: {}, body: JSON.stringify(body) });
  await answer('/markets', [{ conditionId: '0xAA', slug: 'rain', clobTokenIds: '["7"]' }]);
  await answer('/markets/slug/rain', { conditionId: '0xaa', slug: 'rain', clobTokenIds: '["7"]' });
  expect(findingsOf(traffic.report([]))).toEqual([]);
  await answer('/markets/slug/rain', { conditionId: '0xbb', slug: 'rain', clobTokenIds: '["7"]' });
  expect(findingsOf(traffic.report([])).map(({ clause, pointer, actual }) => [clause, pointer, actual])).toEqual(
    expect.arrayContaining([
      ['1/market.condition-id', '/conditionId', '"0xbb"'],
      ['1/token.id', '/clobTokenIds', '"0xbb"'],
    ]),
  );
});

it.each([
  ['svc_api_key', 'a0000000-0000-4000-8000-00000000000b'],
  ['svc_passphrase', 'c'.repeat(64)],
  ['svc_signature', 'de'.repeat(32)],
  ['authorization', 'Bearer token-of-a-gateway', 'token-of-a-gateway'],
  ['proxy-authorization', 'Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNzd29yZA'],
  ['cookie', 'theme=dark; session=abcdefghijkl', 'abcdefghijkl'],
  ['x-gateway-key', 'key-of-the-gateway'],
  ['svc_api_key', `${'k'.repeat(150)}-tail-of-a-key`, 'tail-of-a-key'],
  ['svc_passphrase', `${'a phrase '.repeat(20)}, "and" its; tail of words`, 'tail of words'],
  ['svc_passphrase', 'a "quoted" phrase', 'quoted'],
  ['cookie', `sid=${'s'.repeat(128)}:tail-of-a-session`, 'tail-of-a-session'],
  ['cookie', 'sid="a-quoted-session"', 'a-quoted-session'],
])('shows no %s, even if a response repeats it', async (name, value, secret = value) => {
  const traffic = newTraffic();
  const request = { ...get('/data/orders'), headers: { [name]: value } };
  await traffic.judge(request, { status: 401, headers: {}, body: JSON.stringify({ error: 7, echo: value }) });
  const text = JSON.stringify(traffic.report([]));
  expect(text).toContain('echo');
  expect(text).not.toContain(secret);
});

it('hides a token that comes after a thousand values of cookies', async () => {
  const traffic = newTraffic();
  const judge = async (headers: Record<string, string>, echo: string): Promise<unknown> =>
    traffic.judge(
      { ...get('/data/orders'), headers },
      { status: 401, headers: {}, body: JSON.stringify({ error: 7, echo }) },
    );
  for (let index = 0; index < 1_001; index += 1) await judge({ cookie: `pace=expires-${index}` }, '');
  await judge({ authorization: 'Bearer token-of-a-gateway' }, 'token-of-a-gateway');
  expect(JSON.stringify(traffic.report([]))).not.toContain('token-of-a-gateway');
});

it('accepts expected failures, and does not call an expectation stale that the traffic does not show', async () => {
  const mutant = mutantById('positions.timestamp-iso');
  const expectations = ['positions.shape', 'positions.rows', 'holders.shape'].map((check) => ({
    check,
    reason: 'known',
  }));
  const report = await judged(mutant?.wrap(simulator.handle, internalsOf(simulator)) ?? simulator.handle, {
    expectations,
  });
  expect(report.checks.filter(({ verdict, expected }) => verdict === 'fail' && expected !== true)).toEqual([]);
  expect(report.stale).toEqual([]);
});

it('has a finding for a response that was cut off, and a remark for one that did not come', () => {
  const traffic = newTraffic();
  traffic.trouble(get('/markets'), { trouble: 'truncated', detail: 'the connection was closed' });
  traffic.trouble(get('/markets'), { trouble: 'unreachable', detail: 'connection refused' });
  traffic.trouble(get('/favicon.ico'), { trouble: 'unreachable', detail: 'connection refused' });
  const report = traffic.report([]);
  expect(findingsOf(report).map(({ clause }) => clause)).toEqual(['4.11/response.json']);
  expect(report.remarks).toContain('1 request without a whole response (unreachable: connection refused)');
});

it('is inconclusive without an exchange, and incomplete if the target never answered', () => {
  expect(newTraffic().report([])).toMatchObject({ verdict: 'inconclusive', complete: true });
  expect(newTraffic().report([], 'it is gone')).toMatchObject({ stopped: 'unreachable', remarks: ['it is gone'] });
});

it('reports a check that throws as an error of touchstone, and judges the rest', async () => {
  const faulty = checks.map((check) =>
    check.id === 'event-creators.id.unique' ? { ...check, run: () => Promise.reject(new Error('a defect')) } : check,
  );
  const report = await judged(simulator.handle, { checks: faulty });
  const errors = report.checks.filter(({ verdict }) => verdict === 'error');
  expect(errors).toMatchObject([{ id: 'event-creators.id.unique', reason: expect.stringMatching(/^a defect/) }]);
  expect(report.counts.pass).toBeGreaterThan(120);
});
