/** sim/clob/signatures/wallets tests: the fixed vectors. */
import { expect, it } from 'vitest';
import { ADDRESS, WALLETS } from '../../../spec/clob/fixtures/vectors.ts';
import { isChecksummed } from '../../../wire/checksum.ts';
import { derivedWallets } from './wallets.ts';

it('derives the proxy wallet, the safe and the deposit wallet of an address in any spelling', () => {
  const wallets = derivedWallets(ADDRESS);
  expect(wallets).toEqual(derivedWallets(ADDRESS.toLowerCase()));
  expect(Object.values(wallets ?? {}).map(isChecksummed)).toEqual([true, true, true, true]);
  const lower = Object.entries(wallets ?? {}).map(([kind, address]) => [kind, address.toLowerCase()]);
  expect(Object.fromEntries(lower)).toEqual(WALLETS);
});

it.each([undefined, '', '0x12', ADDRESS.slice(2), [ADDRESS]])('derives none from %j', (owner) => {
  expect(derivedWallets(owner as string)).toBeUndefined();
});
