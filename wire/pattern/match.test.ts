import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { MISMATCHES_MAX, match, matches } from './match.ts';

const pointers = (pattern: unknown, actual: unknown) => match(pattern, actual).map(({ pointer }) => pointer);
const fits = (pattern: unknown, actual: unknown) => {
  const isMatch = matches(pattern, actual);
  expect(match(pattern, actual).length === 0).toBe(isMatch);
  return isMatch;
};

describe('plain patterns', () => {
  it.each<[unknown, unknown]>([
    [1, 1],
    [0, -0],
    [NaN, NaN],
    [1e308, 1e308],
    ['a', 'a'],
    [null, null],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{}, { a: 1 }],
    [
      [1, { a: 1 }],
      [1, { a: 1, b: 2 }],
    ],
    [{ $exact: { $gt: 1 } }, { $gt: 1 }],
  ])('%j matches %j', (pattern, actual) => {
    expect(match(pattern, actual)).toEqual([]);
  });

  it.each<[unknown, unknown, string[]]>([
    [1, '1', ['']],
    [null, undefined, ['']],
    [{ a: { b: 1 } }, { a: { b: 2 } }, ['/a/b']],
    [{ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, ['/a~1b/~0']],
    [{ a: 1 }, [], ['']],
    [
      [1, 2],
      [2, 1],
      ['/0', '/1'],
    ],
    [[1], [1, 2], ['']],
    [[], {}, ['']],
    [{ toString: 1 }, {}, ['/toString']],
    [{ $exact: { a: 1 } }, { a: 1, b: 2 }, ['/b']],
    [{ $exact: { a: 1, c: [{}] } }, { a: 2, c: [{ d: null }] }, ['/a', '/c/0/d']],
  ])('%j does not match %j, at %j', (pattern, actual, at) => {
    expect(pointers(pattern, actual)).toEqual(at);
  });
});

describe('matchers', () => {
  it.each<[unknown, unknown, unknown]>([
    [{ $type: 'string' }, '', 1],
    [{ $type: 'number' }, 1.5, '1.5'],
    [{ $type: 'integer' }, 1e300, 1.5],
    [{ $type: 'boolean' }, false, 0],
    [{ $type: 'object' }, {}, []],
    [{ $type: 'array' }, [], {}],
    [{ $type: 'null' }, null, undefined],
    [{ $type: 'iso-time' }, '2026-01-31T12:00:00.5Z', '2026-01-41T12:00:00Z'],
    [{ $type: 'decimal' }, '-0.50', '5,3'],
    [{ $type: 'address' }, `0x${'aB'.repeat(20)}`, `0x${'a'.repeat(41)}`],
    [{ $type: 'uuid' }, '0b8e1d5a-0000-4000-8000-00000000000f', '0b8e1d5a'],
    [{ $type: 'hex' }, '0xff', '0x'],
    [{ $gt: 1 }, 1.1, 1],
    [{ $gte: 1 }, 1, 0.9],
    [{ $lt: 0 }, -1e-300, -0],
    [{ $lte: 1 }, 1, '1'],
    [{ $range: [1, 2] }, 2, 2.1],
    [{ $near: [0.3, 1e-9] }, 0.1 + 0.2, 0.4],
    [{ $match: '^a+$' }, 'aa', 'ab'],
    [{ $match: 'b' }, 'abc', ['b']],
    [{ $contains: [{ a: 1 }, 3] }, [3, { a: 1, b: 2 }], [3]],
    [{ $contains: ['size', 'tick'] }, 'tick size', 'tick'],
    [{ $unordered: [{ $type: 'number' }, 1] }, [1, 2], [1, 'x']],
    [{ $unordered: [] }, [], [1]],
    [{ $each: { a: { $gt: 0 } } }, [{ a: 1 }], [{ a: 1 }, { a: 0 }]],
    [{ $length: { $gte: 2 } }, [1, 2], [1]],
    [{ $length: 2 }, 'ab', 2],
    [{ a: { $absent: true } }, {}, { a: null }],
    [{ a: { $present: true } }, { a: null }, {}],
    [{ $not: { a: 1 } }, { a: 2 }, { a: 1 }],
    [{ $any: [1, { $type: 'string' }] }, 'x', 2],
    [{ $all: [{ $gt: 1 }, { $lt: 3 }] }, 2, 3],
    [{ $number: { $near: [0.5, 0] } }, '0.50', 0.5],
    [{ $json: { a: [1] } }, '{"a":[1]}', '{"a":[1]'],
    [{ $sorted: { by: '/a' } }, [{ a: 1 }, { a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }]],
    [{ $sorted: { order: 'desc' } }, ['b', 'a', 'B'], ['a', 'b']],
    [{ $sorted: {} }, [1], [null]],
    [{ $sorted: { as: 'number' } }, ['9', '10'], ['9', '10', 'x']],
    [{ $unique: '/id' }, [{ id: 1 }, { id: '1' }], [{ id: 1 }, { id: 1 }]],
    [
      { $unique: '' },
      [{ a: 1, b: 2 }, { a: 2 }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
    [
      { $sorted: { by: '/a', as: 'moment' } },
      [{ a: '2026-01-31T12:00:00+02:00' }, { a: '2026-01-31T10:30:00Z' }],
      [{ a: '2026-02-01' }, { a: '2026-01-31' }],
    ],
    // Noise is no order; some collation has 'a', 'B', 'C' in order, and none 'b', 'a', 'c'.
    [{ $sorted: {} }, [0.1 + 0.2, 0.3, 1], [0.4, 0.3]],
    [{ $sorted: { as: 'text' } }, ['a', 'B', 'C'], ['b', 'a', 'c']],
    [{ $sorted: {} }, [false, true], [true, false]],
    [
      { $sorted: [{ by: '/a', order: 'desc' }, { by: '/b' }] },
      [
        { a: 2, b: 1 },
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ],
      [
        { a: 1, b: 2 },
        { a: 1, b: 1 },
      ],
    ],
    [{ $every: { $gt: 0 } }, [], [0]],
    [{ $sameView: { a: 1, timestamp: '1' } }, { timestamp: '2', a: 1 }, { a: 2, timestamp: '1' }],
    [{ $type: 'checksummed' }, `0x${'1'.repeat(40)}`, `0x${'a'.repeat(40)}`],
    [{ $implies: [{ a: 1 }, { b: 2 }] }, { a: 0 }, { a: 1 }],
    [{ $implies: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 2 }, { a: 1, b: 3 }],
    [{ $keys: { $unordered: ['a', 'b'] } }, { b: 1, a: 2 }, { a: 1 }],
    [{ $keys: { $length: 1 } }, { a: 1 }, ['a']],
    [{ $values: { $gt: 1 } }, { a: 2, b: 3 }, { a: 2, b: 1 }],
    [{ $values: { $gt: 1 } }, {}, [2]],
    [{ $unique: { by: '/p', fold: 'number' } }, [{ p: '0.5' }, { p: '0.51' }], [{ p: '0.5' }, { p: '0.50' }]],
    [{ $unique: { by: '/w', fold: 'address' } }, [{ w: '0xA' }, { w: '0xb' }], [{ w: '0xA' }, { w: '0xa' }]],
    [
      { $alike: '/a' },
      [
        { a: [1], b: 1 },
        { a: [1], b: 2 },
      ],
      [{ a: 1 }, { a: '1' }],
    ],
    [{ $sameSet: [1, 2] }, [2, 1, 1], [1, 3]],
    [{ $sameSet: { by: '/a', of: ['x'] } }, [{ a: 'x' }], []],
    [{ $sum: { by: '/a', is: { $near: 0.3 } } }, [{ a: '0.1' }, { a: 0.2 }], [{ a: 0.3 }, {}]],
    [{ $where: { of: { a: 1 }, is: [{ b: 2 }] } }, [{ a: 1, b: 2 }, { a: 2 }], [{ a: 1, b: 3 }]],
    [{ $where: { of: { a: 1 }, is: { $sum: { by: '/b', is: 0 } } } }, [], {}],
    [{ $eachLike: { of: { a: 1 }, is: { b: 2 } } }, [{ a: 1, b: 2 }, { a: 2 }], [{ a: 1, b: 3 }]],
    [{ $scaled: { $near: 0.52 } }, 52, 5.3],
    [{ $scaled: 1 }, 1e18, 0.1],
    [{ $scaled: 1 }, 1, '1'],
    [{ $relation: { left: '/a', is: '=', right: '/b', times: 0.5, plus: 1 } }, { a: '3', b: 4 }, { a: 2, b: 4 }],
    [{ $relation: { left: '/a', is: '<=', right: '/n' } }, { a: [1, 2], n: 2 }, { a: [1, 2], n: 1 }],
    [{ $sum: { by: '/a', is: 3 } }, [{ a: [1, 1] }, { a: [0] }], [{ a: [3] }]],
    [{ $count: { of: { a: 1 }, is: { $lte: 1 } } }, [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 1 }]],
    [{ $near: 0.3 }, 0.1 + 0.2, 0.300_001],
    [
      { $same: { a: [0.3], at: '2026-01-31T12:00:00Z' } },
      { at: '2026-01-31T12:00:00.000Z', a: [0.1 + 0.2] },
      { a: [0.3], at: '2026-01-31T12:00:00Z', b: 1 },
    ],
    [{ $same: '12' }, '12', '12.0'],
    [{ $caseless: '0xaB' }, '0xAb', '0xac'],
    [{ $caseless: { $contains: ['b'] } }, 'AB', 'a'],
    [{ $objects: { a: 1 } }, [{ a: 1 }, null, 'x'], [null, { a: 2 }]],
    [{ $agrees: 0.3 }, 0.1 + 0.2, 0.4],
    [{ $agrees: 'x' }, undefined, null],
    [{ $agrees: { a: 1 } }, [2], { a: 2 }],
    [{ $relation: { left: '/n', is: '=', right: '/a', as: 'count' } }, { n: 1, a: '[7]' }, { n: 1, a: [] }],
    [{ $sorted: { as: 'moment' } }, ['2026-01-31', '', '2026-02-01'], ['2026-02-01', '', null, '2026-01-31']],
    [
      { $flat: { by: '/in', is: { $unique: '/a' } } },
      [{ a: 1, in: [{ a: 2 }] }, { a: 3 }],
      [{ a: 1, in: [{ a: 2, in: [{ a: 1 }] }] }],
    ],
    [{ $moment: '2026-01-31T12:00:00+01:00' }, '2026-01-31T11:00:00Z', '2026-01-31T12:00:00Z'],
    [{ $moment: { $gte: 1_769_860_800_000 } }, '1769860800', '2026-01-31T11:59:59Z'],
    [
      { $relation: { left: '/a', is: '>=', right: '/b', as: 'moment' } },
      { a: '2026-01-31T12:00:00Z', b: 1_769_860_800 },
      { a: '2026-01-31T11:59:59Z', b: '1769860800' },
    ],
    [{ $relation: { left: '/a', is: '=', right: '/b' } }, { a: '0.30', b: 0.1 + 0.2 }, { a: 1 }],
    [{ $joined: { at: '/a', of: ['/b', ':', '/c', 0] } }, { a: 'x:10', b: 'x', c: 1 }, { a: 'x:0', b: 'x' }],
    [{ $in: ['a', { b: 1 }] }, { b: 1 }, { b: 1, c: 2 }],
  ])('%j matches %j and not %j', (pattern, good, bad) => {
    expect(match(pattern, good)).toEqual([]);
    expect(match(pattern, bad)).not.toEqual([]);
  });

  it('state the expected and the actual value in words', () => {
    expect(match({ size: { $all: [{ $gt: 0 }, { $type: 'integer' }] } }, { size: 0.5 })).toEqual([
      { pointer: '/size', expected: 'a whole number', actual: '0.5' },
    ]);
    expect(match({ $any: [{ $lt: 1 }, 'x'] }, undefined)).toEqual([
      { pointer: '', expected: 'a number below 1, or "x"', actual: 'absent' },
    ]);
  });

  it('report the place inside lists', () => {
    expect(pointers({ $each: { $gt: 1 } }, [2, 1, 3, 0])).toEqual(['/1', '/3']);
    expect(pointers({ list: { $unordered: [1, 2] } }, { list: [2, 3] })).toEqual(['/list', '/list/1']);
    expect(pointers({ $sorted: { by: '/a' } }, [{ a: 1 }, { a: 3 }, { a: 2 }])).toEqual(['/2/a']);
    expect(pointers({ $sorted: { by: '/a' } }, [{ b: 1 }])).toEqual(['/0/a']);
    expect(pointers({ $unique: '/id' }, [{ id: 1 }, { id: 2 }, { id: 1 }])).toEqual(['/2/id']);
    expect(pointers({ list: { $unique: '/a/b' } }, { list: [{ a: {} }] })).toEqual(['/list/0/a/b']);
    expect(pointers({ $unique: '/id' }, [{ id: 1 }, {}, {}])).toEqual(['/1/id', '/2/id']);
    expect(pointers({ $unique: '' }, [1, 2, 1])).toEqual(['/2']);
    expect(pointers({ $eachLike: { of: { a: 1 }, is: { b: 2 } } }, [{}, { a: 1, b: 3 }])).toEqual(['/1/b']);
    expect(pointers({ $sorted: { as: 'moment' } }, ['2026-02-01', '', '2026-01-31'])).toEqual(['/2']);
    expect(
      pointers({ a: { $flat: { by: '/in', is: { $every: { b: 1 } } } } }, { a: [{ b: 1, in: [{ b: 2 }] }] }),
    ).toEqual(['/a/0/in/0/b']);
    expect(pointers({ $json: { a: 1 } }, '{"a":2}')).toEqual(['/a']);
  });

  it('$not holds of values alone, unless it asks whether there is one', () => {
    expect(match({ status: { $not: 'live' } }, {})).toEqual([
      { pointer: '/status', expected: 'a value, but not "live": nothing is there', actual: 'absent' },
    ]);
    expect(pointers({ $not: { $contains: [1] } }, undefined)).toEqual(['']);
    expect(pointers({ a: { $not: { $not: 1 } } }, {})).toEqual(['/a']);
    expect(pointers({ a: { $not: { $present: true } } }, {})).toEqual([]);
    expect(pointers({ a: { $not: { $absent: true } } }, {})).toEqual(['/a']);
    expect(pointers({ a: { $not: { $any: [1, { $absent: true }] } } }, {})).toEqual(['/a']);
    expect(pointers({ a: { $not: { $all: [1, { $present: true }] } } }, {})).toEqual([]);
    expect(pointers({ a: { $not: 1 } }, { a: null })).toEqual([]);
  });

  it('$contains shows the nearest element', () => {
    const orders = [
      { id: 1, side: 'BUY', size: 5 },
      { id: 2, side: 'SELL', size: 6 },
    ];
    expect(match({ $contains: [{ id: 2, side: 'SELL', size: 5 }] }, orders)[0]?.expected).toMatch(
      /in it; nearest is element 1, but for \/size: 6$/,
    );
    expect(match({ $contains: ['alpha'] }, ['beta', 'alpa', 3])[0]?.expected).toMatch(/; nearest is "alpa"$/);
    expect(match({ $contains: [{ id: 3 }] }, [1, 'x', null])[0]?.expected).toMatch(/ in it$/);
    expect(match({ $contains: [{ $gt: 3 }] }, [])[0]?.expected).toMatch(/ in it$/);
  });

  it('that cannot be read are reported, and $not does not turn them into a match', () => {
    for (const pattern of [
      { $gtt: 1 },
      { $gt: '1' },
      { $match: '(' },
      { $match: '(a+)+$' },
      { $in: 1 },
      { $gt: 1, $lt: 2 },
    ]) {
      expect(match({ $not: pattern }, 'x')[0]?.expected).toMatch(/^a pattern that can be read: /);
    }
  });
});

describe('hostile values', () => {
  const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

  it('__proto__ and constructor are keys like others', () => {
    const actual = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as unknown;
    expect(fits(JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'), actual)).toBe(true);
    expect(pointers({ constructor: { $absent: true } }, {})).toEqual([]);
    expect(pointers(JSON.parse('{"$exact": {"constructor": 2}}'), actual)).toEqual(['/__proto__']);
  });

  it('nesting without measure is a mismatch', () => {
    expect(match({ $exact: deep(20_000) }, deep(20_000))).toHaveLength(1);
    expect(match({ $in: [deep(20_000)] }, deep(20_000))).toHaveLength(1);
    expect(match(deep(20_000), deep(20_000))).toHaveLength(1);
    expect(match(1, deep(20_000))[0]?.actual.length).toBeLessThan(300);
  });

  it('so is more work than can be done', () => {
    // The table of pairs costs a quarter of a step each, most of what can be done; the comparisons cost the rest.
    const many = Array.from({ length: 3_900 }, (_, index) => index);
    expect(match({ $unordered: many.map(() => ({ $gt: 9_999 })) }, many)).toHaveLength(1);
  });

  it('at most twenty mismatches, each cut short', () => {
    const found = match({ $each: 1 }, new Array(1_000).fill('x'.repeat(10_000)));
    expect(found).toHaveLength(MISMATCHES_MAX);
    expect(Math.max(...found.map(({ actual }) => actual.length))).toBeLessThan(300);
  });
});

const plain = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

/** Every leaf's place in a value. */
function leaves(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

/** The value with another leaf at a place. */
function changed(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value === 'other' ? 'another' : 'other';
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [...value] : { ...(value as object) };
  const inner = changed((value as Record<string, unknown>)[key], rest);
  Object.defineProperty(copy, key, { value: inner, enumerable: true, writable: true, configurable: true });
  return copy;
}

describe('laws', () => {
  test.prop([plain])('a value is exactly itself', (value) => {
    expect(match({ $exact: value }, JSON.parse(JSON.stringify(value)))).toEqual([]);
    expect(match({ $unordered: [{ $exact: value }] }, [value])).toEqual([]);
    expect(match({ $in: [value] }, value)).toEqual([]);
  });

  test.prop([plain, fc.nat()])('a changed leaf is the only reported place', (value, choice) => {
    const all = leaves(value);
    const path = all[choice % Math.max(all.length, 1)];
    fc.pre(path !== undefined);
    const at = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    expect(pointers({ $exact: value }, changed(value, path))).toEqual([at]);
  });

  test.prop([fc.array(plain, { maxLength: 8 }), fc.infiniteStream(fc.nat())])(
    '$unordered takes every permutation',
    (values, draws) => {
      const patterns = values.map((value) => ({ $exact: value }));
      const ranked = values.map((value) => ({ value, rank: draws.next().value ?? 0 })).sort((a, b) => a.rank - b.rank);
      const shuffled = ranked.map(({ value }) => value);
      expect(match({ $unordered: patterns }, shuffled)).toEqual([]);
      expect(match({ $unordered: patterns }, [...shuffled, null])).not.toEqual([]);
      expect(match({ $unordered: patterns }, shuffled.slice(1))).toHaveLength(values.length === 0 ? 0 : 1);
    },
  );

  test.prop([fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 6 }), fc.array(fc.nat(6), { maxLength: 6 })])(
    '$unordered matches exactly if some permutation matches',
    (ranges, values) => {
      const patterns = ranges.map(([a, b]) => ({ $range: [Math.min(a, b), Math.max(a, b)] }));
      const some = permutations(values).some((order) => fits(patterns, order));
      expect(fits({ $unordered: patterns }, values)).toBe(some);
    },
  );

  test.prop([fc.anything(), fc.anything()])('any two things have an answer', (pattern, actual) => {
    expect(Array.isArray(match(pattern, actual))).toBe(true);
  });

  test.prop([plain])('a matcher and its $not never agree', (value) => {
    expect(fits({ $not: { $type: 'object' } }, value)).toBe(!fits({ $type: 'object' }, value));
  });
});

function permutations(values: readonly number[]): number[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, index) => permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]));
}
