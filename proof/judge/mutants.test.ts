/** proof/judge tests: mutants die through their clause, and a matrix shows survivors: a random part. */
import { describe, expect, it } from 'vitest';
import { allChecks } from '../../conformance/suite.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { ROUTES } from '../../spec/routes.ts';
import { get } from '../../wire/message.ts';
import { killMatrix } from './campaign.ts';
import { allMutants, everyMutant, everyVariant, mutantById } from './catalog.ts';
import { mutated } from './mutated.ts';
import type { Mutant, Wrap } from './variant.ts';

const register = loadRegister();
const { title, part: chosen } = drawnPart(allMutants, 180);
/** A suite of one route, for mutants that survive the whole suite. */
const checks = allChecks().filter(({ route }) => route === 'positions');

const named = (id: string): Mutant => mutantById(id) as Mutant;

describe('the catalog of mutants', () => {
  it('names each mutant once', () => {
    const ids = everyVariant.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('breaks clauses that the register knows and that can be observed', () => {
    const wrong = everyMutant.filter(({ breaks }) => {
      const row = register.get(breaks);
      return row === undefined || row.excluded !== undefined || row.observable === 'not-observable';
    });
    expect(wrong.map(({ id, breaks }) => `${id} ${breaks}`)).toEqual([]);
  });

  it.each(ROUTES.map(({ id }) => id))('has at least two mutants of %s', (route) => {
    expect(allMutants.filter((mutant) => mutant.route === route).length).toBeGreaterThanOrEqual(2);
  });
});

const LONG = { timeout: 240_000 };

describe('the kill matrix', () => {
  it(`finds each mutant of ${title} killed by a check that cites the broken clause`, LONG, async () => {
    const matrix = await killMatrix({ mutants: chosen });
    expect(chosen.length).toBeGreaterThan(10);
    expect(matrix.survivors).toEqual([]);
    expect(matrix).toMatchObject({ score: 1, killed: chosen.length, total: chosen.length });
    const uncited = matrix.rows.filter(({ killedBy }) => killedBy.length === 0);
    expect(uncited).toEqual([]);
  });

  it('lets a mutant survive that breaks nothing', { timeout: 60_000 }, async () => {
    const unbroken: Wrap = (handle) => handle;
    const canary: Mutant = { ...named('positions.limit-501'), id: 'positions.canary', wrap: unbroken };
    expect(await killMatrix({ mutants: [canary], checks })).toMatchObject({
      score: 0,
      killed: 0,
      total: 1,
      survivors: ['positions.canary'],
      rows: [{ id: 'positions.canary', clause: '4.8/limit.max', killedBy: [] }],
    });
  });

  it('lets a mutant survive that fails through another clause than its own', { timeout: 60_000 }, async () => {
    const mislabelled: Mutant = { ...named('positions.title-null'), breaks: '4.8/offset.skip' };
    expect((await killMatrix({ mutants: [mislabelled], checks })).survivors).toEqual(['positions.title-null']);
  });

  it('gives the same rows for the same seed', { timeout: 60_000 }, async () => {
    const mutants = ['markets.closed-false', 'place-order.fok-half', 'heartbeat-v1.frozen.beat'].map(named);
    const [first, second] = [await killMatrix({ mutants, seed: 7 }), await killMatrix({ mutants, seed: 7 })];
    expect(second).toEqual(first);
    expect(first.score).toBe(1);
  });
});

describe('a mutated simulator', () => {
  it('forgets what its wrapper remembered when it is reset', () => {
    const counting: Wrap = (handle) => {
      let count = 0;
      return (request) => {
        count += 1;
        return { ...handle(request), body: String(count) };
      };
    };
    const simulator = mutated(createSimulator(), counting);
    simulator.handle(get('/markets'));
    expect(simulator.handle(get('/markets')).body).toBe('2');
    simulator.reset();
    expect(simulator.handle(get('/markets')).body).toBe('1');
  });
});
