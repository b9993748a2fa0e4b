/**
 * sim/core/open-orders: from an order's number to where it is, and from an API key to its open orders. The list of a key
 * is appended to when an order becomes open; orders that have ended stay in it until it is full and are dropped then.
 */
import { intAt, moreInts } from './cells.ts';

export type OrderIndex = {
  orders: number;
  /** Two ints an order: its slot in the arena while it is open, else -1 minus the address of its end; where it was accepted. */
  places: Int32Array;
};

export function newOrderIndex(): OrderIndex {
  return { orders: 0, places: new Int32Array(128) };
}

/** Notes a new order. */
export function addOrder(index: OrderIndex, slot: number, acceptedAddress: number): void {
  const order = index.orders;
  index.orders += 1;
  if (index.orders * 2 > index.places.length) index.places = moreInts(index.places, index.places.length * 2);
  index.places[order * 2] = slot;
  index.places[order * 2 + 1] = acceptedAddress;
}

export function endOrder(index: OrderIndex, order: number, closedAddress: number): void {
  index.places[order * 2] = -1 - closedAddress;
}

/** The slot of an open order, negative for one that has ended. */
export function slotOf(index: OrderIndex, order: number): number {
  return intAt(index.places, order * 2);
}

/** Where the log tells the end of an order that has ended. */
export function closedAddressOf(index: OrderIndex, order: number): number {
  return -1 - intAt(index.places, order * 2);
}

export function acceptedAddressOf(index: OrderIndex, order: number): number {
  return intAt(index.places, order * 2 + 1);
}

type KeyList = { orders: Int32Array; count: number };

export type OpenByKey = {
  readonly lists: KeyList[];
  /** Number of the list and one, for keys below a million; other keys in a map. */
  near: Int32Array;
  readonly far: Map<number, number>;
};

const NEAR_LIMIT = 1 << 20;

export function newOpenByKey(): OpenByKey {
  return { lists: [], near: new Int32Array(64), far: new Map() };
}

/** Notes that an order has become open. */
export function joinOpen(open: OpenByKey, index: OrderIndex, key: number, order: number): void {
  let list = listOf(open, key);
  if (list === undefined) {
    list = { orders: new Int32Array(4), count: 0 };
    open.lists.push(list);
    if (key < NEAR_LIMIT) nearOf(open, key)[key] = open.lists.length;
    else open.far.set(key, open.lists.length);
  }
  if (list.count === list.orders.length) makeRoom(list, index);
  list.orders[list.count] = order;
  list.count += 1;
}

/** Numbers of the open orders of a key, ascending. */
export function openOrdersOf(open: OpenByKey, index: OrderIndex, key: number): readonly number[] {
  const list = listOf(open, key);
  if (list === undefined) return [];
  dropEnded(list, index);
  return [...list.orders.subarray(0, list.count)].sort((one, other) => one - other);
}

function listOf({ lists, near, far }: OpenByKey, key: number): KeyList | undefined {
  const number = key < near.length ? intAt(near, key) : key < NEAR_LIMIT ? 0 : (far.get(key) ?? 0);
  return number === 0 ? undefined : lists[number - 1];
}

function nearOf(open: OpenByKey, key: number): Int32Array {
  let { length } = open.near;
  while (length <= key) length *= 2;
  if (length > open.near.length) open.near = moreInts(open.near, length);
  return open.near;
}

function makeRoom(list: KeyList, index: OrderIndex): void {
  dropEnded(list, index);
  if (list.count * 2 > list.orders.length) list.orders = moreInts(list.orders, list.orders.length * 2);
}

function dropEnded(list: KeyList, index: OrderIndex): void {
  let kept = 0;
  for (let at = 0; at < list.count; at += 1) {
    const order = intAt(list.orders, at);
    if (slotOf(index, order) > 0) list.orders[kept++] = order;
  }
  list.count = kept;
}
