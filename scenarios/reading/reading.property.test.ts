import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { anyText } from '../../spec/fixtures/any-text.ts';
import { VERBS } from '../language/step.ts';
import { filesOf } from './fixtures/memory-files.ts';
import { PROBLEMS_MAX } from './problem.ts';
import { readScenario } from './read-scenario.ts';

const words = [
  'as',
  'do',
  'expect',
  'body',
  'at',
  'capture',
  'times',
  'of',
  'within',
  'when',
  'with',
  'name',
  '$gt',
  '$any',
];
const texts = fc.oneof(fc.constantFrom('', '/a', '${now}', '${x', '${x + }', 'alice', '5s', '$match'), fc.string());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6 }, texts, fc.double(), fc.constant(null), tie('list'), tie('mapping'), tie('step')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  mapping: fc.dictionary(fc.oneof(fc.constantFrom(...words), texts), tie('value'), { maxKeys: 4 }),
  step: fc
    .tuple(fc.constantFrom(...VERBS), tie('value'), fc.dictionary(fc.constantFrom(...words), tie('value')))
    .map(([verb, operand, others]) => ({ ...others, [verb]: operand })),
}));
const heads = ['vars', 'cases', 'macros', 'use', 'always', 'finally', 'world', 'clauses', 'requires', 'seed', 'about'];

describe('any file', () => {
  it.prop([fc.dictionary(fc.constantFrom(...heads), value), fc.array(value, { maxLength: 5 })], { numRuns: 300 })(
    'it is read, or its problems are reported, each at a place of the file',
    (head, steps) => {
      const text = JSON.stringify({ scenario: 'a', ...head, steps }, undefined, 1);
      const read = readScenario('a.yaml', filesOf({ 'a.yaml': text }));
      if (read.ok) return;
      const lines = text.split('\n');
      expect(read.refusal.length).toBeGreaterThan(0);
      expect(read.refusal.length).toBeLessThanOrEqual(PROBLEMS_MAX);
      for (const { line, column, message } of read.refusal) {
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
        expect(message).toMatch(/\S/);
        expect(message).not.toMatch(/Invalid input|undefined/);
      }
    },
  );

  it.prop([anyText()], { numRuns: 300 })('is rejected if it is not YAML', (text) => {
    expect(readScenario('a.yaml', filesOf({ 'a.yaml': text })).ok).toBe(false);
  });
});
