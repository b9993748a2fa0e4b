import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseTable, readTable } from './rows.ts';

const anything = z.unknown();
const tables = [
  'clauses.yaml',
  'decisions.yaml',
  ...readdirSync(join(import.meta.dirname, 'profiles')).map((name) => `profiles/${name}`),
];

describe('the subset of YAML', () => {
  it.each(tables)('%s means the same to a whole YAML reader', (name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8');
    expect(parseTable(text, name, anything)).toEqual(parse(text));
  });

  it.each([
    ['a: 1\nb: -2.5\nc: true\nd: null\ne: text with, signs'],
    ['- a: "quoted: \\"text\\""\n  b: \'it\'\'s\'\n- c: [x, "y, z", 3]\n  d: []'],
    ['a:\n  - one\n  - two\nb:\n  c:\n    d: e'],
    ['# comment\n\n- a: 1\n\n  # between\n  b: 2'],
    ['"4.10": x\n4.8/limit.max-less: y'.replace('4.8/limit.max-less', 'key-2')],
  ])('reads %j as YAML does', (text) => {
    expect(parseTable(text, 'x.yaml', anything)).toEqual(parse(text));
  });

  it.each([
    ['a: 1\na: 2', 'x.yaml:2: the key a is not allowed or a duplicate'],
    ['a: 1\n__proto__: 2', 'x.yaml:2: the key __proto__ is not allowed or a duplicate'],
    ['a: {b: 1}', 'x.yaml:1: quote a text with YAML signs in it'],
    ['a: b: c', 'x.yaml:1: quote a text with YAML signs in it'],
    ['a: "b', 'x.yaml:1: a text in double quotes is written as in JSON'],
    ['a: [b', 'x.yaml:1: a list in brackets ends on its own line'],
    ['a:\nb: 1', 'x.yaml:1: the key a has no value'],
    ['- a\nb: 1', 'x.yaml:2: a list item starts with "- "'],
    ['a: 1\n  b: 2', 'x.yaml:2: this line is indented unlike the ones above it'],
    ['a: 1\n\tb: 2', 'x.yaml:2: tabs are not allowed'],
    ['just text', 'x.yaml:1: expected "key: value"'],
    ['# nothing', 'x.yaml: the table is empty'],
  ])('refuses %j with its line', (text, message) => {
    expect(() => parseTable(text, 'x.yaml', anything)).toThrow(message);
  });
});

describe('rows that the schema refuses', () => {
  const schema = z.array(z.strictObject({ id: z.string(), tags: z.array(z.strictObject({ n: z.int() })).optional() }));

  it.each([
    ['- id: a\n- id: 5', 'x.yaml:2: 1.id: Invalid input: expected string, received number'],
    [
      '- id: a\n  tags:\n    - n: 1\n    - n: 1.5',
      'x.yaml:4: 0.tags.1.n: Invalid input: expected int, received number',
    ],
    ['- id: a\n  oops: b', 'x.yaml:1: 0: Unrecognized key: "oops"'],
  ])('%j names file, line and place', (text, message) => {
    expect(() => parseTable(text, 'x.yaml', schema)).toThrow(message);
  });

  it('an absent file is named', () => {
    expect(() => readTable(new URL('./absent.yaml', import.meta.url), anything)).toThrow(
      /absent\.yaml: cannot be read/,
    );
  });
});
