/**
 * conformance/checks/orders/order-placement: an order that rests: its reply, its level in the book, its row among the live orders
 * (interface 2.15, 4.3, 4.5).
 */
import { flagAt, textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { expectEach, isRefusedReply } from '../assertions.ts';
import { check } from '../definition.ts';
import { eventually } from '../steady.ts';
import { type Book, grownLevelOf, readBook, sizeAt } from './book.ts';
import { listing, liveOrders } from './live-list.ts';
import { judgeRow, ROW_CLAUSES } from './live-row.ts';
import { twoWallets } from './parties.ts';
import { cancel, namedId, type OrderPlan, place, type Side } from './plan.ts';
import { restingPlan, withPlaced } from './resting-orders.ts';
import { inUnit, isLevelSize } from './units.ts';

/** Clauses that any accepted order verifies. */
const ACCEPTED_CLAUSES = ['4.3/content-type', '4.3/order.signatureType.3'];

function judgeReply(context: CheckContext, { side }: OrderPlan, response: Exchange): void {
  const { json } = response;
  context.expect('4.3/reply.success.accepted', flagAt(json, 'success') === true, response, {
    pointer: '/success',
    expected: 'true, because the order is accepted',
    expectation: { at: { '/success': true } },
    actual: json,
  });
  context.judge({ clauses: 'D/order-reply.errorMsg', of: response, must: { at: { '/errorMsg': '' } } });
  for (const clause of ACCEPTED_CLAUSES) context.verified(clause);
  context.verified(side === 'BUY' ? '4.3/order.side.BUY' : 'D/order-sides.SELL');
  const status = textAt(json, 'status') ?? '';
  context.fact('status-word.resting', status);
  context.expect('D/order-status.reply', ['live', 'matched', 'delayed'].includes(status), response, {
    pointer: '/status',
    expected: 'live, matched or delayed',
    expectation: { at: { '/status': { $in: ['live', 'matched', 'delayed'] } } },
    actual: status,
  });
  const [making, taking] = ['makingAmount', 'takingAmount'].map((field) => textAt(json, field));
  context.expect('D/order-reply.resting', making === '' && taking === '', response, {
    pointer: '/makingAmount',
    expected: 'empty amounts',
    expectation: { at: { '/makingAmount': '', '/takingAmount': '' } },
    actual: `${making} and ${taking}`,
  });
}

/** The level at the plan's price must grow by the order. */
async function judgeLevel(context: CheckContext, plan: OrderPlan, before: Book): Promise<void> {
  const side = sideOf(plan.side);
  const added = (seen: Book): number => sizeAt(seen[side], plan.price) - sizeAt(before[side], plan.price);
  const book = await eventually(
    context,
    () => readBook(context, plan.market.tokenIds[plan.outcome]),
    (seen) => isLevelSize(context, added(seen), plan.size),
  );
  const isAdded = isLevelSize(context, added(book), plan.size);
  const shares = `${plan.size / MICRO} shares`;
  const deviation = {
    expected: `${shares} more at ${formatPrice(plan.price)} in ${side}`,
    actual: added(book) / MICRO,
  };
  const grown = (size: number) => ({ ...deviation, expectation: grownLevelOf(before, side, plan.price, size) });
  const inBookUnit = grown(inUnit(context, 'level', plan.size));
  expectEach(context, ['4.3/rest.book', 'D/order-types.GTC'], isAdded, book.response, inBookUnit);
  context.expect('D/book-units', added(book) === plan.size, book.response, grown(plan.size));
}

const sideOf = (side: Side): 'bids' | 'asks' => (side === 'BUY' ? 'bids' : 'asks');

async function judgeListed(context: CheckContext, plan: OrderPlan, wallet: Wallet, id: string): Promise<void> {
  const { response, rows } = await eventually(
    context,
    () => liveOrders(context, wallet, { id }),
    (seen) => seen.rows.length > 0,
  );
  const row = rows.find((order) => textAt(order, 'id') === id);
  context.expect('4.3/reply.orderID.listed', row !== undefined, response, {
    expected: `a live order ${id}`,
    expectation: listing(id),
    actual: `${rows.length} orders`,
  });
  if (row !== undefined) judgeRow(context, plan, wallet, response, row);
}

/** An order whose reply says that it failed must not be listed. */
async function judgeUnlisted(context: CheckContext, wallet: Wallet, reply: Exchange): Promise<void> {
  const id = namedId(reply);
  if (id === undefined) return;
  const { rows } = await liveOrders(context, wallet, { id });
  if (!rows.some((row) => textAt(row, 'id') === id)) return;
  await cancel(context, wallet, id);
  context.expect('4.3/reply.success.accepted', false, reply, {
    pointer: '/success',
    expected: 'true, because the order is listed among the live orders',
    expectation: { at: { '/success': true } },
    actual: false,
  });
}

function restingCheck(side: Side, outcome: 0 | 1): Check {
  return check('place-order', `rests-${side.toLowerCase()}-${outcome}`, {
    title: `a GTC ${side} of outcome ${outcome} that does not cross rests: in the reply, in the book, among the live orders`,
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
      ...(side === 'SELL' ? ['D/order-sides.SELL'] : []),
    ],
    run: async (context: CheckContext) => {
      const [wallet] = twoWallets(context);
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

export const placementChecks: readonly Check[] = [
  restingCheck('BUY', 0),
  restingCheck('SELL', 0),
  restingCheck('BUY', 1),
  restingCheck('SELL', 1),
];
