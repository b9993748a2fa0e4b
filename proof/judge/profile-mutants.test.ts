/** proof/judge tests: each clause of a profile has a mutant, and a random part of them is killed through it. */
import { expect, it } from 'vitest';
import { clobChecks } from '../../conformance/checks/suite.ts';
import { clobClauses } from '../../spec/clob/clauses.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { loadProfile } from '../../spec/profile.ts';
import { killMatrix } from './campaign.ts';
import { everyVariant, mutantServed, mutantsOf, profileMutants } from './catalog.ts';
import type { Mutant } from './variant.ts';

it('break each clause of a profile, and have names of their own', () => {
  const broken = new Set<string>(profileMutants.map(({ breaks }) => breaks));
  expect(clobClauses().filter(({ id }) => !broken.has(id))).toEqual([]);
  const ids = [...everyVariant, ...profileMutants].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('are mutants of services that have the routes', () => {
  expect(mutantsOf('kuest')).toBe(profileMutants);
  expect(mutantServed('P/price.beside', 'polymarket')?.breaks).toBe('P/price.side');
  expect(mutantServed('P/price.beside')).toBeUndefined();
  expect(mutantServed('positions.limit-501', 'kuest')).toBeDefined();
});

for (const [profile, parts] of [
  ['polymarket', 250],
  ['kuest', 500],
] as const) {
  const { title, part } = drawnPart(profileMutants, parts);
  it(`${profile}: each mutant of ${title} is killed through its clause`, { timeout: 120_000 }, async () => {
    expect((await killMatrix({ mutants: part, profile })).survivors).toEqual([]);
  });
}

it('survive if they break nothing', { timeout: 60_000 }, async () => {
  const [first] = profileMutants;
  if (first === undefined) throw new Error('there are mutants');
  const canary: Mutant = { ...first, wrap: (handle) => handle };
  const checks = clobChecks(loadProfile('polymarket'));
  expect((await killMatrix({ mutants: [canary], profile: 'polymarket', checks })).survivors).toEqual([first.id]);
});
