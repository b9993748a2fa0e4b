/** conformance/verdict/conclude tests: unserved or too large routes fail once, and verify nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { RouteId } from '../../spec/route.ts';
import type { Handler, Request, Response, Target } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { CheckId } from '../check-ids.generated.ts';
import { json, trouble } from '../fixtures/fake-target.ts';
import type { CheckResult, Report } from '../report.ts';
import { runChecks } from '../run.ts';
import type { RunOptions } from '../run-options.ts';
import { allChecks } from '../suite.ts';

const checks = allChecks();
const register = loadRegister();
const simulator = createSimulator();

type Reply = (request: Request) => Response;

/** Judges the simulator behind a proxy that responds to requests on some routes itself. */
function judgeBehind(proxy: (handle: Handler) => Handler, options: Partial<RunOptions> = {}): Promise<Report> {
  const target = inProcessTarget({ ...simulator, handle: proxy(simulator.handle) });
  return runChecks({ target, checks, register, ...options });
}

function without(routes: readonly RouteId[], reply: Reply): (handle: Handler) => Handler {
  return (handle) => (request) => {
    const route = matchRoute(request)?.id;
    return route !== undefined && routes.includes(route) ? reply(request) : handle(request);
  };
}

const notFound: Reply = () => json({ error: 'no such route' }, 404);
const broken: Reply = () => json({ error: 'out of order' }, 500);
const unlisted: Reply = () => json({ error: 'no such method' }, 405);
const shut: Reply = () => json({ error: 'who are you?' }, 401);

function resultOf(report: Report, id: CheckId): CheckResult | undefined {
  return report.checks.find((check) => check.id === id);
}

function brokenIn(report: Report, id: CheckId): readonly string[] | undefined {
  return resultOf(report, id)?.findings.map(({ clause }) => clause);
}

/** Verdicts and reasons of the chosen checks of a route, except for its existence check. */
function others(report: Report, route: RouteId): readonly string[] {
  const rest = report.checks.filter(
    ({ id, verdict, ...check }) => check.route === route && id !== `${route}.exists` && verdict !== 'not-run',
  );
  return [...new Set(rest.map(({ verdict, reason, findings }) => `${verdict} ${reason}, ${findings.length} findings`))];
}

const ROUTES = ['books', 'prices', 'sampling-markets', 'trading-market', 'positions', 'event-by-slug'] as const;
const CASES = ROUTES.flatMap((route) => [
  { route, what: 'like an unserved path', reply: notFound, served: false, why: 'not served' },
  { route, what: 'with status 500', reply: broken, served: false, why: 'not served' },
  { route, what: 'with status 405', reply: unlisted, served: false, why: 'not served' },
  { route, what: 'with status 401', reply: shut, served: true, why: 'nothing but errors' },
]);

describe('a route of the lists that is always answered', () => {
  it.each(CASES)('$what fails, and blocks its checks: $route', async ({ route, reply, served, why }) => {
    const report = await judgeBehind(without([route], reply), { only: [`${route}.*`] });
    const open = `4.1/${route}.open`;
    expect(brokenIn(report, `${route}.exists`)).toEqual(served ? [open] : [`4.1/${route}`, open]);
    expect(others(report, route)).toEqual([`blocked ${why}: see ${route}.exists, 0 findings`]);
    expect(report.verdict).toBe('non-conformant');
  });
});

describe('a route of which no list names anything', () => {
  const judgeComments = (reply: Reply): Promise<Report> =>
    judgeBehind(without(['comment-replies'], reply), { only: ['comment-replies.*'] });

  it('is not seen to be served where it is answered like an unserved path', async () => {
    const report = await judgeComments(notFound);
    const words = 'no list contains a name to request GET /comments/{id} with; the response to /comments/1 was';
    expect(resultOf(report, 'comment-replies.exists')).toMatchObject({
      verdict: 'not-testable',
      reason: `${words} status 404, like an unknown path`,
    });
    expect(others(report, 'comment-replies')).toEqual([
      'blocked not seen to be served: see comment-replies.exists, 0 findings',
    ]);
    expect(report.unverified).toEqual(expect.arrayContaining(['4.1/comment-replies', '7/comment-replies.family']));
  });

  it.each([
    ['500', broken],
    ['405', unlisted],
  ])('is not served where it is answered with status %s', async (_, reply) => {
    const report = await judgeComments(reply);
    expect(brokenIn(report, 'comment-replies.exists')).toEqual(['4.1/comment-replies']);
    expect(others(report, 'comment-replies')).toEqual(['blocked not served: see comment-replies.exists, 0 findings']);
  });

  it('is not open where it asks who is there', async () => {
    const report = await judgeComments(shut);
    expect(brokenIn(report, 'comment-replies.exists')).toEqual(['4.1/comment-replies.open']);
    expect(others(report, 'comment-replies')).toEqual([
      'blocked nothing but errors: see comment-replies.exists, 0 findings',
    ]);
  });

  it('is served if its refusals differ from others, and whether it is open stays unknown', async () => {
    const report = await judgeComments(() => json({ type: 'not found error', error: 'no such comment' }, 404));
    expect(resultOf(report, 'comment-replies.exists')?.verdict).toBe('pass');
    expect(report.unverified).toContain('4.1/comment-replies.open');
    expect(report.unverified).not.toContain('4.1/comment-replies');
    expect(resultOf(report, 'comment-replies.error-shape')?.verdict).toBe('pass');
  });

  it('fails where its path has no name in it', async () => {
    const bare: Reply = ({ path }) => (path === '/markets' ? json([]) : json({ error: 'no such route' }, 404));
    const report = await judgeBehind(without(['markets', 'books'], bare), { only: ['books.*'] });
    expect(brokenIn(report, 'books.exists')).toEqual(['4.1/books']);
  });
});

describe('a whole run', () => {
  const routes: readonly RouteId[] = ['trading-market', 'books', 'prices'];
  let report: Report;
  beforeAll(async () => {
    report = await judgeBehind(without(routes, notFound));
  });

  it('fails through the existence of the unserved routes alone', () => {
    const failing = report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(failing.map(({ id }) => id).sort()).toEqual(routes.map((route) => `${route}.exists`).sort());
  });

  it('verifies nothing else of them', () => {
    const demanded = register.clauses.filter(
      ({ level, excluded, observable, routes: [route, ...more] }) =>
        level === 'MUST' &&
        excluded === undefined &&
        observable === 'read' &&
        routes.some((id) => id === route) &&
        more.length === 0,
    );
    const missing = demanded.map(({ id }) => id).filter((id) => !report.unverified.includes(id));
    expect(missing.filter((id) => !id.startsWith('D/')).sort()).toEqual([
      '4.1/books',
      '4.1/books.open',
      '4.1/prices',
      '4.1/prices.open',
      '4.1/trading-market',
      '4.1/trading-market.open',
    ]);
  });

  it('accuses no other route of what it has to be held against', () => {
    expect(resultOf(report, 'holders.groups')).toMatchObject({
      verdict: 'blocked',
      reason: 'asks trading-market, not served: see trading-market.exists',
    });
  });
});

it('compares errors without the path that they repeat', async () => {
  const repeating: Reply = ({ method, path }) => json({ error: `no handler for ${method} ${path}` }, 404);
  const report = await judgeBehind(
    (handle) => (request) =>
      request.path === '/books' || matchRoute(request) === undefined ? repeating(request) : handle(request),
    { only: ['books.exists'] },
  );
  expect(brokenIn(report, 'books.exists')).toContain('4.1/books');
});

it('changes nothing where the existence check is left out', async () => {
  const report = await judgeBehind(without(['books'], notFound), { only: ['books.body.null'] });
  expect(resultOf(report, 'books.body.null')?.verdict).toBe('pass');
});

it('lets an expectation of a blocked check stand', async () => {
  const expectations = [
    { check: 'books.exists', reason: 'comes next month' },
    { check: 'books.body.null', reason: 'a known fault' },
  ];
  const report = await judgeBehind(without(['books'], notFound), { only: ['books.*'], expectations });
  expect(resultOf(report, 'books.exists')).toMatchObject({ verdict: 'fail', expected: true });
  expect(report.stale).toEqual([]);
});

it('names the route that is missing where a check has nothing to ask with', async () => {
  const report = await judgeBehind(without(['books'], notFound), { only: ['books.exists', 'prices.body.mixed'] });
  expect(resultOf(report, 'prices.body.mixed')).toMatchObject({
    verdict: 'blocked',
    reason: 'needs an order book with bids and asks: books, not served: see books.exists',
  });
});

it('blocks the checks of a route that never answers, by its name, and judges the others', async () => {
  const open = inProcessTarget(simulator);
  const target: Target = {
    ...open,
    send: async (request) =>
      request.path === '/holders' ? trouble('timeout', 'no response in 10 s') : open.send(request),
  };
  const near = ['holders', 'positions', 'markets', 'trading-market'];
  const suite = checks.filter(({ route = '' }) => near.includes(route));
  const report = await runChecks({ target, checks: suite, register });
  expect(report).toMatchObject({ complete: true, verdict: 'partial', counts: { fail: 0, error: 0 } });
  expect(report.remarks).toEqual([expect.stringMatching(/^GET \/holders never answers: /)]);
  const blocked = report.checks.filter(({ verdict }) => verdict === 'blocked');
  expect(blocked.length).toBeGreaterThan(10);
  expect(blocked.filter(({ reason }) => !reason?.includes('GET /holders never answers'))).toEqual([]);
  expect(report.checks.filter(({ route, verdict }) => route === 'holders' && verdict === 'pass')).toEqual([]);
  expect(report.counts.pass).toBeGreaterThan(100);
});

describe('an error in place of a page', () => {
  const only = ['sampling-markets.walk', 'sampling-markets.pages', 'sampling-simplified-markets.subset'] as const;
  const verdicts = (report: Report) => only.map((id) => resultOf(report, id)?.verdict);

  it('is not judged as a page', async () => {
    const report = await judgeBehind(without(['sampling-markets'], notFound), { only });
    expect(verdicts(report)).toEqual(['not-testable', 'not-testable', 'not-testable']);
    expect(resultOf(report, only[0])?.reason).toBe('the response of sampling-markets has status 404');
  });

  it('fails the walk once where the list itself gave the cursor', async () => {
    const report = await judgeBehind(
      (handle) => (request) => {
        if (request.path !== '/sampling-markets') return handle(request);
        if (request.query !== '') return json({ error: 'no such page' }, 400);
        return json({ ...JSON.parse(handle(request).body), next_cursor: 'MTAw' });
      },
      { only },
    );
    expect(brokenIn(report, 'sampling-markets.walk')).toEqual(['4.15/sampling-markets.next_cursor.walk']);
  });
});

/** Judges the small world with oversized responses on some routes, and returns the findings of each. */
function judgeWith(bounds: Readonly<Record<string, string>>): Promise<Report> {
  const clean = inProcessTarget(createSimulator());
  const target: typeof clean = {
    ...clean,
    async send(request) {
      const bound = bounds[matchRoute(request)?.id ?? ''];
      return bound === undefined ? clean.send(request) : trouble('too-large', bound);
    },
  };
  return runChecks({ target, checks: allChecks(), register: loadRegister() });
}

it('is one finding for all routes with the same bound, and one for each other bound', async () => {
  const report = await judgeWith({ books: 'too deep', prices: 'too deep', positions: 'too wide' });
  const failing = report.checks.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
  expect(failing).toEqual(['positions.shape', 'books.shape']);
  expect(report.remarks).toContain('too deep; no further requests to POST /books, POST /prices');
  expect(report.checks.find(({ id }) => id === 'prices.shape')).toMatchObject({
    verdict: 'blocked',
    reason: 'too deep; see books.shape',
  });
  expect(report.unverified).toContain('4.17/response.json');
});
