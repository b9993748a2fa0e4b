/**
 * conformance/checks/orders/fills: what a fill leaves behind: in the reply, in the book, in both wallets, among trades and live
 * orders (interface 4.3). Every check makes its own fill inside the spread, between the first two wallets.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO, parseUnits } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { restingPlan, tradingCheck } from './placing.ts';
import type { OrderPlan } from './plan.ts';
import { place, placedId } from './plan.ts';
import { eventually, heldShares, liveOrders, readBook, sizeAt, twoWallets, withResting } from './venue.ts';

/** One fill: the maker's order rested, the taker's met it. */
export type Fill = {
  readonly maker: Wallet;
  readonly taker: Wallet;
  readonly plan: OrderPlan;
  readonly makerId: string;
  readonly takerId: string | undefined;
  /** Shares the taker asked for, micro. */
  readonly size: number;
  readonly reply: Exchange;
  /** Service clock before the taker's order, Unix seconds. */
  readonly since: number;
};

/** The other side. */
export const opposite = (side: 'BUY' | 'SELL') => (side === 'BUY' ? 'SELL' : 'BUY');

/** Rests a plan as the first wallet, takes `part` of it as the second, and shows the fill to `judge`. */
export async function withFill(
  context: CheckContext,
  turn: number,
  change: Partial<OrderPlan>,
  type: 'FOK' | 'GTC' | 'FAK',
  part: number,
  judge: (fill: Fill) => Promise<void>,
): Promise<void> {
  const [maker, taker] = twoWallets(context);
  const plan = await restingPlan(context, turn, { side: 'SELL', ...change });
  await withResting(context, maker, plan, async (makerId) => {
    const since = context.serviceSeconds() - 1;
    const size = Math.round(plan.size * part);
    const reply = await place(context, taker, { ...plan, side: opposite(plan.side), type, size });
    await judge({ maker, taker, plan, makerId, takerId: placedId(reply), size, reply, since });
  });
}

const amount = (text: string | undefined): number => parseUnits(text ?? '', 6) ?? Number.NaN;

const replyCheck = tradingCheck('place-order.fok-filled', {
  title: 'a FOK order that can fill trades its whole size at once: level gone, nothing rests, last price moved',
  clauses: [
    '4.3/orderType.FOK',
    '4.3/fok.whole-or-nothing',
    '4.3/fill.book',
    '4.3/fill.last-price',
    'D/order-reply.matched',
    'D/order-status.reply',
    'D/live-order-list.open-only',
  ],
  kind: 'stateful',
  route: 'place-order',
  safety: 'write-irreversible',
  run: async (context: CheckContext) => {
    await withFill(context, 0, {}, 'FOK', 1, async ({ plan, maker, taker, makerId, takerId, reply }) => {
      const accepted = takerId !== undefined && isSuccess(reply);
      context.expect('4.3/orderType.FOK', accepted, reply, {
        expected: 'an accepted order',
        actual: `status ${reply.status}`,
      });
      if (!accepted) return;
      const token = plan.market.tokenIds[plan.outcome];
      const book = await eventually(
        context,
        () => readBook(context, token),
        (seen) => sizeAt(seen.asks, plan.price) === 0,
      );
      const left = sizeAt(book.asks, plan.price);
      context.expect('4.3/fill.book', left === 0, book.answer, {
        expected: `no shares left at ${formatPrice(plan.price)}`,
        actual: left / MICRO,
      });
      context.expect('4.3/fill.last-price', parseUnits(book.last, 6) === plan.price * 100, book.answer, {
        pointer: '/0/last_trade_price',
        expected: formatPrice(plan.price),
        actual: book.last,
      });
      const rests = await liveOrders(context, taker, { id: takerId });
      context.expect('4.3/fok.whole-or-nothing', rests.rows.length === 0 && left === 0, rests.answer, {
        expected: 'a whole fill and no live order',
        actual: `${rests.rows.length} live orders`,
      });
      const done = await liveOrders(context, maker, { id: makerId });
      context.expect('D/live-order-list.open-only', done.rows.length === 0, done.answer, {
        expected: 'no filled order in the list',
        actual: done.rows[0],
      });
      const gave = amount(textAt(reply.json, 'makingAmount'));
      const got = amount(textAt(reply.json, 'takingAmount'));
      const cash = (plan.size / MICRO) * plan.price * 100;
      context.expect('D/order-reply.matched', got === plan.size && gave >= cash && gave <= cash * 1.11, reply, {
        pointer: '/makingAmount',
        expected: `${cash / MICRO} dollars given, fee aside, for ${plan.size / MICRO} shares`,
        actual: `${textAt(reply.json, 'makingAmount')} for ${textAt(reply.json, 'takingAmount')}`,
      });
      context.expect('D/order-status.reply', textAt(reply.json, 'status') === 'matched', reply, {
        pointer: '/status',
        expected: 'matched',
        actual: textAt(reply.json, 'status'),
      });
      context.fact('status-word.filled', textAt(reply.json, 'status') ?? '');
    });
  },
});

function within(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) < 0.011;
}

const positionCheck = tradingCheck('place-order.fill-positions', {
  title: 'a fill changes the positions of both wallets by its size',
  clauses: [
    '4.3/fill.position',
    'D/position-maths.avgPrice',
    'D/position-maths.totalBought',
    'D/position-maths.realizedPnl',
  ],
  kind: 'stateful',
  route: 'place-order',
  safety: 'write-irreversible',
  run: async (context: CheckContext) => {
    const [maker, taker] = twoWallets(context);
    const { market, outcome, size } = await restingPlan(context, 1, { side: 'SELL' });
    const before = [
      await heldShares(context, maker, market, outcome),
      await heldShares(context, taker, market, outcome),
    ] as const;
    await withFill(context, 1, { market, outcome, size }, 'FOK', 1, async ({ plan, takerId, reply }) => {
      if (takerId === undefined)
        context.notTestable(`the FOK order was not filled (status ${reply.status})`, 'give the second wallet cash');
      const shares = plan.size / MICRO;
      const sold = await eventually(
        context,
        () => heldShares(context, maker, market, outcome),
        (seen) => within(seen.shares, before[0].shares - shares),
      );
      const bought = await eventually(
        context,
        () => heldShares(context, taker, market, outcome),
        (seen) => within(seen.shares, before[1].shares + shares),
      );
      context.expect('4.3/fill.position', within(sold.shares, before[0].shares - shares), sold.answer, {
        pointer: '/0/size',
        expected: `${before[0].shares} - ${shares}`,
        actual: sold.shares,
      });
      context.expect('4.3/fill.position', within(bought.shares, before[1].shares + shares), bought.answer, {
        pointer: '/0/size',
        expected: `${before[1].shares} + ${shares}`,
        actual: bought.shares,
      });
      judgeMaths(context, before, { sold, bought }, shares, plan.price / 10_000);
    });
  },
});

type Held = Awaited<ReturnType<typeof heldShares>>;

/** Average price of the buyer, gain of the seller, shares ever bought. */
function judgeMaths(
  context: CheckContext,
  before: readonly [Held, Held],
  after: { readonly sold: Held; readonly bought: Held },
  shares: number,
  price: number,
): void {
  const [sellerBefore, buyerBefore] = before;
  const average = (sellerBefore.row === undefined ? undefined : numberAt(sellerBefore.row, 'avgPrice')) ?? 0;
  const cost = (numberAt(buyerBefore.row, 'avgPrice') ?? 0) * buyerBefore.shares + price * shares;
  const mean = cost / (buyerBefore.shares + shares);
  const actual = numberAt(after.bought.row, 'avgPrice') ?? Number.NaN;
  context.expect('D/position-maths.avgPrice', Math.abs(actual - mean) < 0.001, after.bought.answer, {
    pointer: '/0/avgPrice',
    expected: String(mean),
    actual,
  });
  const total = (numberAt(buyerBefore.row, 'totalBought') ?? 0) + shares;
  const bought = numberAt(after.bought.row, 'totalBought') ?? Number.NaN;
  context.expect('D/position-maths.totalBought', within(bought, total), after.bought.answer, {
    pointer: '/0/totalBought',
    expected: String(total),
    actual: bought,
  });
  const gain = (numberAt(sellerBefore.row, 'realizedPnl') ?? 0) + (price - average) * shares;
  const realized = numberAt(after.sold.row, 'realizedPnl') ?? Number.NaN;
  context.expect('D/position-maths.realizedPnl', Math.abs(realized - gain) < 0.02, after.sold.answer, {
    pointer: '/0/realizedPnl',
    expected: String(gain),
    actual: realized,
  });
}

const activityCheck = tradingCheck('place-order.fill-activity', {
  title: 'a fill stands in the activity of both wallets',
  clauses: ['4.3/fill.activity', '2.3/side.BUY', '2.3/side.SELL', '2.3/type.TRADE'],
  kind: 'stateful',
  route: 'place-order',
  safety: 'write-irreversible',
  run: async (context: CheckContext) => {
    await withFill(context, 2, {}, 'FOK', 1, async ({ plan, maker, taker, takerId, since }) => {
      if (takerId === undefined) context.notTestable('the FOK order was not filled', 'give the second wallet cash');
      for (const [wallet, side] of [
        [maker, 'SELL'],
        [taker, 'BUY'],
      ] as const) {
        const ask = () => context.send(get('/activity', { user: wallet.address, limit: '500' }));
        const isIt = (row: JsonObject) =>
          textAt(row, 'conditionId') === plan.market.conditionId &&
          (numberAt(row, 'timestamp') ?? 0) >= since &&
          numberAt(row, 'outcomeIndex') === plan.outcome;
        const answer = await eventually(context, ask, (seen) => objectsIn(seen.json).some(isIt));
        const row = objectsIn(answer.json).find(
          (entry) =>
            isIt(entry) && textAt(entry, 'side') === side && within(numberAt(entry, 'size') ?? -1, plan.size / MICRO),
        );
        if (row === undefined && objectsIn(answer.json).length >= 500)
          context.notTestable('the activity of the wallet is longer than a page', 'use wallets with shorter feeds');
        context.expect('4.3/fill.activity', row !== undefined, answer, {
          expected: `an entry ${side} ${plan.size / MICRO} in ${plan.market.conditionId}`,
          actual: objectsIn(answer.json)[0],
        });
        context.expect(`2.3/side.${side}`, row !== undefined, answer, {
          pointer: '/0/side',
          expected: side,
          actual: objectsIn(answer.json)[0]?.['side'],
        });
        if (row !== undefined)
          context.expect('2.3/type.TRADE', textAt(row, 'type') === 'TRADE', answer, {
            expected: 'TRADE',
            actual: row['type'],
          });
      }
    });
  },
});

/** Trades of a market since a moment, first page. */
export async function tradesSince(
  context: CheckContext,
  market: string,
  since: number,
): Promise<{ readonly answer: Exchange; readonly rows: readonly JsonObject[] }> {
  const answer = await context.send(get('/builder/trades', { market, after: String(since - 1) }));
  return { answer, rows: objectsIn(answer.json) };
}

const tradeCheck = tradingCheck('place-order.fill-trade', {
  title: 'a fill stands among the builder trades, naming taker order and maker order, at a price within both limits',
  clauses: ['4.3/fill.trade', '4.3/fill.price-limit', 'D/matching.maker-price'],
  kind: 'stateful',
  route: 'place-order',
  safety: 'write-irreversible',
  run: async (context: CheckContext) => {
    await withFill(context, 3, {}, 'FOK', 1, async ({ plan, makerId, takerId, since }) => {
      if (takerId === undefined) context.notTestable('the FOK order was not filled', 'give the second wallet cash');
      const isIt = (row: JsonObject) => textAt(row, 'taker_order_id') === takerId;
      const { answer, rows } = await eventually(
        context,
        () => tradesSince(context, plan.market.conditionId, since),
        (seen) => seen.rows.some(isIt),
      );
      const row = rows.find(isIt);
      const named = objectsIn(listAt(row, 'maker_orders')).some((order) => textAt(order, 'order_id') === makerId);
      context.expect('4.3/fill.trade', named, answer, {
        expected: `a trade of ${takerId} with ${makerId}`,
        actual: row ?? `${rows.length} trades`,
      });
      if (row === undefined) return;
      const price = amount(textAt(row, 'price'));
      context.expect('4.3/fill.price-limit', price <= plan.price * 100, answer, {
        pointer: '/0/price',
        expected: `${formatPrice(plan.price)} or less for the buyer`,
        actual: row['price'],
      });
      context.expect('D/matching.maker-price', price === plan.price * 100, answer, {
        pointer: '/0/price',
        expected: `the resting order's ${formatPrice(plan.price)}`,
        actual: row['price'],
      });
    });
  },
});

const partialCheck = tradingCheck('place-order.partial-fill', {
  title: 'a partly filled order stays listed with what traded in sizeMatched, and its rest stays in the book',
  clauses: ['4.3/fill.sizeMatched', '2.15/sizeMatched.bounded', '4.3/fill.book'],
  kind: 'stateful',
  route: 'place-order',
  safety: 'write-irreversible',
  run: async (context: CheckContext) => {
    await withFill(context, 4, {}, 'FOK', 0.5, async ({ plan, maker, makerId, takerId, size }) => {
      if (takerId === undefined) context.notTestable('the FOK order was not filled', 'give the second wallet cash');
      const matched = (rows: readonly JsonObject[]) => amount(textAt(rows[0], 'sizeMatched'));
      const { answer, rows } = await eventually(
        context,
        () => liveOrders(context, maker, { id: makerId }),
        (seen) => matched(seen.rows) === size,
      );
      context.expect('4.3/fill.sizeMatched', matched(rows) === size, answer, {
        pointer: '/data/0/sizeMatched',
        expected: String(size / MICRO),
        actual: textAt(rows[0], 'sizeMatched'),
      });
      const original = amount(textAt(rows[0], 'originalSize'));
      if (rows.length > 0)
        context.expect('2.15/sizeMatched.bounded', matched(rows) <= original, answer, {
          pointer: '/data/0/sizeMatched',
          expected: `at most ${original / MICRO}`,
          actual: textAt(rows[0], 'sizeMatched'),
        });
      const book = await readBook(context, plan.market.tokenIds[plan.outcome]);
      const left = sizeAt(book.asks, plan.price);
      context.expect('4.3/fill.book', left === plan.size - size, book.answer, {
        expected: `${(plan.size - size) / MICRO} shares left at ${formatPrice(plan.price)}`,
        actual: left / MICRO,
      });
    });
  },
});

/** What fills leave behind. */
export const orderFillChecks: readonly Check[] = [replyCheck, positionCheck, activityCheck, tradeCheck, partialCheck];
