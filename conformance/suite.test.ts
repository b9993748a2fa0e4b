/** conformance/suite.test: clauses and checks are tied in both directions, without a loose end. */
import { describe, expect, it } from 'vitest';
import { loadRegister } from '../spec/clauses/register.ts';
import { allChecks } from './suite.ts';

const { clauses, get } = loadRegister();
const checks = allChecks();
const cited = new Set(checks.flatMap((check) => check.clauses));

describe('the suite', () => {
  it('judges every clause that has no reason to be left out', () => {
    const loose = clauses.filter(({ id, excluded }) => excluded === undefined && !cited.has(id));
    expect(loose.map(({ id }) => id)).toEqual([]);
  });

  it('judges no clause that nothing can show', () => {
    const shown = clauses.filter(({ id, excluded }) => excluded !== undefined && cited.has(id));
    expect(shown.map(({ id }) => id)).toEqual([]);
  });

  it('has no check without a clause, and no clause twice in one check', () => {
    for (const { id, clauses: own } of checks) {
      expect(own.length, id).toBeGreaterThan(0);
      expect(new Set(own).size, id).toBe(own.length);
    }
  });

  it('cites clauses of the register alone', () => {
    expect([...cited].filter((id) => get(id) === undefined)).toEqual([]);
  });

  it('names checks in words of letters and digits, with dots and dashes', () => {
    const odd = checks.filter(({ id }) => !/^[a-z0-9_]+(?:[-.][a-z0-9_]+)*$/i.test(id));
    expect(odd.map(({ id }) => id)).toEqual([]);
  });
});
