/** The heap of due work against a sorted list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropFirstTimer, firstTimer, newTimers, setTimer } from './timers.ts';

test('timers come out by moment, then in the order in which they were set', () => {
  const action = fc.oneof(fc.nat(20), fc.constant('drop' as const));
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const timers = newTimers();
      const list: { at: number; sequence: number }[] = [];
      for (const each of actions) {
        if (each === 'drop') {
          dropFirstTimer(timers);
          list.shift();
        } else {
          const { at, sequence } = setTimer(timers, each, { kind: 'lose-heartbeat', key: 0 });
          list.push({ at, sequence });
          list.sort((one, other) => one.at - other.at || one.sequence - other.sequence);
        }
        const first = firstTimer(timers);
        expect(first === undefined ? undefined : { at: first.at, sequence: first.sequence }).toEqual(list[0]);
      }
    }),
    { seed: 5 },
  );
});
