import { describe, expect, it } from 'vitest';
import { jsonExcess } from './json-bounds.ts';

const padding = ' '.repeat(70_000);

describe('a JSON text that passes a bound', () => {
  it.each([
    ['depth', `${'['.repeat(1_001)}${']'.repeat(1_001)}`, 'nests more than 1000 levels deep'],
    ['depth in strange brackets', `${']'.repeat(5_000)}${'['.repeat(1_001)}`, 'nests more than 1000 levels deep'],
    [
      'values',
      `[${Array.from({ length: 60 }, () => `[${'0,'.repeat(9_000)}0]`).join(',')}]`,
      'has more than 500000 values',
    ],
    ['items of an array', `[${'0,'.repeat(10_000)}0]`, 'has a list or an object of more than 10000 items'],
    [
      'keys of an object',
      `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":0`).join(',')}}`,
      'has a list or an object of more than 10000 items',
    ],
    ['length of a string', `["${'x'.repeat(600_000)}"]`, 'has a string of more than 524288 bytes'],
    ['a string that never ends', `["${'\\"'.repeat(400_000)}`, 'has a string of more than 524288 bytes'],
  ])('%s is named', (_, text, excess) => {
    expect(jsonExcess(`${padding}${text}`)).toBe(excess);
  });
});

describe('a JSON text within all bounds', () => {
  it.each([
    ['1000 levels', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
    ['10000 items', `[${'0,'.repeat(9_999)}0]`],
    ['brackets, commas and quotes in strings', JSON.stringify(['[{,"\\'.repeat(30_000), '界"'.repeat(50_000)])],
    ['a page of 100 rows with texts of 100 KB', JSON.stringify(Array.from({ length: 100 }, () => 'é'.repeat(50_000)))],
  ])('%s has no excess', (_, text) => {
    expect(jsonExcess(`${padding}${text}`)).toBeUndefined();
  });
});
