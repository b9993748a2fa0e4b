/**
 * conformance/saving/named-values: an expectation as a scenario has it. Ids get the names that scenarios give them, or are captured from
 * an earlier response, so that the scenario holds on another day and on another deployment.
 */

import { patternOf } from '../../scenarios/recording/patterns.ts';
import { isIdShaped, isSource } from '../../scenarios/recording/references.ts';
import { vocabularyOf } from '../../scenarios/recording/scenario-of.ts';
import { signersOf } from '../../scenarios/recording/signers.ts';
import { isObject } from '../../spec/json.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { SameAs } from '../check.ts';
import type { Material } from './material.ts';
import { leavesOfText } from './response-leaves.ts';
import { UNKNOWN_NAMES } from './supply.ts';

/** A value of an earlier response that the expectation compares with: its exchange, its name, and its JSON pointer. */
type Kept = { readonly place: number; readonly name: string; readonly pointer: string };

/** An expectation, and the place of the exchange whose response it judges. */
export type Candidate = { readonly judged: number; readonly expect: Expectation; readonly kept: readonly Kept[] };

/** Fields whose values are ids, of any form. */
const ID_KEY = /(?:^id|Id|ID|_id|slug|Slug|^asset|Asset)$/;
const NOTHING: ReadonlySet<string> = new Set();

/** The expectation for the exchange at `judged` in scenario language. */
export function namedValues(expectation: Expectation, judged: number, material: Material): Candidate {
  const { pool, names, placeOf, sourcesOf } = material;
  const vocabulary = vocabularyOf(signersOf(names.wallets, []), names.markets);
  const kept: Kept[] = [];
  const capture = (place: number, pointer: string): string => {
    const known = kept.find((one) => one.place === place && one.pointer === pointer);
    const name = known?.name ?? (kept.length === 0 ? 'wanted' : `wanted${kept.length + 1}`);
    if (known === undefined) kept.push({ place, name, pointer });
    return name;
  };
  const captured = (text: string, key: string): string | undefined => {
    for (const place of sourcesOf({ text, key })) {
      const { request, response } = pool[place] ?? {};
      if (place >= judged || request === undefined || response === undefined) continue;
      const route = matchRoute(request)?.id;
      const leaves = leavesOfText(response, text).filter((leaf) => isSource(leaf, route, { key, text }));
      const leaf = leaves.find((one) => one.key === key) ?? leaves[0];
      if (leaf !== undefined) return leaf.expression(capture(place, leaf.pointer));
    }
    return undefined;
  };
  const textOf = (text: string, key: string): unknown => {
    if (UNKNOWN_NAMES.has(text)) return text;
    const isId = isIdShaped(text) || (ID_KEY.test(key) && text !== '' && !text.includes(':'));
    const expression = isId && vocabulary.expressionOf(text, key) === undefined ? captured(text, key) : undefined;
    if (expression !== undefined) return `\${${expression}}`;
    const [id = '', index] = text.split(':');
    const beginning = isIdShaped(id) && /^\d+$/.test(index ?? '') ? textOf(id, key) : undefined;
    if (typeof beginning === 'string') return `${beginning}:${index}`;
    return isIdShaped(text) ? patternOf(text, { vocabulary, asked: NOTHING }, key) : vocabulary.written(text, key);
  };
  const pointerOf = (pointer: string): string =>
    pointer
      .split('/')
      .map((part) => (isIdShaped(part) ? String(textOf(part, '')) : part))
      .join('/');
  const named = (value: unknown, key: string): unknown => {
    if (value instanceof SameAs) {
      const place = placeOf(value.exchange);
      return place === undefined ? named(value.value, key) : `\${${capture(place, value.pointer)}}`;
    }
    if (typeof value === 'string') return textOf(value, key);
    if (Array.isArray(value)) return value.map((item) => named(item, key));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (isOperand(name)) return [name, inner];
        return [name.startsWith('/') ? pointerOf(name) : name, named(inner, nameOf(name) ?? key)];
      }),
    );
  };
  return { judged, expect: named(expectation, '') as Expectation, kept };
}

/** Matchers whose operands are regular expressions, types or pointers. */
function isOperand(name: string): boolean {
  return ['$match', '$type', '$unique', '$sorted'].includes(name);
}

/** The field that a key of an expectation is about; undefined for a matcher, which is about the field around it. */
function nameOf(key: string): string | undefined {
  return key.startsWith('$') ? undefined : key.slice(key.lastIndexOf('/') + 1);
}
