/** conformance/checks/books/rules: rules for every book (2.14), judged on every book of a batch to which they apply. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import { matches } from '../../../wire/pattern/match.ts';
import type { Check, CheckContext, ClauseId, Exchange, Judge } from '../../check.ts';
import { bodyLike, brief, micro } from '../assertions.ts';
import { check } from '../definition.ts';
import { bestOf, boundTokens, isTwoSided, type Level, levelsOf, readTokens } from './batch.ts';

const TOKENS = 40;

/** One rule about a single book. `applies`: whether a book can verify or break it; true of all if absent. */
export type Rule = {
  readonly clause: ClauseId;
  readonly applies?: (book: JsonObject) => boolean;
} & (
  | { readonly pattern: unknown }
  /** `fault`: what is wrong with a book. `whyNoPattern`: a book compares values that no pattern compares. */
  | { readonly expected: string; readonly fault: (book: JsonObject) => unknown; readonly whyNoPattern: string }
);

const sides = ['bids', 'asks'] as const;
/** Prices of a side in the order of the response, in 1e-6 dollars. */
const pricesOf = (book: JsonObject, side: 'bids' | 'asks') => levelsOf(book, side).map(({ price }) => price);
/** The parts of a book that a rule may need. */
export const hasLevels = (book: JsonObject) => sides.some((side) => listAt(book, side).length > 0);
const hasTwoLevels = (book: JsonObject) => sides.some((side) => listAt(book, side).length > 1);

/** The pattern of a book with both sides like this. */
function sidesLike(side: unknown): Readonly<Record<'bids' | 'asks', unknown>> {
  return { bids: side, asks: side };
}

/** The pattern of a book whose levels all match. */
export function levelsLike(level: unknown): Readonly<Record<'bids' | 'asks', unknown>> {
  return sidesLike({ $every: level });
}

/** The first level of a book that is wrong, as a text. */
function firstWrong(book: JsonObject, isWrong: (level: Level) => boolean): string | undefined {
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
    async run(context) {
      const response = await readTokens(context, 'books', boundTokens(context, TOKENS));
      for (const rule of rules) judgeBooks(context, rule, response);
      noteDirection(context, objectsIn(response.json));
    },
  });
}

/** Either order of levels is valid; the order that a deployment uses is a fact of its fingerprint. */
function noteDirection(context: CheckContext, books: readonly JsonObject[]) {
  for (const side of sides) {
    const prices = books.map((book) => pricesOf(book, side)).find((levels) => levels.length > 1);
    if (prices === undefined) continue;
    const isRising = (prices[0] ?? 0) < (prices[1] ?? 0);
    context.fact(`order.${side}`, isRising ? 'lowest price first' : 'highest price first');
  }
}

/** Judges one rule on every book of a response to which it applies. */
export function judgeBooks(context: Judge, rule: Rule, response: Exchange): void {
  const { clause, applies = () => true } = rule;
  const books = objectsIn(response.json);
  if (!books.some(applies)) return;
  if ('pattern' in rule) {
    context.judge(bodyLike(clause, response, { $every: rule.pattern }));
    return;
  }
  const at = books.findIndex((book) => isBroken(rule, book));
  const book = books[at];
  const fault = book && { pointer: `/${at}`, expected: rule.expected, actual: rule.fault(book) };
  context.judgeBy(clause, response, fault, rule.whyNoPattern);
}

export function isBroken(rule: Rule, book: JsonObject): boolean {
  if (rule.applies?.(book) === false) return false;
  return 'pattern' in rule ? !matches(rule.pattern, book) : rule.fault(book) !== undefined;
}

function faultOfTick(book: JsonObject): string | undefined {
  const tick = micro(textAt(book, 'tick_size'));
  // A price that is not a decimal of six digits is finer than any tick in use.
  return tick > 0 ? firstWrong(book, ({ price }) => price % tick !== 0) : `tick_size ${book['tick_size']}`;
}

const MOMENT = { $any: [{ $match: '^(\\d{10}(\\.\\d+)?|\\d{13}|\\d{16}|\\d{19})$' }, { $type: 'iso-time' }] };

const crossedAt = (book: JsonObject): string | undefined => {
  const { bid = 0, ask = MICRO } = bestOf(book);
  return isTwoSided(book) && bid >= ask ? `bid ${bid / MICRO}, ask ${ask / MICRO}` : undefined;
};

/** True for a book whose best bid is at or above its best ask. */
export const isCrossed = (book: JsonObject): boolean => crossedAt(book) !== undefined;

/** The rule that two orders which can trade with each other do not both rest. */
export const uncrossed: Rule = {
  clause: '2.14/uncrossed',
  expected: 'the best bid is below the best ask',
  fault: crossedAt,
  whyNoPattern: 'it compares the prices of two lists',
};

const SORTED = {
  $any: [{ $sorted: { by: '/price', as: 'number' } }, { $sorted: { by: '/price', as: 'number', order: 'desc' } }],
};

/** Rules that a book keeps at any moment. */
export const levelRules: readonly Rule[] = [
  {
    clause: 'D/book-levels.sorted',
    pattern: sidesLike(SORTED),
    applies: hasTwoLevels,
  },
  {
    clause: 'D/book-levels.unique',
    pattern: sidesLike({ $unique: { by: '/price', fold: 'number' } }),
    applies: hasTwoLevels,
  },
  {
    clause: '2.14/levels.positive',
    pattern: levelsLike({ size: { $number: { $gt: 0 } } }),
    applies: hasLevels,
  },
  {
    clause: '2.14/levels.range',
    pattern: levelsLike({ price: { $number: { $all: [{ $gt: 0 }, { $lt: 1 }] } } }),
    applies: hasLevels,
  },
  {
    clause: '2.14/levels.tick',
    expected: 'every price is a multiple of tick_size',
    applies: hasLevels,
    fault: faultOfTick,
    whyNoPattern: 'it divides the prices of a list by a field beside the list',
  },
  // Books at rest show nothing: only orders that cross can verify it.
  { ...uncrossed, applies: isCrossed },
  {
    clause: '2.14/timestamp.moment',
    pattern: { timestamp: MOMENT },
  },
];

export const bookLevelChecks = [
  rulesCheck('levels', 'levels are sorted, unique, positive and on the tick, and bids stay below asks', levelRules),
];
