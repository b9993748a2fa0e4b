/**
 * conformance/checks/orders/fill-records: records of a fill (interface 4.3): in the activity of both wallets and among the
 * trades of the market.
 */
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Check, CheckContext } from '../../check.ts';
import type { Listed } from '../assertions.ts';
import { check } from '../definition.ts';
import { isSameCent, micro } from '../quantities.ts';
import { eventually } from '../steady.ts';
import { ENTRIES, entriesSince, tradesSince } from './feeds.ts';
import { type Fill, withFill } from './fill.ts';
import { type OrderPlan, opposite, type Side } from './plan.ts';
import { isBetween, judgeParties, limitsIn, PARTIES } from './trade-parties.ts';
import { isTradeSize } from './units.ts';

/** Shares of a fill whose entries are looked for: no other fill has as many. */
const SHARES = 28;

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
        await withFill(context, { change: { side: 'BUY', shares: SHARES } }, judge);
    };
    return withFill(context, { change: { shares: SHARES } }, judge);
  },
});

/** Entries of one side, grouped by transaction: the interface does not say whether a fill has one entry or several. */
function entriesOf(rows: readonly JsonObject[], side: Side): readonly (readonly JsonObject[])[] {
  const ofSide = rows.filter((row) => textAt(row, 'side') === side);
  return [...Map.groupBy(ofSide, (row) => textAt(row, 'transactionHash')).values()];
}

const sizeOf = (rows: readonly JsonObject[]): number =>
  rows.reduce((sum, row) => sum + (numberAt(row, 'size') ?? 0), 0);

/** Judges the activity of a party for a fill. */
export async function judgeEntry(
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
  const { response, rows } = await eventually(
    context,
    () => entriesSince(context, wallet, plan, since),
    (seen) => entryIn(seen.rows) !== undefined,
  );
  const entry = entryIn(rows);
  const [latest, ...older] = objectsIn(response.json);
  if (entry === undefined && older.length + 1 >= ENTRIES)
    context.notTestable('the activity of the wallet is longer than a page', 'use wallets with shorter feeds');
  context.expect('4.3/fill.activity', entry !== undefined, response, {
    expected: `an entry ${side} ${shares} in ${plan.market.conditionId}`,
    actual: latest,
    expectation: { body: { $contains: [{ side, conditionId: plan.market.conditionId }] } },
  });
  context.expect(`2.3/side.${side}`, entry !== undefined, response, {
    pointer: '/0/side',
    expected: side,
    actual: latest?.['side'],
    expectation: { at: { '/0/side': side } },
  });
  if (entry !== undefined)
    context.expect('2.3/type.TRADE', textAt(entry, 'type') === 'TRADE', response, {
      expected: 'TRADE',
      actual: entry['type'],
    });
}

/** Clauses that `judgeTrade` may judge. */
export const TRADE_CLAUSES = [
  '4.3/fill.trade',
  '4.3/fill.size',
  '4.3/fill.price-limit',
  PARTIES,
  'D/builder-trades-auth.all',
  'D/matching.maker-price',
];

const tradeCheck = check('place-order', 'fill-trade', {
  title: 'a fill is in the builder trades, with taker order, maker order and size, at a price within both limits',
  clauses: TRADE_CLAUSES,
  safety: 'write-irreversible',
  run: (context: CheckContext) => withFill(context, {}, (fill) => judgeTrade(context, fill)),
});

/** Judges the trade of a fill; `order` is that of the taker, `limit` its limit as a price of the resting order's token. */
export async function judgeTrade(
  context: CheckContext,
  fill: Fill,
  order: OrderPlan = { ...fill.plan, side: opposite(fill.plan.side) },
  limit: number = order.price,
): Promise<void> {
  const { plan, makerId, depth, takerId, since } = fill;
  const makers = (row: JsonObject) => objectsIn(listAt(row, 'maker_orders'));
  // A trade may be one row, or a row for each maker order.
  const isIt = (row: JsonObject) =>
    textAt(row, 'taker_order_id') === takerId ||
    (depth === undefined && makers(row).some((order) => textAt(order, 'order_id') === makerId));
  const { response, rows } = await eventually(
    context,
    () => tradesSince(context, plan.market.conditionId, since),
    (seen) => seen.rows.some(isIt),
  );
  const row = rows.find(isIt);
  const partners = `${takerId} with ${depth === undefined ? makerId : 'an order of another wallet'}`;
  context.expect('D/builder-trades-auth.all', row !== undefined, response, {
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
  context.expect('4.3/fill.trade', isNamed, response, { expected: partners, actual: row, expectation });
  const own = { response, rows: rows.filter(isIt) };
  judgeTraded(context, fill, own);
  judgeParties(context, fill, order, limit, own);
  judgeTradePrice(context, fill, limit, { response, rows, row });
}

/** The rows of a fill add up to the shares that traded, in the unit of the run. */
function judgeTraded(context: CheckContext, { plan, size, takerId }: Fill, { response, rows }: Listed): void {
  const traded = Math.min(plan.size, size);
  const sum = rows.reduce((total, row) => total + Number(textAt(row, 'size')), 0);
  context.expect('4.3/fill.size', isTradeSize(context, sum, traded), response, {
    expected: `${traded / MICRO} shares in the trades of ${takerId}`,
    actual: rows.map((row) => row['size']),
  });
}

type TradeRow = Listed & { readonly row: JsonObject };

function judgeTradePrice(
  context: CheckContext,
  { plan, depth }: Fill,
  limit: number,
  { response, rows, row }: TradeRow,
): void {
  const token = textAt(row, 'asset_id');
  const price = micro(textAt(row, 'price'));
  const [resting] = limitsIn(token, plan, plan.price);
  const [low, high] = limitsIn(token, plan, limit);
  const pointer = `/${rows.indexOf(row)}/price`;
  const [least, most] = [low / MICRO, high / MICRO];
  context.expect('4.3/fill.price-limit', isBetween(price, [low, high]), response, {
    pointer,
    expected:
      least === most ? `${least}, the limit of both orders` : `a price from ${least} to ${most}, the two limits`,
    actual: row['price'],
    expectation: { at: { [pointer]: { $number: { $range: [least, most] } } } },
  });
  // Another wallet may have made a better offer meanwhile.
  if (depth !== undefined) return;
  context.expect('D/matching.maker-price', price === resting, response, {
    pointer,
    expected: `the resting order's ${resting / MICRO}`,
    actual: row['price'],
    expectation: { at: { [pointer]: { $number: resting / MICRO } } },
  });
}

export const fillRecordChecks: readonly Check[] = [activityCheck, tradeCheck];
