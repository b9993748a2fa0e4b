/**
 * sim/core/timers: everything that will be due later, in order of moment and then of the sequence in which it was asked
 * for. A binary heap; work that has become pointless (a cancelled order's expiry) stays until its turn and is dropped.
 */
import type { Order } from './order.ts';

export type Work =
  | { readonly kind: 'expire'; readonly order: Order }
  | { readonly kind: 'release'; readonly order: Order }
  | { readonly kind: 'lose-heartbeat'; readonly key: number }
  | { readonly kind: 'settle'; readonly trade: number; readonly status: 'MINED' | 'CONFIRMED' };

export type Timer = { readonly at: number; readonly sequence: number; readonly work: Work };

export type Timers = { readonly heap: Timer[]; nextSequence: number };

export function newTimers(): Timers {
  return { heap: [], nextSequence: 0 };
}

export function firstTimer(timers: Timers): Timer | undefined {
  return timers.heap[0];
}

/** Asks for work at a moment; the timer identifies this request. */
export function setTimer(timers: Timers, at: number, work: Work): Timer {
  const timer = { at, sequence: timers.nextSequence, work };
  timers.nextSequence += 1;
  const { heap } = timers;
  let slot = heap.length;
  heap.push(timer);
  while (slot > 0) {
    const parentSlot = (slot - 1) >> 1;
    const parent = heap[parentSlot];
    if (parent === undefined || isEarlier(parent, timer)) break;
    heap[slot] = parent;
    slot = parentSlot;
  }
  heap[slot] = timer;
  return timer;
}

/** Takes the first timer out. */
export function dropFirstTimer(timers: Timers): void {
  const { heap } = timers;
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let slot = 0;
  for (;;) {
    const left = heap[2 * slot + 1];
    if (left === undefined) break;
    const right = heap[2 * slot + 2];
    const goRight = right !== undefined && isEarlier(right, left);
    const child = goRight ? right : left;
    if (isEarlier(last, child)) break;
    heap[slot] = child;
    slot = 2 * slot + (goRight ? 2 : 1);
  }
  heap[slot] = last;
}

function isEarlier(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.sequence < other.sequence);
}
