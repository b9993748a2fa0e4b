/** The compiler rejects a number of one kind in the place of another, and accepts a plain number. */
import { expect, test } from 'vitest';
import type { Micro, Price } from '../../base/units.ts';
import type { MarketNumber, OrderNumber, WalletNumber } from '../../spec/venue/command.ts';
import { findHolding, newLedger } from './ledger.ts';
import { newOrderIndex, slotOf } from './open-orders.ts';
import { newOrderPool, remainingOf, type Slot } from './order-pool.ts';
import { worthOf } from './reserves.ts';

const [price, size, order, slot]: [Price, Micro, OrderNumber, Slot] = [1, 2, 3, 4];
const [wallet, market]: [WalletNumber, MarketNumber] = [5, 6];

test('arguments of two kinds cannot be swapped', () => {
  expect(worthOf(price, size)).toEqual(worthOf(1, 2));
  // @ts-expect-error
  expect(worthOf(size, price)).toBeDefined();
  expect(findHolding(newLedger(), wallet, market)).toBe(-1);
  // @ts-expect-error
  expect(findHolding(newLedger(), market, wallet)).toBe(-1);
  // @ts-expect-error
  expect(slotOf(newOrderIndex(), slot)).toBe(0);
  // @ts-expect-error
  expect(remainingOf(newOrderPool(), order)).toBe(0);
});
