/** conformance/checks/books/levels: rules for every book (2.14): sorted, unique levels on the tick, not crossed. */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import { micro } from '../quantities.ts';
import { bestOf, isTwoSided } from './batch.ts';
import { firstWrong, hasLevels, hasTwoLevels, levelsLike, type Rule, rulesCheck, sidesLike } from './rules.ts';

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
