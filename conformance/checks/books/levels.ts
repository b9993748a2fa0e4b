/**
 * conformance/checks/books/levels: rules for every single order book (interface 2.14): sorted, unique, positive levels on the
 * tick, not crossed, with a moment.
 */

import { isIsoMoment } from '../../../spec/iso-moment.ts';
import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import { firstOutOfOrder } from '../../../wire/pattern/collation.ts';
import type { Check } from '../../check.ts';
import { micro } from '../quantities.ts';
import { firstRepeated } from '../rows.ts';
import { bestOf, isTwoSided } from './batch.ts';
import type { Rule } from './rules.ts';
import { firstWrong, hasLevels, hasTwoLevels, levelsLike, pricesOf, rulesCheck, sides } from './rules.ts';

function isSorted(prices: readonly number[]): boolean {
  return firstOutOfOrder(prices, 'ascending') < 0 || firstOutOfOrder(prices, 'descending') < 0;
}

function faultOfTick(book: JsonObject): string | undefined {
  const tick = micro(textAt(book, 'tick_size'));
  // A price that is not a decimal of six digits is finer than any tick in use.
  return tick > 0 ? firstWrong(book, ({ price }) => price % tick !== 0) : `tick_size ${book['tick_size']}`;
}

function isMomentText(text: string): boolean {
  return /^\d{10}(\.\d+)?$|^\d{13}$|^\d{16}$|^\d{19}$/.test(text) || isIsoMoment(text);
}

/** Prices are multiples of this tick, which is a power of ten, unless the book has another tick. */
function onTick({ tick_size: tick }: JsonObject): unknown {
  const digits = -Math.log10(Number(tick));
  if (!Number.isInteger(digits)) return undefined;
  const price = { $match: `^\\d?(\\.\\d{1,${digits}}0*)?$` };
  return { $any: [{ tick_size: { $not: tick } }, levelsLike({ price })] };
}

const crossedAt = (book: JsonObject): string | undefined => {
  const { bid = 0, ask = MICRO } = bestOf(book);
  return isTwoSided(book) && bid >= ask ? `bid ${bid / MICRO}, ask ${ask / MICRO}` : undefined;
};

/** True for a book whose best bid is at or above its best ask. */
export const isCrossed = (book: JsonObject): boolean => crossedAt(book) !== undefined;

/** No level of the bids costs as much as the best ask, or more. */
function notCrossing(book: JsonObject): unknown {
  const ask = (bestOf(book).ask ?? MICRO) / MICRO;
  const bids = { $contains: [{ price: { $number: { $gte: ask } } }] };
  const asks = { $contains: [{ price: { $number: { $lte: ask } } }] };
  return { $not: { bids, asks } };
}

/** The rule that two orders which can trade with each other do not both rest. */
export const uncrossed: Rule = {
  clause: '2.14/uncrossed',
  expected: 'the best bid is below the best ask',
  pattern: notCrossing,
  at: '',
  applies: () => true,
  fault: crossedAt,
};

const SORTED = {
  $any: [{ $sorted: { by: '/price', as: 'number' } }, { $sorted: { by: '/price', as: 'number', order: 'desc' } }],
};

/** Rules that a book keeps at any moment. */
export const levelRules: readonly Rule[] = [
  {
    clause: 'D/book-levels.sorted',
    expected: 'prices run in one direction on each side',
    pattern: () => ({ bids: SORTED, asks: SORTED }),
    at: '',
    applies: hasTwoLevels,
    fault: (book) => sides.map((side) => pricesOf(book, side)).find((prices) => !isSorted(prices)),
  },
  {
    clause: 'D/book-levels.unique',
    expected: 'a price occurs once on each side',
    pattern: () => ({ bids: { $unique: '/price' }, asks: { $unique: '/price' } }),
    at: '',
    applies: hasTwoLevels,
    fault: (book) => sides.map((side) => pricesOf(book, side)).find((prices) => firstRepeated(prices.map(String)) >= 0),
  },
  {
    clause: '2.14/levels.positive',
    expected: 'every level has a size above 0',
    pattern: () => levelsLike({ size: { $number: { $gt: 0 } } }),
    at: '',
    applies: hasLevels,
    fault: (book) => firstWrong(book, ({ size }) => size <= 0),
  },
  {
    clause: '2.14/levels.range',
    expected: 'every price is above 0 and below 1',
    pattern: () => levelsLike({ price: { $number: { $all: [{ $gt: 0 }, { $lt: 1 }] } } }),
    at: '',
    applies: hasLevels,
    fault: (book) => firstWrong(book, ({ price }) => price <= 0 || price >= MICRO),
  },
  {
    clause: '2.14/levels.tick',
    expected: 'every price is a multiple of tick_size',
    pattern: onTick,
    at: '',
    applies: hasLevels,
    fault: faultOfTick,
  },
  // Books at rest show nothing: only orders that cross can verify it.
  { ...uncrossed, applies: isCrossed },
  {
    clause: '2.14/timestamp.moment',
    expected: 'timestamp is a moment',
    at: '/timestamp',
    applies: () => true,
    fault: (book) => (isMomentText(textAt(book, 'timestamp') ?? '') ? undefined : book['timestamp']),
  },
];

export const bookLevelChecks: readonly Check[] = [
  rulesCheck('levels', 'levels are sorted, unique, positive and on the tick, and bids stay below asks', levelRules),
];
