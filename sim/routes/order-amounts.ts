/** sim/routes/order-amounts: price and size from the two amounts of an order. The tick limits their decimals. */
import { ok, type Result, refuse } from '../../base/result.ts';
import { formatPrice, MICRO, mulDivCeil, mulDivFloor, PRICE_ONE, tenTo } from '../../base/units.ts';
import type { OrderForm } from './order-form.ts';

/** Price units a share, micro shares. */
export type PriceAndSize = { readonly price: number; readonly size: number };

/** `offTick`: the price, in dollars, of amounts that are acceptable but for it. */
export type AmountFault = { readonly text: string; readonly offTick?: number };

const RATIO = 'order.makerAmount and order.takerAmount must give a price';
const SHARE_DIGITS = 2;
const DIGITS_MAX = 6;
/** Decimals of dollar amounts by tick in price units: those of the tick and two for the shares. */
const DOLLAR_DIGITS: ReadonlyMap<number, number> = new Map([
  [1000, 3],
  [100, 4],
  [50, 5],
  [25, 6],
  [10, 5],
  [1, 6],
]);

/** A resting order must be on the tick; one that only takes is moved to a tick no worse for its signer. */
export function priceAndSize(form: OrderForm, tick: number): Result<PriceAndSize, AmountFault> {
  const isBuy = form.side === 'BUY';
  const cash = isBuy ? form.makerAmount : form.takerAmount;
  const size = isBuy ? form.takerAmount : form.makerAmount;
  const rests = form.orderType === 'GTC' || form.orderType === 'GTD';
  const dollarDigits = DOLLAR_DIGITS.get(tick) ?? DIGITS_MAX;
  const shareDigits = rests || !isBuy ? SHARE_DIGITS : dollarDigits;
  const cashName = isBuy ? 'makerAmount' : 'takerAmount';
  const sizeName = isBuy ? 'takerAmount' : 'makerAmount';
  if (!hasDigits(size, shareDigits)) return refuse(tooExact(sizeName, 'shares', shareDigits));
  if (!hasDigits(cash, dollarDigits)) return refuse(tooExact(cashName, 'dollars', dollarDigits));
  if (cash >= size) return refuse({ text: `${RATIO} below one dollar a share` });
  const down = mulDivFloor(cash, PRICE_ONE, size);
  const up = mulDivCeil(cash, PRICE_ONE, size);
  if (!rests) return ok({ price: isBuy ? down - (down % tick) : up + ((tick - (up % tick)) % tick), size });
  if (down === up && down % tick === 0) return ok({ price: down, size });
  return refuse({ text: `${RATIO} on the tick of ${formatPrice(tick)}`, offTick: cash / size });
}

function hasDigits(micro: number, digits: number): boolean {
  return micro % (MICRO / tenTo(digits)) === 0;
}

function tooExact(name: string, unit: string, digits: number): AmountFault {
  return { text: `order.${name} must be ${unit} with at most ${digits} decimals` };
}
