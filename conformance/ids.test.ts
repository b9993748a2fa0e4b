/** conformance/ids tests: ids of clauses, decisions, checks and routes that do not exist are errors of the compiler. */
import { expect, expectTypeOf, it } from 'vitest';
import { clauseOf, parameterClause, type RouteWith, routesWith, type SubjectWith } from '../spec/clauses/clause-of.ts';
import type { DecisionId } from '../spec/ids.generated.ts';
import type { CheckContext, Exchange } from './check.ts';
import type { CheckId } from './check-ids.generated.ts';
import { refusal, success } from './checks/assertions.ts';
import { check } from './checks/definition.ts';
import { allChecks } from './suite.ts';

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

it('the compiler knows which routes and parameters have a clause', () => {
  expect(() => parameterClause('heartbeat', 'limit', 'max')).toThrow('4.2/heartbeat.limit.max is a clause');
  const ids = routesWith('offset.max').map(({ id }) => id);
  expect(ids.toSorted()).toEqual(['activity', 'closed-positions', 'positions']);
  expectTypeOf(ids).toEqualTypeOf<RouteWith<'offset.max'>[]>();
  expectTypeOf<RouteWith<'creator.scope'>>().toEqualTypeOf<'market-by-slug'>();
  expectTypeOf<SubjectWith<'builder-trades', 'strict'>>().toEqualTypeOf<'before' | 'after'>();
});

it('a misspelled id is an error', () => {
  const run = async (): Promise<void> => undefined;
  const [either = 'positions'] = routesWith('response.status').map(({ id }) => id);
  const judged = (context: CheckContext, of: Exchange) => [
    // @ts-expect-error A clause that is judged.
    context.judge({ clauses: '4.11/limit.maxx', of, must: { status: '2xx' } }),
    // @ts-expect-error One of several.
    context.judge(success(['4.11/limit.max', 'D/filter-unknowns'], of, 'x')),
    // @ts-expect-error A clause that is computed.
    context.judge(refusal(`D/statuses.${'not-fond' as const}`, of, 'x')),
    // @ts-expect-error An aspect of a route.
    clauseOf('positions', 'limit.maxx'),
    // @ts-expect-error An aspect that other routes have.
    clauseOf('heartbeat', 'limit.max'),
    // @ts-expect-error An aspect that not all of several routes have.
    clauseOf(either, 'limit.max'),
    // @ts-expect-error A clause that a check lists.
    check('markets', 'x', { title: 'x', clauses: ['4.11/limit.maxx'], run }),
    // @ts-expect-error The route of a check.
    check('marketz', 'x', { title: 'x', clauses: ['4.11/limit.max'], run }),
    // @ts-expect-error A check.
    'markets.shapes' satisfies CheckId,
    // @ts-expect-error A check of the suite.
    allChecks().find(({ id }) => id === 'markets.shapes'),
    // @ts-expect-error A decision.
    'sort-keyz' satisfies DecisionId,
  ];
  expect(judged).toBeTypeOf('function');
});
