/** sim/core/snapshot-markets: markets, groups and books of a snapshot. */
import { invariant } from '../../base/result.ts';

import { type BookSide, summarise } from './book-side.ts';
import { type Market, type MarketState, newMarket } from './market.ts';
import { seenAs } from './order-pool.ts';
import type { Section } from './snapshot-format.ts';
import type { VenueState } from './venue-state.ts';

const STATES: readonly MarketState[] = ['open', 'paused', 'closed', 'resolved'];

/** Doubles of the levels that have a word of the bitmap. */
const WORD_FLOATS = 64;

/**
 * Markets and groups as cells, the bitmaps of occupied levels of all books, and the levels. Levels whose word of the
 * bitmap is 0 are omitted, because they are empty.
 */
export function marketSections({ markets, groups }: VenueState): readonly Section[] {
  const sides = markets.flatMap(({ bids, asks }) => [bids, asks]);
  const cells = [markets.length, groups.length];
  for (const market of markets) for (const cell of marketCells(market)) cells.push(cell);
  for (const { debt, markets: members } of groups) {
    cells.push(debt, members.length);
    for (const member of members) cells.push(member);
  }
  const occupied = new Int32Array(sides.reduce((sum, side) => sum + side.occupied.length, 0));
  let word = 0;
  for (const side of sides) {
    occupied.set(side.occupied, word);
    word += side.occupied.length;
  }
  const levels = new Float64Array(occupied.reduce((sum, bits) => sum + (bits === 0 ? 0 : WORD_FLOATS), 0));
  let level = 0;
  for (const { floats, occupied: words } of sides) {
    for (let at = 0; at < words.length; at += 1) {
      if (words[at] === 0) continue;
      levels.set(floats.subarray(at * WORD_FLOATS, (at + 1) * WORD_FLOATS), level);
      level += WORD_FLOATS;
    }
  }
  invariant(word === occupied.length && level === levels.length, 'the sections have room for each level in use');
  return [new Float64Array(cells), levels, occupied];
}

function marketCells(market: Market): readonly number[] {
  const { tick, minSize, fee, delayMs } = market.terms;
  const { bids, asks, payout, delayed } = market;
  return [
    tick,
    minSize,
    fee.rate,
    fee.exponent,
    fee.takerOnly ? 1 : 0,
    delayMs,
    STATES.indexOf(market.state),
    payout === undefined ? 0 : 1,
    payout?.[0] ?? 0,
    payout?.[1] ?? 0,
    market.group,
    market.lastPrice,
    market.bookChangedAt,
    market.bookVersion,
    market.supply[0],
    market.supply[1],
    market.vault,
    market.collateral,
    bids.base,
    bids.best,
    bids.occupied.length,
    asks.base,
    asks.best,
    asks.occupied.length,
    delayed.size,
    ...delayed,
  ];
}

/** Fills the markets and groups of a new venue. */
export function restoreMarkets(
  venue: VenueState,
  cells: Float64Array,
  levels: Float64Array,
  occupied: Int32Array,
): void {
  let next = 0;
  const take = (): number => cells[next++] ?? 0;
  const at = { level: 0, word: 0 };
  const markets = take();
  const groups = take();
  for (let index = 0; index < markets; index += 1) {
    const market = restoreMarket(index, take);
    for (const side of [market.bids, market.asks]) {
      side.base = take();
      side.best = take();
      restoreLevels(side, take(), levels, occupied, at);
    }
    for (let waiting = take(); waiting > 0; waiting -= 1) market.delayed.add(take());
    venue.markets.push(market);
  }
  for (let index = 0; index < groups; index += 1) {
    const debt = take();
    venue.groups.push({ debt, markets: Object.freeze(Array.from({ length: take() }, take)) });
  }
}

function restoreMarket(index: number, take: () => number): Market {
  const tick = take();
  const minSize = take();
  const fee = { rate: take(), exponent: take() as 0 | 1 | 2, takerOnly: take() === 1 };
  const market = newMarket(index, { tick, minSize, fee, delayMs: take() }, 0);
  market.state = STATES[take()] ?? 'open';
  const isResolved = take() === 1;
  const payout = [take(), take()] as const;
  if (isResolved) market.payout = Object.freeze(payout);
  market.group = take();
  market.lastPrice = take();
  market.bookChangedAt = take();
  market.bookVersion = take();
  market.supply[0] = take();
  market.supply[1] = take();
  market.vault = take();
  market.collateral = take();
  return market;
}

function restoreLevels(
  side: BookSide,
  words: number,
  levels: Float64Array,
  occupied: Int32Array,
  at: { level: number; word: number },
) {
  side.occupied = occupied.slice(at.word, at.word + words);
  side.summary = summarise(side.occupied);
  // A damaged count must not read past the end.
  const { ints, floats } = seenAs(new Float64Array(side.occupied.length * WORD_FLOATS));
  side.ints = ints;
  side.floats = floats;
  for (let word = 0; word < side.occupied.length; word += 1) {
    if (side.occupied[word] === 0) continue;
    floats.set(levels.subarray(at.level, at.level + WORD_FLOATS), word * WORD_FLOATS);
    at.level += WORD_FLOATS;
  }
  at.word += words;
}
