/** What a market says of changes of its book, on drawn runs: equal versions mean an equal book and an equal last price. */
import { expect, test } from 'vitest';
import { assertClaim } from '../counterexamples/fixtures/claimed-runs.ts';

test('the version of a book grows with every change of the book, and its moment is that of the change', () => {
  expect(assertClaim('bookVersions', 17).get('book changed')).toBeGreaterThan(200);
});
