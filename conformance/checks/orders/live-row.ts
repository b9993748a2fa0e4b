/**
 * conformance/checks/orders/live-row: the row of a resting order without fills, compared with the order as it was placed
 * (interface 2.15).
 */
import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { micro, microPrice } from '../quantities.ts';
import { isSameCaseless } from '../rows.ts';
import type { OrderPlan } from './plan.ts';
import { isPriced, isSized } from './units.ts';

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
  answer: Exchange,
  row: JsonObject,
): void {
  const expectField = (clause: string, field: string, holds: boolean, expected: string): boolean =>
    context.expect(clause, holds, answer, { pointer: `/data/0/${field}`, expected, actual: row[field] });
  const isPrice = micro(textAt(row, 'price')) === microPrice(plan.price);
  const price = formatPrice(plan.price);
  const comparisons: readonly (readonly [string, boolean])[] = [
    ['side', textAt(row, 'side') === plan.side],
    ['type', textAt(row, 'type') === plan.type],
    ['price', isPriced(context, row, plan)],
    ['originalSize', isSized(context, row, plan)],
    ['assetId', textAt(row, 'assetId') === plan.market.tokenIds[plan.outcome]],
    ['market', textAt(row, 'market') === plan.market.conditionId],
  ];
  const other = comparisons.find(([, isSame]) => !isSame)?.[0];
  const placed = `the order as placed: ${plan.side} ${plan.size / MICRO} at ${price}, ${plan.type}`;
  expectField('2.15/type.placed', other ?? '', other === undefined, placed);
  if (plan.side === 'BUY') expectField('2.15/side.BUY', 'side', textAt(row, 'side') === 'BUY', 'BUY');
  expectField('D/order-amounts.price', 'price', isPrice, `cash divided by shares, ${price}`);
  const isShares = micro(textAt(row, 'originalSize')) === plan.size;
  expectField('D/live-order-units.size', 'originalSize', isShares, `${plan.size / MICRO} shares`);
  expectField('D/live-order-units.price', 'price', isPrice, `${price} dollars`);
  const isCaller = isSameCaseless(textAt(row, 'makerAddress'), wallet.address);
  expectField('2.15/makerAddress.caller', 'makerAddress', isCaller, wallet.address);
  const isUnmatched = Number(textAt(row, 'sizeMatched')) === 0;
  expectField('2.15/sizeMatched.bounded', 'sizeMatched', isUnmatched, '0, because nothing is filled');
  expectField('D/order-status.listed', 'status', textAt(row, 'status') === 'LIVE', 'LIVE');
}
