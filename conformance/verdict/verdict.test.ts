import { describe, expect, it } from 'vitest';
import { clause } from '../fixtures/fake-target.ts';
import { CheckVerdict } from '../report.ts';
import { isDemanded, type RunFacts, runVerdict, severityOf, strongestLevel, worst } from './verdict.ts';

const plain = { profile: undefined, isStrict: false };

it('a broken SHOULD fails a strict run, and nothing weaker does', () => {
  const strict = { profile: undefined, isStrict: true };
  expect(severityOf(clause('8/recovers', { level: 'SHOULD' }), strict)).toBe('fail');
  expect(severityOf(clause('8/recovers', { level: 'MAY' }), strict)).toBe('note');
});

describe('what a run has to see', () => {
  it('is every MUST that is not excluded, and decisions only of a claimed profile', () => {
    expect(isDemanded(clause('8/recovers'), plain)).toBe(true);
    expect(isDemanded(clause('8/recovers', { excluded: 'no one can see it' }), plain)).toBe(false);
    expect(isDemanded(clause('8/recovers', { level: 'SHOULD' }), plain)).toBe(false);
    expect(isDemanded(clause('D/no-book', { level: 'UNSPECIFIED' }), plain)).toBe(false);
    expect(isDemanded(clause('D/no-book', { level: 'UNSPECIFIED' }), { profile: 'document', isStrict: false })).toBe(
      true,
    );
  });
});

describe('the worst and the strongest', () => {
  it('of findings', () => {
    expect(worst([{ severity: 'note' }, { severity: 'fail' }, { severity: 'warn' }])).toBe('fail');
    expect(worst([{ severity: 'note' }, { severity: 'warn' }])).toBe('warn');
    expect(worst([])).toBeUndefined();
  });

  it('of levels', () => {
    expect(strongestLevel([clause('8/edge', { level: 'MAY' }), clause('8/recovers', { level: 'SHOULD' })])).toBe(
      'SHOULD',
    );
    expect(strongestLevel([])).toBe('UNSPECIFIED');
  });
});

describe('verdict of a run', () => {
  const none = Object.fromEntries(CheckVerdict.options.map((verdict) => [verdict, 0])) as RunFacts['counts'];
  const clean: RunFacts = { counts: { ...none, pass: 9 }, must: 10, verified: 10, isComplete: true, isFiltered: false };
  const withCount = (verdict: CheckVerdict): RunFacts => ({ ...clean, counts: { ...clean.counts, [verdict]: 1 } });

  it.each([
    ['conformant', clean],
    ['conformant', withCount('not-applicable')],
    ['conformant', withCount('not-testable')],
    ['conformant-with-notes', withCount('note')],
    ['conformant-with-notes', withCount('warn')],
    ['partial', withCount('blocked')],
    ['partial', withCount('not-run')],
    ['partial', { ...clean, verified: 9 }],
    ['partial', { ...clean, isFiltered: true }],
    ['non-conformant', withCount('fail')],
    ['non-conformant', { ...withCount('fail'), isComplete: false, isFiltered: true, verified: 1 }],
    ['inconclusive', withCount('error')],
    ['inconclusive', { ...clean, isComplete: false }],
    ['inconclusive', { ...clean, verified: 0 }],
    ['partial', { ...clean, verified: 0, isFiltered: true }],
    ['inconclusive', { ...clean, counts: none, verified: 0, isFiltered: true }],
  ] as const)('%s', (verdict, facts) => {
    expect(runVerdict(facts)).toBe(verdict);
  });
});
