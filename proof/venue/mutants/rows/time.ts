/** proof/venue/mutants/rows/time: mutants of the clock and its deadlines. */
import { mutantsIn } from '../mutant.ts';

export const TIME_MUTANTS = mutantsIn('time and expiry', {
  'sim/core/order-path.ts': {
    'expiry-nearest-taken': [
      '$expiresAt <= $venue.now + $venue.rules.minimumLifeMs',
      '$expiresAt < $venue.now + $venue.rules.minimumLifeMs',
      'an order may expire exactly at the bound',
    ],
    'delay-short': [
      '$waits ? $venue.now + $market.terms.delayMs : -1',
      '$waits ? $venue.now + $market.terms.delayMs - 1 : -1',
      'a delayed order is released a millisecond early',
    ],
    'delay-for-all': [
      'const $waits = $crosses && $market.terms.delayMs > 0;',
      'const $waits = $market.terms.delayMs > 0;',
      'orders that cross nothing are delayed too',
    ],
    'release-into-pause': [
      "if ($market.state !== 'open' || !$fits) {",
      'if (!$fits) {',
      'a delayed order trades in a paused market',
    ],
    'mined-at-once': [
      '$now + $venue.rules.minedAfterMs, $trade.trade)',
      '$now, $trade.trade)',
      'a trade is mined in the moment of its match',
    ],
  },
  'sim/core/command-handler.ts': {
    'delay-without-bound': [
      'isCount($delayMs) && $delayMs <= DELAY_LIMIT',
      'isCount($delayMs)',
      'a market may delay orders without a limit',
    ],
    'expiry-beyond-dates': [
      'isCount($moment) && $moment <= MOMENT_LIMIT',
      'isCount($moment)',
      'an order may expire after the clock has ended',
    ],
  },
  'sim/core/timers.ts': {
    'expiry-not-first': [
      '$isRelease ? $sequence : $sequence - EXPIRY_LEAD',
      '$sequence',
      'an order can trade in the moment of its expiry',
    ],
    'heap-ties': [
      'if ($parentAt < $at || ($parentAt',
      'if ($parentAt <= $at || ($parentAt',
      'of two deadlines in one moment the later request comes first',
    ],
    'heap-left-child': [
      '    if ($child + 1 < $end && isBefore($floats, $child + 1, $child)) $child += 1;\n',
      '',
      'the heap looks at one child only',
    ],
    'heap-drops-pending': [
      'if (!$isValid($id)) continue;',
      'if ($isValid($id)) continue;',
      'pending entries are dropped when the heap is full',
    ],
    'queue-room': ['  $queue.first = 0;\n', '', 'a queue that is moved loses its beginning'],
    'next-not-lowered': [
      '    $timers.next = $at;\n    $timers.first = $queue;\n',
      '',
      'a new deadline is ignored until another one is due',
    ],
    'source-ties': [
      'return floatAt($one.floats, $one.first * ENTRY + 1) < floatAt($other.floats, $other.first * ENTRY + 1);',
      'return true;',
      'of two deadlines in one moment the kind decides',
    ],
    'release-after-all': [
      'if ($orders.end > 0 && ($best === undefined || isEarlier($orders, $best))) $best = $orders;',
      'if (\n    $orders.end > 0 &&\n    ($best === undefined || (isEarlier($orders, $best) && ' +
        '(floatAt($orders.floats, 0) !== floatAt($best.floats, $best.first * ENTRY) || ' +
        'floatAt($orders.floats, 1) < 0)))\n  )\n    $best = $orders;',
      'a release comes after work that was requested later',
    ],
  },
  'sim/core/scheduler.ts': {
    'due-not-yet': [
      'while ($venue.timers.next <= $until)',
      'while ($venue.timers.next < $until)',
      'due work is done late',
    ],
    'clock-goes-back': [
      'const $until = $now > $venue.now ? $now : $venue.now;',
      'const $until = $now;',
      'the clock goes back',
    ],
    'due-at-arrival': [
      '$venue.now = Math.max($venue.now, $timer.at);\n',
      '$venue.now = Math.max($venue.now, $timer.at - 1);\n',
      'due work is recorded a millisecond early',
    ],
    'heartbeat-not-renewed': [
      '$venue.heartbeats.get($id) === $sequence',
      '$venue.heartbeats.has($id)',
      'a heartbeat session ends although there was another heartbeat',
    ],
  },
  'sim/core/heartbeats.ts': {
    'heartbeat-late': [
      '$now + $rules.heartbeatMs, $key',
      '$now + $rules.heartbeatMs + 1, $key',
      'a heartbeat session ends a millisecond late',
    ],
    'heartbeat-spares-orders': [
      "closeOrder($venue, slotOf($venue.orders, $order), 'heartbeat');\n",
      "if ($order % 2 === 0) closeOrder($venue, slotOf($venue.orders, $order), 'heartbeat');\n",
      'a lost heartbeat session spares every other order',
    ],
  },
  'sim/core/settlement.ts': {
    'confirmed-after-mined': [
      '$now + $venue.rules.confirmedAfterMs, $trade)',
      '$now + $venue.rules.minedAfterMs, $trade)',
      'a trade is confirmed as fast as it is mined',
    ],
  },
});
