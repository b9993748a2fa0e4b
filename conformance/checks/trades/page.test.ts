/** conformance/checks/trades tests: conditions on the rows of a list. */
import { expect, it } from 'vitest';
import { match } from '../../../wire/pattern/match.ts';
import { isStrictly } from './page.ts';

it('a bound in time looks at the whole list once, although it judges each row', () => {
  let reads = 0;
  const rows = Array.from({ length: 300 }, (_, index) => ({
    get match_time() {
      reads += 1;
      return new Date((1_700_000_000 + index) * 1000).toISOString();
    },
  }));
  for (const row of rows) expect(match(isStrictly('before', 1_700_000_299, rows), row)).toEqual([]);
  expect(reads).toBeLessThan(3 * rows.length);
});
