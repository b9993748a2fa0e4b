/**
 * conformance/checks/books/rules: rules about single order books as a check: it requests one batch of bound tokens and judges
 * each rule on every book to which it applies.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { listAt, objectsIn } from '../../../spec/json.ts';
import type { Check, CheckContext, Exchange, Judge } from '../../check.ts';
import { noOtherThan } from '../assertions.ts';
import { check } from '../definition.ts';
import { brief } from '../rows.ts';
import type { Level } from './batch.ts';
import { askTokens, boundTokens, levelsOf } from './batch.ts';

const TOKENS = 40;

/** One rule about a single book. `applies`: whether the book can verify or break it. */
export type Rule = {
  readonly clause: string;
  readonly expected: string;
  readonly at: string;
  readonly applies: (book: JsonObject) => boolean;
  readonly fault: (book: JsonObject) => unknown;
  /** The pattern of the value at `at`, if there is one. */
  readonly pattern?: (book: JsonObject) => unknown;
};

export const sides = ['bids', 'asks'] as const;
/** Prices of a side in the order of the response, in 1e-6 dollars. */
export const pricesOf = (book: JsonObject, side: 'bids' | 'asks') => levelsOf(book, side).map(({ price }) => price);
/** The parts of a book that a rule may need. */
export const hasLevels = (book: JsonObject) => sides.some((side) => listAt(book, side).length > 0);
export const hasTwoLevels = (book: JsonObject) => sides.some((side) => listAt(book, side).length > 1);

/** The pattern of a book whose levels all match; a side may be empty. */
export function levelsLike(level: unknown): Readonly<Record<'bids' | 'asks', unknown>> {
  const side = noOtherThan(level);
  return { bids: side, asks: side };
}

/** The first level of a book that is wrong, as a text. */
export function firstWrong(book: JsonObject, isWrong: (level: Level) => boolean): string | undefined {
  for (const side of sides) {
    const at = levelsOf(book, side).findIndex(isWrong);
    if (at >= 0) return `${side}/${at}: ${brief(listAt(book, side)[at])}`;
  }
  return undefined;
}

/** One check of several rules: it requests one batch of books and judges each rule on the books to which it applies. */
export function rulesCheck(what: string, title: string, rules: readonly Rule[]): Check {
  return check('books', what, {
    title,
    clauses: rules.map(({ clause }) => clause),
    run: async (context) => {
      const response = await askTokens(context, 'books', boundTokens(context, TOKENS));
      for (const rule of rules) judgeBooks(context, rule, response);
      noteDirection(context, objectsIn(response.json));
    },
  });
}

/** Either order of levels is valid; the order that a deployment uses is a fact of its fingerprint. */
function noteDirection(context: CheckContext, books: readonly JsonObject[]): void {
  for (const side of sides) {
    const prices = books.map((book) => pricesOf(book, side)).find((levels) => levels.length > 1);
    if (prices === undefined) continue;
    const isRising = (prices[0] ?? 0) < (prices[1] ?? 0);
    context.fact(`order.${side}`, isRising ? 'lowest price first' : 'highest price first');
  }
}

/** Judges one rule on every book of a response to which it applies. */
export function judgeBooks(context: Judge, rule: Rule, response: Exchange): void {
  const books = objectsIn(response.json);
  if (!books.some(rule.applies)) return;
  const at = books.findIndex((book) => rule.applies(book) && rule.fault(book) !== undefined);
  const book = books[at] ?? {};
  const pointer = at < 0 ? '' : `/${at}${rule.at}`;
  const pattern = at < 0 ? undefined : rule.pattern?.(book);
  context.expect(rule.clause, at < 0, response, {
    pointer,
    expected: rule.expected,
    actual: at < 0 ? '' : rule.fault(book),
    expectation: pattern === undefined ? undefined : { at: { [pointer]: pattern } },
  });
}
