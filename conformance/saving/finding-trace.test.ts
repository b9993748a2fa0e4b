/** conformance/saving/finding-trace tests: names, texts and captures in saved expectations. */
import { expect, it } from 'vitest';
import { createVocabulary } from '../../scenarios/recording/vocabulary.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { namedExpectation, referencesOf } from './finding-trace.ts';

/** `${expression}`. */
const the = (expression: string): string => `\${${expression}}`;
const now = the('now');
const [known, unknown] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`];

function named(expectation: Expectation): Expectation {
  const vocabulary = createVocabulary({ lasting: [], passing: new Set() });
  vocabulary.learn(known, 'order');
  return namedExpectation(expectation, { vocabulary, capture: () => undefined });
}

it('has the names of ids in pointers and keys, and other ids as they are', () => {
  expect(named({ at: { [`/${known}/size`]: known, [`/${unknown}/size`]: unknown } })).toEqual({
    at: { [`/${the('order')}/size`]: the('order'), [`/${unknown}/size`]: { $type: 'hex' } },
  });
  expect(named({ body: { [known]: 1, [unknown]: 2 } })).toEqual({ body: { [the('order')]: 1, [unknown]: 2 } });
});

it('has no expressions of the target', () => {
  expect(named({ at: { [`/a${now}`]: 1 }, body: { [`b${now}`]: `c${now}` } })).toEqual({
    at: { [`/a$${now}`]: 1 },
    body: { [`b$${now}`]: `c$${now}` },
  });
});

it('refers to the ids in pointers, keys and values', () => {
  const texts = referencesOf({ at: { [`/x/${known}`]: 1 }, body: { [unknown]: { id: '7' } } }).map(({ text }) => text);
  expect(texts).toEqual([known, unknown, '7']);
});
