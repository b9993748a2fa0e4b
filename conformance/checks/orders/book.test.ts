/** conformance/checks/orders/book tests: the unit of a quantity is the same in all checks of a run. */
import { expect, it } from 'vitest';
import { brokenClauses, eachRow, type Plant } from '../../../proof/judge/fixtures/planting.ts';

it('finds that sizes of live orders have another unit after a fill', async () => {
  let isFilled = false;
  const fields = ['originalSize', 'sizeMatched'];
  const inMillionths = eachRow(/^\/data\/orders$/, (row) => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, String(Number(row[field]) * 1e6)])),
  }));
  const changing: Plant = (handle) => (request) => {
    isFilled ||= typeof request.body === 'string' && request.body.includes('"FOK"');
    return (isFilled ? inMillionths(handle) : handle)(request);
  };
  const checks = ['place-order.rests-buy-0', 'place-order.partial-fill'] as const;
  expect(await brokenClauses(checks, changing, true)).toContain('2.15/type.placed');
});
