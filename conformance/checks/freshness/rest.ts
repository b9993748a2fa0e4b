/** conformance/checks/freshness/rest: a resting order, and its cancel, change earlier responses. */
import { statusOf } from '../assertions.ts';
import { isCanceled } from '../orders/cancel-response.ts';
import { walletCheck } from '../orders/parties.ts';
import { cancel } from '../orders/plan.ts';
import { placeSound, restingPlan } from '../orders/resting-orders.ts';
import { BEST_CLAUSES, bestWatches, endingLevelWatch, restingLevelWatch } from './market-watches.ts';
import { MIDPOINT_CLAUSES, midpointWatches } from './midpoint-watches.ts';
import { goneWatch, listedWatch } from './order-watches.ts';
import { judgeChange } from './watch.ts';

export const freshRestCheck = walletCheck('place-order', 'fresh-rest', {
  title: 'responses change when an order rests, and when it is cancelled',
  clauses: [
    ...MIDPOINT_CLAUSES,
    '4.3/rest.book',
    '4.3/reply.orderID.listed',
    '4.4/effect.book',
    '4.4/effect.live-orders',
    ...BEST_CLAUSES,
  ],
  cost: { books: 11, prices: 6, 'live-orders': 4, 'place-order': 1, 'cancel-order': 2 },
  async run(context, [wallet]) {
    const plan = await restingPlan(context, { side: 'SELL' });
    let id = '';
    try {
      await judgeChange(
        [
          ...(await midpointWatches(context, wallet, plan)),
          restingLevelWatch(context, '4.3/rest.book', plan),
          listedWatch(context, '4.3/reply.orderID.listed', wallet, plan),
          ...bestWatches(context, plan),
        ],
        async () => {
          id = (await placeSound(context, wallet, plan)).id;
          return id;
        },
      );
      await judgeChange(
        [
          ...(await midpointWatches(context, wallet, plan)),
          endingLevelWatch(context, '4.4/effect.book', plan, 'a cancel'),
          goneWatch(context, '4.4/effect.live-orders', wallet, plan, id),
          ...bestWatches(context, plan),
        ],
        async () => {
          const response = await cancel(context, wallet, id);
          if (!isCanceled(response, id))
            context.notTestable(
              `the order is not cancelled (${statusOf(response)})`,
              'fix the cancel of resting orders',
            );
        },
      );
    } finally {
      if (id !== '') await cancel(context, wallet, id);
    }
  },
});
