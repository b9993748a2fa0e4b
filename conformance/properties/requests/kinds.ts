/**
 * conformance/properties/requests/kinds: the kinds of values that a parameter is drawn with, derived from its row in
 * the route table: valid ones, those at each bound and one beyond, of another type, empty, repeated, and unusual ones.
 */
import fc from 'fast-check';
import { CURSOR_END, CURSOR_START, encodeCursor } from '../../../spec/cursor.ts';
import type { Param } from '../../../spec/route.ts';
import { BEYOND_INTS, NO_ADDRESS, NO_CONDITION, NO_NUMBER, NO_SLUG } from '../../checks/assertions.ts';

const VALID = ['known', 'valid', 'several', 'alias', 'min', 'max', 'longest'] as const;
type Refused = 'below' | 'above' | 'too-long' | 'wrong-type' | 'not-listed' | 'malformed' | 'conflict' | 'absent';
type Open = 'unknown' | 'other-case' | 'unusual' | 'empty' | 'repeated' | 'unlisted';

/**
 * The relation of a value to the row of its parameter. `known`: names something that exists; `valid`: any other value
 * within type and bounds; `unknown`: well-formed, but nothing has the name; `unusual`: its meaning is open; `conflict`:
 * two names of one parameter with different values; `unlisted`: a parameter that the route does not list; `absent`: a
 * required parameter is left out.
 */
export type Kind = (typeof VALID)[number] | Refused | Open;

/** True for a kind of values that a service accepts. */
export function isValid(kind: string): boolean {
  return VALID.some((valid) => valid === kind);
}

/** Names and values of a query in their order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** One kind of a parameter, and how it is written. */
export type Choice = { readonly kind: Kind; readonly pairs: fc.Arbitrary<Pairs> };

/** Texts that parsers and databases fail on. None of them ends a query or a path. */
const UNUSUAL_SEGMENTS = ['0', "'", '"><', '+', 'null', '[]', '-1', ' ', 'ÄÖ', '\u{1f600}', '1e999'];
/** Servers and gateways may decode these in a path before it is split. */
const UNUSUAL_TEXTS = [...UNUSUAL_SEGMENTS, '%', '\u0000', 'a\nb', '\\'];
/** Texts that a lenient parser may read as a number. */
const UNUSUAL_NUMBERS = ['007', '+5', '5.0', '1e1', '0x5', '-0', ' 5', '٥', 'Infinity', '99999999999999999999'];
const WRONG_TEXTS: Readonly<Partial<Record<Param['type'], readonly string[]>>> = {
  integer: ['abc', '1.5', '2x', 'true', '[]'],
  number: ['abc', '2x', 'NaN', 'true', '[]'],
  boolean: ['maybe', '2', 'null'],
  'unix-seconds': ['yesterday', 'abc'],
};
const UNUSUAL_BOOLEANS = ['1', 'TRUE', 'yes'];
const NOT_LISTED = ['SIDEWAYS', 'id', '0'];
const NO_CURSORS = ['%', '!', 'abc', 'LTI='];
/** Largest number that is drawn between bounds: pages far down a list cost a deployment much and show little. */
const FAR = 1_000;
/** A number that no type of a database holds. */
const BEYOND_ALL = '9'.repeat(40);
/** Moments from 2001 to 2100, in Unix seconds. */
const MOMENTS = [1_000_000_000, 1_700_000_000, 4_102_444_800];
const PAGE = 100;

/** The kinds of a query parameter, accepted ones first. `known`: values that the target is known to serve. */
export function choicesOf(param: Param, known: readonly string[]): readonly Choice[] {
  const { name, aliases = [] } = param;
  const [first, second = NO_SLUG] = known;
  const usual = [...namedChoices(param, known), ...typedChoices(param)];
  const valid = usual.find(({ kind }) => kind === 'known' || kind === 'valid');
  const aliased = aliases.flatMap((alias): readonly Choice[] => {
    if (first === undefined) return [];
    const both = fc.constant<Pairs>([
      [name, first],
      [alias, second],
    ]);
    return [choice('alias', alias, first), { kind: 'conflict', pairs: both }];
  });
  return [...usual, ...aliased, choice('empty', name, ''), ...(valid === undefined ? [] : [twice(valid)])];
}

/** The parameter that no route lists. */
export const UNLISTED: Choice = choice('unlisted', 'flavour', 'lime');

/** Values of a path parameter. It is never empty, because the path would be another one. */
export function segmentsOf({ name, type }: Param, known: readonly string[]): readonly Choice[] {
  const isNumber = type === 'integer';
  const unknown = [unknownOf(name, type), ...(isNumber ? [BEYOND_INTS, BEYOND_ALL] : [])];
  // A parser that stops at the letter finds the known one.
  const malformed = isNumber ? [...(WRONG_TEXTS.integer ?? []), ...known.map((id) => `${id}x`)] : MALFORMED[name];
  return [
    ...(known.length === 0 ? [] : [choice('known', name, ...known)]),
    choice('unknown', name, ...unknown),
    choice('unusual', name, ...UNUSUAL_SEGMENTS, ...(isNumber ? UNUSUAL_NUMBERS : [])),
    ...(malformed === undefined ? [] : [choice('malformed', name, ...malformed)]),
    ...otherCases(name, known),
  ];
}

/** Well-formed names that nothing has, by the type or the name of a parameter. */
const UNKNOWN: Readonly<Record<string, string>> = {
  address: NO_ADDRESS,
  integer: NO_NUMBER,
  conditions: NO_CONDITION,
  market: NO_CONDITION,
  condition_id: NO_CONDITION,
  conditionId: NO_CONDITION,
  id: NO_NUMBER,
  maker_address: NO_ADDRESS,
  asset_id: NO_NUMBER,
};

const unknownOf = (name: string, type: Param['type']) => UNKNOWN[type] ?? UNKNOWN[name] ?? NO_SLUG;

/** Texts that are no name of the form, of path parameters whose form is known. */
const MALFORMED: Readonly<Record<string, readonly string[]>> = {
  condition_id: ['not-a-condition', '0x12', `${NO_CONDITION}0`],
  user_address: ['not-an-address', '0x12'],
};

function namedChoices({ name, type, members }: Param, known: readonly string[]): readonly Choice[] {
  if (members !== undefined || type === 'boolean' || type === 'cursor' || type === 'unix-seconds') return [];
  if (name === 'limit' || name === 'offset' || type === 'number') return [];
  return [
    ...(known.length === 0 ? [] : [choice('known', name, ...known)]),
    ...(type === 'conditions' && known.length > 1 ? [several(name, known)] : []),
    choice('unknown', name, unknownOf(name, type)),
    ...otherCases(name, known),
    ...(type === 'address' || type === 'conditions' ? [choice('malformed', name, 'nobody', '0x12')] : []),
    ...(type === 'string' || type === 'conditions' ? [choice('unusual', name, ...UNUSUAL_TEXTS)] : []),
  ];
}

function typedChoices(param: Param): readonly Choice[] {
  const { name, type, maxLength, members } = param;
  const wrong = WRONG_TEXTS[type] === undefined ? [] : [choice('wrong-type', name, ...WRONG_TEXTS[type])];
  if (members !== undefined) return [choice('valid', name, ...members), choice('not-listed', name, ...NOT_LISTED)];
  switch (type) {
    case 'boolean':
      return [choice('valid', name, 'true', 'false'), ...wrong, choice('unusual', name, ...UNUSUAL_BOOLEANS)];
    case 'integer':
    case 'number':
      return [...numbers(param), ...wrong, choice('unusual', name, ...UNUSUAL_NUMBERS)];
    case 'unix-seconds':
      return [choice('valid', name, ...MOMENTS.map(String)), ...wrong, choice('unusual', name, ...UNUSUAL_NUMBERS)];
    case 'cursor':
      return [
        choice('valid', name, CURSOR_START),
        choice('unusual', name, 'MA', CURSOR_END, ...[1, PAGE, FAR * FAR].map(encodeCursor)),
        choice('malformed', name, ...NO_CURSORS),
      ];
    case 'string':
      return maxLength === undefined
        ? []
        : [choice('longest', name, 'x'.repeat(maxLength)), choice('too-long', name, 'x'.repeat(maxLength + 1))];
    case 'conditions':
    case 'address':
      return [];
  }
}

function numbers({ name, type, min, max }: Param): readonly Choice[] {
  const isPaging = name === 'limit' || name === 'offset';
  if (!isPaging && min === undefined) return [];
  // Without a stated bound the meaning of 0 is open for a limit.
  const least = min ?? (name === 'limit' ? 1 : 0);
  const most = Math.min(max ?? FAR, name === 'limit' ? PAGE : FAR);
  const step = type === 'integer' ? 1 : 0.5;
  // Most lists end before the second bound.
  const valid = fc
    .oneof(
      fc.integer({ min: least / step, max: Math.min(most, PAGE) / step }),
      fc.integer({ min: least / step, max: most / step }),
    )
    .map((value) => [[name, String(value * step)]] as const);
  return [
    { kind: 'valid', pairs: valid },
    ...(min === undefined ? [] : [choice('min', name, String(min))]),
    ...(max === undefined ? [] : [choice('max', name, String(max))]),
    choice('below', name, String((min ?? 0) - step)),
    ...(max === undefined ? [] : [choice('above', name, String(max + step))]),
  ];
}

function otherCases(name: string, known: readonly string[]): readonly Choice[] {
  const spelled = known.flatMap((text) => [text.toLowerCase(), `${text.slice(0, 2)}${text.slice(2).toUpperCase()}`]);
  const others = spelled.filter((text) => !known.includes(text));
  return others.length === 0 ? [] : [choice('other-case', name, ...others)];
}

function several(name: string, known: readonly string[]): Choice {
  const lists = fc.uniqueArray(fc.constantFrom(...known), { minLength: 2, maxLength: 4 });
  return { kind: 'several', pairs: lists.map((list) => [[name, list.join(',')]]) };
}

function twice({ pairs }: Choice): Choice {
  return { kind: 'repeated', pairs: fc.tuple(pairs, pairs).map((both) => both.flat()) };
}

function choice(kind: Kind, name: string, ...values: readonly string[]): Choice {
  return { kind, pairs: fc.constantFrom(...values).map((value) => [[name, value]]) };
}
