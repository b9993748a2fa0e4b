/** proof/judge/alternatives tests: every alternative of a decision has a quirk, or its row gives a reason. */
import { describe, expect, it } from 'vitest';
import { type Decision, loadDecisions } from '../../spec/decisions.ts';
import { allQuirks } from './catalog.ts';
import type { Quirk } from './variant.ts';

const decisions = loadDecisions();
const named = (decision: string, text: string): string => `${decision}: ${text}`;
const sorted = (names: Iterable<string>): readonly string[] => [...names].sort();

/** Alternatives with neither quirk nor reason; with both; and those of quirks that no decision lists. */
function accountOf(rows: readonly Decision[], quirks: readonly Pick<Quirk, 'alternative'>[]) {
  const shown = new Set(quirks.flatMap(({ alternative: is }) => (is === undefined ? [] : named(is.decision, is.text))));
  const all = rows.flatMap(({ id, alternatives }) =>
    alternatives.map(({ text, unbuilt }) => ({ name: named(id, text), isExcused: unbuilt !== undefined })),
  );
  return {
    missing: sorted(all.filter(({ name, isExcused }) => !isExcused && !shown.has(name)).map(({ name }) => name)),
    both: sorted(all.filter(({ name, isExcused }) => isExcused && shown.has(name)).map(({ name }) => name)),
    unknown: sorted([...shown].filter((name) => !all.some((one) => one.name === name))),
    names: all.map(({ name }) => name),
  };
}

describe('alternatives of decisions', () => {
  const account = accountOf(decisions, allQuirks);

  it('have a quirk or a reason', () => {
    expect(account.missing).toEqual([]);
  });

  it('have not both, and every quirk names one that exists', () => {
    expect([account.both, account.unknown]).toEqual([[], []]);
  });

  it('are listed once each', () => {
    expect(new Set(account.names).size).toBe(account.names.length);
  });

  it('are missed, contradicted or unknown when a row says so', () => {
    const row = { alternatives: [{ text: 'shown' }, { text: 'missing' }, { text: 'both', unbuilt: 'too hard' }] };
    const [decision] = decisions.map((first) => ({ ...first, id: 'streams' as const, ...row }));
    const quirks = ['shown', 'both', 'strange'].map((text) => ({
      alternative: { decision: 'streams' as const, text },
    }));
    expect(accountOf(decision === undefined ? [] : [decision], quirks)).toMatchObject({
      missing: ['streams: missing'],
      both: ['streams: both'],
      unknown: ['streams: strange'],
    });
  });
});
