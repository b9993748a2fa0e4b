/** proof/venue/mutants/rows/settlement: mutants of settlement and of the end of a market. */
import { mutantsIn } from '../mutant.ts';

export const SETTLEMENT_MUTANTS = mutantsIn('settlement and resolution', {
  'sim/core/settlement.ts': {
    'retry-keeps-appointment': [
      '$trades.disturbed.set($trade, queueTimer($timers, $timers.mined, $now + $venue.rules.minedAfterMs, $trade));',
      'queueTimer($timers, $timers.mined, $now + $venue.rules.minedAfterMs, $trade);',
      'a retried trade keeps its old timer',
    ],
    'failed-goes-on': [
      '  $trades.disturbed.set($trade, -1);\n  writeReversed',
      '  writeReversed',
      'a failed trade is mined and confirmed',
    ],
    'held-goes-on': [
      "'HELD');\n  $trades.disturbed.set($trade, -1);\n",
      "'HELD');\n",
      'a held trade is mined and confirmed',
    ],
    'fail-without-cash': [
      '    if (freeCash($ledger, $wallet) + $cash < 0) return false;\n',
      '',
      'a trade fails although a seller has spent the dollars',
    ],
    'fail-without-tokens': [
      ' || freeTokens($ledger, $holding, 1) + $tokens[1] < 0) return false;',
      ') return false;',
      'a trade fails although its buyer has spent the second outcome',
    ],
    'fail-keeps-fee': [
      "$sum.cash += ($side === 'BUY' ? $cash : -$cash) + $fee;",
      "$sum.cash += $side === 'BUY' ? $cash : -$cash;",
      'fees of a failed trade are not given back',
    ],
    'fail-fee-account': [
      '$treasury.fees -= $leg.fee + $leg.takerFee;',
      '$treasury.fees -= $leg.takerFee;',
      'the fee account keeps the fees returned to makers',
    ],
    'fail-keeps-sets': [
      '    if ($sets !== 0) makeSets($venue, $market, -$sets);\n',
      '',
      'sets of a failed trade stay in existence',
    ],
    'fail-keeps-residual': [
      '    $treasury.residual -= $paid - $sets;\n',
      '',
      'the rounding residual of a failed trade is kept',
    ],
    'fail-after-resolution': [
      "$market.state === 'resolved' || !canReturn",
      '!canReturn',
      'a trade fails in a resolved market',
    ],
    'fail-records-status-first': [
      "writeReversed($venue.log, $now, $address);\n  setStatus($venue, $trade, 'FAILED');",
      "setStatus($venue, $trade, 'FAILED');\n  writeReversed($venue.log, $now, $address);",
      'the status of a failed trade is recorded before its reversal',
    ],
    'confirmed-disturbed': [
      "if ($status === 'CONFIRMED' || $status === 'FAILED') return",
      "if ($status === 'FAILED') return",
      'a confirmed trade can still fail',
    ],
    'failed-disturbed': [
      "if ($status === 'CONFIRMED' || $status === 'FAILED') return",
      "if ($status === 'CONFIRMED') return",
      'a failed trade can fail again',
    ],
  },
  'sim/core/sets.ts': {
    'redeem-wrong-payout': [
      'mulDivFloor($second, $market.payout[1], MICRO)',
      'mulDivFloor($second, $market.payout[0], MICRO)',
      'the second outcome is paid as the first',
    ],
    'redeem-rounded-up': [
      'mulDivFloor($first, $market.payout[0], MICRO)',
      'Math.ceil(($first * $market.payout[0]) / MICRO)',
      'payouts are rounded up',
    ],
    'redeem-rest-stranded': [
      '$market.supply[0] + $market.supply[1] === 0 ? $market.collateral - $cash : 0',
      '0',
      'the rest of the collateral after rounding is never released',
    ],
    'merge-after-resolution': [
      "marketFor($venue, $wallet, $index, ['resolved'])",
      'marketFor($venue, $wallet, $index, [])',
      'sets of a resolved market are merged',
    ],
    'split-after-closing': [
      "marketFor($venue, $wallet, $index, ['closed', 'resolved'])",
      "marketFor($venue, $wallet, $index, ['resolved'])",
      'sets of a closed market are created',
    ],
  },
  'sim/core/market-life.ts': {
    'resolve-keeps-orders': [
      "if ($market.state !== 'closed') endTrading($venue, $market);\n  invariant",
      'invariant',
      'orders outlive the resolution',
    ],
    'resolve-payout-swapped': [
      '[$payout[0] + 0, $payout[1] + 0]',
      '[$payout[1] + 0, $payout[0] + 0]',
      'the losing outcome is paid',
    ],
    'same-state-recorded': [
      'if ($market.state !== $to) setState($venue, $market, $to);',
      'setState($venue, $market, $to);',
      'an unchanged state of a market is recorded again',
    ],
    'closed-only-open': [
      "if ($market.state !== 'closed') endTrading($venue, $market);\n  return DONE;",
      "if ($market.state === 'open') endTrading($venue, $market);\n  return DONE;",
      'a paused market cannot be closed',
    ],
  },
});
