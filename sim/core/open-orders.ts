/**
 * sim/core/open-orders: from an order's number to where it is, and from an API key to its open orders. Each order names
 * the order of its key before it, so that joining costs nothing and leaving less; orders that have ended are taken out of
 * the chain of a key when it is walked.
 */
import { intAt, moreInts } from './cells.ts';

export type OrderIndex = {
  orders: number;
  /**
   * Three ints an order: its slot in the arena while it is open, else -1 minus the address of its end; where the log has
   * its acceptance; the number of the key's order before it and one, 0 for none.
   */
  places: Int32Array;
  /** Number of the last order of a key and one: for keys below a million; other keys in a map. */
  near: Int32Array;
  readonly far: Map<number, number>;
};

const INTS = 3;
const NEAR_LIMIT = 1 << 20;

export function newOrderIndex(): OrderIndex {
  return { orders: 0, places: new Int32Array(64 * INTS), near: new Int32Array(64), far: new Map() };
}

/** Notes a new order. */
export function addOrder(index: OrderIndex, slot: number, acceptedAddress: number, key: number): void {
  const order = index.orders;
  index.orders = order + 1;
  if ((order + 1) * INTS > index.places.length) index.places = moreInts(index.places, index.places.length * 2);
  const { places } = index;
  places[order * INTS] = slot;
  places[order * INTS + 1] = acceptedAddress;
  if (key < index.near.length) {
    places[order * INTS + 2] = index.near[key] as number;
    index.near[key] = order + 1;
  } else {
    places[order * INTS + 2] = lastOf(index, key);
    setLast(index, key, order + 1);
  }
}

export function endOrder(index: OrderIndex, order: number, closedAddress: number): void {
  index.places[order * INTS] = -1 - closedAddress;
}

/** The slot of an open order, negative for one that has ended. */
export function slotOf(index: OrderIndex, order: number): number {
  return index.places[order * INTS] as number;
}

/** Where the log tells the end of an order that has ended. */
export function closedAddressOf(index: OrderIndex, order: number): number {
  return -1 - intAt(index.places, order * INTS);
}

export function acceptedAddressOf(index: OrderIndex, order: number): number {
  return intAt(index.places, order * INTS + 1);
}

/** Numbers of the open orders of a key, ascending. */
export function openOrdersOf(index: OrderIndex, key: number): readonly number[] {
  const { places } = index;
  const open: number[] = [];
  for (let link = lastOf(index, key); link !== 0; link = intAt(places, link * INTS - 1)) {
    if (slotOf(index, link - 1) > 0) open.push(link - 1);
  }
  setLast(index, key, (open[0] ?? -1) + 1);
  open.forEach((order, at) => {
    places[order * INTS + 2] = (open[at + 1] ?? -1) + 1;
  });
  return open.reverse();
}

function lastOf({ near, far }: OrderIndex, key: number): number {
  return key < near.length ? intAt(near, key) : (far.get(key) ?? 0);
}

function setLast(index: OrderIndex, key: number, last: number): void {
  if (key < NEAR_LIMIT) {
    let { length } = index.near;
    while (length <= key) length *= 2;
    if (length > index.near.length) index.near = moreInts(index.near, length);
    index.near[key] = last;
  } else {
    index.far.set(key, last);
  }
}

/** Two ints an order: `places` without the chains of the keys, which depend on when they were last walked. */
export function placesWithoutChains({ orders, places }: OrderIndex): Int32Array {
  const kept = new Int32Array(orders * 2);
  for (let order = 0; order < orders; order += 1) {
    kept[order * 2] = intAt(places, order * INTS);
    kept[order * 2 + 1] = intAt(places, order * INTS + 1);
  }
  return kept;
}

/** Puts the places back and chains the open orders of all keys anew; `keyOf` tells the key of an open order. */
export function restorePlaces(index: OrderIndex, kept: Int32Array, keyOf: (slot: number) => number): void {
  index.places = new Int32Array(Math.max(64, index.orders * 2) * INTS);
  for (let order = 0; order < index.orders; order += 1) {
    const slot = intAt(kept, order * 2);
    index.places[order * INTS] = slot;
    index.places[order * INTS + 1] = intAt(kept, order * 2 + 1);
    if (slot <= 0) continue;
    const key = keyOf(slot);
    index.places[order * INTS + 2] = lastOf(index, key);
    setLast(index, key, order + 1);
  }
}
