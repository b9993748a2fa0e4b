import { describe, expect, it } from 'vitest';
import { createJsonScan, jsonExcess } from './json-bounds.ts';

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
    ['digits of a number', `[0.${'0'.repeat(4_096)}1]`, 'has a number of more than 4096 digits'],
  ])('%s is named', (_, text, excess) => {
    expect(jsonExcess(`${padding}${text}`)).toBe(excess);
  });
});

describe('a JSON text within all bounds', () => {
  it.each([
    ['1000 levels', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
    ['10000 items', `[${'0,'.repeat(9_999)}0]`],
    ['many digits in many numbers', `[${'123456789,'.repeat(9_999)}0]`],
    ['brackets, commas and quotes in strings', JSON.stringify(['[{,"\\'.repeat(30_000), '界"'.repeat(50_000)])],
    ['a page of 100 rows with texts of 100 KB', JSON.stringify(Array.from({ length: 100 }, () => 'é'.repeat(50_000)))],
  ])('%s has no excess', (_, text) => {
    expect(jsonExcess(`${padding}${text}`)).toBeUndefined();
  });
});

it('finds the same in pieces as in a whole text', () => {
  const text = Buffer.from(`[${'"\\"界",'.repeat(9_998)}"${'x'.repeat(600_000)}"]`);
  const scan = createJsonScan();
  const at = Array.from({ length: 1 + text.length / 1_000 }, (_, index) => index * 1_000).find(
    (start) => scan.take(text.subarray(start, start + 1_000)) !== undefined,
  );
  const start = text.indexOf('x');
  expect(at).toBeGreaterThan(start + 512 * 1024 - 1_000);
  expect(at).toBeLessThan(start + 512 * 1024 + 1_000);
});
