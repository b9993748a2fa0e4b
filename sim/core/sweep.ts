/**
 * sim/core/sweep: the result of matching one order: its totals, and the resting orders that were ended or reduced, in order of
 * matching. One record, reused for each order.
 */
import { floatAt, moreFloats } from './typed-arrays.ts';

export type Sweep = {
  size: number;
  cash: number;
  fee: number;
  /** The rest of the order is cancelled, because it met an order of the same wallet. */
  endedBySelf: boolean;
  /** Two doubles for each: the resting order's slot, and what it lost without a trade (0: it was filled; -1: cancelled). */
  met: Float64Array;
  count: number;
};

export const FILLED = 0;
export const CANCELLED_WHOLE = -1;

export function newSweep(): Sweep {
  return { size: 0, cash: 0, fee: 0, endedBySelf: false, met: new Float64Array(16), count: 0 };
}

export function startSweep(sweep: Sweep): void {
  sweep.size = 0;
  sweep.cash = 0;
  sweep.fee = 0;
  sweep.endedBySelf = false;
  sweep.count = 0;
}

/** Records that a resting order was filled, cancelled, or lost that many shares. */
export function noteMet(sweep: Sweep, slot: number, lost: number): void {
  if (sweep.count * 2 === sweep.met.length) sweep.met = moreFloats(sweep.met, sweep.met.length * 2);
  sweep.met[sweep.count * 2] = slot;
  sweep.met[sweep.count * 2 + 1] = lost;
  sweep.count += 1;
}

export function metSlot(sweep: Sweep, index: number): number {
  return floatAt(sweep.met, index * 2);
}

export function metLoss(sweep: Sweep, index: number): number {
  return floatAt(sweep.met, index * 2 + 1);
}
