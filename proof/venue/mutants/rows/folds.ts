/** proof/venue/mutants/rows/folds: mutants of the folds over the event log and of their caches. */
import { mutantsIn } from '../mutant.ts';

export const FOLD_MUTANTS = mutantsIn('read folds', {
  'sim/views/movement.ts': {
    'fold-reversal-same-side': [
      "side: $movement.side === 'BUY' ? 'SELL' : 'BUY'",
      'side: $movement.side',
      'a trade that fails happens a second time',
    ],
    'fold-reversal-missed': [
      "case 'trade-reversed':\n      return tradeMovements($event).map",
      "case 'trade-reversed':\n      return [].map",
      'a trade that fails leaves positions as they were',
    ],
    'fold-conversion-missed': [
      'return conversionMovements($event, $position);',
      'return NONE;',
      'a conversion moves nothing',
    ],
    'fold-conversion-cash': [
      "{ ...$common, outcome: 1, side: 'SELL', cash: $size - $part, price: MICRO - ($to - $from) }",
      "{ ...$common, outcome: 1, side: 'SELL', cash: $part, price: $to - $from }",
      'a conversion sells at the price of the first outcome',
    ],
    'fold-taker-one-price': [
      'if ($last?.price === $price) {',
      'if ($last !== undefined) {',
      'a taker has one entry at the first price, for all its prices',
    ],
    'fold-taker-cash-first-leg': [
      'cash: $last.cash + $takerCash }',
      'cash: $last.cash }',
      'dollars of further legs at one price are lost',
    ],
    'fold-taker-fee-in-cash': [
      'for (const { $takerPrice, $takerCash, $size } of $event.makers) {',
      'for (const { $takerPrice, takerCash: bare, takerFee, $size } of $event.makers) {\n' +
        '    const $takerCash = bare + takerFee;',
      'the dollars of a taker include its fee',
    ],
    'fold-maker-takers-price': [
      'return { ...$common, $wallet, $outcome, $side, $size, $cash, price: $price * MICRO_PER_PRICE_UNIT };',
      'return { ...$common, $wallet, $outcome, $side, $size, $cash, price: MICRO - $price * MICRO_PER_PRICE_UNIT };',
      'a maker is shown the price of the other token',
    ],
    'fold-merge-buys': [
      "return pairMovements('MERGE', 'SELL', $event, $position);",
      "return pairMovements('MERGE', 'BUY', $event, $position);",
      'a merge adds tokens',
    ],
    'fold-redeem-first-payout': [
      'cash: $paid[$outcome],',
      'cash: $paid[0],',
      'a redemption of the second outcome brings the dollars of the first',
    ],
  },
  'sim/views/position-maths.ts': {
    'fold-average-sale-lowers': [
      '$account.size -= $size;\n}',
      '$account.average = costOf($account.average, $account.size - $size);\n  $account.size -= $size;\n}',
      'a sale changes the average cost',
    ],
    'fold-average-unweighted': [
      'const $cost = BigInt($account.average) * BigInt($account.size) + BigInt($cash) * BigInt(AVERAGE_ONE);',
      'const $cost = BigInt($account.average) * BigInt($account.size) + BigInt($account.average) * BigInt(size);',
      'the first price stays the average for ever',
    ],
    'fold-average-after-closing': [
      'if ($account.size === 0) return mulDivHalfUp($cash, AVERAGE_ONE, $size);',
      'if ($account.average === 0) return mulDivHalfUp($cash, AVERAGE_ONE, $size);',
      'a position opened again after it was closed would begin with the old average',
      'with no shares held the weighted average is that of the purchase alone, rounded alike',
    ],
    'fold-bought-forgets': [
      '$account.totalBought += $size;\n',
      '$account.totalBought = $account.size;\n',
      'shares bought in total exclude those that were sold',
    ],
    'fold-realized-whole-cash': [
      '$account.realizedPnl += $cash - costOf($account.average, $size);',
      '$account.realizedPnl += $cash;',
      'a sale realises its whole proceeds as profit',
    ],
    'fold-percent-of-value': [
      'percentPnl: percent($cashPnl, $initialValue),',
      'percentPnl: percent($cashPnl, currentValue),',
      'profit is shown in percent of the present value',
    ],
  },
  'sim/views/holdings.ts': {
    'fold-ranking-stale': [
      '      setOf($byToken, tokenKey($market, $outcome)).orderings = undefined;\n',
      '',
      'holders keep the rank of their first read',
    ],
    'fold-positions-stale': [
      '      setOf($byWallet, $wallet).orderings = undefined;\n',
      '',
      'positions keep the order of their first read',
    ],
    'fold-opposite-unlinked': [
      '    if ($opposite !== undefined) $opposite.opposite = $holding;\n',
      '',
      'the outcome that was held first is not linked to the second',
    ],
  },
  'sim/views/position-row.ts': {
    'fold-row-stale-version': [
      '        $known.version === $holding.version &&\n',
      '',
      'a cached row is shown although its holding has changed',
    ],
    'fold-row-stale-mergeable': [
      ' &&\n        $known.row.mergeable === $mergeable\n',
      '\n',
      'a row does not become mergeable when the other outcome arrives',
    ],
  },
  'sim/views/books.ts': {
    'fold-book-stale': ['$cached.version === $version && ', '', 'a cached book is shown although it has changed'],
    'fold-book-stale-tick': [
      ' && $cached.tick === $terms.tick',
      '',
      'a book keeps the tick of its first read',
      'a change of the tick also changes the version of the book',
    ],
    'fold-best-prices-swapped': [
      '$isAsk ? $venue.asks($market.index, $outcome) : $venue.bids($market.index, $outcome)',
      '$isAsk ? $venue.bids($market.index, $outcome) : $venue.bids($market.index, $outcome)',
      'the price to buy at is the best bid',
    ],
    'fold-last-price-mirror': [
      '$outcome === 0 ? $lastPrice : PRICE_ONE - $lastPrice',
      '$outcome === 1 ? $lastPrice : PRICE_ONE - $lastPrice',
      'the last price is shown for the other token',
    ],
  },
  'sim/views/open-orders.ts': {
    'fold-live-order-kept': [
      '    $byWallet.get($known.wallet)?.delete($order);\n',
      '',
      'an order that is closed stays on the list of its wallet',
      'the list of live orders reads the state of each from the venue',
    ],
    'fold-live-order-maker-trades': [
      '        for (const $leg of $event.makers) $open.get($leg.order)?.trades.push($event.trade);\n',
      '',
      'a resting order does not list the trades it took part in',
    ],
  },
  'sim/views/trades.ts': {
    'fold-status-moment': [
      '        $row.updatedAt = $event.at;\n',
      '',
      'a trade shows the moment of its match as that of its last change',
    ],
    'fold-status-once': [
      '$row.status = $event.status;\n',
      "if ($row.status !== 'MINED') $row.status = $event.status;\n",
      'a trade that is mined is never confirmed',
    ],
  },
  'sim/views/activity.ts': {
    'fold-feed-oldest-first': [
      'return $movements.reverse();',
      'return $movements;',
      'a page of activity is in reverse order',
    ],
    'fold-feed-rank': ['        if ($isNext) $rank = 0;\n', '', 'ranks of entries continue from the previous event'],
  },
  'sim/views/token-price.ts': {
    'fold-price-before-payout': [
      '  if ($view?.payout !== undefined) return $view.payout[$outcome];\n',
      '',
      'a resolved token is worth its last price',
    ],
    'fold-midpoint-one-side': [
      'return (($bid.price + $ask.price) * MICRO_PER_PRICE_UNIT) / 2;',
      'return $bid.price * MICRO_PER_PRICE_UNIT;',
      'a token without a trade is worth the best bid instead of the midpoint',
    ],
  },
});
