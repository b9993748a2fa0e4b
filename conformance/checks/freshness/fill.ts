/** conformance/checks/freshness/fill: a full or partial fill changes responses that the service gave before. */
import type { Wallet } from '../../../wire/credentials.ts';
import type { Check, CheckContext, ClauseId } from '../../check.ts';
import { readBook } from '../orders/book.ts';
import { filledId } from '../orders/fill.ts';
import { LAST_PRICE, laterTrades } from '../orders/last-price.ts';
import { walletCheck } from '../orders/parties.ts';
import { type OrderPlan, opposite, place } from '../orders/plan.ts';
import { frontPlan, withResting } from '../orders/resting-orders.ts';
import { micro, microPrice } from '../quantities.ts';
import { BEST_CLAUSES, bestWatches, endingLevelWatch, lastPriceWatch } from './market-watches.ts';
import { goneWatch, matchedWatch, tradeWatch } from './order-watches.ts';
import { PRICE_CLAUSES, priceWatches } from './price-watches.ts';
import { activityWatch, holderWatch, positionWatch } from './wallet-watches.ts';
import { judgeChange, type Watch } from './watch.ts';

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
  const { last } = await readBook(context, plan.market.tokenIds[plan.outcome]);
  return micro(last) === microPrice(plan.price) ? { ...plan, price: plan.price + plan.market.tick } : plan;
}

type FillCheckOptions = {
  readonly title: string;
  /** Part of the resting order that is taken. */
  readonly part: number;
  readonly clauses: readonly ClauseId[];
  readonly alsoWatches: (context: CheckContext, maker: Wallet, taken: OrderPlan, makerId: string) => readonly Watch[];
};

function fillCheck(what: string, { part, alsoWatches, clauses, title }: FillCheckOptions): Check {
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

const wholeCheck = fillCheck('fresh-fill', {
  title: 'responses change when a resting order is filled completely',
  part: 1,
  clauses: [...BEST_CLAUSES, 'D/live-order-list.open-only'],
  alsoWatches: (context, maker, taken, makerId) => [
    ...bestWatches(context, taken),
    goneWatch(context, 'D/live-order-list.open-only', maker, taken, makerId),
  ],
});

const partCheck = fillCheck('fresh-part-fill', {
  title: 'responses change when a resting order is partially filled',
  part: 0.5,
  clauses: ['4.3/fill.sizeMatched'],
  alsoWatches: (context, maker, _, makerId) => [matchedWatch(context, maker, makerId)],
});

export const freshFillChecks = [wholeCheck, partCheck];
