import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../base/json.ts';
import { allQuirks } from '../../../proof/judge/catalog.ts';
import type { Plant } from '../../../proof/judge/fixtures/planting.ts';
import { newJudge } from '../../../proof/judge/trial.ts';
import type { Quirk } from '../../../proof/judge/variant.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { isSuccess, type Request } from '../../../wire/message.ts';
import { BRIEF, propertyCheck } from '../checks.ts';
import { explored, exploredSecondService, inShort } from '../fixtures/explored.ts';
import type { Property } from '../property.ts';
import { requestFeatures, requestSpace, requests } from './arbitrary.ts';
import { requestProperties } from './judge.ts';

const NAMES = {
  user: ['0x4444444444444444444444444444444444444444', '0x9999999999999999999999999999999999999999'],
  market: ['0x11', '0x22'],
  slug: ['one-market'],
  event_slug: ['one', 'another'],
  token_id: ['1', '2'],
};

const ofRoutes = (...ids: readonly string[]): readonly Property[] =>
  requestProperties.filter(({ route }) => ids.includes(route ?? ''));
const queryOf = ({ query }: Request): URLSearchParams => new URLSearchParams(query);
type Applies = (request: Request) => boolean;
const withStatus =
  (status: number, body: string, applies: Applies): Plant =>
  (handle) =>
  (request) =>
    applies(request) ? { status, headers: { 'content-type': 'application/json' }, body } : handle(request);
/** Lists without rows, as from a parameter that is not understood. */
const emptied =
  (applies: Applies): Plant =>
  (handle) =>
  (request) => {
    const response = handle(request);
    return applies(request) && isSuccess(response) ? { ...response, body: '[]' } : response;
  };
const found = (route: string, runs: number, plant: Plant, isUnclaimed = false) =>
  explored(ofRoutes(route), { runs, seed: 1, plant, isUnclaimed });

describe('drawn requests', () => {
  it.each(ROUTES.map(({ id }) => id))('to %s cover every kind of each parameter', (id) => {
    const drawn = fc.sample(requests(id, NAMES), { numRuns: 3_000, seed: 1 });
    const covered = new Set(drawn.flatMap(requestFeatures));
    expect(requestSpace(id, NAMES).filter((feature) => !covered.has(feature))).toEqual([]);
  });

  it('mean the same in another spelling', () => {
    for (const { plain, request } of fc.sample(requests('positions', NAMES), { numRuns: 500, seed: 1 })) {
      const pairs = (text: Request): readonly string[] => [...queryOf(text)].map((pair) => pair.join('=')).toSorted();
      expect(pairs(request)).toEqual(pairs(plain));
    }
    for (const { plain, request } of fc.sample(requests('books', NAMES), { numRuns: 500, seed: 1 }))
      expect(parseJson(String(request.body))).toEqual(parseJson(String(plain.body)));
  });

  it('shrink to the parameters that matter', () => {
    const isRefused = ({ plain }: { readonly plain: Request }): boolean =>
      queryOf(plain).has('closed') && queryOf(plain).has('tag_slug');
    const { counterexample } = fc.check(
      fc.property(requests('markets', NAMES), (one) => !isRefused(one)),
      { seed: 3, numRuns: 1_000 },
    );
    const [smallest] = counterexample ?? [];
    expect(smallest?.plain.query).toBe('closed=true&tag_slug=no-such-slug-touchstone');
    expect(smallest?.request).toBe(smallest?.plain);
  });
});

describe('the properties of requests', () => {
  it.each([
    ['unmatched-filters-not-found', '2'],
    ['number-tokens', '1'],
  ])('find nothing on the quirk %s, seed %s', async (name, seed) => {
    const quirk = allQuirks.find(({ id }) => id === name) as Quirk;
    const checks = ofRoutes('markets', 'books').map((one) => propertyCheck(one, { ...BRIEF, runs: 60 }));
    expect(await newJudge({ checks })(quirk, seed)).toMatchObject({ outcome: 'lawful', complaints: [] });
  });

  it.each([1, 2])('find nothing in the simulator, seed %d', { timeout: 30_000 }, async (seed) => {
    expect(inShort(await explored(requestProperties, { runs: 40, seed }))).toEqual([]);
  });

  it('find nothing but notes in a server with other habits', { timeout: 30_000 }, async () => {
    expect(inShort(await exploredSecondService(requestProperties, { runs: 40, seed: 3 }))).toEqual([]);
  });

  it('find a failure with two filters', async () => {
    const fails: Applies = (request) =>
      request.path === '/markets' && queryOf(request).has('closed') && queryOf(request).has('order');
    const findings = await found('markets', 300, withStatus(500, '{"type":"internal error","error":"oops"}', fails));
    expect(findings.map(({ clause, request }) => [clause, request])).toContainEqual([
      '7/statuses.refusal',
      'GET $TARGET/markets?closed=true&order=no-such-slug-touchstone',
    ]);
    expect(findings[0]?.counterexample).toMatchObject({ repeated: 3 });
  });

  it('find a page of HTML for a text with a quote', async () => {
    const isQuoted: Applies = (request) =>
      request.path === '/positions' && /['\\]/.test(queryOf(request).get('title') ?? '');
    const findings = await found('positions', 400, withStatus(400, '<h1>Bad</h1>', isQuoted));
    expect(findings.map(({ clause }) => clause)).toContain('7/positions.family');
    expect(findings[0]?.request).toMatch(/positions\?user=0x\w+&title=(?:%27|%5C)$/);
  });

  it('find valid parameters that are refused together', async () => {
    const isBoth: Applies = (request) =>
      request.path === '/positions' && queryOf(request).get('redeemable') === 'true' && queryOf(request).has('offset');
    const refuses = withStatus(400, '{"error":"invalid_field: redeemable"}', isBoth);
    expect(inShort(await found('positions', 300, refuses))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^fail 4\.8\/redeemable\.accepted /),
        expect.stringMatching(/^fail 4\.8\/offset\.accepted /),
      ]),
    );
  });

  it('find a value beyond a bound that another parameter lets through', async () => {
    const lenient: Plant = (handle) => (request) => {
      const query = queryOf(request);
      if (request.path !== '/positions' || !query.has('market') || query.get('limit') !== '501') return handle(request);
      query.set('limit', '500');
      return handle({ ...request, query: query.toString() });
    };
    expect((await found('positions', 800, lenient)).map(({ clause }) => clause)).toContain('4.8/limit.max.refused');
  });

  const escaped: Applies = (request) =>
    request.path === '/activity' && /%[3-7][0-9A-F]/.test(request.query.replaceAll('%3D', ''));

  it('warn of an encoded letter that is read as it is', async () => {
    const findings = await found('activity', 300, emptied(escaped), true);
    expect(findings.map(({ clause, level }) => `${level} ${clause}`)).toContain('SHOULD 4.1/spelling.same');
  });

  it('note an encoded letter that is refused', async () => {
    const refuses = withStatus(400, '{"error":"bad_request: encoded"}', escaped);
    const findings = await found('activity', 200, refuses, true);
    expect(inShort(findings)).toEqual([expect.stringMatching(/^note 4\.1\/spelling\.accepted /)]);
  });

  it('find an order of parameters that counts', async () => {
    const first = emptied(({ path, query }) => path === '/markets' && /&limit=/.test(query));
    expect((await found('markets', 300, first)).map(({ clause }) => clause)).toContain('4.1/spelling.same');
  });
});
