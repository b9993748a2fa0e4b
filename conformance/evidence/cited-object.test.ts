/** conformance/evidence tests: a finding shows the object at its pointer and earlier writes; never NaN or row -1. */
import { describe, expect, it } from 'vitest';
import { withJson } from '../../wire/message.ts';
import { citedObject, describe as describeValue, inWords, placeIn, writeLine } from './excerpt.ts';

describe('the cited object', () => {
  const rows = { data: [{ id: 7, 'a/b': { size: '810' }, list: [1, 2] }] };

  it.each([
    ['', undefined],
    ['/data', '{>>> "data":[{"id":7,"a/b":{"size":"810"},"list":[1,2]}] <<<}'],
    ['/data/0', '{"id":7,"a/b":{"size":"810"},"list":[1,2]}'],
    ['/data/0/a~1b/size', '{>>> "size":"810" <<<}'],
    ['/data/0/list/1', '{"id":7,"a/b":{"size":"810"},>>> "list":[1,2] <<<}'],
    ['/data/0/price', '{"id":7,"a/b":{"size":"810"},"list":[1,2],>>> no "price" <<<}'],
  ])('at %j', (pointer, expected) => {
    expect(citedObject(rows, pointer)).toBe(expected);
  });

  it('is bounded, and always has the member', () => {
    const large = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name${index}`, 'x'.repeat(1_000)]));
    const text = citedObject(large, '/name4000') ?? '';
    expect(text.length).toBeLessThan(800);
    expect(text).toMatch(/,\.\.\.,>>> "name4000":"x+\.\.\. <<<\}$/);
  });

  it('is absent for other bodies', () => {
    expect(citedObject(['a'], '/0')).toBeUndefined();
    expect(citedObject(undefined, '/0')).toBeUndefined();
  });
});

it('a write has the fields that explain it and its response, and no key', () => {
  const order = { side: 'BUY', makerAmount: '9800000', signature: '0xabc' };
  const request = withJson('POST', '/order', { order, orderType: 'GTC', owner: 'secret' });
  expect(writeLine(request)).toBe('POST $TARGET/order {"side":"BUY","makerAmount":"9800000","orderType":"GTC"}');
  const response = { request, status: 200, headers: {}, text: '{"success":true}', json: {} };
  expect(writeLine(request, response)).toMatch(/"GTC"\} -> 200 \{"success":true\}$/);
});

it('texts of findings have no NaN, undefined or row -1', () => {
  expect(inWords('NaN, not undefined')).toBe('a number, not a value');
  expect(describeValue(Number.NaN)).toBe('not a number');
  expect(['/-1/match_time', '/data/-1', '/0/a-1', '/3'].map(placeIn)).toEqual(['', '/data', '/0/a-1', '/3']);
});
