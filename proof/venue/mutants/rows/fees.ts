/** proof/venue/mutants/rows/fees: mutants of fees: who is charged, how much, and how it is rounded. */
import { mutantsIn } from '../mutant.ts';

export const FEE_MUTANTS = mutantsIn('fees', {
  'sim/core/fees.ts': {
    'fee-rounded-down': [
      '($rest >= HALF ? $steps + 1 : $steps)',
      '($rest > REST_ONE ? $steps + 1 : $steps)',
      'fees are rounded down',
    ],
    'fee-half-down': ['($rest >= HALF ?', '($rest > HALF ?', 'half a step is rounded down'],
    'fee-makers-always': [
      'return $rate === 0 || ($takerOnly && !$asTaker);',
      'return $rate === 0;',
      'makers pay although only takers should',
    ],
    'fee-takers-never': [
      '($takerOnly && !$asTaker)',
      '($takerOnly && $asTaker)',
      'takers are free although only they should pay',
    ],
    'fee-flat-as-curve': [
      '$exponent === 0 ? POWER_ONE',
      '$exponent === 0 ? $spread * CURVE_ONE',
      'exponent 0 is charged as 1',
    ],
    'fee-square-as-curve': ['$spread * $spread', '$spread * CURVE_ONE', 'exponent 2 is charged as 1'],
    'fee-price-squared': [
      'const $spread = $price * (PRICE_ONE - $price);',
      'const $spread = $price * $price;',
      'the fee follows p x p instead of p(1-p)',
    ],
    'fee-each-fill-rounded': [
      'addExactFee($sum, $terms, $price, $size);\n  const $due',
      'clearFee($sum);\n  addExactFee($sum, $terms, $price, $size);\n  const $due',
      'each fill is rounded independently',
    ],
    'fee-above-proceeds': ['$due > $most ? $most : $due', '$due', 'a sale can cost more than it brings'],
    'fee-limit-above-highest': [
      'Math.min($atLimit + FEE_STEP, wholeFee($terms, PRICE_ONE / 2, $size))',
      '$atLimit + FEE_STEP',
      'a buy above a half reserves a fee that no price has',
    ],
    'fee-limit-step-below-half': [
      '  if ($price <= PRICE_ONE / 2) return $atLimit;\n',
      '',
      'a buy below a half reserves one step more than its fee can be',
    ],
    'fee-carry-lost': [
      '$sum.rest -= $more * REST_ONE;\n    $sum.steps += $more;',
      '$sum.rest -= $more * REST_ONE;',
      'fees lose what overflows a limb',
    ],
    'fee-limb-lost': [
      '$sum.steps += Number($rest / BigInt(REST_ONE));',
      '$sum.steps += 0;',
      'a limb of the product is left out',
    ],
    'fee-fine-lost': [
      '$spread * $spread',
      'Math.floor(($spread * $spread) / CURVE_ONE) * CURVE_ONE',
      'the last eight digits of a square are left out',
    ],
  },
  'sim/core/order-path.ts': {
    'fee-makers-not-booked': [
      '$treasury.fees += $leg.fee + $leg.takerFee;',
      '$treasury.fees += $leg.takerFee;',
      'fees of makers are not booked',
    ],
    'fee-running-not-kept': [
      '    if (!isFree($market.terms.fee, false)) storeFee($pool, $slot, $venue.takerFee);\n',
      '',
      'a taker that rests loses its running fee',
    ],
    'crumbs-dropped': [
      'if (!isFree($market.terms.fee, false)) storeFee',
      'if (!isFree($market.terms.fee, false) && venue.takerFee.charged > 0) storeFee',
      'an order without a charge so far loses its fee fractions when it rests',
    ],
  },
  'sim/core/order-pool.ts': {
    'fee-of-former-tenant': [
      '  if ($pool.fees.length > 0) clearFees($pool, $slot);\n',
      '',
      'an order continues the fee of the previous order in its slot',
    ],
  },
});
