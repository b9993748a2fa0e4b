/** conformance/quirks/bundle-trial tests: a complaint about a bundle is attributed to one quirk, or to the smallest combination. */
import { describe, expect, it } from 'vitest';
import { loadRegister } from '../../spec/clauses/register.ts';
import { get } from '../../wire/message.ts';
import { check } from '../fixtures/fake-target.ts';
import { onRoute, type Wrap } from '../mutants/mutant.ts';
import { tryBundle } from './bundle-trial.ts';
import type { Quirk } from './quirk.ts';
import type { QuirkTrial } from './trial.ts';

const register = loadRegister();
const CLAUSE = '4.11/response.shape';

/** A suite of one check: a market list must not have all of these headers. */
const forbidding = (...names: readonly string[]) => ({
  checks: [
    check('planted.headers', [CLAUSE], async (context) => {
      const answer = await context.send(get('/markets'));
      const holds = !names.every((name) => name in answer.headers);
      context.judgeBy(
        CLAUSE,
        answer,
        holds ? undefined : { expected: 'other headers', actual: names.join() },
        'a test',
      );
    }),
  ],
  register,
  seed: '1',
});

const header =
  (name: string): Wrap =>
  (handle) =>
  (request) => {
    const response = handle(request);
    return { ...response, headers: { ...response.headers, [name]: '1' } };
  };
const withHeader = (id: string): Quirk => ({ id, title: id, wrap: header(id) });
const bundle = ['x-one', 'x-two', 'x-three', 'x-four'].map(withHeader);

const accused = (trials: readonly QuirkTrial[]): unknown =>
  trials.flatMap(({ id, complaints }) => complaints.map(({ check: by, beside }) => [id, by, beside]));

describe('a bundle', () => {
  it('that nothing complains about has one clean trial for each quirk', async () => {
    const trials = await tryBundle(bundle, forbidding('x-five'));
    expect(trials.map(({ id, hasChanged, complaints }) => [id, hasChanged, complaints])).toEqual(
      bundle.map(({ id }) => [id, true, []]),
    );
  });

  it('is narrowed to the quirk that is accused on its own', async () => {
    expect(accused(await tryBundle(bundle, forbidding('x-two')))).toEqual([['x-two', 'planted.headers', undefined]]);
  });

  it('is narrowed to the smallest combination if no quirk is accused on its own', async () => {
    expect(accused(await tryBundle(bundle, forbidding('x-two', 'x-four')))).toEqual([
      ['x-two', 'planted.headers', ['x-four']],
      ['x-four', 'planted.headers', ['x-two']],
    ]);
  });

  it('tries a quirk on its own that changed nothing beside the others', async () => {
    const hidden: Quirk = { ...withHeader('x-hidden'), wrap: onRoute('markets', header('x-hidden')) };
    const hiding: Quirk = {
      id: 'hiding',
      title: 'markets are creators',
      wrap: (handle) => () => handle(get('/events/creators')),
    };
    const trials = await tryBundle([hidden, hiding], forbidding('x-hidden'));
    expect(trials.map(({ id, hasChanged }) => [id, hasChanged])).toEqual([
      ['x-hidden', true],
      ['hiding', true],
    ]);
    expect(accused(trials)).toEqual([['x-hidden', 'planted.headers', undefined]]);
  });

  it('accuses a quirk that throws', async () => {
    const wrap = (): never => {
      throw new Error('no such wrapper');
    };
    const trials = await tryBundle([...bundle, { id: 'throws', title: 'throws', wrap }], forbidding('x-five'));
    expect(accused(trials)).toEqual([['throws', 'the run', undefined]]);
  });
});
