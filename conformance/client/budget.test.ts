import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeById } from '../../spec/routes.ts';
import { createBudget } from './budget.ts';

const books = routeById('books');
const markets = routeById('markets');

describe('the budget of a run', () => {
  test.prop([fc.array(fc.nat(3_000), { minLength: 100, maxLength: 400 }), fc.constantFrom(1, 0.5, 0.1)], {
    numRuns: 50,
  })('never lets a window of any position hold more than its share (8.2: POST /books, 80 in 10 s)', (pauses, share) => {
    const budget = createBudget({ share });
    const sent: number[] = [];
    let now = 0;
    for (const pause of pauses) {
      now += Math.floor(pause / 10);
      now += budget.waitFor(books, now);
      expect(budget.waitFor(books, now)).toBe(0);
      budget.spend(books, now);
      sent.push(now);
    }
    const most = Math.floor(80 * share);
    for (const [index, moment] of sent.entries()) {
      const inWindow = sent.slice(index).filter((other) => other - moment <= 10_000).length;
      expect(inWindow).toBeLessThanOrEqual(most);
    }
  });

  it('lets a whole window go at once, and then waits for the oldest to leave', () => {
    const budget = createBudget({ share: 1 });
    for (let count = 0; count < 80; count += 1) budget.spend(books, count);
    expect(budget.waitFor(books, 100)).toBe(9_901);
    expect(budget.waitFor(markets, 100)).toBe(0);
  });

  it('waits for room for all requests of a check at once', () => {
    const budget = createBudget({ share: 1 });
    for (let count = 0; count < 70; count += 1) budget.spend(books, count);
    expect(budget.waitForAll({ books: 10 }, 100)).toBe(0);
    expect(budget.waitForAll({ books: 12 }, 100)).toBe(1 + 10_001 - 100);
    // A cost larger than a window never fits, so it waits for an empty window.
    expect(budget.waitForAll({ books: 500 }, 100)).toBe(69 + 10_001 - 100);
  });

  it.each([
    [5, 5, 1_001],
    [0.5, 1, 2_001],
  ])('holds --max-rps %d', (maxRps, atOnce, wait) => {
    const budget = createBudget({ share: 1, maxRps });
    for (let count = 0; count < atOnce; count += 1) {
      expect(budget.waitFor(undefined, 0)).toBe(0);
      budget.spend(undefined, 0);
    }
    expect(budget.waitFor(undefined, 0)).toBe(wait);
  });
});
