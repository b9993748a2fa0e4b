/** conformance/judge tests: calls rejected before any request, and entries that expire by the given day. */
import { describe, expect, it } from 'vitest';
import { mutantById } from '../proof/judge/catalog.ts';
import { mutated } from '../proof/judge/mutated.ts';
import { inProcessTarget } from '../sim/in-process-target.ts';
import { createSimulator } from '../sim/simulator.ts';
import type { Target } from '../wire/message.ts';
import { judge } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';

const untouched: Target = {
  label: 'unused',
  send: () => {
    throw new Error('something was sent');
  },
  close: async () => undefined,
};
const known = { check: 'profile.shape', reason: 'old', expires: '2020-01-01' };

describe('a call is refused', () => {
  it.each<[string, Omit<JudgeOptions, 'target'>, RegExp]>([
    [
      'a pattern of only',
      { only: ['profile.*', 'posit.*'] },
      /^no check is named by "posit\.\*"; see touchstone check --list$/,
    ],
    ['a pattern of skip', { skip: ['posit.*'] }, /^no check is named by "posit\.\*"/],
    [
      'an expiry without a day',
      { expectations: [known] },
      /^expectation profile\.shape expires on 2020-01-01: give `today`/,
    ],
    ['an invalid day', { expectations: [known], today: '2.1.2020' }, /: give `today`/],
    [
      'an invalid date',
      { expectations: [{ ...known, expires: '1.1.2020' }], today: '2020-01-02' },
      /^expectations: 0\.expires: a date such as/,
    ],
    [
      'a misspelt key',
      { expectations: [{ ...known, claus: '2.8/users' } as typeof known] },
      /^expectations: 0: unknown key "claus": did you mean "clause"\?/,
    ],
    [
      'a misspelt option',
      { onyl: ['x'] } as object,
      /^judge: there is no option "onyl"; did you mean "only"\? All: target,/,
    ],
    ['no target', { target: undefined } as object, /^judge: target must be a target, such as httpTarget/],
    [
      'an address for a target',
      { target: 'http://127.0.0.1:1' } as object,
      /^judge: target must be a target, .* not "http/,
    ],
    [
      'an unknown profile',
      { profile: 'x' },
      /^judge: profile must be the name of a profile \(.*document.*\), not "x"$/,
    ],
    ['no jobs', { jobs: 0 }, /^judge: jobs must be a whole number from 1 to 64, not 0$/],
    ['a share of nothing', { share: 0 }, /^judge: share must be a number above 0, at most 1, not 0$/],
    ['a seed that is not a text', { seed: 1 } as object, /^judge: seed must be a text, not 1$/],
    [
      'a pattern outside of a list',
      { only: 'a.b' } as object,
      /^judge: only must be an array of patterns, not "a\.b"$/,
    ],
    [
      'writes with nothing to write with',
      { allowWrites: true },
      /^judge: allowWrites needs credentials with the wallets/,
    ],
    [
      'invalid credentials, without quoting them',
      { credentials: { secret: 'a secret' } } as object,
      /^judge: credentials must be the object in a credentials file, as JSON\.parse gives it$/,
    ],
  ])('%s', async (_, options, message) => {
    await expect(judge({ target: untouched, ...options })).rejects.toThrow(message);
  });
});

it.each([undefined, null, {}])('options that are %j are an error of one line', async (options) => {
  await expect(judge(options as unknown as JudgeOptions)).rejects.toThrow(/^judge: (?:the options|target) must be .*$/);
});

describe('an expectation', () => {
  const outcome = async (options: Partial<JudgeOptions>): Promise<unknown> => {
    const wrap = mutantById('profile.users-object')?.wrap;
    if (wrap === undefined) throw new Error('there is no such mutant');
    const target = inProcessTarget(mutated(createSimulator(), wrap));
    const report = await judge({ target, only: ['profile.shape'], ...options });
    const result = report.checks.find(({ id }) => id === 'profile.shape');
    return { verdict: result?.verdict, expected: result?.expected, remarks: report.remarks };
  };

  it('counts to the end of its last day, and no longer', async () => {
    const expectations = [known];
    expect(await outcome({ expectations, today: '2020-01-01' })).toMatchObject({ verdict: 'fail', expected: true });
    expect(await outcome({ expectations, today: '2020-01-02' })).toEqual({
      verdict: 'fail',
      expected: undefined,
      remarks: ['expectation profile.shape: expired on 2020-01-01, remove or renew the entry'],
    });
  });

  it('without an expiry needs no day', async () => {
    const { check, reason } = known;
    expect(await outcome({ expectations: [{ check, reason }] })).toMatchObject({ verdict: 'fail', expected: true });
  });
});
