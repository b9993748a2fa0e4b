import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allChecks } from '../../conformance/suite.ts';
import { checkIds, tableIds } from './ids.ts';
import { generatedPath, TABLES, tableJson } from './tables.ts';

const textOf = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const tables = Object.entries(TABLES).map(
  ([path, schema]) => [generatedPath(path), () => tableJson(path, textOf(path), schema)] as const,
);

it.each([
  ...tables,
  ['spec/ids.generated.ts', tableIds] as const,
  ['conformance/check-ids.generated.ts', () => checkIds(allChecks())] as const,
])('%s is fresh', (path, text) => {
  expect(textOf(path) === text() || 'run npm run ids').toBe(true);
});

describe('a faulty table', () => {
  const schema = z.array(z.strictObject({ id: z.string(), tags: z.array(z.strictObject({ n: z.int() })).optional() }));

  it.each([
    ['- id: a\n- id: 5', 'x.yaml:2: 1.id: Invalid input: expected string, received number'],
    [
      '- id: a\n  tags:\n    - n: 1\n    - n: 1.5',
      'x.yaml:4: 0.tags.1.n: Invalid input: expected int, received number',
    ],
    ['- id: a\n  oops: b', 'x.yaml:1: 0: Unrecognized key: "oops"'],
    ['- id: a\n  id: b', 'x.yaml: Map keys must be unique at line 2, column 3'],
    ['', 'x.yaml:1: : Invalid input: expected array, received null'],
  ])('%j is reported with its line', (text, message) => {
    expect(() => tableJson('x.yaml', text, schema)).toThrow(message);
  });
});
