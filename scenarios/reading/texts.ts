/** scenarios/reading/texts: the expressions in texts: each parses, and its variables are known at its place. */

import { closest, didYouMean } from '../../base/closest.ts';
import { isObject } from '../../base/json.ts';
import { expressionsIn, variablesIn } from '../expression/expression.ts';
import { membersOf } from '../expression/members.ts';
import { ExpressionError } from '../expression/values.ts';
import { PLACES } from '../language/vocabulary.ts';
import { listed } from './issues.ts';
import { allKnown, isKnown, type Known } from './names.ts';
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';

/** With more names, the search for the nearest takes too long. */
const COMPARED_MAX = 1_000;

/** Reports problems of the expressions in all texts of a value, including keys. */
export function reportTexts(reading: Reading, path: Path, value: unknown, known: Known): void {
  if (typeof value === 'string') reportText(reading, path, value, known);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) reportTexts(reading, [...path, index], item, known);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      reportText(reading, [...path, key], key, known, 'key');
      reportTexts(reading, [...path, key], item, known);
    }
  }
}

function reportText(reading: Reading, path: Path, text: string, known: Known, at?: 'key') {
  if (!text.includes('${')) return;
  try {
    for (const expression of expressionsIn(text)) reportExpression(reading, path, expression, known, at);
  } catch (error) {
    reading.report(path, messageOf(error), at);
  }
}

/** Reports the syntax error of an expression, or each of its unknown variables. */
export function reportExpression(reading: Reading, path: Path, expression: unknown, known: Known, at?: 'key'): void {
  if (typeof expression !== 'string') return;
  try {
    for (const name of variablesIn(expression)) {
      if (isKnown(known, name)) continue;
      reading.report(path, () => strange(name, known), at ?? { part: name });
    }
    for (const name of membersOf([expression], 'found').names) {
      if (PLACES.some((place) => place === name)) continue;
      const advice = didYouMean(' ', name, PLACES);
      reading.report(path, `"found" has no "${name}":${advice} it has ${PLACES.join(', ')}`, at ?? { part: name });
    }
  } catch (error) {
    reading.report(path, messageOf(error), at ?? { part: expression });
  }
}

function strange(name: string, known: Known): string {
  if (known.anywhere.has(name))
    return `the variable "${name}" is not set yet: it is set later, or inside a loop or macro, where it is local`;
  const names = allKnown(known).slice(0, COMPARED_MAX);
  const nearest = closest(name, names, names.length);
  return `no variable "${name}" here; known, nearest first: ${listed(nearest, 12)}`;
}

function messageOf(error: unknown): string {
  if (error instanceof ExpressionError) return error.message;
  throw error;
}
