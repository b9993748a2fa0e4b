/** conformance/checks/freshness/expiry: responses change when an order rests, and when it ends by itself. */

import { textAt } from '../../../base/json.ts';
import type { Check, CheckContext, ClauseId, RouteId, Wallet } from '../../check.ts';
import { statusOf } from '../assertions.ts';
import { check } from '../definition.ts';
import { endSession, startSession } from '../heartbeats/session.ts';
import { advance } from '../moments.ts';
import {
  calmWallet,
  cancel,
  firstWallet,
  isCanceled,
  type OrderPlan,
  placeSound,
  walletCheck,
  withResting,
} from '../orders/plan.ts';
import { restingPlan, withFill } from '../orders/resting-orders.ts';
import { tradesSince } from '../orders/wallet-reads.ts';
import { BEST_CLAUSES, bestWatches, endingLevelWatch, restingLevelWatch } from './market-watches.ts';
import { goneWatch, listedWatch } from './order-watches.ts';
import { MIDPOINT_CLAUSES, midpointWatches } from './price-watches.ts';
import { judgeChange, watch } from './watch.ts';

const MINUTE_MS = 60_000;

type ExpiryCheckOptions = Pick<Check, 'title'> &
  Readonly<{
    /** The decisions on live orders and on the book. */
    clauses: readonly [orders: ClauseId, book: ClauseId];
    walletOf: (context: CheckContext) => Wallet;
    change: (context: CheckContext) => Partial<OrderPlan>;
    /** Runs after the order is placed and before the first reading. */
    begin: (context: CheckContext) => Promise<unknown>;
    milliseconds: number;
  }>;

function expiryCheck(
  route: RouteId,
  what: string,
  { title, clauses, walletOf, change, begin, ...options }: ExpiryCheckOptions,
) {
  return check(route, what, {
    title,
    clauses: [...clauses, ...BEST_CLAUSES, ...MIDPOINT_CLAUSES],
    capability: 'heartbeat-expiry',
    needs: ['two-wallets', 'write-market'],
    cost: { books: 6, prices: 2, 'heartbeat-v1': 1, 'live-orders': 2, 'place-order': 1, 'cancel-order': 1 },
    safety: 'write-reversible',
    async run(context) {
      const wallet = walletOf(context);
      const plan = await restingPlan(context, { side: 'SELL', ...change(context) });
      try {
        await withResting(context, wallet, plan, async (id) => {
          await begin(context);
          const watches = [
            ...(await midpointWatches(context, wallet, plan)),
            goneWatch(context, clauses[0], wallet, plan, id),
            endingLevelWatch(context, clauses[1], plan, 'the end of the order'),
            ...bestWatches(context, plan),
          ];
          await judgeChange(watches, () => advance(context, options.milliseconds));
        });
      } finally {
        await endSession(context);
      }
    },
  });
}

export const freshExpiryChecks = [
  expiryCheck('heartbeat-v1', 'fresh-lapse', {
    title: 'responses change when heartbeats stop',
    clauses: ['D/heartbeat-expiry.deadline', 'D/heartbeat-expiry.book'],
    walletOf: firstWallet,
    change: () => ({}),
    begin: startSession,
    milliseconds: MINUTE_MS,
  }),
  expiryCheck('place-order', 'fresh-gtd', {
    title: 'responses change when a GTD order expires',
    clauses: ['D/order-types.GTD', 'D/order-types.GTD.book'],
    walletOf: calmWallet,
    change: (context) => ({ type: 'GTD', expiration: context.serviceSeconds() + 2 * (MINUTE_MS / 1_000) }),
    begin: () => Promise.resolve(),
    milliseconds: 3 * MINUTE_MS,
  }),
  check('builder-trades', 'fresh-status', {
    title: 'the status of a trade changes when it settles',
    clauses: ['D/settlement'],
    capability: 'heartbeat-expiry',
    safety: 'write-irreversible',
    needs: ['two-wallets', 'write-market'],
    cost: { books: 1, 'builder-trades': 3, 'place-order': 2, 'cancel-order': 1 },
    run: (context) =>
      withFill(context, {}, async ({ plan, takerId, since }) => {
        const read = async () => {
          const { response, rows } = await tradesSince(context, plan.market.conditionId, since);
          return { response, row: rows.find((trade) => textAt(trade, 'taker_order_id') === takerId) };
        };
        const settled = watch(context, {
          clause: 'D/settlement',
          read,
          after: ({ row }) => {
            if (row === undefined) return undefined;
            const trade = { taker_order_id: takerId, status: 'CONFIRMED' };
            return { must: () => ({ body: { $contains: [trade] } }), because: 'a trade settles within a minute' };
          },
        });
        await judgeChange([settled], () => advance(context, MINUTE_MS));
      }),
  }),
];

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
