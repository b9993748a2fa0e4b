/**
 * sim/core/open-orders: finds an order by its number, and the open orders of an API key. The orders of a key are a
 * linked list. Orders that have ended are removed from it when it is walked.
 */
import { invariant } from '../../base/result.ts';
import type { OrderNumber } from '../../spec/venue/command.ts';
import type { Slot } from './order-pool.ts';
import { intAt, moreInts } from './typed-arrays.ts';

export type OrderIndex = {
  orders: number;
  /** The slot of each open order in the pool; for an ended order, -1 minus the address of its end. */
  slots: Int32Array;
  /** Two ints an order: the address of its acceptance, and 1 + the number of its key's previous order, or 0. */
  origins: Int32Array;
  /** 1 + the number of the last order of a key: for keys below 65,536; other keys are in a map. */
  near: Int32Array;
  readonly far: Map<number, number>;
};

const FIRST_ORDERS = 64;
const NEAR_LIMIT = 1 << 16;

export function newOrderIndex(): OrderIndex {
  return {
    orders: 0,
    slots: new Int32Array(FIRST_ORDERS),
    origins: new Int32Array(FIRST_ORDERS * 2),
    near: new Int32Array(FIRST_ORDERS),
    far: new Map(),
  };
}

function makeRoom(index: OrderIndex, orders: number) {
  index.slots = moreInts(index.slots, orders);
  index.origins = moreInts(index.origins, orders * 2);
}

export function addOrder(index: OrderIndex, slot: Slot, acceptedAddress: number, key: number): void {
  const order = index.orders;
  invariant(slot > 0 && acceptedAddress >= 0, 'numbers below 0 stand for orders that have ended');
  if (order === index.slots.length) makeRoom(index, order * 2);
  index.orders = order + 1;
  index.slots[order] = slot;
  const { origins, near } = index;
  origins[order * 2] = acceptedAddress;
  if (key < near.length) {
    origins[order * 2 + 1] = near[key] as number;
    near[key] = order + 1;
  } else {
    origins[order * 2 + 1] = lastOf(index, key);
    setLast(index, key, order + 1);
  }
}

export function endOrder(index: OrderIndex, order: OrderNumber, closedAddress: number): void {
  invariant(slotOf(index, order) > 0, 'an order ends once');
  index.slots[order] = -1 - closedAddress;
}

/** The slot of an open order; negative for an ended order. */
export function slotOf(index: OrderIndex, order: OrderNumber): Slot {
  return index.slots[order] as number;
}

/** The address of the event that ended an order. */
export function closedAddressOf(index: OrderIndex, order: OrderNumber): number {
  invariant(slotOf(index, order) < 0, 'only an order that has ended has an end');
  return -1 - intAt(index.slots, order);
}

export function acceptedAddressOf(index: OrderIndex, order: OrderNumber): number {
  invariant(order < index.orders, 'an order that was accepted has an address');
  return intAt(index.origins, order * 2);
}

/** Numbers of the open orders of a key, ascending. */
export function openOrdersOf(index: OrderIndex, key: number): readonly number[] {
  const { origins } = index;
  const open: number[] = [];
  for (let link = lastOf(index, key); link !== 0; link = intAt(origins, link * 2 - 1)) {
    invariant(intAt(origins, link * 2 - 1) < link, 'the list of a key goes back in time, so that it ends');
    if (slotOf(index, link - 1) > 0) open.push(link - 1);
  }
  setLast(index, key, (open[0] ?? -1) + 1);
  open.forEach((order, at) => {
    origins[order * 2 + 1] = (open[at + 1] ?? -1) + 1;
  });
  return open.reverse();
}

function lastOf({ near, far }: OrderIndex, key: number) {
  return key < near.length ? intAt(near, key) : (far.get(key) ?? 0);
}

function setLast(index: OrderIndex, key: number, last: number) {
  if (key < NEAR_LIMIT) {
    let { length } = index.near;
    while (length <= key) length *= 2;
    if (length > index.near.length) index.near = moreInts(index.near, length);
    index.near[key] = last;
  } else {
    index.far.set(key, last);
  }
}

/** The index without the lists of the keys, which depend on when they were last walked. */
export function placesOf({ orders, slots, origins }: OrderIndex): Int32Array {
  const places = new Int32Array(orders * 2);
  for (let order = 0; order < orders; order += 1) {
    places[order * 2] = intAt(slots, order);
    places[order * 2 + 1] = intAt(origins, order * 2);
  }
  return places;
}

/** Restores the index and rebuilds the lists of all keys. `keyOf` returns the key of an open order. */
export function restorePlaces(index: OrderIndex, places: Int32Array, keyOf: (slot: Slot) => number): void {
  makeRoom(index, Math.max(FIRST_ORDERS, index.orders * 2));
  for (let order = 0; order < index.orders; order += 1) {
    const slot = intAt(places, order * 2);
    index.slots[order] = slot;
    index.origins[order * 2] = intAt(places, order * 2 + 1);
    if (slot <= 0) continue;
    const key = keyOf(slot);
    index.origins[order * 2 + 1] = lastOf(index, key);
    setLast(index, key, order + 1);
  }
}
