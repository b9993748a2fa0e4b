/** conformance/checks/orders/live-row: the row of a resting order without fills, compared with the order (2.15). */
import type { JsonObject } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { eachLike, fieldLike } from '../assertions.ts';
import type { OrderPlan } from './plan.ts';
import { inUnit, learnUnits } from './units.ts';

export const ROW_CLAUSES = [
  '2.15/side.BUY',
  '2.15/type.placed',
  '2.15/makerAddress.caller',
  '2.15/sizeMatched.bounded',
  'D/order-status.listed',
  'D/order-amounts.price',
  'D/live-order-units.size',
  'D/live-order-units.price',
] as const;

/** Judges the row of an order in the response that lists it alone. */
export function judgeRow(context: CheckContext, plan: OrderPlan, wallet: Wallet, id: string, of: Exchange): void {
  const judge = (clauses: ClauseId, fields: JsonObject, because?: string): boolean =>
    context.judge(fieldLike(clauses, of, '/data', eachLike({ id }, fields), because));
  const { market, outcome, side, type, price, size } = plan;
  const [dollars, shares] = [price / PRICE_ONE, size / MICRO];
  const placed = {
    side,
    type,
    assetId: market.tokenIds[outcome],
    market: market.conditionId,
    price: { $number: inUnit(context, 'price', dollars) },
    originalSize: { $number: inUnit(context, 'size', shares) },
  };
  judge('2.15/type.placed', placed, 'it is the order as placed');
  learnUnits(context, plan, id, of);
  if (side === 'BUY') judge('2.15/side.BUY', { side });
  const priced = { price: { $number: { $near: dollars } } };
  judge('D/order-amounts.price', priced, 'it is cash divided by shares');
  judge('D/live-order-units.size', { originalSize: { $number: { $near: shares } } }, 'it is in shares');
  judge('D/live-order-units.price', priced, 'it is in dollars');
  judge('2.15/makerAddress.caller', { makerAddress: { $caseless: wallet.address } });
  judge('2.15/sizeMatched.bounded', { sizeMatched: { $number: 0 } }, 'nothing is filled');
  judge('D/order-status.listed', { status: 'LIVE' });
}
