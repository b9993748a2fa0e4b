/** conformance/checks/orders/crossing-two: a GTC order that reaches two at different prices (4.3, 2.14). */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { bodyLike, eachLike, isTrue } from '../assertions.ts';
import { readTokens } from '../books/batch.ts';
import { isCrossed, uncrossed } from '../books/levels.ts';
import { judgeBooks } from '../books/rules.ts';
import { tradesSince } from './feeds.ts';
import { liveOrders, traded } from './live-list.ts';
import { twoWallets, walletCheck } from './parties.ts';
import type { OrderPlan } from './plan.ts';
import { frontPlan, withResting } from './resting-orders.ts';

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
  return own.filter((fill) => textAt(fill, 'asset_id') === plan.market.tokenIds[plan.outcome]);
}

/** No maker order was filled below its limit; a unit smaller than a dollar makes the price larger. */
async function judgeLimits(context: CheckContext, makers: readonly Maker[], since: number): Promise<void> {
  const market = makers[0]?.plan.market.conditionId ?? '';
  const { response, rows } = await context.eventually(
    () => tradesSince(context, market, since),
    (seen) => makers.every((maker) => fillsOf(seen.rows, maker).length > 0),
  );
  for (const maker of makers) {
    const fills = fillsOf(rows, maker);
    if (fills.length === 0) continue;
    const own = { order_id: maker.id, asset_id: maker.plan.market.tokenIds[maker.plan.outcome] };
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
  async run(context: CheckContext, [maker, taker]) {
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
