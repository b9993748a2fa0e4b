import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { Credentials } from '../../wire/credentials.ts';
import type { CheckResult, CheckVerdict } from '../report.ts';
import { applyExpectations, type Expectation, Expectations, readExpectations } from './expectations.ts';
import { InputError, parseInput, readInput } from './input-file.ts';
import { TargetFile } from './target-file.ts';

function result(id: string, verdict: CheckVerdict, ...clauses: string[]): CheckResult {
  const severity = verdict === 'warn' ? 'warn' : 'fail';
  const words = { id: '', pointer: '', expected: '', actual: '', request: '', response: '', curl: '' };
  const findings = clauses.map((clause) => ({ clause, level: 'MUST' as const, severity, ...words }) as const);
  return {
    id,
    title: id,
    clauses: [...clauses],
    kind: 'shape',
    level: 'MUST',
    capability: 'read',
    verdict,
    requests: 1,
    findings,
  };
}

const entry = (check: string, parts: Partial<Expectation> = {}): Expectation => ({ check, reason: 'known', ...parts });
const today = '2026-11-21';

describe('an expected failure', () => {
  it('is marked where every failing clause was foreseen', () => {
    const checks = [result('a', 'fail', '1/x', '1/y'), result('b', 'fail', '1/x')];
    const whole = applyExpectations(checks, [entry('a')], today);
    expect(whole.checks.map(({ expected }) => expected)).toEqual([true, undefined]);
    expect(applyExpectations(checks, [entry('a', { clause: '1/x' })], today).checks[0]?.expected).toBeUndefined();
    const both = [entry('a', { clause: '1/x' }), entry('a', { clause: '1/y' })];
    expect(applyExpectations(checks, both, today)).toMatchObject({ checks: [{ expected: true }, {}], stale: [] });
  });

  it('is stale where it no longer fails, or names no check', () => {
    const checks = [result('a', 'pass'), result('b', 'fail', '1/x'), result('c', 'warn', '1/x')];
    const entries = [entry('a'), entry('b', { clause: '1/z' }), entry('c'), entry('gone')];
    expect(applyExpectations(checks, entries, today).stale).toEqual([
      'a: no longer fails, remove the entry',
      'b 1/z: this check cites no such clause',
      'c: no longer fails, remove the entry',
      'gone: no check has this id (the whole id, not a pattern)',
    ]);
  });

  it('that is flaky is expected on a bad day and not stale on a good one', () => {
    const flaky = [entry('a', { flaky: true })];
    expect(applyExpectations([result('a', 'fail', '1/x')], flaky, today).checks[0]?.expected).toBe(true);
    expect(applyExpectations([result('a', 'pass')], flaky, today).stale).toEqual([]);
  });

  it.each(['not-run', 'blocked', 'not-testable', 'not-applicable', 'error'] as const)(
    'is not stale where the check was %s',
    (verdict) => {
      expect(applyExpectations([result('a', verdict)], [entry('a')], today).stale).toEqual([]);
    },
  );

  it('counts to the end of its last day, and then fails the run again', () => {
    const checks = [result('a', 'fail', '1/x')];
    expect(applyExpectations(checks, [entry('a', { expires: today })], today).checks[0]?.expected).toBe(true);
    const after = applyExpectations(checks, [entry('a', { expires: '2026-11-20' })], today);
    expect(after.checks[0]?.expected).toBeUndefined();
    expect(after).toMatchObject({ stale: [], expired: ['a: expired on 2026-11-20, remove or renew the entry'] });
  });

  it('is stale past its day as before it', () => {
    const checks = [result('a', 'pass'), result('b', 'fail', '1/x'), result('c', 'not-run')];
    const entries = ['a', 'b', 'c', 'gone'].map((id) => entry(id, { expires: '2026-11-20' }));
    expect(applyExpectations(checks, entries, today)).toMatchObject({
      stale: ['a: no longer fails, remove the entry', 'gone: no check has this id (the whole id, not a pattern)'],
      expired: ['b', 'c'].map((id) => `${id}: expired on 2026-11-20, remove or renew the entry`),
    });
  });
});

describe('a file from a user', () => {
  const { folder } = testFolder('input');
  const written = (text: string): string => {
    const path = join(folder, 'known.yaml');
    writeFileSync(path, text);
    return path;
  };
  const failing = (text: string): string => {
    try {
      parseInput(text, 'known.yaml', 'expectations file', Expectations);
    } catch (error) {
      if (error instanceof InputError) return error.message;
      throw error;
    }
    return 'accepted';
  };

  it('may be YAML or JSON', () => {
    expect(parseInput('- check: a\n  reason: why\n  expires: 2026-12-31\n', 'f', 'file', Expectations)).toEqual([
      { check: 'a', reason: 'why', expires: '2026-12-31' },
    ]);
    expect(parseInput('[{"check":"a","reason":"why"}]', 'f', 'file', Expectations)).toHaveLength(1);
  });

  it.each([
    ['- check: a\n  reason: why\n- check: b\n', /^known\.yaml:3: 1\.reason: /],
    ['- check: a\n  reason: why\n  expires: soon\n', /^known\.yaml:3: 0\.expires: a date such as/],
    [
      '- check: a\n  reason: why\n  until: 1\n',
      /^known\.yaml:3: 0: unknown key "until" \(known here: clause, flaky, expires\)$/,
    ],
    ['- chek: a\n  reason: why\n', /^known\.yaml:1: 0: unknown key "chek": did you mean "check"\? /],
    ['- reason: why\n', /^known\.yaml:1: 0\.check: expected a text$/],
    ['- a\n', /^known\.yaml:1: 0: expected a mapping$/],
    ['- check: [a\n', /^known\.yaml:\d: the expectations file is neither JSON nor YAML: /],
    ['{"check": "a"}', /^known\.yaml:1: expected a list$/],
    ['a: &a [*a]', /^known\.yaml/],
    ['', /^known\.yaml:1: /],
  ])('with a defect says where: %j', (text, message) => {
    expect(failing(text)).toMatch(message);
  });

  it('with many aliases of aliases costs nothing', () => {
    const [names, used] = ['bcdefghijklmnopqrstuvwxyzABCDEFG', 'abcdefghijklmnopqrstuvwxyzABCDEF'];
    const aliases = Array.from({ length: 30 }, (_, i) => `${names[i]}: &${names[i]} [*${used[i]},*${used[i]}]`);
    const bomb = `a: &a [x,x]\n${aliases.join('\n')}`;
    expect(failing(bomb)).toMatch(/^known\.yaml/);
  });

  it('never quotes what stands in it where that may be a secret', () => {
    expect(failing('- &x\n- *top-secret-alias\n')).not.toContain('top-secret');
  });

  it('never quotes a value that is not as it should be', () => {
    const text = 'sandbox: true\nwallets:\n  - address: top-secret\n    apiKey: top-secret\n    secret: top-secret\n';
    expect(() => parseInput(text, 'keys.yaml', 'credentials file', Credentials)).toThrow(
      /^keys\.yaml:3: wallets\.0\.address: (?!.*top-secret)/,
    );
  });

  it.each(['', '# all mended\n', '---\n', '[]'])('of expectations may have no entry: %j', (text) => {
    expect(readExpectations(written(text))).toEqual([]);
  });

  it('of expectations that is not one is refused, a lone text among them', () => {
    expect(() => readExpectations(written('- chek: a\n'))).toThrow(/unknown key "chek": did you mean "check"\?/);
    expect(() => readExpectations(written('none'))).toThrow(/:1: expected a list$/);
  });

  it('that never ends is refused', () => {
    expect(() => readInput('/dev/zero', 'target file', TargetFile)).toThrow(/the target file is larger than 5 MB$/);
  });

  it('that cannot be read says why', () => {
    expect(() => readInput('no/such/file.yaml', 'target file', TargetFile)).toThrow(
      'no/such/file.yaml: the target file cannot be read (ENOENT): check path and permissions',
    );
  });
});
