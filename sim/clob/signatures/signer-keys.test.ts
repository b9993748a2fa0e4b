/** sim/clob/signatures/signer-keys tests: which keys are kept, and that a wrong signature changes nothing. */
import { expect, it } from 'vitest';
import { ORDER, STANDARD } from '../../../spec/clob/fixtures/vectors.ts';
import { addressOf, orderIdOf, signOrder } from '../../../wire/clob-signer/signer.ts';
import { createSignerKeys } from './signer-keys.ts';

const DIGEST = orderIdOf(ORDER, STANDARD).slice(2);
const OWNERS = [1, 2, 3].map((number) => {
  const key = `0x${String(number).repeat(64)}`;
  return { address: addressOf(key).slice(2).toLowerCase(), signature: signOrder(key, ORDER, STANDARD).slice(2) };
});

function keysWith(order: readonly number[]) {
  const keys = createSignerKeys(2);
  for (const index of order) {
    const owner = OWNERS[index];
    expect(owner && keys.isSignedBy(owner.address, DIGEST, owner.signature)).toBe(true);
  }
  return keys;
}

it.each([
  [
    [0, 1],
    [true, true, false],
  ],
  [
    [0, 1, 2],
    [false, true, true],
  ],
  [
    [0, 1, 0, 2],
    [true, false, true],
  ],
  [
    [0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
    [true, false, true],
  ],
])('after the signatures of %j it knows the owners that signed last', (order, known) => {
  const keys = keysWith(order);
  expect(OWNERS.map(({ address }) => keys.knows(address))).toEqual(known);
});

it('stores no key of an address that it does not belong to, and forgets none for it', () => {
  const keys = keysWith([0, 1]);
  const [first, , third] = OWNERS;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(first && third && keys.isSignedBy(third.address, DIGEST, first.signature)).toBe(false);
    expect(first && third && keys.isSignedBy(first.address, DIGEST, third.signature)).toBe(false);
  }
  expect(OWNERS.map(({ address }) => keys.knows(address))).toEqual([true, true, false]);
});
