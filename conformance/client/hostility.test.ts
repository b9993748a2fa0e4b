import { expect, it } from 'vitest';
import { routeById } from '../../spec/routes.ts';
import { createHostility } from './hostility.ts';

const [markets, books] = [routeById('markets'), routeById('books')];

it('gives up a route after three responses in a row that exceeded a bound, and only that route', () => {
  const hostility = createHostility();
  hostility.passed(markets, 'the body is too long');
  hostility.passed(markets, 'the body is too long');
  hostility.read(markets, 10);
  hostility.passed(markets, 'the body is too long');
  hostility.passed(markets, 'the body is too long');
  expect(hostility.givenUp(markets)).toBeUndefined();
  hostility.passed(markets, 'the body is too long');
  expect(hostility.givenUp(markets)).toBe('GET /markets gets no more requests: the body is too long');
  expect(hostility.givenUp(books)).toBeUndefined();
  expect([...hostility.routes().keys()]).toEqual(['markets']);
});

it('gives up further routes at once on a target that passed many bounds, and in the end the run', () => {
  const hostility = createHostility();
  for (let count = 0; count < 6; count += 1) hostility.passed(markets, 'the body is too long');
  hostility.passed(books, 'the body is too deep');
  expect(hostility.givenUp(books)).toContain('the body is too deep');
  expect(hostility.ended()).toBeUndefined();
  for (let count = 0; count < 44; count += 1) {
    hostility.read(markets, 10);
    hostility.passed(markets, 'the body is too long');
  }
  expect(hostility.ended()).toMatch(/^the run sends no more requests: 50 responses exceeded a bound/);
});

it('ends a run against a target that passes bounds alone', () => {
  const hostility = createHostility();
  for (let count = 0; count < 15; count += 1) hostility.passed(markets, 'the body is too long');
  expect(hostility.ended()).toBeUndefined();
  hostility.passed(books, 'the body is too deep');
  expect(hostility.ended()).toMatch(/16 responses in a row exceeded a bound, the last: the body is too deep$/);
});

it.each([
  ['bodies', 1024 ** 2, 512, /all bodies have more than 536870912 bytes together$/],
  ['long bodies', 4 * 1024 ** 2, 32, /all bodies of more than 2097152 bytes have more than 134217728 bytes together$/],
])('ends a run whose %s are too long together', (_, bytes, count, why) => {
  const hostility = createHostility();
  for (let read = 0; read < count; read += 1) hostility.read(markets, bytes);
  expect(hostility.ended()).toBeUndefined();
  hostility.read(markets, bytes);
  expect(hostility.ended()).toMatch(why);
});

it('ends no run for long bodies whose bodies may have any length together', () => {
  const hostility = createHostility(Number.POSITIVE_INFINITY);
  for (let read = 0; read < 200; read += 1) hostility.read(markets, 4 * 1024 ** 2);
  expect(hostility.ended()).toBeUndefined();
});
