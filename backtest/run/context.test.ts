/** backtest/run/context tests: a strategy reaches neither the run nor its clock through objects that it receives. */
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { runOver } from '../fixtures/recorded.ts';
import type { Book, Context } from '../strategy.ts';

const INTERNAL = /parts|clock|gateway|schedule|recorder|cursor|tokenBooks|venue|MarketBook|isOver/;

function namesOf(value: object): readonly PropertyKey[] {
  const parent: object | null = Object.getPrototypeOf(value);
  return [...Reflect.ownKeys(value), ...(parent === null ? [] : namesOf(parent))];
}

it('the context and its books show no part of the run', async () => {
  const seen: { context?: Context; book?: Book } = {};
  await runOver(
    { rows: '0 snapshot yes buy 0.50 300 | sell 0.52 100\n1 snapshot yes buy 0.51 100 | sell 0.53 100' },
    { onBook: (book, context) => void Object.assign(seen, { book, context }) },
  );
  for (const value of [seen.context, seen.book]) {
    if (value === undefined) throw new Error('onBook was not called');
    const shown = [namesOf(value).map(String).join(' '), JSON.stringify(value), inspect(value, { showHidden: true })];
    expect(shown.filter((text) => INTERNAL.test(text))).toEqual([]);
  }
});

it('a strategy cannot move the clock', async () => {
  const moved: boolean[] = [];
  await runOver(
    { rows: '0 snapshot yes buy 0.50 300 | sell 0.52 100\n1 snapshot yes buy 0.51 100 | sell 0.53 100' },
    { onBook: (_, context) => void moved.push(Reflect.set(context, 'now', 0), context.now === 0) },
  );
  expect(moved.length).toBeGreaterThan(0);
  expect(moved).not.toContain(true);
});
