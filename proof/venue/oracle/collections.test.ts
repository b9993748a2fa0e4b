/** proof/venue/oracle/collections.test: the collections of the auditor equal plain ones. */
import { test as property } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compact, complete, type Deadline, earliest, lengthOf, newAgenda, schedule } from './agenda.ts';
import { Numbered } from './numbered.ts';

const WHATS: readonly Deadline['kind'][] = ['expire', 'release', 'beat', 'MINED', 'CONFIRMED'];
const promises = fc.array(fc.record({ at: fc.nat({ max: 50 }), what: fc.constantFrom(...WHATS) }), { maxLength: 60 });

describe('the agenda', () => {
  property.prop([promises, fc.nat({ max: 50 }), fc.boolean()])(
    'returns pending deadlines by moment, in any order of scheduling',
    (each, cut, isTidied) => {
      const agenda = newAgenda();
      each.forEach(({ at, what }, of) => {
        schedule(agenda, at, what, of);
      });
      expect(agenda.soonest).toBe(Math.min(...each.map(({ at }) => at)));
      const done = new Set<number>();
      const stands = ({ at, of }: Deadline): boolean => at >= cut && !done.has(of);
      if (isTidied) compact(agenda, stands);
      const given: number[] = [];
      for (let next = earliest(agenda, stands); next !== undefined; next = earliest(agenda, stands)) {
        given.push(next.at);
        done.add(next.of);
      }
      const standing = each.map(({ at }) => at).filter((at) => at >= cut);
      expect(given).toEqual(standing.sort((one, other) => one - other));
      expect([lengthOf(agenda), agenda.soonest]).toEqual([0, Infinity]);
    },
  );

  test('drops a met deadline at once if it is the first of its queue, and otherwise later', () => {
    const agenda = newAgenda();
    for (const number of [0, 1, 2]) schedule(agenda, 10 * (1 + number), 'MINED', number);
    complete(agenda, 'MINED', 0);
    expect([lengthOf(agenda), agenda.soonest]).toEqual([2, 20]);
    complete(agenda, 'MINED', 2);
    expect([lengthOf(agenda), agenda.soonest]).toEqual([2, 20]);
    expect(earliest(agenda, ({ of }) => of !== 1)?.of).toBe(2);
    complete(agenda, 'MINED', 2);
    expect([lengthOf(agenda), agenda.soonest]).toEqual([0, Infinity]);
  });

  test('releases the memory of met deadlines', () => {
    const agenda = newAgenda();
    let done = 0;
    for (let at = 0; at < 10_000; at += 1) {
      schedule(agenda, at, 'MINED', at);
      done = at;
      earliest(agenda, ({ of }) => of >= done);
    }
    expect(agenda.lines[1].deadlines.length).toBeLessThan(2_100);
  });
});

describe('numbered entries', () => {
  const moves = fc.array(fc.record({ number: fc.nat({ max: 5_000 }), isKept: fc.boolean() }), { maxLength: 200 });

  property.prop([moves])('are found like those of a map', (each) => {
    const kept = new Numbered<number>();
    const plain = new Map<number, number>();
    for (const { number, isKept } of each) {
      if (isKept) {
        kept.set(number, number * 2);
        plain.set(number, number * 2);
      } else {
        kept.delete(number);
        plain.delete(number);
      }
      expect([kept.size, kept.get(number), kept.has(number)]).toEqual([plain.size, plain.get(number), isKept]);
    }
    const seen: number[] = [];
    kept.visit((thing) => {
      seen.push(thing);
    });
    expect(seen).toEqual([...plain.values()].sort((one, other) => one - other));
  });

  test.each([Number.NaN, -1, 0.5, 2 ** 32, Infinity])('cannot have the number %d', (number) => {
    const kept = new Numbered<string>();
    for (const each of [0, 1]) kept.set(each, 'here');
    kept.set(number, 'nowhere');
    expect([kept.get(number), kept.size]).toEqual([undefined, 2]);
  });
});
