/** conformance/checks/clob tests: the simulator with a profile passes all checks, mutants fail, each clause has one. */
import { expect, it } from 'vitest';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { registerOf, replacedBy } from '../../../spec/clauses/register.ts';
import { clobClauses } from '../../../spec/clob/clauses.ts';
import { loadProfile } from '../../../spec/profile.ts';
import { judge } from '../../judge.ts';
import { allChecks, suiteOf } from '../../suite.ts';
import { clobChecks } from '../suite.ts';

// The first event of the larger world has no tags.
it.each([
  ['polymarket', 'medium'],
  ['kuest', 'small'],
] as const)(
  'the simulator with the profile %s and a %s world passes, and each clause has a check',
  async (name, world) => {
    const simulator = createSimulator({ profile: name, world });
    const own = clobChecks(loadProfile(name));
    const { credentials } = simulator;
    const report = await judge({
      target: inProcessTarget(simulator),
      profile: name,
      credentials,
      allowWrites: true,
      checks: own,
    });
    expect(report.checks.filter(({ verdict }) => verdict !== 'pass').map(({ id, reason }) => [id, reason])).toEqual([]);
    const cited = new Set<string>(own.flatMap(({ clauses }) => clauses));
    expect(clobClauses().filter(({ id }) => !cited.has(id))).toEqual([]);
    expect(report.unverified.filter((id) => id.startsWith('P/'))).toEqual([]);
    expect(report.remarks.join()).toMatch(new RegExp(`the profile ${name} replaces \\d+ clauses`));
  },
);

it('an unknown clause in replaces is an error', () => {
  expect(() => replacedBy(['4.8/no-such-clause'])).toThrow('no clause has the id 4.8/no-such-clause');
  expect(() => replacedBy(['9.9/*'])).toThrow('no clause has the id 9.9/*');
});

it.each(['polymarket', 'kuest'])('the entity that a path names is judged with %s, its form is not', (profile) => {
  const { get } = registerOf(profile);
  expect(get('4.12/slug.match')).toBeDefined();
  expect(get('4.20/event-by-slug.slug.match')).toBeDefined();
  expect(get('4.12/slug.type')).toBeUndefined();
});

it('a run without such a profile has the clauses and checks of the interface alone', () => {
  expect(registerOf('document')).toBe(registerOf(undefined));
  expect(registerOf('document').clauses.some(({ id }) => id.startsWith('P/'))).toBe(false);
  expect(suiteOf('document').map(({ id }) => id)).toEqual(allChecks().map(({ id }) => id));
});
