import { expect, test } from 'vitest';
import { pointed } from '../../base/json-pointer.ts';
import { nearestPlace } from './request-step.ts';

const ORDERS = { data: [{ id: 1, owner: 'a', orderID: 'b', size: 5, side: 'BUY', price: 1 }], next: '', none: {} };

test.each([
  ['/data/0/orderId', '/data/0 has orderID, owner, id, side, size, ...'],
  ['/data/3/id', '/data is a list of 1'],
  ['/dat/0/id', 'the body has data, next, none'],
  ['/next/a', '/next is ""'],
  ['/none/a/b', '/none is empty'],
])('%s finds nothing: %s', (pointer, words) => {
  expect(pointed(ORDERS, pointer).found).toBe(false);
  expect(nearestPlace(ORDERS, pointer)).toBe(words);
});

test('nothing is found without a body', () => {
  expect(nearestPlace(undefined, '/id')).toBe('the body is no JSON');
  expect(nearestPlace([], '')).toBe('the body is a list of 0');
});
