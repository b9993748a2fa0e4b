/** sim/views/average-price: the price of a trade with several makers. */
import type { MakerLeg } from '../../spec/venue/event.ts';
import { MICRO_PER_PRICE_UNIT } from './token-price.ts';

/** Mean price of the legs by size, micro dollars a share, half up. The cash of the trade is rounded already. */
export function averagePrice(legs: readonly MakerLeg[], size: number): number {
  const worth = legs.reduce((sum, leg) => sum + BigInt(leg.takerPrice) * BigInt(leg.size), 0n);
  const shares = BigInt(size);
  return Number((2n * worth * BigInt(MICRO_PER_PRICE_UNIT) + shares) / (2n * shares));
}
