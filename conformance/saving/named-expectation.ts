/** conformance/saving/named-expectation: an expectation with the names of a scenario and captured values for ids. */
import { isObject } from '../../base/json.ts';
import { patternOf } from '../../scenarios/recording/patterns.ts';
import { isCursorKey, isIdShaped, isReference, type Reference } from '../../scenarios/recording/request-words.ts';
import type { Vocabulary } from '../../scenarios/recording/vocabulary.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { SameAs } from '../check.ts';
import { UNKNOWN_NAMES } from '../checks/unknown-names.ts';

type Naming = {
  readonly vocabulary: Vocabulary;
  /** The variable with a value of an earlier response; undefined if no step repeats its exchange. */
  capture(source: SameAs): string | undefined;
};

export function namedExpectation(expectation: Expectation, { vocabulary, capture }: Naming): Expectation {
  const text = (value: string, key: string): unknown => {
    if (UNKNOWN_NAMES.has(value)) return value;
    const isUnnamed = isIdShaped(value) && vocabulary.expressionOf(value, key) === undefined;
    return isUnnamed ? patternOf(value, { vocabulary, requested: new Set() }, key) : vocabulary.written(value, key);
  };
  /** Keys are exact: one without a name is written as it is. */
  const pointer = (value: string) =>
    value
      .split('/')
      .map((part) => (UNKNOWN_NAMES.has(part) ? part : vocabulary.written(part, '')))
      .join('/');
  /** The operand of a matcher that takes values: no pattern can stand in them. */
  const literal = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return UNKNOWN_NAMES.has(value) ? value : vocabulary.written(value, key);
    if (value instanceof SameAs || typeof value !== 'object' || value === null) return named(value, key);
    if (Array.isArray(value)) return value.map((item) => literal(item, key));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, literal(inner, keyOf(name, key))]));
  };
  const named = (value: unknown, key: string): unknown => {
    if (value instanceof SameAs) {
      const name = capture(value);
      if (name === undefined) return named(value.value, key);
      return `\${${value.plus === undefined ? name : value.inTermsOf(`number(${name})`)}}`;
    }
    if (typeof value === 'string') return text(value, key);
    if (Array.isArray(value)) return value.map((item) => named(item, key));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (isOperand(name)) return [name, inner];
        if (isOfValues(name)) return [name, literal(inner, key)];
        return [name.startsWith('$') ? name : pointer(name), named(inner, keyOf(name, key))];
      }),
    );
  };
  return named(expectation, '') as Expectation;
}

/** The ids in an expectation, without those in values that are captured whole. */
export function referencesOf(value: unknown, key = ''): readonly Reference[] {
  if (value instanceof SameAs) return [];
  if (typeof value === 'string') {
    const [id = '', index = ''] = value.split(':');
    const text = /^\d+$/.test(index) ? id : value;
    const isId = isReference({ key, text }) && !isCursorKey(key) && !UNKNOWN_NAMES.has(text);
    return isId ? [{ key, text }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item) => referencesOf(item, key));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (isOperand(name)) return [];
    const ids = name.split('/').filter((part) => isIdShaped(part) && !UNKNOWN_NAMES.has(part));
    return [...ids.map((text) => ({ key: '', text })), ...referencesOf(inner, keyOf(name, key))];
  });
}

/** The values of other responses that an expectation compares with. */
export function comparedIn(value: unknown): readonly SameAs[] {
  if (value instanceof SameAs) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(comparedIn) : [];
}

/** Matchers whose operands are regular expressions, types or pointers. */
function isOperand(name: string) {
  return ['$match', '$type', '$unique', '$sorted'].includes(name);
}

/** Matchers whose operands are values, or have values in them. */
function isOfValues(name: string) {
  return ['$in', '$caseless', '$sameSet', '$same', '$sameView', '$agrees', '$exact', '$moment', '$joined'].includes(
    name,
  );
}

/** The field of a value; a matcher has that around it. An event's id is not that of its market. */
function keyOf(name: string, around: string): string {
  if (name.startsWith('$')) return around;
  const field = name.slice(name.lastIndexOf('/') + 1);
  return around === 'events' ? `event_${field}` : field;
}
