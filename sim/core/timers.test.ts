/** sim/core/timers tests: timers against a sorted list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropFirstTimer, firstTimer, newTimers, queueTimer, setOrderTimer } from './timers.ts';

test('timers come out by moment, expiries first, then as they were set; dead ones may be missing', () => {
  const wait = fc.nat(20);
  const action = fc.oneof(
    fc.record({ what: fc.constantFrom('mined', 'confirmed', 'heartbeats'), wait: fc.constant(9) }),
    fc.record({ what: fc.constant('order'), wait }),
    fc.record({ what: fc.constant('drop'), wait: fc.constant(0) }),
    fc.record({ what: fc.constant('die'), wait: fc.nat(199) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200, size: 'max' }), (actions) => {
      const timers = newTimers();
      const dead = new Set<number>();
      let list: { at: number; sequence: number; id: number }[] = [];
      let now = 0;
      for (const [id, each] of actions.entries()) {
        now += 1;
        const sequence = timers.sequence;
        const at = now + each.wait;
        if (each.what === 'drop') {
          const first = firstTimer(timers);
          dropFirstTimer(timers);
          list = list.filter((entry) => entry.sequence !== first?.sequence);
        } else if (each.what === 'die') {
          dead.add(each.wait);
        } else if (each.what === 'order') {
          setOrderTimer(timers, at, id, 'expire', (key) => !dead.has(key / 2));
          list.push({ at, sequence: sequence - 2 ** 52, id });
        } else {
          queueTimer(timers, timers[each.what as 'mined'], at, id);
          list.push({ at, sequence, id });
        }
        list.sort((one, other) => one.at - other.at || one.sequence - other.sequence);
        const first = firstTimer(timers);
        const living = list.find((entry) => entry.sequence === first?.sequence || !dead.has(entry.id));
        expect(first === undefined ? undefined : { at: first.at, sequence: first.sequence, id: first.id }).toEqual(
          living,
        );
        expect(timers.next).toBe(first?.at ?? Infinity);
      }
    }),
    { seed: 5, numRuns: 100 },
  );
});
