/**
 * sim/core/matching: the result of matching one order: its trade, the current leg of it, and the resting orders that
 * were ended or reduced, in order of matching. One record of each, reused for each order.
 */
import { invariant } from '../../base/result.ts';
import type { Micro } from '../../base/units.ts';
import type { MakerLeg } from '../../spec/venue/event.ts';
import type { TradeTotals } from './log-write.ts';
import type { Slot } from './order-pool.ts';
import { floatAt, moreFloats } from './typed-arrays.ts';

type Reused<Value> = { -readonly [Name in keyof Value]: Value[Name] };

export type Matching = {
  readonly leg: Reused<MakerLeg>;
  /** Its sums grow with each leg; the other fields are set when it is logged. */
  readonly trade: Reused<TradeTotals>;
  /** The rest of the order is cancelled, because it crossed an order of the same wallet. */
  endedBySelf: boolean;
  /** Two doubles for each: the resting order's slot, and its loss without a trade (0: filled; -1: cancelled). */
  affected: Float64Array;
  count: number;
};

export const FILLED = 0;
export const CANCELLED_WHOLE = -1;

export function newMatching(): Matching {
  return {
    leg: {
      order: 0,
      wallet: 0,
      key: 0,
      outcome: 0,
      side: 'BUY',
      price: 0,
      size: 0,
      cash: 0,
      fee: 0,
      takerPrice: 0,
      takerCash: 0,
      takerFee: 0,
    },
    trade: {
      at: 0,
      trade: 0,
      market: 0,
      takerOrder: 0,
      takerWallet: 0,
      takerKey: 0,
      outcome: 0,
      side: 'BUY',
      size: 0,
      cash: 0,
      fee: 0,
    },
    endedBySelf: false,
    affected: new Float64Array(16),
    count: 0,
  };
}

export function startMatching(matching: Matching): void {
  const { trade } = matching;
  trade.size = 0;
  trade.cash = 0;
  trade.fee = 0;
  matching.endedBySelf = false;
  matching.count = 0;
}

/** Records that a resting order was filled, cancelled, or lost that many shares. */
export function noteAffected(matching: Matching, slot: Slot, lost: number): void {
  if (matching.count * 2 === matching.affected.length)
    matching.affected = moreFloats(matching.affected, matching.affected.length * 2);
  invariant(slot > 0, 'an affected order is open');
  matching.affected[matching.count * 2] = slot;
  matching.affected[matching.count * 2 + 1] = lost;
  matching.count += 1;
}

export function affectedSlot(matching: Matching, index: number): Slot {
  invariant(index < matching.count, 'the order is one of those affected');
  return floatAt(matching.affected, index * 2);
}

export function affectedLoss(matching: Matching, index: number): Micro {
  return floatAt(matching.affected, index * 2 + 1);
}
