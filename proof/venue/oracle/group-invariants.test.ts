/** proof/venue/oracle/group-invariants.test: the payouts of a group are judged to the unit, for any balances. */
import { expect, test } from 'vitest';
import type { GroupFacts } from './facts.ts';
import { unbacked } from './group-invariants.ts';

/** Three of these together exceed the exact integers, two of them do not. */
const HELD = 4_000_000_000_000_003;
const BEHIND = 1 + 2 * HELD;

function groupOf(firsts: readonly number[]): GroupFacts {
  const members = firsts.map((first, number) => ({
    number,
    state: 'open',
    supply: [first, HELD],
    vault: 0,
    collateral: number === 0 ? BEHIND : 0,
  }));
  return { number: 0, members, debt: 0 } as unknown as GroupFacts;
}

test('a covered group passes', () => {
  expect(unbacked(groupOf([1, 1, 1]))).toBeUndefined();
});

test.each([
  [0, [2, 1, 1]],
  [1, [1, 2, 1]],
  [2, [1, 1, 0]],
])('a unit too much or too little is found if market %i wins', (market, firsts) => {
  expect(unbacked(groupOf(firsts))).toBe(`group 0: ${BEHIND} behind it are not the payouts if market ${market} wins`);
});
