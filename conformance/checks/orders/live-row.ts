/**
 * conformance/checks/orders/live-row: the row of a resting order without fills, compared with the order as it was placed
 * (interface 2.15).
 */
import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { micro, microPrice } from '../quantities.ts';
import { isSameCaseless } from '../rows.ts';
import type { OrderPlan } from './plan.ts';
import { inUnit, isPriced, isSized } from './units.ts';

/** Clauses that `judgeRow` may judge. */
export const ROW_CLAUSES = [
  '2.15/side.BUY',
  '2.15/type.placed',
  '2.15/makerAddress.caller',
  '2.15/sizeMatched.bounded',
  'D/order-status.listed',
  'D/order-amounts.price',
  'D/live-order-units.size',
  'D/live-order-units.price',
];

/** Judges the row of an order in the response that lists it alone. */
export function judgeRow(
  context: CheckContext,
  plan: OrderPlan,
  wallet: Wallet,
  response: Exchange,
  row: JsonObject,
): void {
  const price = formatPrice(plan.price);
  const expectField = (clause: string, field: string, holds: boolean, expected: string, pattern: unknown): boolean => {
    const pointer = `/data/0/${field}`;
    const expectation = { at: { [pointer]: pattern } };
    return context.expect(clause, holds, response, { pointer, expected, actual: row[field], expectation });
  };
  const isPrice = micro(textAt(row, 'price')) === microPrice(plan.price);
  const priced = { $number: plan.price / PRICE_ONE };
  const sized = { $number: plan.size / MICRO };
  const texts = {
    side: plan.side,
    type: plan.type,
    assetId: plan.market.tokenIds[plan.outcome],
    market: plan.market.conditionId,
  };
  const other = [
    ...Object.entries(texts).map(([field, text]) => ({ field, isSame: textAt(row, field) === text, pattern: text })),
    {
      field: 'price',
      isSame: isPriced(context, row, plan),
      pattern: { $number: inUnit(context, 'price', plan.price / PRICE_ONE) },
    },
    {
      field: 'originalSize',
      isSame: isSized(context, row, plan),
      pattern: { $number: inUnit(context, 'size', plan.size / MICRO) },
    },
  ].find(({ isSame }) => !isSame);
  const placed = `the order as placed: ${plan.side} ${plan.size / MICRO} at ${price}, ${plan.type}`;
  expectField('2.15/type.placed', other?.field ?? 'type', other === undefined, placed, other?.pattern);
  if (plan.side === 'BUY') expectField('2.15/side.BUY', 'side', textAt(row, 'side') === 'BUY', 'BUY', 'BUY');
  expectField('D/order-amounts.price', 'price', isPrice, `cash divided by shares, ${price}`, priced);
  const isShares = micro(textAt(row, 'originalSize')) === plan.size;
  expectField('D/live-order-units.size', 'originalSize', isShares, `${plan.size / MICRO} shares`, sized);
  expectField('D/live-order-units.price', 'price', isPrice, `${price} dollars`, priced);
  const isCaller = isSameCaseless(textAt(row, 'makerAddress'), wallet.address);
  expectField('2.15/makerAddress.caller', 'makerAddress', isCaller, wallet.address, wallet.address);
  const isUnmatched = Number(textAt(row, 'sizeMatched')) === 0;
  expectField('2.15/sizeMatched.bounded', 'sizeMatched', isUnmatched, '0, because nothing is filled', { $number: 0 });
  expectField('D/order-status.listed', 'status', textAt(row, 'status') === 'LIVE', 'LIVE', 'LIVE');
}
