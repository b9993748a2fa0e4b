/**
 * sim/core/timers: all future work in order of moment, then of request. Expiries come first in their moment, because
 * nothing may trade at its expiry. Work with a constant wait (settlement, heartbeats) is in queues, expiries and
 * releases of orders in a heap. Work that has become invalid stays until its turn, or until its heap is full, and is
 * dropped.
 */
import { invariant } from '../../base/result.ts';
import type { OrderNumber, WalletNumber } from '../../spec/venue/command.ts';
import type { Slot } from './order-pool.ts';
import { floatAt, moreFloats } from './typed-arrays.ts';

/** Kinds of work. The id of a timer is a trade, a key or an order. */
type Due = 'MINED' | 'CONFIRMED' | 'lose-heartbeat' | 'expire' | 'release';

/** Entries of three doubles: moment, sequence, id. */
type Entries = { floats: Float64Array; first: number; end: number };

export type Timers = {
  sequence: number;
  /** The queue or heap of the first timer, valid or not, and its moment: infinity without a timer. */
  first: Entries | undefined;
  next: Slot;
  readonly mined: Entries;
  readonly confirmed: Entries;
  readonly heartbeats: Entries;
  /** A binary heap, `first` is always 0. An id is twice the number of the order, plus one for a release. */
  readonly orders: Entries;
  readonly read: FirstTimer;
};

/** Subtracted from the sequence of an expiry, so that expiries precede all other work of their moment. */
const EXPIRY_LEAD = 0x10_0000_0000_0000;
const ENTRY = 3;
const FIRST_ENTRIES = 16;

export function newTimers(): Timers {
  const empty = (): Entries => ({ floats: new Float64Array(FIRST_ENTRIES * ENTRY), first: 0, end: 0 });
  return {
    sequence: 0,
    first: undefined,
    next: Infinity,
    mined: empty(),
    confirmed: empty(),
    heartbeats: empty(),
    orders: empty(),
    read: { due: 'MINED', at: 0, sequence: 0, id: 0 },
  };
}

/** Appends to a queue whose moments never fall. Returns the sequence, which identifies this timer. */
export function queueTimer(timers: Timers, queue: Entries, at: number, id: number): number {
  const sequence = timers.sequence++;
  const last = queue.end === queue.first ? 0 : floatAt(queue.floats, (queue.end - 1) * ENTRY);
  invariant(last <= at, 'the moments of a queue never fall, because its wait is constant');
  if (queue.end * ENTRY === queue.floats.length) makeRoom(queue);
  write(queue, queue.end, at, sequence, id);
  queue.end += 1;
  if (at < timers.next) {
    timers.next = at;
    timers.first = queue;
  }
  return sequence;
}

function makeRoom(queue: Entries) {
  const { first, end } = queue;
  if (first * 2 < end) {
    queue.floats = moreFloats(queue.floats, queue.floats.length * 2);
    return;
  }
  queue.floats.copyWithin(0, first * ENTRY, end * ENTRY);
  invariant(first <= end, 'a queue has dropped no more timers than it had');
  queue.first = 0;
  queue.end = end - first;
}

/** Schedules the expiry or release of an order. `isValid` returns whether a timer is still valid. */
export function setOrderTimer(
  timers: Timers,
  at: number,
  order: OrderNumber,
  due: 'expire' | 'release',
  isValid: (id: number) => boolean,
): void {
  const { orders } = timers;
  if (orders.end * ENTRY === orders.floats.length) {
    dropInvalid(orders, isValid);
    findFirst(timers);
    if (orders.end * ENTRY * 2 > orders.floats.length) {
      orders.floats = moreFloats(orders.floats, orders.floats.length * 2);
    }
  }
  const sequence = timers.sequence++;
  const isRelease = due === 'release';
  orders.end += 1;
  siftUp(orders, orders.end - 1, at, isRelease ? sequence : sequence - EXPIRY_LEAD, order * 2 + (isRelease ? 1 : 0));
  if (at <= timers.next) findFirst(timers);
}

function dropInvalid(heap: Entries, isValid: (id: number) => boolean) {
  const { floats, end } = heap;
  heap.end = 0;
  // Each entry moves to an index at or before its own, so none is overwritten before it is read.
  for (let from = 0; from < end; from += 1) {
    const id = floatAt(floats, from * ENTRY + 2);
    if (!isValid(id)) continue;
    const at = floatAt(floats, from * ENTRY);
    const sequence = floatAt(floats, from * ENTRY + 1);
    heap.end += 1;
    siftUp(heap, heap.end - 1, at, sequence, id);
  }
}

/** The first timer: one record, overwritten by each read. */
export type FirstTimer = { due: Due; at: number; sequence: number; id: number };

/** The first timer, if there is any. Valid until the next call. */
export function firstTimer(timers: Timers): FirstTimer | undefined {
  const { first: source, read } = timers;
  if (source === undefined) return undefined;
  const { floats, first, end } = source;
  invariant(first < end, 'the source of the first timer is not empty');
  const id = floatAt(floats, first * ENTRY + 2);
  read.at = floatAt(floats, first * ENTRY);
  read.sequence = floatAt(floats, first * ENTRY + 1);
  read.id = id;
  if (source === timers.mined) read.due = 'MINED';
  else if (source === timers.confirmed) read.due = 'CONFIRMED';
  else if (source === timers.heartbeats) read.due = 'lose-heartbeat';
  else {
    read.due = id % 2 === 1 ? 'release' : 'expire';
    read.id = Math.floor(id / 2); // exact: down to the order's number
  }
  return read;
}

export function dropFirstTimer(timers: Timers): void {
  const { first } = timers;
  if (first === undefined) return;
  if (first === timers.orders) dropRoot(first);
  else first.first += 1;
  findFirst(timers);
}

export function findFirst(timers: Timers): void {
  const { mined, confirmed, heartbeats, orders } = timers;
  let best = mined.first < mined.end ? mined : undefined;
  if (confirmed.first < confirmed.end && (best === undefined || isEarlier(confirmed, best))) best = confirmed;
  if (heartbeats.first < heartbeats.end && (best === undefined || isEarlier(heartbeats, best))) best = heartbeats;
  if (orders.end > 0 && (best === undefined || isEarlier(orders, best))) best = orders;
  timers.first = best;
  timers.next = best === undefined ? Infinity : floatAt(best.floats, best.first * ENTRY);
}

function isEarlier(one: Entries, other: Entries): boolean {
  const at = floatAt(one.floats, one.first * ENTRY);
  const otherAt = floatAt(other.floats, other.first * ENTRY);
  if (at !== otherAt) return at < otherAt;
  return floatAt(one.floats, one.first * ENTRY + 1) < floatAt(other.floats, other.first * ENTRY + 1);
}

function siftUp(heap: Entries, from: number, at: number, sequence: number, id: number) {
  const { floats } = heap;
  let slot = from;
  while (slot > 0) {
    const parent = (slot - 1) >> 1;
    const parentAt = floatAt(floats, parent * ENTRY);
    if (parentAt < at || (parentAt === at && floatAt(floats, parent * ENTRY + 1) < sequence)) break;
    copy(floats, parent, slot);
    slot = parent;
  }
  write(heap, slot, at, sequence, id);
}

function dropRoot(heap: Entries) {
  const { floats } = heap;
  invariant(heap.first === 0 && heap.end > 0, 'a heap begins at its root');
  heap.end -= 1;
  const { end } = heap;
  if (end === 0) return;
  let slot = 0;
  for (;;) {
    let child = 2 * slot + 1;
    if (child >= end) break;
    if (child + 1 < end && isBefore(floats, child + 1, child)) child += 1;
    if (isBefore(floats, end, child)) break;
    copy(floats, child, slot);
    slot = child;
  }
  copy(floats, end, slot);
}

function isBefore(floats: Float64Array, one: number, other: number): boolean {
  const at = floatAt(floats, one * ENTRY);
  const otherAt = floatAt(floats, other * ENTRY);
  return at < otherAt || (at === otherAt && floatAt(floats, one * ENTRY + 1) < floatAt(floats, other * ENTRY + 1));
}

function copy(floats: Float64Array, from: number, to: WalletNumber) {
  floats[to * ENTRY] = floatAt(floats, from * ENTRY);
  floats[to * ENTRY + 1] = floatAt(floats, from * ENTRY + 1);
  floats[to * ENTRY + 2] = floatAt(floats, from * ENTRY + 2);
}

function write({ floats }: Entries, slot: Slot, at: number, sequence: number, id: number) {
  floats[slot * ENTRY] = at;
  floats[slot * ENTRY + 1] = sequence;
  floats[slot * ENTRY + 2] = id;
}
