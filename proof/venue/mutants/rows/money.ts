/** proof/venue/mutants/rows/money: mutants of balances, reservations and the backing of tokens. */
import { mutantsIn } from '../mutant.ts';

export const MONEY_MUTANTS = mutantsIn('money and reserves', {
  'sim/core/reserves.ts': {
    'reserve-no-fee': [
      ' + ($canTake ? takingFeeLimit($fee, $price, $size) : makingFeeLimit($fee, $price, $size));',
      ';',
      'an arriving buy reserves nothing for its fee',
    ],
    'reserve-rest-no-fee': [
      ' + restingFeeLimit($pool, $slot, $fee);',
      ';',
      'a resting buy reserves nothing for its fee',
    ],
    'reserve-sale-nothing': [
      'if (isSale($terms)) return $remaining;',
      'if (isSale($terms)) return 0;',
      'a resting sale reserves no tokens',
    ],
    'reserve-other-token': [
      'holdingIn($pool, $slot), outcomeIn($terms), $change)',
      'holdingIn($pool, $slot), 0, $change)',
      'a sale of the second outcome reserves the first',
    ],
    'reserve-rounded-down': [
      'return $fraction > $rounding ? $whole + 1 : $whole;',
      'return $whole;',
      'a buy reserves a micro dollar too little',
    ],
    'other-worth-not-rounded': [
      'whole: $size - $whole - $borrowed,',
      'whole: $size - $whole,',
      'a mint or merge pays the missing fraction of one party to the other',
    ],
    'other-fraction-same': [
      'fraction: $borrowed * PRICE_ONE - $fraction',
      '$fraction',
      'the fraction of the other outcome is used for the first',
    ],
  },
  'sim/core/order-ending.ts': {
    'reserve-kept-at-end': ['  holdReserve($venue, $slot, 0);\n', '', 'an order that ends keeps its reservation'],
  },
  'sim/core/order-path.ts': {
    'reserve-phantom': [
      'setReserved($pool, $slot, reservedOf($pool, $slot) - $spent);',
      'setReserved($pool, $slot, reservedOf($pool, $slot) - $spent + $fee);',
      'a filled part keeps the reservation of its fee',
    ],
    'mint-for-merges': [
      'const $sets = $sameToken ? 0 : isSale($takerTerms) ? -$size : $size;',
      'const $sets = $sameToken ? 0 : $size;',
      'two sales make sets instead of merging them',
    ],
    'residual-lost': ['  $treasury.residual += $residual;\n', '', 'rounding amounts are not booked'],
    'cash-seller-unpaid-fee': [
      'changeCash($ledger, $wallet, $cash - $fee)',
      'changeCash($ledger, $wallet, $cash)',
      'a seller is not charged the fee that the venue books',
    ],
    'taker-fee-still-held': [
      'isSale($terms) ? $size : $cash + $fee;',
      'isSale($terms) ? $size : $cash;',
      'a taker keeps the reservation of a fee that it has paid',
    ],
    'reserve-decrement-kept': [
      '  if (!$isAll) holdReserve($venue, $own, restingNeed($pool, $own, $market.terms));\n',
      '',
      'shares taken off by decrement stay reserved',
    ],
    'funds-one-too-many': [
      'if ($needed > $free) {',
      'if ($needed > $free + 1) {',
      'an order may cost a micro unit more than is free',
    ],
    'funds-exact-refused': [
      'if ($needed > $free) {',
      'if ($needed >= $free) {',
      'an order that costs the whole free balance is refused',
    ],
    'funds-other-outcome': [
      'freeTokens($ledger, $holding, $ticket.outcome) :',
      'freeTokens($ledger, $holding, $ticket.outcome === 0 ? 1 : 0) :',
      'a sale is checked against the other outcome',
    ],
    'reserve-not-lowered-at-rest': [
      'restingNeed($pool, $slot, $market.terms));\n    joinBook',
      'reservedOf($pool, $slot));\n    joinBook',
      'an order that comes to rest keeps the reservation of its arrival',
    ],
  },
  'sim/core/sets.ts': {
    'split-exact-refused': [
      "if ($size > $free) return refuse({ kind: 'insufficient-cash'",
      "if ($size >= $free) return refuse({ kind: 'insufficient-cash'",
      'a split of all free cash is refused',
    ],
    'merge-larger-holding': [
      'const $free = Math.min(',
      'const $free = Math.max(',
      'a merge needs only one of the outcomes',
    ],
    'collateral-not-raised': ['  $market.collateral += $sets;\n', '', 'sets are made without dollars behind them'],
  },
  'sim/core/wallets.ts': {
    'deposit-beside-debt': [
      '$amount > Number.MAX_SAFE_INTEGER - $deposits - $debt',
      '$amount > Number.MAX_SAFE_INTEGER - $deposits',
      'deposits and debts together exceed the exact integers',
    ],
  },
});
