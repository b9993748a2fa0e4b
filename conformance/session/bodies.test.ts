import { expect, it } from 'vitest';
import { createBodies } from './bodies.ts';

const listOf = (length: number, item = 1): string => JSON.stringify(Array.from({ length }, () => item));

it('reads a text that came before as the value it had then', () => {
  const read = createBodies();
  const first = read(listOf(1_000));
  expect(first).toHaveLength(1_000);
  expect(read(listOf(1_000))).toBe(first);
  expect(read(listOf(1_000, 2))).not.toEqual(first);
});

it('answers undefined for what is no JSON, each time', () => {
  const read = createBodies();
  for (const text of ['', '{', `${listOf(1_000)}]`, '['.repeat(100_000)]) {
    expect([read(text), read(text)]).toEqual([undefined, undefined]);
  }
});

it('keeps null, which is a value', () => {
  const read = createBodies();
  const padded = `${' '.repeat(1_000)}null`;
  expect([read(padded), read(padded)]).toEqual([null, null]);
});

it('forgets the oldest where the texts grow long together', () => {
  const read = createBodies();
  const first = read(listOf(1_000));
  const second = read(listOf(1_000, 2));
  // The two leave room for one of the short ones.
  for (const item of [3, 4]) read(listOf(1_048_000, item));
  expect(read(listOf(1_000, 2))).toBe(second);
  expect(read(listOf(1_000))).not.toBe(first);
});
