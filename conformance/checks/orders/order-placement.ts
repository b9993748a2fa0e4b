/** conformance/checks/orders/order-placement: a resting order: its reply, level and row (interface 2.15, 4.3, 4.5). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { formatPrice, MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import type { Check, CheckContext, ClauseId, Exchange } from '../../check.ts';
import { eachLike, fieldLike, isRefusedReply, judgeLater, type Rule } from '../assertions.ts';
import { type Book, grownLevelOf, readBook, restLevel, sizeAt } from './book.ts';
import { listing, liveOrders } from './live-list.ts';
import { walletCheck } from './parties.ts';
import { cancel, namedId, type OrderPlan, place, type Side } from './plan.ts';
import { restingPlan, withPlaced } from './resting-orders.ts';
import { inUnit, isLevelSize, learnUnits, unitOf } from './units.ts';

const ROW_CLAUSES = [
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
function judgeRow(context: CheckContext, plan: OrderPlan, wallet: Wallet, id: string, of: Exchange): void {
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

const ACCEPTED_CLAUSES = ['4.3/content-type', '4.3/order.signatureType.3'] as const;

function judgeReply(context: CheckContext, { side }: OrderPlan, of: Exchange): void {
  const judge = (clauses: ClauseId, at: NonNullable<Expectation['at']>): boolean =>
    context.judge({ clauses, of, must: { at }, because: 'the order is accepted and rests' });
  judge('4.3/reply.success.accepted', { '/success': true });
  judge('D/order-reply.errorMsg', { '/errorMsg': '' });
  for (const clause of ACCEPTED_CLAUSES) context.verified(clause);
  context.verified(side === 'BUY' ? '4.3/order.side.BUY' : 'D/order-sides.SELL');
  context.fact('status-word.resting', textAt(of.json, 'status') ?? '');
  judge('D/order-status.reply', { '/status': { $in: ['live', 'matched', 'delayed'] } });
  judge('D/order-reply.resting', { '/makingAmount': '', '/takingAmount': '' });
}

async function judgeLevel(context: CheckContext, plan: OrderPlan, before: Book): Promise<void> {
  const level = restLevel(plan);
  const added = (seen: Book): number => sizeAt(seen[level.side], plan.price) - sizeAt(before[level.side], plan.price);
  const { response: of } = await context.eventually(
    () => readBook(context, level.token),
    (seen) => isLevelSize(context, added(seen), plan.size),
  );
  const shares = plan.size / MICRO;
  const because = `an order for ${shares} shares rests at ${formatPrice(plan.price)}`;
  const grown = grownLevelOf(before, level, shares * unitOf(context, 'level'));
  context.judge({ clauses: ['4.3/rest.book', 'D/order-types.GTC'], of, must: grown, because });
  context.judge({ clauses: 'D/book-units', of, must: grownLevelOf(before, level, shares), because });
}

async function judgeListed(context: CheckContext, plan: OrderPlan, wallet: Wallet, id: string): Promise<void> {
  const rests: Rule = { clauses: '4.3/reply.orderID.listed', must: listing(id), because: 'the reply has this id' };
  const { response, holds } = await judgeLater(context, rests, () => liveOrders(context, wallet, { id }));
  if (holds) judgeRow(context, plan, wallet, id, response);
}

async function judgeUnlisted(context: CheckContext, wallet: Wallet, reply: Exchange): Promise<void> {
  const id = namedId(reply);
  if (id === undefined) return;
  const { rows } = await liveOrders(context, wallet, { id });
  if (!rows.some((row) => textAt(row, 'id') === id)) return;
  await cancel(context, wallet, id);
  context.judge(fieldLike('4.3/reply.success.accepted', reply, '/success', true, 'the order is among the live orders'));
}

function restingCheck(side: Side, outcome: 0 | 1): Check {
  return walletCheck('place-order', `rests-${side.toLowerCase()}-${outcome}`, {
    title:
      `a GTC ${side} of outcome ${outcome} that does not cross rests: ` +
      'in the reply, in the book, among the live orders',
    clauses: [
      '4.3/reply.success.accepted',
      ...ACCEPTED_CLAUSES,
      '4.3/order.side.BUY',
      '4.3/reply.orderID.listed',
      '4.3/rest.book',
      'D/book-units',
      ...ROW_CLAUSES,
      'D/order-status.reply',
      'D/order-reply.errorMsg',
      'D/order-reply.resting',
      'D/order-types.GTC',
      ...(side === 'SELL' ? (['D/order-sides.SELL'] as const) : []),
    ],
    async run(context, [wallet]) {
      const plan = await restingPlan(context, { side, outcome });
      const before = await readBook(context, plan.market.tokenIds[outcome]);
      const reply = await place(context, wallet, plan);
      if (isRefusedReply(reply)) await judgeUnlisted(context, wallet, reply);
      await withPlaced(context, wallet, plan, reply, async (id, response) => {
        judgeReply(context, plan, response);
        await judgeLevel(context, plan, before);
        await judgeListed(context, plan, wallet, id);
      });
    },
  });
}

export const placementChecks = [
  restingCheck('BUY', 0),
  restingCheck('SELL', 0),
  restingCheck('BUY', 1),
  restingCheck('SELL', 1),
];
