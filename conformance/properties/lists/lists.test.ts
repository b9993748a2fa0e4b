/** conformance/properties/lists tests: a response is the list filtered, sorted and cut; faults are shrunk. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type JsonObject, objectsIn, parseJson, textAt, textOrEmpty } from '../../../base/json.ts';
import { allQuirks } from '../../../proof/judge/catalog.ts';
import { mutated } from '../../../proof/judge/mutated.ts';
import { newJudge } from '../../../proof/judge/trial.ts';
import { onRoute, type Wrap } from '../../../proof/judge/variant.ts';
import { relisted } from '../../../proof/judge/wrappers/lists.ts';
import { forgetting, withQuery } from '../../../proof/judge/wrappers/requests.ts';
import { rows, withBody } from '../../../proof/judge/wrappers/responses.ts';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { readCursor } from '../../../spec/cursor.ts';
import { citing } from '../../fixtures/citing.ts';
import { inProcessOf, jumpOverWaits, optionsFor, problemsIn } from '../../fixtures/judged-service.ts';
import { startSecondService } from '../../fixtures/second-service/server.ts';
import type { Finding, Report } from '../../report.ts';
import { runChecks } from '../../run.ts';
import { BRIEF, propertyCheck } from '../checks.ts';
import { listProperties } from './suite.ts';

const checksOf = (runs?: number, only?: string) =>
  listProperties
    .filter(({ id, runs: usual = 0 }) => (runs ?? usual) > 0 && (only === undefined || only === id))
    .map((one) => citing(propertyCheck(one, { ...BRIEF, runs })));

async function judged(
  seed: string,
  wrap: Wrap,
  { runs, only }: { readonly runs?: number; readonly only?: string } = {},
): Promise<Report> {
  const simulator = createSimulator({ seed, world: 'small', limits: 'off' });
  const { credentials } = simulator;
  const target = inProcessTarget(mutated(simulator, wrap));
  const options = { register: loadRegister(), seed, credentials, allowWrites: true, share: 1_000 };
  return await runChecks({ target, checks: checksOf(runs, only), ...options });
}

const faithful: Wrap = (handle) => handle;

describe('the properties of lists', () => {
  it.each(['1', '2', '3'])('hold on the simulator, seed %s', async (seed) => {
    const report = await judged(seed, faithful, { runs: 12 });
    expect(problemsIn(report)).toEqual([]);
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(listProperties.map(() => 'pass'));
  });

  it('stay within the requests that they announce in a check', async () => {
    const report = await judged('1', faithful);
    const costs = checksOf().map(({ cost }) => Object.values(cost).reduce((sum, count) => sum + count, 0));
    expect(costs.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(75);
    for (const [index, { id, requests = 0 }] of report.checks.entries())
      expect(requests, id).toBeLessThanOrEqual(costs[index] ?? 0);
  });

  it('hold on a server with other habits', async () => {
    const service = await startSecondService();
    jumpOverWaits();
    const report = await runChecks({ ...optionsFor(service), target: inProcessOf(service), checks: checksOf(25) });
    expect(problemsIn(report)).toEqual([]);
    expect(report.counts.pass).toBeGreaterThan(10);
    vi.useRealTimers();
    await service.close();
  });
});

/** Only orders that were placed through this wrapper are listed. */
const newOrdersAlone: Wrap = (handle) => {
  const placed = new Set<unknown>();
  return (request) => {
    const cursor = new URLSearchParams(request.query).get('next_cursor');
    const response = handle(withQuery(request, (query) => query.delete('next_cursor')));
    if (request.method === 'POST' && request.path === '/order') placed.add(textAt(parseJson(response.body), 'orderID'));
    if (request.path !== '/data/orders') return response;
    const page = Object(parseJson(response.body));
    const own = objectsIn(page.data).filter(({ id }) => placed.has(id));
    return withBody(response, { ...page, data: own.slice(cursor === null ? 0 : readCursor(cursor)) });
  };
};

describe('a list of orders that the property has placed', () => {
  const judgedOrders = async (only: string, query: (sent: URLSearchParams) => boolean) => {
    const wrap: Wrap = (handle, internals) =>
      newOrdersAlone(forgetting(query, 'asset_id')(handle, internals), internals);
    return (await judged('1', wrap, { runs: 60, only })).checks[0];
  };

  it('is compared where no other orders are', async () => {
    expect((await judgedOrders('lists.live-orders', () => false))?.verdict).toBe('not-testable');
    expect((await judgedOrders('lists.own-orders', () => false))?.verdict).toBe('pass');
  });

  it('shows a filter that is ignored beside another', async () => {
    const check = await judgedOrders('lists.own-orders', (sent) => sent.has('market'));
    expect(check?.findings.map(({ clause }) => clause)).toContain('4.5/asset_id.filter');
  });
});

describe('a list of which only the first pages are read', () => {
  it('has these pages at each offset', async () => {
    const simulator = createSimulator({ seed: '2', world: 'medium', limits: 'off' });
    const checks = checksOf(60, 'lists.activity');
    const report = await runChecks({ target: inProcessTarget(simulator), checks, register: loadRegister(), seed: '2' });
    expect(problemsIn(report)).toEqual([]);
    expect(report.counts.pass).toBe(1);
  });
});

describe('a lawful quirk of lists is not failed', () => {
  const names = [
    'pages-of-seven',
    'small-pages',
    'cursors-of-all',
    'random-sample',
    'count-of-all',
    'cursor-in-no-header',
    'unmatched-filters-not-found',
    'tag-ids-with-letters',
    'markets-without-event',
    'unknown-filter-not-found',
    'noise-between-rows',
    'titles-by-language',
    'title-letter-case',
    'round-trips',
    'limit-per-outcome',
    'moving-prices-4',
    'moving-markets-10',
    'trades-between-pages',
    'any-maker-order',
    'trade-moments-cut',
    'few-columns',
    'creator-substring',
    'held-groups-only',
    'query-signed',
  ];
  const judge = newJudge({ checks: checksOf(6) });

  it.each(names)('%s', async (name) => {
    const quirk = allQuirks.find(({ id }) => id === name);
    if (quirk === undefined) throw new Error(`there is no quirk ${name}`);
    expect((await judge(quirk, '1')).complaints).toEqual([]);
  });
});

const titleOf = (row: JsonObject): string => textOrEmpty(row, 'title').toLowerCase();
const hasTitle = (row: JsonObject, query: URLSearchParams): boolean =>
  titleOf(row).includes((query.get('title') ?? '').toLowerCase());
const inMarket = (row: JsonObject, query: URLSearchParams): boolean =>
  query.get('market')?.split(',').includes(textOrEmpty(row, 'conditionId')) ?? true;
const offsetOf = (query: URLSearchParams): number => Number(query.get('offset') ?? 0);

type Fault = {
  readonly title: string;
  readonly route: 'positions' | 'closed-positions' | 'markets' | 'sampling-markets';
  readonly wrap: Wrap;
};

/** Faults that no other check sees, a clause of their findings, and the parameters that show them. */
const faults: readonly (Fault & { readonly breaks: RegExp; readonly params: readonly string[] })[] = [
  {
    title: 'a market and a title are joined by "or"',
    route: 'closed-positions',
    breaks: /^4\.7\/market\.filter/,
    params: ['market', 'title'],
    wrap: relisted(
      'closed-positions',
      (list, query) => {
        const isJoint = query.has('market') && query.has('title');
        return list.filter((row) =>
          isJoint ? inMarket(row, query) || hasTitle(row, query) : inMarket(row, query) && hasTitle(row, query),
        );
      },
      ['market', 'title'],
    ),
  },
  {
    title: 'pages after the first have the opposite order',
    route: 'closed-positions',
    breaks: /^4\.7\/(sortBy|offset)\./,
    params: ['sortBy', 'offset'],
    wrap: rows((list, query) =>
      offsetOf(query) > 0 && query.get('sortBy') !== 'AVGPRICE' && query.has('sortBy') ? list.toReversed() : list,
    ),
  },
  {
    title: 'a title filters the rows of a page if the order is named as well',
    route: 'closed-positions',
    breaks: /^4\.7\/filters\.page/,
    params: ['title', 'sortDirection'],
    wrap: (handle, internals) => {
      const isJoint = (query: URLSearchParams): boolean => query.has('title') && query.get('sortDirection') === 'DESC';
      const cut = forgetting(isJoint, 'title')(handle, internals);
      return rows((list, query) => (isJoint(query) ? list.filter((row) => hasTitle(row, query)) : list))(
        cut,
        internals,
      );
    },
  },
  {
    title: 'the last page of a filtered list loses its last row',
    route: 'positions',
    breaks: /^4\.8\/filters\.page/,
    params: ['title', 'offset'],
    wrap: rows((list, query) =>
      offsetOf(query) > 0 && query.has('title') && list.length < Number(query.get('limit') ?? 100)
        ? list.slice(0, -1)
        : list,
    ),
  },
  {
    title: 'the cursor of a sampled list is ignored',
    route: 'sampling-markets',
    breaks: /^4\.15\/sampling-markets\.next_cursor\.offset/,
    params: ['next_cursor'],
    wrap: forgetting((query) => query.has('next_cursor'), 'next_cursor'),
  },
  {
    title: 'a flag is ignored in a descending list',
    route: 'markets',
    breaks: /^4\.11\/closed\.filter/,
    params: ['closed', 'order'],
    wrap: forgetting((query) => query.has('order') && query.get('ascending') !== 'true', 'closed'),
  },
];

describe('the property of a list finds', () => {
  const reports = new Map<string, readonly Finding[]>();

  beforeAll(async () => {
    for (const { title, route, wrap } of faults) {
      const report = await judged('1', onRoute(route, wrap), { runs: 150, only: `lists.${route}` });
      reports.set(
        title,
        report.checks.flatMap(({ findings }) => findings),
      );
    }
  }, 60_000);
  afterAll(() => reports.clear());

  it.each(faults)('$title', ({ title, breaks, params }) => {
    const found = reports.get(title) ?? [];
    const finding = found.find(({ clause }) => breaks.test(clause));
    expect(finding, found.map(({ clause }) => clause).join(' ')).toBeDefined();
    expect(finding?.counterexample?.repeated).toBe(3);
    const sent = [...new URLSearchParams(finding?.request.split('?')[1]).keys()].filter((name) => name !== 'user');
    expect(sent).toEqual(expect.arrayContaining([...params]));
    expect(sent.length, finding?.request).toBeLessThanOrEqual(params.length + 2);
  });
});
