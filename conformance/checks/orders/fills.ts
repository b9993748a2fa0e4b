/**
 * conformance/checks/orders/fills: the effect of a fill on its two orders (interface 4.3): the reply, the book and the live
 * orders, for a full and for a partial fill.
 */
import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO } from '../../../spec/units.ts';
import type { Check, CheckContext } from '../../check.ts';
import { check } from '../definition.ts';
import { DEAREST, micro, microPrice } from '../quantities.ts';
import { eventually } from '../steady.ts';
import { type Book, levelOf, readBook, sizeAt } from './book.ts';
import { type Attempt, type Fill, tryFill, withFill } from './fill.ts';
import { judgeTrade, TRADE_CLAUSES } from './fill-records.ts';
import { LAST_PRICE, lastPriceJudge } from './last-price.ts';
import { listedOrder, liveOrders, notListing } from './live-list.ts';
import { findOffer, isStillOffered } from './offer.ts';
import { reasonIn } from './plan.ts';
import { frontPlan } from './resting-orders.ts';
import { isLevelSize, isQuantity, isSized, levelShares } from './units.ts';

/** Values that the interface calls allowed, all in the taker's order: a FOK purchase of signature type 3. */
const ALLOWED = ['4.3/orderType.FOK', '4.3/order.side.BUY', '4.3/order.signatureType.3'];

/** Statuses of an order that is refused because matching is halted (D/order-refusals). */
const HALTED = [425, 503];

const wholeCheck = check('place-order', 'fok-filled', {
  title:
    'a FOK order that can fill completely does so at once: the level is gone, nothing rests, the last price is new',
  clauses: [
    ...ALLOWED,
    '4.3/fok.whole-or-nothing',
    '4.3/fill.book',
    LAST_PRICE,
    'D/order-reply.matched',
    'D/order-status.reply',
    'D/live-order-list.open-only',
  ],
  safety: 'write-irreversible',
  run: async (context: CheckContext) => {
    // Matching may have been halted for a moment (D/order-refusals).
    if (!(await judgeAttempt(context, false))) await judgeAttempt(context, true);
  },
});

/** Fills an offer once and judges the fill; false if the order was refused and this attempt is not the last. */
async function judgeAttempt(context: CheckContext, isLast: boolean): Promise<boolean> {
  const offer = await findOffer(context);
  const judgeLast = await lastPriceJudge(context, offer.plan);
  return await tryFill(context, { offer }, (attempt) => judgeWhole(context, attempt, judgeLast, isLast));
}

type LastPriceJudge = Awaited<ReturnType<typeof lastPriceJudge>>;

/** Judges a fill. A refused order is judged only in the last attempt; earlier ones return false. */
async function judgeWhole(
  context: CheckContext,
  attempt: Attempt,
  judgeLast: LastPriceJudge,
  isLast: boolean,
): Promise<boolean> {
  const { takerId, reply, plan, depth } = attempt;
  const isAccepted = takerId !== undefined;
  if (!isAccepted && depth !== undefined && !(await isStillOffered(context, plan)))
    context.notTestable('another wallet may have filled the order before', 'name a market without other traders');
  if (!isAccepted && !isLast) return false;
  if (!isAccepted && HALTED.includes(reply.status))
    context.notTestable(`matching was halted twice (${reasonIn(reply)})`, 'run the check again');
  for (const clause of ALLOWED) {
    const expectation = { at: { '/success': true } };
    context.expect(clause, isAccepted, reply, { expected: 'an accepted order', actual: reasonIn(reply), expectation });
  }
  if (!isAccepted) return true;
  const fill = { ...attempt, takerId };
  if (depth === undefined) await judgeGone(context, fill, judgeLast);
  else await judgeTaken(context, fill, depth);
  judgeMatched(context, attempt);
  return true;
}

/** Neither order is in the book or among the live orders. */
async function judgeGone(
  context: CheckContext,
  { plan, maker, taker, makerId, takerId }: Fill,
  judgeLast: LastPriceJudge,
): Promise<void> {
  const token = plan.market.tokenIds[plan.outcome];
  const book = await eventually(
    context,
    () => readBook(context, token),
    (seen) => sizeAt(seen.asks, plan.price) === 0,
  );
  const left = sizeAt(book.asks, plan.price);
  context.expect('4.3/fill.book', left === 0, book.response, {
    expected: `no shares left at ${formatPrice(plan.price)}`,
    actual: left / MICRO,
    expectation: levelOf('asks', plan.price, 0),
  });
  await judgeLast(takerId);
  const rests = await listedOrder(context, taker, plan, takerId);
  const isGone = rests.rows.length === 0;
  context.expect('4.3/fok.whole-or-nothing', isGone && left === 0, isGone ? book.response : rests.response, {
    expected: 'a complete fill and no live order',
    actual: `${rests.rows.length} live orders`,
    expectation: isGone ? levelOf('asks', plan.price, 0) : notListing(takerId),
  });
  const done = await listedOrder(context, maker, plan, makerId);
  context.expect('D/live-order-list.open-only', done.rows.length === 0, done.response, {
    expected: 'no filled order in the list',
    actual: done.rows[0],
    expectation: notListing(makerId),
  });
}

/** The taker's order is gone. The level of other wallets may be refilled at once, so it counts only if it shows the fill. */
async function judgeTaken(context: CheckContext, { plan, taker, takerId }: Fill, depth: number): Promise<void> {
  const isTaken = ({ asks, last }: Book): boolean =>
    levelShares(context, sizeAt(asks, plan.price)) === depth - plan.size && micro(last) === microPrice(plan.price);
  const book = await eventually(context, () => readBook(context, plan.market.tokenIds[plan.outcome]), isTaken);
  if (isTaken(book)) for (const clause of ['4.3/fill.book', LAST_PRICE]) context.verified(clause);
  const rests = await listedOrder(context, taker, plan, takerId);
  context.expect('4.3/fok.whole-or-nothing', rests.rows.length === 0, rests.response, {
    expected: 'no live order',
    actual: `${rests.rows.length} live orders`,
    expectation: notListing(takerId),
  });
}

function judgeMatched(context: CheckContext, { plan, depth, reply }: Attempt): void {
  const [making, taking] = ['makingAmount', 'takingAmount'].map((field) => textAt(reply.json, field));
  const cash = (plan.size / MICRO) * microPrice(plan.price);
  // Another wallet may have made a better offer meanwhile.
  const least = depth === undefined ? cash : 0;
  const isPaid = micro(making) >= least && micro(making) <= cash * DEAREST;
  context.expect('D/order-reply.matched', micro(taking) === plan.size && isPaid, reply, {
    pointer: '/makingAmount',
    expected: `${cash / MICRO} dollars before fees for ${plan.size / MICRO} shares`,
    actual: `${making} for ${taking}`,
    expectation: {
      at: {
        '/takingAmount': { $number: plan.size / MICRO },
        '/makingAmount': { $number: { $range: [least / MICRO, Math.ceil(cash * DEAREST) / MICRO] } },
      },
    },
  });
  context.judge({ clauses: 'D/order-status.reply', of: reply, must: { at: { '/status': 'matched' } } });
  context.fact('status-word.filled', textAt(reply.json, 'status') ?? '');
}

const partialCheck = check('place-order', 'partial-fill', {
  title: 'a partially filled order stays listed with the filled size in sizeMatched, and the rest stays in the book',
  clauses: ['4.3/fill.sizeMatched', '2.15/sizeMatched.bounded', '2.15/type.placed', '4.3/fill.book', ...TRADE_CLAUSES],
  safety: 'write-irreversible',
  run: async (context: CheckContext) => {
    const offer = { plan: await frontPlan(context, { side: 'SELL' }), depth: undefined };
    await withFill(context, { part: 0.5, offer }, async (fill) => {
      const { plan, maker, makerId, size } = fill;
      const isPart = (row: JsonObject | undefined): boolean =>
        isQuantity(row, 'sizeMatched', size, 'originalSize', plan.size);
      const { response, rows } = await eventually(
        context,
        () => liveOrders(context, maker, { id: makerId }),
        (seen) => isPart(seen.rows[0]),
      );
      const [row] = rows;
      const place = { pointer: '/data/0/sizeMatched', actual: row?.['sizeMatched'] };
      context.expect('4.3/fill.sizeMatched', isPart(row), response, {
        ...place,
        expected: `${size / MICRO} shares, in the unit in which originalSize is ${plan.size / MICRO}`,
        expectation: { at: { '/data/0/sizeMatched': { $number: size / MICRO } } },
      });
      if (row !== undefined) {
        context.expect('2.15/type.placed', isSized(context, row, plan), response, {
          pointer: '/data/0/originalSize',
          expected: `${plan.size / MICRO} shares, the size as placed, although part of it is filled`,
          actual: row['originalSize'],
        });
        const [matched, original] = ['sizeMatched', 'originalSize'].map((field) => Number(textAt(row, field)));
        context.expect('2.15/sizeMatched.bounded', Number(matched) <= Number(original), response, {
          ...place,
          expected: `at most ${original}`,
        });
      }
      const book = await eventually(
        context,
        () => readBook(context, plan.market.tokenIds[plan.outcome]),
        ({ asks }) => isLevelSize(context, sizeAt(asks, plan.price), plan.size - size),
      );
      const left = sizeAt(book.asks, plan.price);
      context.expect('4.3/fill.book', isLevelSize(context, left, plan.size - size), book.response, {
        expected: `${(plan.size - size) / MICRO} shares left at ${formatPrice(plan.price)}`,
        actual: left / MICRO,
        expectation: levelOf('asks', plan.price, plan.size - size),
      });
      await judgeTrade(context, fill);
    });
  },
});

export const fillChecks: readonly Check[] = [wholeCheck, partialCheck];
