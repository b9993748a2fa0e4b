import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pointerOf } from '../../base/json-pointer.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { clauseOf } from '../../spec/clauses/clause-of.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { RouteId } from '../../spec/route.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import { shapeClauses } from './checks.ts';
import { numberClauses } from './numbers.ts';
import { WalkCompiler } from './walker.ts';

const register = loadRegister();
const numbers = numberClauses(register);
const compiler = new WalkCompiler(numbers);

type Walked = { readonly broken: string[]; readonly seen: string[]; readonly extra: string[] };

/** Walks a response of a route: broken clauses as `clause pointer`, verified clauses, and extra fields. */
function walk(route: RouteId, value: unknown): Walked {
  const row = routeById(route);
  const seen = new Uint8Array(numbers.count);
  const path: (string | number)[] = [];
  const broken: string[] = [];
  const extra: string[] = [];
  compiler.compile(row.ok, clauseOf(row.id, 'response.shape'))(value, {
    seen,
    path,
    violation: (clause) => broken.push(`${numbers.idOf(clause)} ${pointerOf(path)}`),
    extra: (field) => extra.push(field),
  });
  return { broken, extra, seen: [...seen].flatMap((flag, number) => (flag === 1 ? (numbers.idOf(number) ?? []) : [])) };
}

/** Valid responses of reading routes, from a simulator that other tests validate against the schemas. */
const simulator = createSimulator();
const body = (request: Request): unknown => JSON.parse(simulator.handle(request).body);
const [market] = body(get('/markets', { closed: 'false', active: 'true' })) as {
  slug: string;
  conditionId: string;
  clobTokenIds: string;
  events: { slug: string }[];
}[];
const tokens = (JSON.parse(market?.clobTokenIds ?? '[]') as string[]).map((token_id) => ({ token_id }));
const [group] = body(get('/holders', { market: market?.conditionId ?? '' })) as {
  holders: { proxyWallet: string }[];
}[];
const user = group?.holders[0]?.proxyWallet ?? '';
const profiles = (group?.holders ?? []).map(
  ({ proxyWallet }) => body(get(`/profiles/user_address/${proxyWallet}`)) as object,
);
const answers: readonly (readonly [RouteId, unknown])[] = [
  ['markets', body(get('/markets', { limit: '2' }))],
  ['market-by-slug', body(get(`/markets/slug/${market?.slug}`))],
  ['event-by-slug', body(get(`/events/slug/${market?.events[0]?.slug}`))],
  ['trading-market', body(get(`/markets/${market?.conditionId}`))],
  ['trading-settings', body(get(`/clob-markets/${market?.conditionId}`))],
  ['simplified-markets', body(get('/simplified-markets'))],
  ['books', body(withJson('POST', '/books', tokens))],
  ['prices', body(withJson('POST', '/prices', tokens))],
  ['positions', body(get('/positions', { user }))],
  ['activity', body(get('/activity', { user, limit: '3' }))],
  ['holders', body(get('/holders', { market: market?.conditionId ?? '', limit: '3' }))],
  ['event-creators', body(get('/events/creators'))],
  ['profile', profiles.find((profile) => 'pseudonym' in profile)],
];

/** The path of every value inside a value. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.slice(0, 3).map((item, index) => [index, item] as const)
    : Object.entries(value);
  return [path, ...inner.flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === head ? replaced(item, rest, by) : item));
  return { ...(value as object), [head]: replaced((value as Record<string, unknown>)[head], rest, by) };
}

describe('a walk agrees with zod', () => {
  it.each(answers)('on a good answer of %s', (route, response) => {
    expect(routeById(route).ok.safeParse(response).error).toBeUndefined();
    expect(walk(route, response)).toMatchObject({ broken: [], extra: [] });
  });

  const hostile = fc.oneof(
    fc.constantFrom(undefined, null, 0, 1.5, -1, 1e308, true, '', 'text', '2026-01-01', '["a"]', 'not json', [], {}),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const cases = fc.constantFrom(...answers).chain(([route, response]) =>
    fc.record({
      route: fc.constant(route),
      response: fc.constant(response),
      place: fc.constantFrom(...placesIn(response)),
      by: hostile,
    }),
  );
  test.prop([cases], { numRuns: 500 })('on an answer with one value replaced', ({ route, response, place, by }) => {
    const spoiled = replaced(response, place, by);
    const issues = routeById(route).ok.safeParse(spoiled).error?.issues ?? [];
    const { broken, extra } = walk(route, spoiled);
    const stated = broken.filter((text) => /\.only |\.absent |\.no-events /.test(text)).length;
    const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
    expect(extra.length + stated).toBe(unknown.length);
    const pointers = issues.filter(({ code }) => code !== 'unrecognized_keys').map(({ path }) => pointerOf(path));
    expect(
      new Set(
        broken
          .filter((text) => !/\.only |\.absent |\.no-events /.test(text))
          .map((text) => text.slice(text.indexOf(' ') + 1)),
      ),
    ).toEqual(new Set(pointers));
  });
});

describe('a walk cites', () => {
  const [position] = (answers.find(([route]) => route === 'positions')?.[1] ?? []) as Record<string, unknown>[];
  const without = (field: string): unknown =>
    Object.fromEntries(Object.entries(position ?? {}).filter(([name]) => name !== field));

  it('the clause of a field that is missing or null', () => {
    expect(walk('positions', [without('size')]).broken).toEqual(['2.1/size /0/size']);
    expect(walk('positions', [{ ...position, size: null }]).broken).toEqual(['2.1/size /0/size']);
  });

  it('the clause of a type and of a format', () => {
    expect(walk('positions', [{ ...position, size: '5' }]).broken).toEqual(['2.1/size.type /0/size']);
    expect(walk('positions', [{ ...position, asset: 'bare' }]).broken).toEqual(['2.1/asset.format /0/asset']);
    expect(walk('positions', [{ ...position, outcomeIndex: 0.5 }]).broken).toEqual([
      '2.1/outcomeIndex.type /0/outcomeIndex',
    ]);
  });

  it('the clause of the answer where the wrapper is wrong', () => {
    expect(walk('positions', { data: [] }).broken).toEqual(['4.8/response.shape ']);
    expect(walk('positions', [7]).broken).toEqual(['4.8/response.shape /0']);
  });

  it('the clause of the items of a list of texts', () => {
    const trading = answers.find(([route]) => route === 'trading-market')?.[1] as object;
    expect(walk('trading-market', { ...trading, assets_ids: ['1', 2] }).broken).toEqual([
      '2.10/assets_ids.items /assets_ids/1',
    ]);
  });

  it('stated absences', () => {
    const { negativeRisk, ...closed } = position ?? {};
    expect(walk('closed-positions', [closed]).seen).toContain('2.2/negativeRisk.absent');
    expect(walk('closed-positions', [{ ...closed, negativeRisk }]).broken).toEqual(['2.2/negativeRisk.absent /0']);
    const [listed] = (answers[0]?.[1] ?? []) as { events: object[] }[];
    const long = { ...listed, events: [{ ...listed?.events[0], image: '' }] };
    expect(walk('markets', [long]).broken).toEqual(['2.5/summary.only /0/events/0']);
    const event = (answers[2]?.[1] ?? {}) as { markets: object[] };
    expect(walk('event', { ...event, markets: [{ ...event.markets[0], events: [] }] }).broken).toEqual([
      '2.6/markets.no-events /markets/0',
    ]);
  });

  it('nothing that no value showed: an empty list says nothing of its items', () => {
    const { seen } = walk('positions', []);
    expect(seen).toEqual(['4.8/response.shape']);
  });

  it('only clauses that the check of the route lists', () => {
    for (const route of ROUTES) {
      const listed = new Set(shapeClauses(route, register));
      const sample = answers.find(([id]) => id === route.id)?.[1];
      for (const id of walk(route.id, sample).seen) expect(listed).toContain(id);
    }
  });
});

describe('hostile values', () => {
  it('nested deeper than the stack cost a verdict and no crash', () => {
    const nested = JSON.parse(`${'[{"replies":'.repeat(20_000)}[]${'}]'.repeat(20_000)}`);
    expect(walk('comment-replies', nested).broken.length).toBeGreaterThan(100);
  });

  it('with __proto__ as a field are extra fields like any other', () => {
    const response = JSON.parse('{"heartbeat_id":"a","__proto__":{"heartbeat_id":7},"constructor":1}');
    expect(walk('heartbeat-v1', response)).toMatchObject({ broken: [], extra: ['__proto__', 'constructor'] });
  });
});

it('knows every kind of schema that the routes are made of', () => {
  expect(() => compiler.compile(z.array(z.date()), '4.8/response.shape')).toThrow();
});
