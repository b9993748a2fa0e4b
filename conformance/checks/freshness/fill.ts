/** conformance/checks/freshness/fill: a full or partial fill changes responses that the service gave before. */
import type { JsonObject } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import { get, type Query } from '../../../wire/message.ts';
import { match } from '../../../wire/pattern/match.ts';
import type { CheckContext, ClauseId, Wallet } from '../../check.ts';
import { micro, microPrice } from '../assertions.ts';
import { LAST_PRICE, laterTrades, readBook } from '../orders/book.ts';
import { type OrderPlan, opposite, place, tokenOf, walletCheck, withResting } from '../orders/plan.ts';
import { filledId, frontPlan } from '../orders/resting-orders.ts';
import { heldShares } from '../orders/wallet-reads.ts';
import { BEST_CLAUSES, bestWatches, endingLevelWatch, lastPriceWatch } from './market-watches.ts';
import { activityWatch, goneWatch, holderWatch, matchedWatch, positionWatch, tradeWatch } from './order-watches.ts';
import { PRICE_CLAUSES, priceWatches } from './price-watches.ts';
import { judgeChange, type Watch, watch } from './watch.ts';

export const FILL_CLAUSES = [
  '4.3/fill.book',
  LAST_PRICE,
  '4.3/fill.position',
  '4.3/fill.activity',
  'D/builder-trades-auth.all',
  '4.10/amount.position',
  ...PRICE_CLAUSES,
] as const;

/** Books, trades, prices and the wallet data of both parties, before and after `plan` is taken from a resting order. */
export async function fillWatches(
  context: CheckContext,
  [maker, taker]: readonly [Wallet, Wallet],
  plan: OrderPlan,
  makerId: string,
): Promise<readonly Watch<string>[]> {
  const parties = [
    { wallet: maker, side: plan.side },
    { wallet: taker, side: opposite(plan.side) },
  ];
  const trades = await laterTrades(context, plan);
  return [
    endingLevelWatch(context, '4.3/fill.book', plan, 'a fill'),
    lastPriceWatch(context, plan, trades),
    tradeWatch(context, plan, makerId, context.serviceSeconds() - 1),
    ...(await priceWatches(context, plan, trades)),
    ...parties.flatMap((party) => [
      positionWatch(context, party, plan),
      activityWatch(context, party, plan),
      holderWatch(context, party, plan),
    ]),
  ];
}

/** A sale in front of all others at a price other than that of the last trade, so that its fill changes every price. */
async function freshPlan(context: CheckContext): Promise<OrderPlan> {
  const plan = await frontPlan(context, { side: 'SELL' }, 2);
  const { last } = await readBook(context, tokenOf(plan));
  return micro(last) === microPrice(plan.price) ? { ...plan, price: plan.price + plan.market.tick } : plan;
}

type FillCheckOptions = Readonly<{
  title: string;
  /** Part of the resting order that is taken. */
  part: number;
  clauses: readonly ClauseId[];
  alsoWatches: (context: CheckContext, maker: Wallet, taken: OrderPlan, makerId: string) => readonly Watch[];
}>;

function fillCheck(what: string, { part, alsoWatches, clauses, title }: FillCheckOptions) {
  return walletCheck('place-order', what, {
    title,
    clauses: [...FILL_CLAUSES, ...clauses],
    safety: 'write-irreversible',
    needs: ['two-wallets', 'write-market'],
    async run(context, parties) {
      const [maker, taker] = parties;
      const plan = await freshPlan(context);
      await withResting(context, maker, plan, async (makerId) => {
        const taken = { ...plan, size: Math.round(plan.size * part) };
        const watches = [
          ...(await fillWatches(context, parties, taken, makerId)),
          ...alsoWatches(context, maker, taken, makerId),
        ];
        await judgeChange(watches, async () => {
          const reply = await place(context, taker, { ...taken, side: opposite(taken.side), type: 'FOK' });
          return filledId(context, reply);
        });
      });
    },
  });
}

export const freshFillChecks = [
  fillCheck('fresh-fill', {
    title: 'responses change when a resting order is filled completely',
    part: 1,
    clauses: [...BEST_CLAUSES, 'D/live-order-list.open-only'],
    alsoWatches: (context, maker, taken, makerId) => [
      ...bestWatches(context, taken),
      goneWatch(context, 'D/live-order-list.open-only', maker, taken, makerId),
    ],
  }),
  fillCheck('fresh-part-fill', {
    title: 'responses change when a resting order is partially filled',
    part: 0.5,
    clauses: ['4.3/fill.sizeMatched'],
    alsoWatches: (context, maker, _, makerId) => [matchedWatch(context, maker, makerId)],
  }),
];

const HUNDREDTH = MICRO / 100;

const listing = ({ market, outcome }: OrderPlan): JsonObject => ({
  $contains: [{ asset: `${market.conditionId}:${outcome}` }],
});

/** Closed positions of a wallet in the market of a plan, and whether that of the plan is a current one. */
async function readClosed(context: CheckContext, { address }: Wallet, plan: OrderPlan) {
  const query: Query = { user: address, market: plan.market.conditionId };
  const response = await context.send(get('/closed-positions', query));
  const current = await context.send(get('/positions', { ...query, sizeThreshold: '0' }));
  return { response, isCurrent: match(listing(plan), current.json).length === 0 };
}

function closedWatch(context: CheckContext, wallet: Wallet, plan: OrderPlan): Watch {
  return watch(context, {
    clause: 'D/closed-membership.sold',
    read: () => readClosed(context, wallet, plan),
    after: () => ({ must: () => ({ body: listing(plan) }), because: 'the whole position is sold' }),
  });
}

/** The position is in one list only after it was opened again. */
function reopenedWatch(context: CheckContext, wallet: Wallet, plan: OrderPlan): Watch {
  return watch(context, {
    clause: 'D/closed-membership.disjoint',
    read: () => readClosed(context, wallet, plan),
    after: () => ({
      must: ({ isCurrent }) => (isCurrent ? { body: { $not: listing(plan) } } : {}),
      because: 'the position is among the current ones',
    }),
  });
}

/** Places an order of `maker` that rests and is filled by `taker` up to `size`; returns the size. */
async function trade(context: CheckContext, maker: Wallet, taker: Wallet, plan: OrderPlan, size = plan.size) {
  await withResting(context, maker, plan, async () => {
    filledId(context, await place(context, taker, { ...plan, side: opposite(plan.side), type: 'FOK', size }));
  });
  return size;
}

export const freshSoldOutCheck = walletCheck('closed-positions', 'fresh-sold-out', {
  title: 'responses change when a position goes to zero, and when it is opened again',
  clauses: ['4.3/fill.position', '4.10/amount.position', 'D/closed-membership.sold', 'D/closed-membership.disjoint'],
  safety: 'write-irreversible',
  needs: ['two-wallets', 'write-market'],
  async run(context, [other, owner]) {
    const some = await frontPlan(context, { outcome: 1, side: 'SELL' });
    await context.settled(['positions']);
    const held = (await heldShares(context, owner, some.market, 1)).shares;
    const all = { ...some, size: Math.round(held * MICRO) };
    if (all.size < some.size || all.size % HUNDREDTH !== 0)
      context.notTestable(
        'the second wallet has too few shares, or a fraction of a hundredth of a share',
        'give it whole shares',
      );
    const purchase: OrderPlan = { ...some, side: 'BUY' };
    /** How the owner gets the token again: as taker, as maker, or as maker of an order that is partially filled. */
    const returns = [
      () => trade(context, other, owner, some),
      () => trade(context, owner, other, purchase),
      () => trade(context, owner, other, { ...purchase, size: 2 * some.size }, some.size),
    ];
    // The size is computed rather than read: positions may be cached.
    let missing = 0;
    const sell = async (plan: OrderPlan) => {
      missing += await judgeChange(
        [
          positionWatch(context, { wallet: owner, side: 'SELL' }, plan),
          holderWatch(context, { wallet: owner, side: 'SELL' }, plan),
          closedWatch(context, owner, plan),
        ],
        () => trade(context, owner, other, plan),
      );
    };
    try {
      await sell(all);
      for (const comeBack of returns) {
        missing -= await judgeChange([reopenedWatch(context, owner, some)], comeBack);
        await sell(some);
      }
    } finally {
      if (missing > 0) await trade(context, other, owner, { ...some, size: missing });
    }
  },
});
