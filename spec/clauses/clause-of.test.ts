/** spec/clauses/clause-of tests: the ids of clauses of routes, and ids that the compiler rejects. */
import { expect, expectTypeOf, it } from 'vitest';
import type { ClauseId, DecisionId } from '../ids.generated.ts';
import type { RouteId } from '../route.ts';
import { clauseOf, parameterClause, type RouteWith, routesWith, type SubjectWith } from './clause-of.ts';

it.each([
  [clauseOf('positions', 'limit.max'), '4.8/limit.max'],
  [clauseOf('event', 'id.match'), '4.20/event.id.match'],
  [clauseOf('positions', 'exists'), '4.1/positions'],
  [clauseOf('positions', 'open'), '4.1/positions.open'],
  [clauseOf('heartbeat', 'header.SVC_ADDRESS'), '5/heartbeat.SVC_ADDRESS'],
  [clauseOf('positions', 'error.bad-request'), '7/positions.bad-request'],
  [parameterClause('positions', 'limit', 'max'), '4.8/limit.max'],
])('%s is %s', (id, expected) => {
  expect(id).toBe(expected);
});

it('a parameter that a route does not have has no clause', () => {
  expect(() => parameterClause('heartbeat', 'limit', 'max')).toThrow('4.2/heartbeat.limit.max is a clause');
});

it('the routes of which a clause states something', () => {
  const ids = routesWith('limit.page').map(({ id }) => id);
  expect(ids.toSorted()).toEqual([
    'live-orders',
    'sampling-markets',
    'sampling-simplified-markets',
    'simplified-markets',
  ]);
  expectTypeOf(ids).toEqualTypeOf<RouteWith<'limit.page'>[]>();
  expectTypeOf<RouteWith<'creator.scope'>>().toEqualTypeOf<'market-by-slug'>();
  expectTypeOf<SubjectWith<'builder-trades', 'strict'>>().toEqualTypeOf<'before' | 'after'>();
});

it('misspelled ids are errors of the compiler', () => {
  const either = routesWith('response.status').map(({ id }) => id)[0] ?? 'positions';
  const ids = [
    // @ts-expect-error A clause.
    '4.8/limit.maxx' satisfies ClauseId,
    // @ts-expect-error A decision.
    'sort-keyz' satisfies DecisionId,
    // @ts-expect-error A route.
    'positionz' satisfies RouteId,
    // @ts-expect-error An aspect of a route.
    clauseOf('positions', 'limit.maxx'),
    // @ts-expect-error An aspect that some routes have and this one has not.
    clauseOf('heartbeat', 'limit.max'),
    // @ts-expect-error An aspect that not all of several routes have.
    clauseOf(either, 'limit.max'),
  ];
  expect(ids).toHaveLength(6);
});
