/** proof/venue/mutants/rows/records: mutants of the log, its hash, and snapshots. */
import { mutantsIn } from '../mutant.ts';

export const RECORD_MUTANTS = mutantsIn('snapshot and log', {
  'sim/core/snapshot.ts': {
    'snapshot-reductions': [
      '(order, $size) => $reductions.set(order, $size)',
      '() => undefined',
      'a restored venue forgets reductions',
    ],
    'snapshot-disturbed': [
      '($trade, $sequence) => $trades.disturbed.set($trade, $sequence)',
      '() => undefined',
      'a restored venue forgets disturbed settlements',
    ],
    'snapshot-heartbeats': [
      '(key, $sequence) => $heartbeats.set(key, $sequence)',
      '() => undefined',
      'a restored venue forgets heartbeat sessions',
    ],
    'snapshot-arena-short': [
      'Math.max(64 * 8, $floats.length)',
      '64 * 8',
      'a venue with more orders than the first pool cannot be restored',
    ],
  },
  'sim/core/open-orders.ts': {
    'snapshot-open-by-key': [
      '$index.origins[$order * 2 + 1] = lastOf($index, $key);\n    setLast($index, $key, $order + 1);\n',
      '$index.origins[$order * 2 + 1] = lastOf($index, $key);\n',
      'a restored venue does not know the keys of its open orders',
    ],
    'snapshot-far-keys': [
      'const $key = $keyOf($slot);',
      'const $key = $keyOf($slot) % 65_536;',
      "restored orders of keys beyond the table are others' ",
    ],
  },
  'sim/core/snapshot-markets.ts': {
    'snapshot-vault': ['$market.vault = $take();\n', '$take();\n', 'a restored venue loses the vault'],
    'snapshot-last-price': ['$market.lastPrice = $take();\n', '$take();\n', 'a restored venue forgets the last price'],
    'snapshot-two-delayed': [
      '$market.delayed.add($take());',
      '{\n      const slot = $take();\n      if (waiting < 3) $market.delayed.add(slot);\n    }',
      'a restored market forgets all delayed orders but two',
    ],
  },
  'sim/core/rolling-hash.ts': {
    'hash-half-blind': [
      '^ intAt($ints, $at * 2 + 3), 0x85ebca6b)',
      '^ 0, 0x85ebca6b)',
      'the hash ignores half of every other cell',
    ],
  },
  'sim/core/log-write.ts': {
    'log-reason': [
      'REASON_CODES[$reason], $cells',
      'REASON_CODES[$reason] & 3, $cells',
      'reasons of endings are mixed up',
    ],
    'log-remaining': [
      '  if ($remaining !== 0) $log.chunk.floats[$start + CLOSED.remaining] = $remaining;\n',
      '',
      'the log omits the remainder of an order',
    ],
    'log-post-only': [
      '  if ($ticket.postOnly) $flags |= ACCEPTED_FLAGS.postOnly;\n',
      '',
      'the log forgets that an order was postOnly',
    ],
    'log-far-key': [
      '  if (isFar($key)) $log.legs.farKeys.set($log.legs.count - 1, $key);\n',
      '',
      'the log loses the key of a maker beyond int',
    ],
    'log-far-key-and-expiry': [
      'if (isFar($key)) $floats[$next++] = $key;\n  if ($expiresAt >= 0) $floats[$next++] = $expiresAt + 0;\n',
      'if ($expiresAt >= 0) $floats[$next++] = $expiresAt + 0;\n  if (isFar($key)) $floats[$next++] = $key;\n',
      'the key and the expiry of an order are swapped in the log',
    ],
    'log-far-keys-kept': ['  $legs.farKeys.clear();\n', '', 'a trade is recorded with the keys of previous trades'],
  },
  'sim/core/salts.ts': {
    'snapshot-salts-few': [
      'new Float64Array($wallets).fill',
      'new Float64Array(Math.min($wallets, 32)).fill',
      'after a restore some wallets may repeat their salts',
    ],
  },
});
