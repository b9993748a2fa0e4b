import { expect, it } from 'vitest';
import { routeById } from '../../spec/routes.ts';
import { createHostility } from './hostility.ts';

const [markets, books] = [routeById('markets'), routeById('books')];

it('gives up a route after three responses in a row that passed a bound, and only that route', () => {
  const hostility = createHostility();
  hostility.passed(markets, 'the body is too long');
  hostility.passed(markets, 'the body is too long');
  hostility.read(markets, 10);
  hostility.passed(markets, 'the body is too long');
  hostility.passed(markets, 'the body is too long');
  expect(hostility.givenUp(markets)).toBeUndefined();
  hostility.passed(markets, 'the body is too long');
  expect(hostility.givenUp(markets)).toBe('GET /markets is not asked again: the body is too long, 3 times in a row');
  expect(hostility.givenUp(books)).toBeUndefined();
  expect([...hostility.routes().keys()]).toEqual(['markets']);
});

it('gives up further routes at once on a target that passed many bounds, and in the end the run', () => {
  const hostility = createHostility();
  for (let count = 0; count < 12; count += 1) hostility.passed(markets, 'the body is too long');
  hostility.passed(books, 'the body is too deep');
  expect(hostility.givenUp(books)).toContain('the body is too deep');
  expect(hostility.ended()).toBeUndefined();
  for (let count = 0; count < 40; count += 1) hostility.passed(markets, 'the body is too long');
  expect(hostility.ended()).toMatch(/^the run stopped asking: 50 responses passed a bound/);
});

it('ends a run whose bodies are too long together', () => {
  const hostility = createHostility();
  for (let count = 0; count < 1_024; count += 1) hostility.read(markets, 1024 * 1024);
  expect(hostility.ended()).toBeUndefined();
  hostility.read(markets, 1);
  expect(hostility.ended()).toMatch(/more than 1073741824 characters together$/);
});
