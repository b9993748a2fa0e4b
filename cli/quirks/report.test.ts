import { describe, expect, it } from 'vitest';
import type { TrialDone } from '../../proof/judge/program.ts';
import { isLawful, type QuirkRow, quirksJson, quirksText, sumOf } from './report.ts';

const trial: TrialDone = { id: 'pretty', seed: '1', complaints: [], outcome: 'lawful', verified: 1, seconds: 1 };
const rowOf = (id: string, ...trials: readonly Partial<TrialDone>[]): QuirkRow => ({
  quirk: { id, lawful: true, title: `${id} bodies`, wrap: (handle) => handle },
  trials: trials.map((one) => ({ ...trial, id, ...one })),
});
const ALL = { from: 1, seeds: 2, isComplete: true };

describe('a quirk that changes nothing', () => {
  it('with every seed is failed', () => {
    const idle = rowOf('pretty', { seed: '1', outcome: 'idle' }, { seed: '2', outcome: 'idle' });
    expect(isLawful(idle)).toBe(false);
    expect(quirksText({ ...ALL, rows: [idle] })).toContain(
      '\nidle pretty: no request and no response was changed (pretty bodies)\n',
    );
  });

  it('is not shown, but has not failed, before properties alone', () => {
    const rows = [rowOf('pretty', { seed: '1', outcome: 'idle' }), rowOf('short', { seed: '1' })];
    expect(sumOf({ ...ALL, rows })).toEqual({ lawful: 1, failed: 1, idle: 0 });
    expect(quirksText({ ...ALL, rows, properties: true })).toMatch(/1 of 2 quirks lawful, 0 failed, 1 not shown \(/);
  });

  it('with some seeds is lawful', () => {
    expect(isLawful(rowOf('pretty', { seed: '1', outcome: 'idle' }, { seed: '2' }))).toBe(true);
  });
});

describe('an interrupted run', () => {
  const complaint = { check: 'planted', clause: '', severity: 'fail', text: 'no' } as const;
  const rows = [
    rowOf('pretty', { seed: '1' }),
    rowOf('short', { complaints: [complaint] }),
    rowOf('late'),
    rowOf('wide'),
  ];

  it('counts only the quirks that were tried, as lawful and as failed', () => {
    expect(quirksText({ ...ALL, rows, isComplete: false })).toMatch(
      /\ninterrupted after 2 of 8 runs: 1 of 4 quirks lawful, 1 failed \(2 runs, seeds 1 to 2\)\n$/,
    );
    expect(JSON.parse(quirksJson({ ...ALL, rows, isComplete: false }))).toMatchObject({
      lawful: 1,
      failed: 1,
      quirks: 4,
      complete: false,
    });
  });

  it('repeats a complaint by the properties that made it', () => {
    expect(quirksText({ ...ALL, rows })).toContain('again: touchstone quirks --only short --seed 1\n');
    expect(quirksText({ ...ALL, rows, properties: true })).toContain('--only short --seed 1 --properties\n');
  });

  it('accuses no quirk that was not tried', () => {
    expect(quirksText({ ...ALL, rows, isComplete: false })).not.toMatch(/^(?:fail|idle) (?:late|wide)/m);
  });
});
