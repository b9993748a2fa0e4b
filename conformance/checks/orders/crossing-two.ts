/** conformance/checks/orders/crossing-two: a GTC order that fills two at different prices, or at one price (4.3). */
import { type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { isClose } from '../../../wire/pattern/closeness.ts';
import type { CheckContext, Exchange, Wallet } from '../../check.ts';
import { bodyLike, eachLike, isTrue, type Rule } from '../assertions.ts';
import { readTokens } from '../books/batch.ts';
import { isCrossed, judgeBooks, uncrossed } from '../books/rules.ts';
import { type OrderPlan, place, tokenOf, twoWallets, walletCheck, withResting } from './plan.ts';
import { filledId, frontPlan } from './resting-orders.ts';
import { entriesSince, entryOf, liveOrders, traded, tradesSince } from './wallet-reads.ts';

type Maker = { readonly id: string; readonly plan: OrderPlan };

/** Both resting orders trade, because the order is as large as both together. */
async function judgeTrades(context: CheckContext, makers: readonly Maker[]): Promise<boolean> {
  const [wallet] = twoWallets(context);
  const market = makers[0]?.plan.market.conditionId ?? '';
  const untouched = (of: Exchange) => makers.filter(({ id }) => !isTrue({ of: of, must: traded(id) }));
  const { response: of } = await context.eventually(
    () => liveOrders(context, wallet, { market }),
    ({ response }) => untouched(response).length === 0,
  );
  if (untouched(of).length === makers.length)
    context.notTestable('the order traded with neither of the two', 'see place-order.cross-whole');
  const because = 'the order is as large as both orders that its limit reaches';
  return makers.every(({ id }) => context.judge({ clauses: '4.3/cross.trades', of, must: traded(id), because }));
}

/** The fills of an order. The price of their trade may be an average over several orders. */
function fillsOf(rows: readonly JsonObject[], { id, plan }: Maker): readonly JsonObject[] {
  const fills = rows.flatMap((row) => objectsIn(listAt(row, 'maker_orders')));
  const own = fills.filter((fill) => textAt(fill, 'order_id') === id);
  // A service may show fills in prices of the other token.
  return own.filter((fill) => textAt(fill, 'asset_id') === tokenOf(plan));
}

/** No maker order was filled below its limit; a unit smaller than a dollar makes the price larger. */
async function judgeLimits(context: CheckContext, makers: readonly Maker[], since: number) {
  const market = makers[0]?.plan.market.conditionId ?? '';
  const { response, rows } = await context.eventually(
    () => tradesSince(context, market, since),
    (seen) => makers.every((maker) => fillsOf(seen.rows, maker).length > 0),
  );
  for (const maker of makers) {
    const fills = fillsOf(rows, maker);
    if (fills.length === 0) continue;
    const own = { order_id: maker.id, asset_id: tokenOf(maker.plan) };
    const limit = { price: { $number: { $gte: maker.plan.price / PRICE_ONE - 1e-6 } } };
    context.judge(
      bodyLike(
        '4.3/fill.price-limit',
        response,
        { $every: { maker_orders: eachLike(own, limit) } },
        `this is the limit of the sale ${maker.id}`,
      ),
    );
  }
}

export const twoCrossingCheck = walletCheck('place-order', 'cross-two', {
  title: 'a GTC purchase as large as two sales trades with both, and with none below its limit',
  clauses: ['2.14/uncrossed', '4.3/cross.trades', '4.3/fill.price-limit'],
  safety: 'write-irreversible',
  async run(context, [maker, taker]) {
    const near = await frontPlan(context, { side: 'SELL', shares: 29 }, 2);
    const far: OrderPlan = { ...near, price: near.price + near.market.tick };
    const order: OrderPlan = { ...far, side: 'BUY', size: 2 * near.size };
    await withResting(context, maker, near, (nearId) =>
      withResting(context, maker, far, async (farId) => {
        const since = context.serviceSeconds() - 1;
        const makers = [
          { id: nearId, plan: near },
          { id: farId, plan: far },
        ];
        await withResting(context, taker, order, async () => {
          const books = await context.eventually(
            () => readTokens(context, 'books', near.market.tokenIds),
            ({ json }) => !objectsIn(json).some(isCrossed),
          );
          judgeBooks(context, uncrossed, books);
          if (await judgeTrades(context, makers)) await judgeLimits(context, makers, since);
        });
      }),
    );
  },
});

/** Shares of the two maker orders: different from each other and from those of other checks. */
const PARTS = { older: 21.5, newer: 22.25 };

export const fillEntryCheck = walletCheck('place-order', 'fill-entries', {
  title: 'a fill of two orders at one price has one entry for the taker and two for the maker',
  clauses: ['D/activity-entries.taker', 'D/activity-entries.maker'],
  safety: 'write-irreversible',
  cost: { books: 1, 'place-order': 3, 'cancel-order': 2, activity: 10 },
  async run(context, [maker, taker]) {
    const plan = await frontPlan(context, { side: 'SELL' });
    const sized = (shares: number): OrderPlan => ({ ...plan, size: Math.max(plan.size, shares * MICRO) });
    const first = sized(PARTS.older);
    const second = sized(PARTS.newer);
    await withResting(context, maker, first, () =>
      withResting(context, maker, second, async () => {
        const since = context.serviceSeconds() - 1;
        const size = first.size + second.size;
        const parts = [first.size / MICRO, second.size / MICRO];
        filledId(context, await place(context, taker, { ...plan, side: 'BUY', type: 'FOK', size }));
        const hash = await judgeTaker(context, taker, plan, since, parts);
        await judgeMaker(context, maker, plan, since, parts, hash);
      }),
    );
  },
});

const hasSize = (rows: readonly JsonObject[], shares: number) =>
  rows.some((row) => isClose(numberAt(row, 'size') ?? 0, shares));

const sumOf = (parts: readonly number[]) => parts.reduce((sum, shares) => sum + shares, 0);

/** The feed once it shows one entry, or one for each part: no view is waited for over that choice. */
function shownEntries(context: CheckContext, wallet: Wallet, plan: OrderPlan, since: number, parts: readonly number[]) {
  return context.eventually(
    () => entriesSince(context, wallet, plan, since),
    ({ rows }) => hasSize(rows, sumOf(parts)) || parts.every((shares) => hasSize(rows, shares)),
  );
}

/** One entry over all; returns the hash of its transaction. */
async function judgeTaker(
  context: CheckContext,
  taker: Wallet,
  plan: OrderPlan,
  since: number,
  parts: readonly number[],
): Promise<string | undefined> {
  const shares = sumOf(parts);
  const must = { body: { $contains: [{ ...entryOf(plan, since), size: { $near: shares } }] } };
  const whole: Rule = { clauses: 'D/activity-entries.taker', must, because: 'a taker has one entry for all orders' };
  const { response, rows } = await shownEntries(context, taker, plan, since, parts);
  context.judge({ ...whole, of: response });
  return textAt(
    rows.find((row) => hasSize([row], shares)),
    'transactionHash',
  );
}

async function judgeMaker(
  context: CheckContext,
  maker: Wallet,
  plan: OrderPlan,
  since: number,
  parts: readonly number[],
  hash: string | undefined,
) {
  const own = { ...entryOf(plan, since), ...(hash === undefined ? {} : { transactionHash: hash }) };
  const must = { body: { $contains: parts.map((shares) => ({ ...own, size: { $near: shares } })) } };
  const each: Rule = { clauses: 'D/activity-entries.maker', must, because: 'a maker has one entry for each order' };
  const { response } = await shownEntries(context, maker, plan, since, parts);
  context.judge({ ...each, of: response });
}
