import { describe, expect, it } from 'vitest';
import { capturePrinted } from '../../cli/fixtures/printed.ts';
import { Scenario } from '../../scenarios/language/scenario.ts';
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { libraryScenarios, scenarioMap } from './map.ts';

const printed = capturePrinted();
const register = loadRegister();
const scenarios = libraryScenarios();

describe('the scenario map', () => {
  it('is printed for the library', async () => {
    await import('./main.ts');
    expect(printed.out).toBe(scenarioMap(scenarios, register));
    expect(printed.out.split('\n').length).toBeGreaterThan(300);
  });

  it('lists each cited clause with the scenarios that cite it', () => {
    const scenario = (name: string, clauses: readonly string[]): Loaded => ({
      file: `${import.meta.dirname}/../../scenarios/library/${name}.yaml`,
      name,
      scenario: Scenario.parse({ scenario: name, clauses, steps: [{ get: '/markets' }] }),
      macros: {},
      cases: [{ name: undefined, vars: {} }],
    });
    const map = scenarioMap(
      [scenario('reads/a', ['4.11/limit.min', '4.11/limit.max']), scenario('reads/b', ['4.11/limit.max'])],
      register,
    );
    const [a, b] = ['a', 'b'].map((name) => `scenarios/library/reads/${name}.yaml`);
    expect(map).toContain(`## Section 4.11\n\n2 of `);
    expect(map).toContain(`| \`4.11/limit.min\` | ${a} |\n| \`4.11/limit.max\` | ${a}, ${b} |\n`);
    expect(map.match(/^## /gm)).toHaveLength(1);
  });
});

it('the library has at least 120 scenarios with distinct names, each of which cites a clause', () => {
  expect(scenarios.length).toBeGreaterThanOrEqual(120);
  expect(scenarios.filter(({ scenario }) => scenario.clauses.length === 0).map(({ file }) => file)).toEqual([]);
  const names = scenarios.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
