import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { isUnfilled } from '../../wire/pattern/matcher.ts';
import { evaluate, expressionsIn, fill, type Scope, variablesIn } from './expression.ts';
import { ExpressionError } from './values.ts';

const scope: Scope = {
  price: 0.41,
  size: 5,
  name: 'alice',
  list: [1, 2, 3],
  orders: [
    { id: 'a', size: 2, tags: ['x'] },
    { id: 'b', size: 3 },
  ],
  nested: { a: { b: null } },
  nothing: null,
  now: 1_767_225_600_500,
};

/** An expression of a template, without a placeholder in this file's own text. */
const braces = (expression: string) => `\${${expression}}`;
const trouble = (expression: string, values: Scope = scope): string => {
  try {
    return `no trouble: ${JSON.stringify(evaluate(expression, values))}`;
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    return (error as ExpressionError).message;
  }
};

describe('values', () => {
  it.each<[string, unknown]>([
    ['5 / 2', 2.5],
    ['size + 1', 6],
    ['1 + size * 2.5', 13.5],
    ['7 % 4 == 3.0 && size == 5 && 5 == size', true],
    ['-size < 1 && size >= 5.0', true],
    ['0x10', 16],
    ['list[0] + list[size - 3]', 4],
    ['size(list) / 2', 1.5],
    ['list.size() == 3', true],
    ['2 in list && !(4 in list) && "a" in nested', true],
    ['list == [1.0, 2, 3] && nested != {"a": 1}', true],
    ['"a" + name', 'aalice'],
    ['list + [4]', [1, 2, 3, 4]],
    ['{"id": orders[1].id, "all": list}', { id: 'b', all: [1, 2, 3] }],
    ['{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
    ['size > 3 ? "many" : 0', 'many'],
    ['orders.map(o, o.size * price)', [0.82, 1.23]],
    ['orders.map(o, o.size > 2, o.id)', ['b']],
    ['orders.filter(o, has(o.tags)).map(o, o.tags.map(t, t + o.id))', [['xa']]],
    ['orders.all(o, o.size > 1) && orders.exists(o, o.id == "a") && list.exists_one(n, n > 2)', true],
    ['orders.exists(o, o.tags[0] == "x")', true],
    ['nested.map(k, k)', ['a']],
    ['has(nested.a) && has(nested.a.b) && !has(nested.c.d)', true],
    ['nothing == null && nested.a.b == null', true],
    ['missing == 1 || true', true],
    ['!(missing == 1 && false)', true],
    ['json("{\\"a\\":[1]}").a[0]', 1],
    ['number("0.50") + number(1)', 1.5],
    ['int(2.9) + int("-3")', -1],
    ['text(1.5) + text([1, null]) + text("x") + text(true)', '1.5[1,null]xtrue'],
    ['[round(1.005, 2), round(-2.5), round(0.57 * 100), round(1e-9, 2)]', [1.01, -3, 57, 0]],
    ['[decimal(0.1 + 0.2, 2), decimal(5, 0), decimal(1.005, 2)]', ['0.30', '5', '1.01']],
    ['[min(3, 1, 2), max(list), abs(-2), floor(-0.5), ceil(0.2), sum(list), sum([])]', [1, 3, 2, -1, 1, 6, 0]],
    ['[last(list), last(["z"])]', [3, 'z']],
    [
      '[sorted([10, 9, 1]), sorted(["b", "a", "B"])]',
      [
        [1, 9, 10],
        ['B', 'a', 'b'],
      ],
    ],
    ['seconds(now)', 1_767_225_600],
    ['iso(now)', '2026-01-01T00:00:00.500Z'],
    ['moment(iso(now)) == now', true],
    ['sha1("")', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['"abc".sha1()', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['unbase64(base64("größe")) + unbase64("_-8")', 'größe\ufffd\ufffd'],
    ['upper("a") + lower("B") + " c ".trim()', 'Abc'],
    ['split("a,b", ",").join("-") + join(["x", 1])', 'a-bx1'],
    ['"a.b.c".replace(".", "")', 'abc'],
    ['name.contains("lic") && name.startsWith("al") && name.endsWith("ce") && name.matches("^a.*e$")', true],
    ['name.indexOf("i") + size(name.substring(1, 3))', 4],
    ['keys({"b": 1, "a": 2})', ['a', 'b']],
    ['pointer(orders, "/1/id") + orders.pointer("/0/tags/0")', 'bx'],
    ['[type(list), type(null), type(1), type({})]', ['array', 'null', 'number', 'object']],
  ])('%s', (expression, value) => {
    expect(evaluate(expression, scope)).toEqual(value);
  });

  it('integers of other types are numbers if they fit', () => {
    expect(evaluate('n + 1', { n: 41n })).toBe(42);
    expect(trouble('n', { n: 2n ** 70n })).toContain('too large to be exact');
  });
});

it.each([
  ['prise * 2', /^unknown variable "prise": known are price, .* and \d+ more \(in prise \* 2\)$/],
  ['orders.all(order, ordr.size > 1)', /^unknown variable "ordr": known are order/],
  ['orders[0].sise', /^there is no field "sise": it has size, /],
  ['list[3]', /^there is no element 3: the list has 3/],
  ['list[-1]', /no element -1/],
  ['list[0.5]', /whole number/],
  ['name.first', /^a text has no field "first"/],
  ['size + name', /^a number \+ a text has no meaning: convert with/],
  ['name < 1', /has no meaning/],
  ['"ell" in "hello"', /write whole\.contains\(part\)/],
  ['1 / 0', /^1 \/ 0 is not a finite number/],
  ['1 % 0', /not a finite number/],
  ['1e308 * 10', /not a finite number/],
  ['9'.repeat(400), /not a finite number/],
  ['rond(1)', /^there is no function "rond": there are round, /],
  ['round()', /^round needs 1 to 2 arguments, not 0/],
  ['round(1, 99)', /^round: needs a whole number from 0 to 15, not 99/],
  ['number("1,5")', /^number: needs a decimal number/],
  ['json("{")', /^json: needs JSON/],
  ['sum(["a"])', /^sum: needs a number, not a text/],
  ['sorted([1, "a"])', /^sorted: needs a list of numbers or/],
  ['last([])', /not empty/],
  ['iso(1e300)', /^iso: needs milliseconds/],
  ['pointer(list, "0")', /JSON pointer/],
  ['pointer(list, "/9")', /nothing at \/9/],
  ['size ? 1 : 2', /^needs true or false, not a number/],
  ['missing == 1 || false', /^unknown variable "missing"/],
  ['list.map(1, 2)', /^not an expression: /],
  ['1 +', /^not an expression: Unexpected token: EOF at character 4/],
  ['a.b.', /^not an expression/],
  ['b"a"', /written without a letter/],
  ['1u', /written without a letter/],
  ['cel.bind(x, 1, x)', /^there is no function "bind"/],
  ['list.reduce(x, x)', /^there is no function "reduce"/],
  ['{1: 2}', /^a key is a text/],
  ['"a".matches("(a+)+")', /never end/],
  ['x'.repeat(2_001), /at most 2000 characters/],
])('troubles: %s', (expression, message) => {
  expect(trouble(expression)).toMatch(message);
  expect(trouble(expression)).not.toContain('\n');
});

describe('hostile values', () => {
  const hostile = JSON.parse('{"__proto__": {"x": 1}, "constructor": {"name": "y"}, "a": 1}') as Scope;

  it.each([
    'a.constructor',
    'list.constructor',
    'name.constructor',
    'nested["constructor"]',
    'nested["__proto__"]',
    'nested.__proto__',
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'list.length',
    'valueOf()',
    'constructor()',
    'name.toString()',
    'has(nested.constructor) || missing',
    'pointer(nested, "/constructor")',
  ])('%s reaches nothing', (expression) => {
    expect(trouble(expression)).not.toMatch(/^no trouble/);
  });

  it('own keys of such names are keys like others', () => {
    expect(evaluate('v["__proto__"].x + v.a', { v: hostile })).toBe(2);
    expect(evaluate('v.constructor.name', { v: hostile })).toBe('y');
  });

  it('work and lengths have an end', () => {
    const many = { l: Array.from({ length: 5_000 }, (_, index) => index), t: 'x'.repeat(900_000) };
    expect(trouble('l.map(a, l.map(b, l.map(c, c)))', many)).toMatch(/^too much to look at/);
    expect(trouble('l.exists(a, l.all(b, b >= 0) && false)', many)).toMatch(/^too much to look at/);
    expect(trouble('l.all(a, -1 in l || true)', many)).toMatch(/^too much to look at/);
    expect(trouble('t + t', many)).toMatch(/more than 1000000 characters/);
    expect(trouble('l.map(a, t).join("")', many)).toMatch(/more than 1000000 characters/);
    expect(trouble('t.replace("x", "yy")', many)).toMatch(/more than 1000000|too much/);
    expect(trouble('text(l.map(a, l))', many)).toMatch(/more than 1000000|too much/);
    expect(() => fill(`${braces('t')}${braces('t')}`, many)).toThrow(ExpressionError);
  });

  it('deep values and deep expressions', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
    expect(trouble('text(d)', { d: deep })).toMatch(/levels deep/);
    expect(trouble('d == e', { d: [[deep]], e: [[[deep]]] })).toMatch(/levels deep/);
    expect(trouble(`${'('.repeat(900)}1${')'.repeat(900)}`)).toMatch(/maxDepth/);
    expect(evaluate(`${'!'.repeat(1_990)}true`, {})).toBe(true);
    expect(evaluate(`1${'+1'.repeat(900)}`, {})).toBe(901);
  });

  test.prop([fc.string({ maxLength: 60 }), fc.dictionary(fc.string(), fc.jsonValue())])(
    'any text has a JSON value or an ExpressionError',
    (expression, values) => {
      expect(trouble(expression, values as Scope)).toBeTypeOf('string');
    },
  );

  const word = fc.constantFrom(
    'a',
    'b',
    '1',
    '2.5',
    '"x"',
    '+',
    '-',
    '/',
    '%',
    '==',
    '<',
    'in',
    '(',
    ')',
    '[',
    ']',
    '.',
    '{',
    '}',
    ':',
    '?',
    ',',
    '&&',
    '!',
    'map',
    'size',
    'has',
    'text',
    'null',
  );
  test.prop([fc.array(word, { maxLength: 12 }), fc.jsonValue(), fc.jsonValue()])(
    'so has any row of words',
    (words, a, b) => {
      expect(trouble(words.join(' '), { a, b })).toBeTypeOf('string');
    },
  );
});

it.each<[string, string[]]>([
  ['a + b.c[d] * a', ['a', 'b', 'd']],
  ['list.map(x, x + y)', ['list', 'y']],
  ['x + list.filter(x, x > 1).size()', ['x', 'list']],
  ['l.all(a, a.m.exists(b, a == b && c))', ['l', 'c']],
  ['has(q.r) ? {"k": s} : [t]', ['q', 's', 't']],
  ['round(1.5)', []],
])('variablesIn: %s', (expression, names) => {
  expect(variablesIn(expression)).toEqual(names);
});

describe('templates', () => {
  it('one expression has its value, several are a text', () => {
    expect(fill(braces('list'), scope)).toBe(scope['list']);
    expect(fill(`/orders/${braces('name')}?size=${braces('size')}&n=${braces('nothing')}`, scope)).toBe(
      '/orders/alice?size=5&n=null',
    );
    expect(fill(`[${braces('list')}]`, scope)).toBe('[[1,2,3]]');
  });

  it('everywhere in a value, keys too; other values stay', () => {
    expect(fill({ [`k${braces('size')}`]: [braces('size'), 1, null, true], b: { c: 'x' } }, scope)).toEqual({
      k5: [5, 1, null, true],
      b: { c: 'x' },
    });
  });

  it('braces and texts inside an expression do not end it', () => {
    expect(fill(braces('{"a": {"b": "}"}}'), scope)).toEqual({ a: { b: '}' } });
    expect(fill(`${braces("'}' + name")}!`, scope)).toBe('}alice!');
  });

  it('two dollars are one, and no expression', () => {
    expect(fill(`a $${braces('size')} ${braces('size')}`, scope)).toBe(`a ${braces('size')} 5`);
    expect(isUnfilled(`$${braces('size')}`)).toBe(false);
    expect(isUnfilled('$ {a}')).toBe(false);
    expect(isUnfilled(`a ${braces('size')}`)).toBe(true);
  });

  it('an expression without an end is a trouble', () => {
    expect(() => fill(`a ${braces('size').slice(0, -1)}`, scope)).toThrow(/close .* with \}/);
  });

  it('expressionsIn finds all, in order', () => {
    const value = { [braces('a')]: `x${braces('b')}y${braces(' c ')}`, d: [braces('e'), 1, `$${braces('f')}`] };
    expect(expressionsIn(value)).toEqual(['a', 'b', 'c', 'e']);
  });

  test.prop([fc.jsonValue()])('a value without dollars is filled with itself', (value) => {
    fc.pre(!JSON.stringify(value).includes('${'));
    expect(fill(value, {})).toEqual(value);
  });
});
