/**
 * conformance/checks/orders/fill-records: records of a fill (interface 4.3): in the activity of both wallets and among the
 * trades of the market.
 */
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Check, CheckContext } from '../../check.ts';
import { check } from '../definition.ts';
import { isSameCent, micro, microPrice } from '../quantities.ts';
import { eventually } from '../steady.ts';
import { ENTRIES, entriesSince, tradesSince } from './feeds.ts';
import { type Fill, withFill } from './fill.ts';
import { opposite, type Side } from './plan.ts';

const activityCheck = check('place-order', 'fill-activity', {
  title: 'a fill is in the activity of both wallets',
  clauses: ['4.3/fill.activity', '2.3/side.BUY', '2.3/side.SELL', '2.3/type.TRADE'],
  safety: 'write-irreversible',
  run: (context: CheckContext) => {
    const judge = async (fill: Fill): Promise<void> => {
      if (fill.depth === undefined) await judgeEntry(context, fill, fill.maker, 'SELL');
      await judgeEntry(context, fill, fill.taker, opposite(fill.plan.side));
      // The seller was another wallet, so the taker sells as well.
      if (fill.depth !== undefined && fill.plan.side === 'SELL')
        await withFill(context, { change: { side: 'BUY' } }, judge);
    };
    return withFill(context, {}, judge);
  },
});

/** Entries of one side, grouped by transaction: the interface does not say whether a fill has one entry or several. */
function entriesOf(rows: readonly JsonObject[], side: Side): readonly (readonly JsonObject[])[] {
  const ofSide = rows.filter((row) => textAt(row, 'side') === side);
  return [...Map.groupBy(ofSide, (row) => textAt(row, 'transactionHash')).values()];
}

const sizeOf = (rows: readonly JsonObject[]): number =>
  rows.reduce((sum, row) => sum + (numberAt(row, 'size') ?? 0), 0);

async function judgeEntry(
  context: CheckContext,
  { plan, since, depth }: Fill,
  wallet: Wallet,
  side: Side,
): Promise<void> {
  const shares = plan.size / MICRO;
  // Other wallets may have offered the shares in parts.
  const isWhole = (size: number): boolean => isSameCent(size, shares) || (depth !== undefined && size <= shares);
  const entryIn = (seen: readonly JsonObject[]): JsonObject | undefined =>
    entriesOf(seen, side).find((group) => isWhole(sizeOf(group)))?.[0];
  const { answer, rows } = await eventually(
    context,
    () => entriesSince(context, wallet, plan, since),
    (seen) => entryIn(seen.rows) !== undefined,
  );
  const entry = entryIn(rows);
  const [latest, ...older] = objectsIn(answer.json);
  if (entry === undefined && older.length + 1 >= ENTRIES)
    context.notTestable('the activity of the wallet is longer than a page', 'use wallets with shorter feeds');
  context.expect('4.3/fill.activity', entry !== undefined, answer, {
    expected: `an entry ${side} ${shares} in ${plan.market.conditionId}`,
    actual: latest,
    expectation: { body: { $contains: [{ side, conditionId: plan.market.conditionId }] } },
  });
  context.expect(`2.3/side.${side}`, entry !== undefined, answer, {
    pointer: '/0/side',
    expected: side,
    actual: latest?.['side'],
    expectation: { at: { '/0/side': side } },
  });
  if (entry !== undefined)
    context.expect('2.3/type.TRADE', textAt(entry, 'type') === 'TRADE', answer, {
      expected: 'TRADE',
      actual: entry['type'],
    });
}

const tradeCheck = check('place-order', 'fill-trade', {
  title: 'a fill is in the builder trades, with taker order and maker order, at a price within both limits',
  clauses: ['4.3/fill.trade', '4.3/fill.price-limit', 'D/builder-trades-auth.all', 'D/matching.maker-price'],
  safety: 'write-irreversible',
  run: (context: CheckContext) =>
    withFill(context, {}, async ({ plan, makerId, depth, takerId, since }) => {
      const makers = (row: JsonObject) => objectsIn(listAt(row, 'maker_orders'));
      // A trade may be one row, or a row for each maker order.
      const isIt = (row: JsonObject) =>
        textAt(row, 'taker_order_id') === takerId ||
        (depth === undefined && makers(row).some((order) => textAt(order, 'order_id') === makerId));
      const { answer, rows } = await eventually(
        context,
        () => tradesSince(context, plan.market.conditionId, since),
        (seen) => seen.rows.some(isIt),
      );
      const row = rows.find(isIt);
      const partners = `${takerId} with ${depth === undefined ? makerId : 'an order of another wallet'}`;
      context.expect('D/builder-trades-auth.all', row !== undefined, answer, {
        expected: `a trade of ${partners}`,
        actual: `${rows.length} trades`,
        expectation: { body: { $contains: [{ taker_order_id: takerId }] } },
      });
      if (row === undefined) return;
      // Only its own wallet knows the id of an order.
      const isMaker = (order: JsonObject): boolean => depth !== undefined || textAt(order, 'order_id') === makerId;
      const isNamed = textAt(row, 'taker_order_id') === takerId && rows.filter(isIt).flatMap(makers).some(isMaker);
      const maker = depth === undefined ? { maker_orders: { $contains: [{ order_id: makerId }] } } : {};
      const expectation = { body: { $contains: [{ taker_order_id: takerId, ...maker }] } };
      context.expect('4.3/fill.trade', isNamed, answer, { expected: partners, actual: row, expectation });
      const price = micro(textAt(row, 'price'));
      const limit = microPrice(plan.price);
      context.expect('4.3/fill.price-limit', isWithin(price, limit), answer, {
        pointer: '/0/price',
        expected: `${formatPrice(plan.price)} or less for the buyer`,
        actual: row['price'],
        expectation: { at: { '/0/price': { $number: { $lte: plan.price / PRICE_ONE } } } },
      });
      // Another wallet may have made a better offer meanwhile.
      if (depth !== undefined) return;
      context.expect('D/matching.maker-price', price === limit, answer, {
        pointer: '/0/price',
        expected: `the resting order's ${formatPrice(plan.price)}`,
        actual: row['price'],
        expectation: { at: { '/0/price': { $number: plan.price / PRICE_ONE } } },
      });
    }),
});

/** A price is not higher than a limit, in any power of ten of dollars: the interface does not state the unit. */
function isWithin(price: number, limit: number): boolean {
  const unit = 10 ** Math.max(0, Math.round(Math.log10(price / limit)));
  return price / unit <= limit;
}

export const fillRecordChecks: readonly Check[] = [activityCheck, tradeCheck];
