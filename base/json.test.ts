import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../spec/fixtures/processor-time.ts';
import { jsonTrouble, parseJson } from './json.ts';

describe('JSON of unknown shape', () => {
  test.prop([fc.jsonValue()])('is read as it stands, however long', (value) => {
    const padded = JSON.stringify([value, 'x'.repeat(100_000)]);
    expect(parseJson(padded)).toEqual(JSON.parse(padded));
  });

  it('is undefined for text that is not JSON', () => {
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
  ])('has a reason and a place if it is not JSON', (text, trouble) => {
    expect(jsonTrouble(text)).toMatch(trouble);
    expect(parseJson(text)).toBeUndefined();
  });

  it('is rejected soon if it nests without measure', () => {
    const cost = processorMs(() => {
      expect(parseJson('['.repeat(4_000_000) + ']'.repeat(4_000_000))).toBeUndefined();
      expect(parseJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toBeUndefined();
    });
    expect(cost).toBeLessThan(1_000);
  });

  it('is read if brackets occur only in its texts, behind escaped quotes', () => {
    const text = JSON.stringify(['[{"\\'.repeat(30_000)]);
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('is read if it is wide, not deep', () => {
    const text = JSON.stringify(Array.from({ length: 9_999 }, () => [[], [1]]));
    expect(parseJson(text)).toHaveLength(9_999);
  });
});
