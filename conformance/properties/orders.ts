/** conformance/properties/orders: drawn orders in one market, for programs that write properties of their own. */
import fc, { type Arbitrary } from 'fast-check';
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { OrderWords } from '../../wire/order-body.ts';
import type { WriteMarket } from '../check.ts';

/** Sizes are up to so many times the smallest one. */
const SIZES = 20;

/**
 * Valid orders in a market: every side, outcome and type, prices in whole ticks between 0 and 1 dollar, sizes from the
 * smallest one on in hundredths of a share. They shrink towards a small GTC order that buys the first outcome at the
 * lowest price.
 */
export function orders({ tick, minSize }: Pick<WriteMarket, 'tick' | 'minSize'>): Arbitrary<OrderWords> {
  const hundredth = MICRO / 100;
  const least = Math.ceil(minSize / hundredth);
  const words = fc.record({
    outcome: fc.constantFrom('yes' as const, 'no' as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    price: fc.integer({ min: 1, max: PRICE_ONE / tick - 1 }).map((ticks) => (ticks * tick) / PRICE_ONE),
    size: fc.integer({ min: least, max: SIZES * least }).map((hundredths) => hundredths / 100),
    type: fc.constantFrom('GTC' as const, 'FOK' as const, 'FAK' as const, 'GTD' as const),
    postOnly: fc.boolean(),
  });
  return words.map(({ type, postOnly, ...order }) => ({
    ...order,
    type,
    ...(type === 'GTD' ? { expires: '1h' } : {}),
    ...(postOnly && (type === 'GTC' || type === 'GTD') ? { postOnly } : {}),
  }));
}
