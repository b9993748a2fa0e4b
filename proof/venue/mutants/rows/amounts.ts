/** proof/venue/mutants/rows/amounts: mutants of prices, sizes and the dollars of a fill. */
import { mutantsIn } from '../mutant.ts';

export const AMOUNT_MUTANTS = mutantsIn('price and amount', {
  'sim/core/order-path.ts': {
    'price-takers-limit': [
      'const $price = priceIn($makerTerms);',
      'const $price = outcomeIn(takerTerms) === outcomeIn($makerTerms) ? priceIn(takerTerms) : ' +
        'PRICE_ONE - priceIn(takerTerms);',
      'a trade prints at the limit of the taker',
    ],
    'price-not-mirrored': [
      '$leg.takerPrice = $sameToken ? $price : PRICE_ONE - $price;',
      '$leg.takerPrice = $sameToken ? $price : priceIn(takerTerms);',
      'a taker that mints or merges gets no improvement',
    ],
    'size-larger-remainder': [
      '$takerLeft < $makerLeft ? $takerLeft : $makerLeft',
      '$takerLeft < $makerLeft ? $makerLeft : $takerLeft',
      'a fill takes the larger remainder',
    ],
    'last-price-raw': [
      '$market.lastPrice = bookPriceIn($makerTerms);',
      '$market.lastPrice = priceIn($makerTerms);',
      'the last price is that of the maker token, not of the first outcome',
    ],
    'price-off-tick-taken': [
      'if ($price % $tick !== 0) return',
      "if ($price % $tick !== 0 && type !== 'FAK') return",
      'a FAK may be off the price step',
    ],
    'price-lowest-refused': [
      'if ($price < $tick || $price',
      'if ($price <= $tick || $price',
      'the lowest price is refused',
    ],
    'price-highest-refused': [
      '$price > PRICE_ONE - $tick) return',
      '$price >= PRICE_ONE - $tick) return',
      'the highest price is refused',
    ],
    'size-minimum-refused': ['if ($size < $minSize && ', 'if ($size <= $minSize && ', 'the smallest size is refused'],
    'size-limit-doubled': [
      'if ($size <= 0 || $size > SIZE_LIMIT) return',
      'if ($size <= 0 || $size > 2 * SIZE_LIMIT) return',
      'sizes above the limit are taken',
    ],
    'size-limit-refused': [
      'if ($size <= 0 || $size > SIZE_LIMIT) return',
      'if ($size <= 0 || $size >= SIZE_LIMIT) return',
      'the largest size is refused',
    ],
    'reply-with-fee': [
      '$ticket.cash = $venue.matching.trade.cash;',
      '$ticket.cash = $venue.matching.trade.cash + $venue.matching.trade.fee;',
      'the dollars in the reply include the fee',
    ],
  },
  'sim/core/reserves.ts': {
    'cash-buy-rounded-down': [
      'return $covered ? $whole : $whole + 1;',
      'return $whole;',
      'a buy pays its fills rounded down',
    ],
    'cash-sale-never-catches-up': [
      'return $owed < PRICE_ONE ? $whole : $whole + 1;',
      'return $whole;',
      'a sale never gets the rounding credit of earlier fills',
    ],
    'cash-rounding-per-fill': [
      'const $rounding = roundingOf($pool, $slot);',
      'const $rounding = 0;',
      'each fill is rounded independently',
    ],
    'cash-float-product': [
      'const $high = $price * $size <= Number.MAX_SAFE_INTEGER ? 0 :',
      'const $high = $price > 0 ? 0 :',
      'dollars of large fills are computed in floating point',
    ],
    'cash-float-fraction': [
      'const $fraction = $low - $whole * PRICE_ONE;',
      'const $fraction = $price * $size - ($price * high + $whole) * PRICE_ONE;',
      'the fraction of large fills is computed in floating point',
    ],
  },
  'sim/core/book-side.ts': {
    'level-not-reduced': [
      'floatAt($floats, $level * LEVEL_FLOATS + 1) - $size;',
      'floatAt($floats, $level * LEVEL_FLOATS + 1) - 0 * $size;',
      'a level keeps the shares that have traded',
    ],
  },
  'sim/core/depth.ts': {
    'depth-second-raw': [
      'price: $outcome === 0 ? $price : PRICE_ONE - $price, $size',
      'price: $outcome === 0 ? $price : $price, $size',
      'the book of the second outcome shows prices of the first',
    ],
    'depth-stale': ['$known.version === $market.bookVersion && ', '', 'a book that was read once never changes again'],
  },
});
