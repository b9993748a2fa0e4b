/** proof/venue/mutants/rows/growth: mutants of tables that grow. */
import { type CoreMutant, mutantsIn } from '../mutant.ts';

export const GROWTH_MUTANTS: readonly CoreMutant[] = [
  ...mutantsIn('time and expiry', {
    'sim/core/open-orders.ts': {
      'key-table-one-short': [
        'while ($length <= $key) $length *= 2;',
        'while ($length < $key) $length *= 2;',
        'a heartbeat for the first key beyond the table ends none of its orders',
      ],
      'far-keys-forgotten': ['($far.get($key) ?? 0)', '0', 'only the last order of a key beyond the table is known'],
      'keys-forgotten': [
        'moreInts($index.near, $length)',
        'new Int32Array($length)',
        'keys lose their orders when the table grows',
      ],
      'key-limit-passed': [
        'if ($key < NEAR_LIMIT) {',
        'if ($key <= NEAR_LIMIT) {',
        'keys beyond the table are forgotten when it grows over them',
      ],
    },
    'sim/core/timers.ts': {
      'expiries-forgotten': [
        'moreFloats(orders.floats, orders.floats.length * 2)',
        'new Float64Array(orders.floats.length * 2)',
        'deadlines of orders are lost when their queue grows',
      ],
      'settlements-forgotten': [
        'moreFloats(queue.floats, queue.floats.length * 2)',
        'new Float64Array(queue.floats.length * 2)',
        'deadlines of trades are lost when their queue grows',
      ],
    },
  }),
  ...mutantsIn('order life cycle', {
    'sim/core/order-path.ts': {
      'released-without-room': [
        '!canRest($terms) || hasRoom($market, $terms, $size)',
        'true',
        'a delayed order rests on a level that exceeds the exact integers',
      ],
    },
    'sim/core/matching.ts': {
      'affected-forgotten': [
        'moreFloats($matching.affected, $matching.affected.length * 2)',
        'new Float64Array($matching.affected.length * 2)',
        'an order that crosses many makers forgets the first of them',
      ],
    },
    'sim/core/open-orders.ts': {
      'slots-forgotten': [
        'moreInts($index.slots, $orders)',
        'new Int32Array($orders)',
        'orders are lost when there are more of them',
      ],
      'origins-forgotten': [
        'moreInts($index.origins, $orders * 2)',
        'new Int32Array($orders * 2)',
        'the log addresses of orders are lost when their table grows',
      ],
    },
    'sim/core/order-pool.ts': {
      'arena-forgotten': [
        'slotsWith($pool.floats, $slots * FLOATS)',
        'slotsWith(new Float64Array(0), $slots * FLOATS)',
        'open orders are lost when there are more of them',
      ],
    },
    'sim/core/salts.ts': {
      'salts-forgotten': [
        'moreInts($salts.links, $orders * 4)',
        'new Int32Array($orders * 4)',
        'salts are lost when there are more of them',
      ],
      'highest-salts-forgotten': [
        'moreFloats($salts.highest, Math.max($wallet + 1, $length * 2)).fill(-1, $length)',
        'new Float64Array(Math.max($wallet + 1, $length * 2)).fill(-1)',
        'the highest numeric salts are lost when the table of wallets grows',
      ],
    },
    'sim/core/book-side.ts': {
      'no-room-at-base': [
        'return $level >= 0 && $level',
        'return $level > 0 && $level',
        'the first level of a side can exceed the exact integers',
      ],
    },
  }),
  ...mutantsIn('fees', {
    'sim/core/order-pool.ts': {
      'running-fees-forgotten': [
        'moreFloats($pool.fees, $slots * FEE_FLOATS)',
        'new Float64Array($slots * FEE_FLOATS)',
        'makers pay a part of their fee again',
      ],
    },
  }),
  ...mutantsIn('money and reserves', {
    'sim/core/ledger.ts': {
      'cash-forgotten': [
        'moreFloats($ledger.cash, $ledger.cash.length * 2)',
        'new Float64Array($ledger.cash.length * 2)',
        'the seventeenth wallet takes the cash of all others',
      ],
      'tokens-forgotten': [
        'moreFloats($ledger.tokens, $ledger.tokens.length * 2)',
        'new Float64Array($ledger.tokens.length * 2)',
        'tokens are lost when there are more holdings',
      ],
      'owners-forgotten': [
        'moreInts($ledger.owners, $ledger.owners.length * 2)',
        'new Int32Array($ledger.owners.length * 2)',
        'the owners of holdings are lost when their table grows',
      ],
    },
  }),
  ...mutantsIn('settlement and resolution', {
    'sim/core/trade-index.ts': {
      'trades-forgotten': [
        'moreInts($index.places, $index.places.length * 2)',
        'new Int32Array($index.places.length * 2)',
        'trades are lost when there are more of them',
      ],
    },
  }),
  ...mutantsIn('snapshot and log', {
    'sim/core/event-log.ts': {
      'chunk-forgotten': [
        '$chunk.floats = moreFloats(\n      $chunk.floats,\n      ',
        '$chunk.floats = new Float64Array(\n      ',
        'the first events are lost when the log grows',
      ],
    },
  }),
];
