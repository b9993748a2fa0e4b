/** proof/venue/mutants/rows/life: mutants of the acceptance, life and end of orders. */
import { mutantsIn } from '../mutant.ts';

export const LIFE_MUTANTS = mutantsIn('order life cycle', {
  'sim/core/command-handler.ts': {
    'cancel-by-anyone': [
      "    if (walletOf($venue.pool, $slot) !== $wallet) return refuse({ kind: 'not-owner' });\n",
      '',
      'any wallet can cancel an order',
    ],
    'cancel-recorded-expired': [
      "closeOrder($venue, $slot, 'cancelled');\n    return DONE;",
      "closeOrder($venue, $slot, 'expired');\n    return DONE;",
      'a cancelled order is recorded as expired',
    ],
    'finished-shown-strangers': [
      '$ended.wallet === $wallet ?',
      '$ended.wallet >= 0 ?',
      'other wallets learn how an order ended',
    ],
    'unmatched-reported-live': [
      "$isOver ? 'unmatched' : 'live'",
      "'live'",
      'an order that crossed only its own and has ended is reported as live',
    ],
  },
  'sim/core/desk.ts': {
    'entry-cancel-by-anyone': [
      'if ($slot <= 0 || walletOf($venue.pool, $slot) !== $wallet) return false;',
      'if ($slot <= 0) return false;',
      'any wallet can cancel an order at the desk',
    ],
    'entry-before-due-work': [
      'advanceTo($venue, $now);\n      if (isMalformedTicket',
      '$venue.now = $now;\n      if (isMalformedTicket',
      'orders at the desk come before due work',
    ],
  },
  'sim/core/order-path.ts': {
    'duplicate-taken': [
      'if (hasSalt($venue, $ticket, $digest))',
      'if ($ticket.salt < -1 && hasSalt($venue, $ticket, $digest))',
      'the same salt is accepted twice',
    ],
    'fok-in-part': [
      'if (isFillOrKill($terms) && !canFillWhole($venue, $market, $terms, $ticket)) return',
      'if (isFillOrKill($terms) && !crosses) return',
      'a FOK trades in part',
    ],
    'post-only-takes': [
      "  if ($crosses && $ticket.postOnly) return REFUSED['post-only-crosses'];\n",
      '',
      'a postOnly order takes',
    ],
    'post-only-immediate': [
      "return $ticket.postOnly && type !== 'GTC' && type !== 'GTD' ? REFUSED['post-only-type'] : 0;",
      'return 0;',
      'postOnly is taken with FOK and FAK',
    ],
    'fak-no-match-taken': [
      "    if (!$crosses && !canRest($terms)) return REFUSED['fak-no-match'];\n",
      '',
      'a FAK that crosses nothing is accepted and killed',
    ],
    'own-first-taken': [
      "if ($crosses && $venue.rules.selfTrade === 'cancel-newest' &&",
      "if ($crosses && $venue.rules.selfTrade === 'cancel-both' &&",
      'the wrong mode refuses self-trades',
    ],
    'over-kept-from-before': [
      '  $ticket.isOver = false;\n',
      '',
      'an order that rests is reported as ended, because the previous one was',
    ],
    'paused-takes-orders': [
      "if ($market.state !== 'open') return",
      "if ($market.state !== 'open' && $market.state !== 'paused') return",
      'a paused market accepts orders',
    ],
    'fak-rests': [
      "  else if (!canRest(termsOf($pool, $slot))) finishOrder($venue, $slot, 'killed');\n",
      '',
      'the remainder of a FAK rests',
    ],
    'filled-recorded-killed': [
      "else if (remainingOf($pool, $slot) === 0) finishOrder($venue, $slot, 'matched');",
      "else if (remainingOf($pool, $slot) === 0) finishOrder($venue, $slot, 'killed');",
      'a filled taker is recorded as killed',
    ],
    'met-recorded-backwards': [
      'for (let $index = 0; $index < $matching.count; $index += 1) {',
      'for (let $index = $matching.count - 1; $index >= 0; $index -= 1) {',
      'filled makers are recorded in reverse order',
    ],
    'reduced-recorded-once': [
      '      logReduced($venue, $incoming, $lost);\n',
      '',
      'the reduction of the incoming order is not recorded',
    ],
  },
  'sim/core/order-ending.ts': {
    'closed-in-reverse': [
      'orderIn($pool, $one) - orderIn($pool, $other)',
      'orderIn($pool, $other) - orderIn($pool, $one)',
      'orders of a closed market end in reverse order',
    ],
    'delayed-outlive-market': [
      'const $slots = [...$market.delayed];',
      'const slots: number[] = [];',
      'waiting orders outlive their market',
    ],
  },
  'sim/core/order-view.ts': {
    'reduced-size-forgotten': [
      'const $size = $accepted.size - ($venue.reductions.get($order) ?? 0);',
      'const { $size } = $accepted;',
      'an ended order shows its size before reductions',
    ],
  },
  'sim/core/market-life.ts': {
    'tick-keeps-unfit': [
      'return $price % $tick === 0 && $price >= $tick',
      'return $price >= $tick',
      'orders off the new tick stay',
    ],
    'tick-keeps-edges': [
      '$price >= $tick && $price <= PRICE_ONE - $tick;',
      '$price >= $tick;',
      'a new tick keeps prices above its highest one',
      'a multiple of the tick below a dollar is at most a dollar less the tick',
    ],
  },
  'sim/core/salts.ts': {
    'duplicate-lost-in-growth': [
      '$salts.linked = 0;',
      '$salts.linked = 8;',
      'the oldest salts are forgotten when the table grows',
    ],
    'duplicate-half-taken': [
      'salts.links[orders * 2] = $digest;',
      'salts.links[orders * 2] = $digest | 1;',
      'every other salt is not found again',
    ],
    'duplicate-called-new': [
      '$links[$order * 2 + 1] = intAt($heads, $bucket);\n',
      '$links[$order * 2 + 1] = 0;\n',
      'only the last of the salts in a bucket is known',
    ],
    'duplicate-of-the-highest': [
      'if ($ticket.salt > highestOf($salts, $ticket.wallet))',
      'if ($ticket.salt >= highestOf($salts, $ticket.wallet))',
      'the highest salt of a wallet is accepted again',
    ],
    'duplicate-after-restore': [
      'fill(Number.MAX_SAFE_INTEGER)',
      'fill(-1)',
      'a restored venue treats every number as new',
    ],
    'duplicate-of-an-old-order': [
      '$link !== 0; $link = intAt',
      '$link > $salts.orders - 64; $link = intAt',
      'only the salts of the latest orders are found',
    ],
    'duplicate-of-a-late-order': [
      'let $order = $salts.linked; $order < $orders; $order += 1)',
      'let $order = $salts.linked; $order < $orders - 1; $order += 1)',
      'the salt of the last order is not found',
    ],
  },
});
