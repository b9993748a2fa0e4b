/** conformance/verdict/causes tests: failures are grouped by what repairs them, in the order of work. */
import { describe, expect, it } from 'vitest';
import { finding, report, result } from '../../reports/fixtures/report.ts';
import type { CheckResult, Finding } from '../report.ts';
import { causesOf } from './causes.ts';

const failing = (
  id: string,
  route: string,
  parts: Partial<CheckResult> = {},
  found: Partial<Finding> = {},
): CheckResult => result(id, 'fail', { route, findings: [finding('fail', found)], ...parts });

const shown = (checks: readonly CheckResult[], unverified: string[] = []): readonly string[] =>
  causesOf({ checks, unverified }).map(
    ({ id, title, checks: ids, gain }) => `${id}: ${title} (${ids.length}, ${gain})`,
  );

const lacking = (name: string): Finding =>
  finding('fail', {
    clause: `2.5/${name}`,
    pointer: `/0/${name}`,
    expected: 'present and not null',
    actual: 'missing',
  });

describe('the causes of failures', () => {
  it('have the missing fields of a route together, with the checks that needed them', () => {
    const checks = [
      result('markets.shape', 'fail', { route: 'markets', findings: ['a', 'b', 'c', 'd', 'e'].map(lacking) }),
      result('markets.keys', 'not-testable', {
        clauses: ['2.5/a.unique'],
        remedy: 'fix markets first: see markets.shape',
      }),
      result('other.idle', 'not-testable', { clauses: ['2.5/b.unique'], remedy: 'name a market' }),
    ];
    expect(shown(checks, ['2.5/a.unique', '2.5/b.unique'])).toEqual([
      'markets/fields: 5 fields are missing: a, b, c, d and 1 more (2, 6)',
    ]);
  });

  it('name fields that should be absent, and fold what other checks say about a broken field', () => {
    const extra = finding('fail', {
      clause: '2.2/negativeRisk.absent',
      expected: 'no field negativeRisk',
      pointer: '/0',
    });
    const checks = [
      result('closed-positions.shape', 'fail', { route: 'closed-positions', findings: [extra, lacking('size')] }),
      failing(
        'closed-positions.rows',
        'closed-positions',
        { kind: 'consistency' },
        { pointer: '/0/size', clause: '2.2/x' },
      ),
    ];
    expect(shown(checks)).toEqual([
      'closed-positions/fields: 1 field is missing: size; 1 field should be absent: negativeRisk (2, 3)',
    ]);
  });

  it('have a route that is not served with the checks that it blocks', () => {
    const checks = [
      failing('books.exists', 'books', { clauses: ['4.1/books'] }, { clause: '4.1/books', actual: '"status 404"' }),
      result('books.levels', 'blocked', { clauses: ['2.14/bids'], reason: 'not served: see books.exists' }),
    ];
    expect(shown(checks, ['2.14/bids'])).toEqual(['books/missing: not served: status 404 (2, 2)']);
  });

  it('have another order of rows once, with the pages that follow from it', () => {
    const ordering = ['a', 'b'].map((name) => failing(`positions.${name}`, 'positions', { kind: 'ordering' }));
    const pages = failing('positions.pages', 'positions', { kind: 'pagination' });
    expect(shown([...ordering, pages])).toEqual(['positions/ordering: 3 checks: rows in another order (3, 1)']);
    expect(shown([pages])[0]).toMatch(/^positions\/pagination: expected/);
  });

  it('have the same shape of errors on several routes once', () => {
    const checks = ['markets', 'event'].map((route) =>
      failing(`${route}.error-shape`, route, {}, { clause: `7/${route}.family`, pointer: '/type', actual: 'missing' }),
    );
    expect(shown(checks)).toEqual([
      'errors/7/family/type: errors have no `type` on 2 routes: GET /markets, GET /events/{id} (2, 2)',
    ]);
  });

  it('are in the order of work', () => {
    const value = { kind: 'stateful' };
    const checks = [
      failing('a.warned', 'markets', { ...value, verdict: 'warn', findings: [finding('warn', { clause: '1/w' })] }),
      failing('place-order.x', 'place-order', value, { clause: '4.3/x' }),
      failing('markets.x', 'markets', value, { clause: '4.11/x' }),
      failing('holders.shape', 'holders', {}, { clause: '2.4/token' }),
      failing('books.exists', 'books', {}, { clause: '4.1/books' }),
    ];
    expect(causesOf({ checks, unverified: [] }).map(({ id }) => id)).toEqual([
      'books/missing',
      'holders/fields',
      '4.11/x',
      '4.3/x',
      '1/w',
    ]);
  });

  it('leave out expected failures and notes, and are part of every report of a run', () => {
    const checks = [failing('a', 'markets', { expected: true }), result('b', 'note', { findings: [finding('note')] })];
    expect(causesOf({ checks, unverified: [] })).toEqual([]);
    expect(report(checks).causes).toEqual([]);
  });

  it('have a blocked capability once', () => {
    const reason = 'trading is blocked, see the remarks of the report';
    const checks = ['x', 'y'].map((id) =>
      result(id, 'blocked', { capability: 'trading', clauses: [`4.3/${id}`], reason }),
    );
    expect(shown(checks, ['4.3/x', '4.3/y'])).toEqual([`blocked/trading: ${reason} (2, 2)`]);
  });
});
