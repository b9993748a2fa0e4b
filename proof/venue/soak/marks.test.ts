/** proof/venue/soak/marks.test: marks are counted, and missing ones are named. */
import { describe, expect, it } from 'vitest';
import { addMarks, markCounts, missingMarks, newMarks } from './marks.ts';
import { runSeed } from './seed-run.ts';

describe('marks', () => {
  it('are all missing at first, under distinct names', () => {
    const missing = missingMarks(newMarks());
    expect(missing.length).toBeGreaterThan(100);
    expect(new Set(missing).size).toBe(missing.length);
    expect(missing).toContain('event: converted');
    expect(missing).toContain('refusal: cannot-reverse');
    expect(missing).toContain('order ended: tick-changed');
    expect(missing).toContain('self-trade in mode decrement');
    expect(missing).toContain('fault: late');
  });

  it('add up over runs', () => {
    const [one, other, both] = [newMarks(), newMarks(), newMarks()];
    runSeed({ seed: 1, commands: 150, audit: 'light' }, one);
    runSeed({ seed: 2, commands: 150, audit: 'light' }, other);
    addMarks(both, one);
    addMarks(both, other);
    const sums = markCounts(one).map(({ mark, count }, at) => ({
      mark,
      count: count + (markCounts(other)[at]?.count ?? 0),
    }));
    expect(markCounts(both)).toEqual(sums);
    expect(missingMarks(both).length).toBeLessThan(missingMarks(newMarks()).length);
  });

  it('one without a count is the only one missing', () => {
    const marks = newMarks();
    for (const family of Object.values(marks))
      for (const name of Object.keys(family)) Object.assign(family, { [name]: 1 });
    marks.happenings['leg mints a set'] = 0;
    expect(missingMarks(marks)).toEqual(['leg mints a set']);
  });
});
