/** conformance/suite tests: the gate: no clause without a check or a reason, no check without a clause. */
import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../sim/in-process-target.ts';
import { createSimulator } from '../sim/simulator.ts';
import type { Clause } from '../spec/clauses/clause.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import { ROUTES } from '../spec/routes.ts';
import type { Check } from './check.ts';
import { citing } from './fixtures/citing.ts';
import type { HttpTraceExchange } from './http-trace.ts';
import { judge } from './judge.ts';
import { allChecks } from './suite.ts';

const register = loadRegister();
const checks = allChecks();

/** Clauses that are visible on the wire and that no check cites. */
function unjudged(clauses: readonly Clause[], among: readonly Check[]): readonly string[] {
  const cited = new Set(among.flatMap((check) => check.clauses));
  return clauses.filter(({ id, excluded }) => excluded === undefined && !cited.has(id)).map(({ id }) => id);
}

describe('the gate between clauses and checks', () => {
  it('lets no clause through that has neither a check nor a reason', () => {
    expect(unjudged(register.clauses, checks)).toEqual([]);
  });

  it('closes when a check is taken away', () => {
    const without = checks.filter(({ id }) => id !== 'holders.exists');
    expect(unjudged(register.clauses, without)).toContain('4.1/holders');
  });

  it('lets no check through that cites nothing, or what the register excludes', () => {
    const strange = checks.filter(({ clauses }) => clauses.length === 0);
    expect(strange.map(({ id }) => id)).toEqual([]);
    const excluded = checks.flatMap(({ id, clauses }) =>
      clauses.filter((clause) => register.get(clause)?.excluded !== undefined).map((clause) => `${id} ${clause}`),
    );
    expect(excluded).toEqual([]);
  });

  it('has checks for every route, of every kind that is named in the contract of reports', () => {
    const routes = new Set(checks.map(({ route }) => route));
    expect(ROUTES.filter(({ id }) => !routes.has(id)).map(({ id }) => id)).toEqual([]);
    const kinds = new Set(checks.map(({ kind }) => kind));
    for (const kind of [
      'shape',
      'bounds',
      'pagination',
      'ordering',
      'filter',
      'error',
      'auth',
      'consistency',
      'stateful',
    ] as const)
      expect(kinds).toContain(kind);
  });

  it('changes no target unless writing is allowed; a check keeps to its cost and its clauses', async () => {
    const simulator = createSimulator();
    const before = simulator.hash();
    const { label, send, close } = inProcessTarget(simulator);
    const sent = new Map<string, number>();
    const onExchange = ({ check, route }: HttpTraceExchange): void => {
      if (check !== undefined && route !== undefined)
        sent.set(`${check} ${route}`, (sent.get(`${check} ${route}`) ?? 0) + 1);
    };
    const report = await judge({
      target: { label, send, close },
      checks: checks.map(citing),
      credentials: simulator.credentials,
      onExchange,
    });
    expect(
      report.checks.flatMap(({ id, verdict, reason }) => (verdict === 'error' ? [`${id}: ${reason}`] : [])),
    ).toEqual([]);
    expect(simulator.hash()).toBe(before);
    const costs = new Map(
      checks.flatMap(({ id, cost }) => Object.entries(cost).map(([to, most]) => [`${id} ${to}`, most])),
    );
    expect([...sent].filter(([key, requests]) => requests > (costs.get(key) ?? 0))).toEqual([]);
  });

  it('does write where it is allowed to, so that the test above can fail', async () => {
    const simulator = createSimulator();
    const before = simulator.hash();
    await judge({
      target: inProcessTarget(simulator),
      credentials: simulator.credentials,
      allowWrites: true,
      only: ['place-order.rests-buy-0'],
    });
    expect(simulator.hash()).not.toBe(before);
  });
});
