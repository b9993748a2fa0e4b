import { expect, it } from 'vitest';
import { createBodies } from './bodies.ts';

const listOf = (length: number, item = 1): string => JSON.stringify(Array.from({ length }, () => item));

it('reads a text that came before as the value it had then', () => {
  const { read } = createBodies();
  const first = read(listOf(1_000));
  expect(first).toHaveLength(1_000);
  expect(read(listOf(1_000))).toBe(first);
  expect(read(listOf(1_000, 2))).not.toEqual(first);
});

it('answers undefined for what is not JSON, each time', () => {
  const { read } = createBodies();
  for (const text of ['', '{', `${listOf(1_000)}]`]) {
    expect([read(text), read(text)]).toEqual([undefined, undefined]);
  }
});

it('keeps null, which is a value', () => {
  const { read } = createBodies();
  const padded = `${' '.repeat(1_000)}null`;
  expect([read(padded), read(padded)]).toEqual([null, null]);
});

it('forgets the oldest where the texts grow long together', () => {
  const { read } = createBodies();
  const long = (char: string): string => JSON.stringify(Array.from({ length: 2 }, () => char.repeat(1_048_000)));
  const first = read(listOf(1_000));
  const second = read(listOf(1_000, 2));
  // The first two leave room for one of the short ones.
  for (const char of ['a', 'b']) read(long(char));
  expect(read(listOf(1_000, 2))).toBe(second);
  expect(read(listOf(1_000))).not.toBe(first);
});

it('names the bound that a body passes', () => {
  const { excess } = createBodies();
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(excess(deep)).toBe('nests more than 1000 levels deep');
  expect(excess(listOf(1_000))).toBeUndefined();
});
