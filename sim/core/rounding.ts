/**
 * sim/core/rounding: whole micro dollars for fills whose exact worth has a fraction (a micro share at 0.5 is worth half
 * a micro dollar). Each order rounds its running total, against itself: over all its fills a BUY pays the exact sum
 * rounded up, a SELL gets it rounded down, however the order was cut into fills. What rounding took is remembered in
 * ten-thousandths of a micro dollar; the sum over all orders is what the residual account holds.
 */
import { notionalFloor, PRICE_ONE } from '../../spec/units.ts';
import type { Order } from './order.ts';

/** The fraction that `notionalFloor` drops, in ten-thousandths of a micro dollar. */
function notionalFraction(price: number, size: number): number {
  return (price * (size % PRICE_ONE)) % PRICE_ONE;
}

/** What a BUY that has overpaid by `rounding` has to pay for `size` more shares at `price`. */
export function cashToPay(rounding: number, price: number, size: number): number {
  return notionalFloor(price, size) + (notionalFraction(price, size) > rounding ? 1 : 0);
}

/** Cash of one more fill of the order, micro dollars: paid by a BUY, received by a SELL. Updates the order's rounding. */
export function takeFillCash(order: Order, price: number, size: number): number {
  const whole = notionalFloor(price, size);
  const fraction = notionalFraction(price, size);
  if (order.side === 'BUY') {
    if (fraction <= order.rounding) {
      order.rounding -= fraction;
      return whole;
    }
    order.rounding += PRICE_ONE - fraction;
    return whole + 1;
  }
  const owed = order.rounding + fraction;
  if (owed < PRICE_ONE) {
    order.rounding = owed;
    return whole;
  }
  order.rounding = owed - PRICE_ONE;
  return whole + 1;
}
