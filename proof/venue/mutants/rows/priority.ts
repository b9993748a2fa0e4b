/** proof/venue/mutants/rows/priority: mutants of matching: who trades with whom, and in which order. */
import { mutantsIn } from '../mutant.ts';

export const PRIORITY_MUTANTS = mutantsIn('matching priority', {
  'sim/core/book-side.ts': {
    'match-last-in-first-out': [
      '$side.best === 0 ? NONE : intAt($side.ints, ($side.best - $side.base) * LEVEL_INTS);',
      '$side.best === 0 ? NONE : intAt($side.ints, ($side.best - $side.base) * LEVEL_INTS + 1);',
      'the last order of a level trades first',
    ],
    'match-newest-level-first': [
      'if ($rank > $side.best) $side.best = $rank;',
      '$side.best = $rank;',
      'the level opened last counts as the best',
    ],
    'match-level-skipped': [
      'if ($rank === $side.best) $side.best = highestRank($side, $rank);',
      'if ($rank === $side.best) $side.best = highestRank($side, $rank - 2);',
      'the level next to an emptied one is skipped',
    ],
    'match-queue-backwards': [
      'const $next = nextOf($pool, $slot);\n  if ($next !== NONE) return $next;\n  const $rank',
      'const $next = previousOf($pool, $slot);\n  if ($next !== NONE) return $next;\n  const $rank',
      'a walk through the book goes up the queue instead of down',
    ],
    'match-one-level': [
      'return $rank === 0 ? NONE : intAt($side.ints, ($rank - $side.base) * LEVEL_INTS);',
      'return $rank === 0 || $rank > 0 ? NONE : $rank;',
      'a walk through the book ends with the best level',
    ],
    'match-base-moves': [
      'if ($side.best !== 0 || $words === 0) widen($side, $rank);',
      'if ($words === 0) widen($side, $rank);',
      'a side with orders keeps other levels than theirs',
    ],
    'match-word-summary': [
      'if ($bits === 0) $side.summary[$word >>> 5]',
      'if ($bits === 1) $side.summary[$word >>> 5]',
      'emptied levels far from the others still count',
    ],
    'match-widen-shift': [
      '$side.occupied.set($occupied, $shift);',
      '$side.occupied.set($occupied, 0);',
      'levels move when the book grows downwards',
    ],
    'traded-neighbour-kept': [
      'setPrevious($pool, $next, NONE);\n    return;',
      'return;',
      'the next order still links to a neighbour that has traded away',
    ],
    'traded-next-skipped': [
      'vacate($side, $level);\n  $side.best = highestRank($side, $side.best);',
      'vacate($side, $level);\n  $side.best = highestRank($side, $side.best - 2);',
      'the level next to one that has traded away is skipped',
    ],
  },
  'sim/core/order-path.ts': {
    'match-touching-prices': [
      'while ($side.best >= $limit && remainingOf($pool, $taker) > 0) {',
      'while ($side.best > $limit && remainingOf($pool, $taker) > 0) {',
      'orders whose prices are equal do not trade',
    ],
    'match-token-price-raw': [
      'const $limit = rankOf($side, bookPriceIn($terms));\n  startMatching',
      'const $limit = rankOf($side, priceIn($terms));\n  startMatching',
      'an order of the second outcome crosses by its own price',
    ],
    'match-fok-skips-own': [
      "$venue.rules.selfTrade === 'cancel-oldest';",
      "$venue.rules.selfTrade !== 'cancel-newest';",
      'a FOK counts orders behind its own ones, which it cannot reach',
    ],
    'match-self-trade': [
      'if (walletOf($pool, $maker) !== $wallet) tradeWith',
      'if ($maker !== NONE) tradeWith',
      'a wallet trades with itself',
    ],
    'match-cancel-both-goes-on': [
      "$matching.endedBySelf = true;\n      return false;\n    case 'decrement':",
      "return true;\n    case 'decrement':",
      'cancel-both spares the incoming order',
    ],
    'match-oldest-stops': [
      'noteAffected($matching, $own, CANCELLED_WHOLE);\n      return true;',
      'noteAffected($matching, $own, CANCELLED_WHOLE);\n      return false;',
      'cancel-oldest stops matching',
    ],
    'match-decrement-stops': [
      'decrement($venue, $market, $incoming, $own);\n      return true;',
      'decrement($venue, $market, $incoming, $own);\n      return false;',
      'decrement stops matching',
    ],
    'match-decrement-larger': [
      'Math.min(remainingOf($pool, $incoming), remainingOf($pool, $own))',
      'Math.max(remainingOf($pool, $incoming), remainingOf($pool, $own))',
      'decrement takes the larger remainder off both',
    ],
  },
  'sim/core/market-life.ts': {
    'match-tick-reverses': [
      '$slots.push($slot);\n  }\n  invariant',
      '$slots.unshift($slot);\n  }\n  invariant',
      'a new tick reverses the queues',
    ],
  },
});
