import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { match } from './match.ts';
import { patternFaults } from './pattern-faults.ts';

it.each<[unknown, (string | number)[], RegExp]>([
  [{ a: [{ $lenght: 1 }] }, ['a', 0, '$lenght'], /^there is no matcher \$lenght: did you mean \$length\?$/],
  [{ a: { $gt: 1, $lt: 2 } }, ['a', '$gt'], /^\$gt must be the only key of its object; join matchers with \{\$all/],
  [{ $ref: 1, b: 2 }, ['$ref'], /^\$ref must be the only key/],
  [{ $gt: '1' }, ['$gt'], /^\$gt needs a number$/],
  [{ $range: [1] }, ['$range'], /^\$range needs a list of two numbers$/],
  [{ $type: 'strng' }, ['$type'], /^\$type needs one of .*did you mean string\?$/],
  [{ $match: '(' }, ['$match'], /^\$match: not a regular expression: /],
  [{ $match: '(a|b)*' }, ['$match'], /^\$match: a regular expression that may never end/],
  [{ $match: 'a'.repeat(301) }, ['$match'], /at most 300 characters/],
  [{ $not: { $each: { $gtt: 1 } } }, ['$not', '$each', '$gtt'], /^there is no matcher \$gtt/],
  [{ $any: [1, { $in: 2 }] }, ['$any', 1, '$in'], /^\$in needs a list of values$/],
  [{ $sorted: { by: 'a' } }, ['$sorted'], /JSON pointer/],
  [{ $sorted: { order: 'up' } }, ['$sorted'], /asc or desc/],
  [{ $unique: 'id' }, ['$unique'], /JSON pointer/],
  [{ $joined: { at: '/a', of: '/b' } }, ['$joined'], /^\$joined needs \{at: \/pointer/],
  [{ $absent: false }, ['$absent'], /^\$absent needs true$/],
])('%j: at %j', (pattern, path, message) => {
  expect(patternFaults(pattern)).toEqual([{ path, message: expect.stringMatching(message) }]);
});

it('finds all of them', () => {
  expect(patternFaults([{ $gt: null }, { a: { $a: 1, $b: 2 } }]).map(({ path }) => path.join('.'))).toEqual([
    '0.$gt',
    '1.a.$a',
  ]);
});

it.each([
  [{ a: { $gt: `\${size}` } }],
  [{ $range: [`\${a}`, 2] }],
  [{ $match: `^\${id}$` }],
  [{ $unordered: `\${list}` }],
  [{ $exact: { $any: 1, $other: 2 } }],
  [{ $sorted: { by: '/a', order: 'desc' } }],
  [{ a: 1, b: [null] }],
])('%j is as it should be', (pattern) => {
  expect(patternFaults(pattern)).toEqual([]);
});

const operand = fc.oneof(fc.jsonValue(), fc.constantFrom('string', '', '/a', '^a$', [1, 2], true, { by: '/a' }));
const key = fc.constantFrom(
  '$type',
  '$gt',
  '$range',
  '$match',
  '$each',
  '$in',
  '$sorted',
  '$unique',
  '$absent',
  '$not',
  '$x',
);

/** Texts with an unfinished expression may have any value; the reader of scenarios reports them, not this module. */
const finished = operand.filter((value) => !JSON.stringify(value).includes('${'));

test.prop([key, finished])('a pattern without faults is never called unreadable', (name, value) => {
  const unreadable = match({ [name]: value }, 'x').some(({ expected }) => expected.startsWith('a pattern that can be'));
  expect(unreadable && patternFaults({ [name]: value }).length === 0).toBe(false);
});
