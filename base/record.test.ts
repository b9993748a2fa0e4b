/** base/record: properties without a value. */

import { expect, expectTypeOf, it } from 'vitest';
import { omitUndefined } from './record.ts';

it('omits the properties that are undefined, and keeps the order and the falsy values of the others', () => {
  const limit: number | undefined = [0].at(0);
  const record = omitUndefined({ seed: '', limit, world: undefined, list: [], at: null });

  expect(JSON.stringify(record)).toBe('{"seed":"","limit":0,"list":[],"at":null}');
  expect('world' in record).toBe(false);
  expectTypeOf(record.seed).toEqualTypeOf<''>();
  expectTypeOf(record).toHaveProperty('limit').toEqualTypeOf<number | undefined>();
});
