/** spec/json tests: texts that nest without measure are not read, and nothing else is taken for one. */

import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from './fixtures/processor-time.ts';
import { jsonTrouble, parseJson } from './json.ts';

describe('JSON of unknown shape', () => {
  test.prop([fc.jsonValue()])('is read as it stands, however long', (value) => {
    const padded = JSON.stringify([value, 'x'.repeat(100_000)]);
    expect(parseJson(padded)).toEqual(JSON.parse(padded));
  });

  it('is not read where it is none', () => {
    expect(parseJson('{')).toBeUndefined();
    expect(parseJson('')).toBeUndefined();
  });

  it.each([
    ['', /^nothing$/],
    [' \n', /^nothing$/],
    ['\uFEFF{}', /byte order mark/],
    [`{"a":${'['.repeat(100_000)}`, /the body nests more than 1000 levels deep/],
    [`{"a":"${'x'.repeat(1_300)}","b":NaN,"c":1}`, /NaN/],
    [`{"a":"${'x'.repeat(1_300)}","b":1]`, /position 1313/],
  ])('says why it is none and where', (text, trouble) => {
    expect(jsonTrouble(text)).toMatch(trouble);
    expect(parseJson(text)).toBeUndefined();
  });

  it('is not read where it nests without measure, and that is soon told', () => {
    const cost = processorMs(() => {
      expect(parseJson('['.repeat(4_000_000) + ']'.repeat(4_000_000))).toBeUndefined();
      expect(parseJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toBeUndefined();
    });
    expect(cost).toBeLessThan(1_000);
  });

  it('is read where brackets stand in its texts alone, behind quotes of their own', () => {
    const text = JSON.stringify(['[{"\\'.repeat(30_000)]);
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('is read where it is wide, not deep', () => {
    const text = JSON.stringify(Array.from({ length: 9_999 }, () => [[], [1]]));
    expect(parseJson(text)).toHaveLength(9_999);
  });
});
