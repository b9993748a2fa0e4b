/** proof/venue/oracle/invariants-table.test: `docs/invariants.md` lists exactly the invariants that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOG_INVARIANTS } from './invariants.ts';
import { STATE_INVARIANTS } from './state-invariants.ts';

const ROOT = new URL('../../..', import.meta.url);
const TEXT = readFileSync(new URL('docs/invariants.md', ROOT), 'utf8');
/** Rows of the tables of laws: the law, and its checks. */
const ROWS = [...TEXT.matchAll(/^\| (?<law>.+?) \| (?<answer>.+?) \|$/gm)].map(({ groups }) => ({
  law: groups?.['law'] ?? '',
  answer: groups?.['answer'] ?? '',
}));
const ALL = [LOG_INVARIANTS, STATE_INVARIANTS].flatMap((table) => Object.keys(table));

/** The last number of each letter. */
const LAWS = { A: 12, B: 17, C: 13, D: 4, E: 10, F: 7, H: 7, I: 5, J: 6 } as const;

test('every invariant checks a law', () => {
  const named = new Set(ROWS.flatMap(({ answer }) => [...answer.matchAll(/`(\w+)`/g)].map((match) => match[1])));
  expect(ALL.filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => name !== undefined && !ALL.includes(name))).toEqual([]);
});

test('every named file exists', () => {
  const files = [...TEXT.matchAll(/`((?:(?:sim|proof)\/[\w./-]+|[A-Z]+\.md))`/g)].map((match) => match[1] ?? '');
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([]);
});

test.each(Object.entries(LAWS))('every law of %s has a check', (letter, last) => {
  const answered = new Set(ROWS.flatMap(({ law }) => numbersOf(letter, law)));
  expect(Array.from({ length: last }, (_, at) => at + 1).filter((number) => !answered.has(number))).toEqual([]);
});

/** `A1 ...`, `H3, H4, H5 ...` and `E3 to E10`. */
function numbersOf(letter: string, law: string): number[] {
  const range = new RegExp(`^${letter}(\\d+) to ${letter}(\\d+)`).exec(law);
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  }
  const opening = /^(?:[A-J]\d+(?:, )?)+/.exec(law)?.[0] ?? '';
  return [...opening.matchAll(new RegExp(`${letter}(\\d+)`, 'g'))].map((match) => Number(match[1]));
}
