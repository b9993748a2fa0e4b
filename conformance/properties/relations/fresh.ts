/**
 * conformance/properties/relations/fresh: an order that rests, is filled or is cancelled changes every view that the
 * service gave before, on any side, for any outcome and size, with either wallet as the maker. The views are
 * those of conformance/checks/freshness.
 */
import fc, { type Arbitrary } from 'fast-check';
import { type CheckContext, NotTestable, type Wallet } from '../../check.ts';
import { FILL_CLAUSES, fillWatches } from '../../checks/freshness/fill.ts';
import {
  BEST_CLAUSES,
  bestWatches,
  endingLevelWatch,
  restingLevelWatch,
} from '../../checks/freshness/market-watches.ts';
import { goneWatch, listedWatch, matchedWatch } from '../../checks/freshness/order-watches.ts';
import { MIDPOINT_CLAUSES, midpointWatches } from '../../checks/freshness/price-watches.ts';
import { judgeChange } from '../../checks/freshness/watch.ts';
import { endSession, startSession } from '../../checks/heartbeats/session.ts';
import { advance } from '../../checks/moments.ts';
import {
  cancel,
  isCanceled,
  type OrderPlan,
  opposite,
  place,
  placeSound,
  type Side,
  twoWallets,
  writeMarket,
} from '../../checks/orders/plan.ts';
import { filledId, frontPlan } from '../../checks/orders/resting-orders.ts';
import { type Property, property, TRADING } from '../property.ts';

/** How an order ends by its cancel, its expiration, or the session of its key; the clauses of live orders and book. */
const ENDINGS = {
  cancel: { clauses: ['4.4/effect.live-orders', '4.4/effect.book'], what: 'a cancel' },
  expiry: { clauses: ['D/order-types.GTD', 'D/order-types.GTD.book'], what: 'the end of the order' },
  lapse: { clauses: ['D/heartbeat-expiry.deadline', 'D/heartbeat-expiry.book'], what: 'the end of the order' },
} as const;

/** Without a kind of `ENDINGS`, an order ends by a fill of some tenths of its shares. */
type Ending = { readonly kind: keyof typeof ENDINGS } | { readonly kind: 'fill'; readonly tenths: number };
type Case = Readonly<{
  side: Side;
  outcome: 0 | 1;
  shares: number;
  isSecond: boolean;
  /** Number of the market, modulo those set aside. */
  market: number;
  ending: Ending;
}>;

const cases = (isTimed: boolean): Arbitrary<Case> =>
  fc.record({
    side: fc.constantFrom<Side>('SELL', 'BUY'),
    outcome: fc.constantFrom(0, 1),
    shares: fc.integer({ min: 20, max: 60 }),
    isSecond: fc.boolean(),
    market: fc.nat(9),
    ending: fc.oneof<Arbitrary<Ending>[]>(
      fc.record({ kind: fc.constant('cancel' as const) }),
      fc.record({ kind: fc.constant('fill' as const), tenths: fc.constantFrom(10, 10, 5, 3) }),
      ...(isTimed ? [fc.record({ kind: fc.constantFrom('expiry' as const, 'lapse' as const) })] : []),
    ),
  });

const MINUTE = 60;

async function judgeFresh(context: CheckContext, drawn: Case) {
  const { isSecond, ending, market, outcome, ...change } = drawn;
  const [first, second] = twoWallets(context);
  // Only the first wallet sends heartbeats.
  const isFirst = ending.kind === 'lapse' || !isSecond;
  const [maker, taker] = isFirst ? [first, second] : [second, first];
  const { writeMarkets } = context.bindings;
  // Prices follow the book in markets that never traded: some stay so.
  const chosen = writeMarkets[ending.kind === 'fill' ? 0 : market % writeMarkets.length] ?? writeMarket(context);
  // Whose price the book of the second outcome shows after a trade is open.
  const place = { market: chosen, outcome: ending.kind === 'fill' ? 0 : outcome } as const;
  const spot = await frontPlan(context, { ...change, ...place }, 2);
  const expiring = { type: 'GTD', expiration: context.serviceSeconds() + 2 * MINUTE } as const;
  const plan: OrderPlan = ending.kind === 'expiry' ? { ...spot, ...expiring } : spot;
  let id = '';
  try {
    const watches = [
      ...(await midpointWatches(context, maker, plan)),
      restingLevelWatch(context, '4.3/rest.book', plan),
      listedWatch(context, '4.3/reply.orderID.listed', maker, plan),
      ...bestWatches(context, plan),
    ];
    await judgeChange<string>(watches, async () => {
      id = (await placeSound(context, maker, plan)).id;
      return id;
    });
    if (ending.kind === 'fill') await judgeFill(context, [maker, taker], plan, id, ending.tenths);
    else await judgeEnding(context, maker, plan, id, ending.kind);
  } finally {
    if (id !== '') await cancel(context, maker, id);
    if (ending.kind === 'lapse') await endSession(context);
  }
}

async function judgeFill(
  context: CheckContext,
  [maker, taker]: readonly [Wallet, Wallet],
  plan: OrderPlan,
  id: string,
  tenths: number,
) {
  const taken = { ...plan, size: (plan.size / 10) * tenths };
  const rest =
    tenths === 10
      ? [...bestWatches(context, taken), goneWatch(context, 'D/live-order-list.open-only', maker, taken, id)]
      : [matchedWatch(context, maker, id)];
  const watches = [...(await fillWatches(context, [maker, taker], taken, id)), ...rest];
  await judgeChange(watches, async () => {
    return filledId(context, await place(context, taker, { ...taken, side: opposite(taken.side), type: 'FOK' }));
  });
}

async function judgeEnding(
  context: CheckContext,
  maker: Wallet,
  plan: OrderPlan,
  id: string,
  kind: keyof typeof ENDINGS,
) {
  if (kind === 'lapse') await startSession(context);
  const { clauses, what } = ENDINGS[kind];
  const [orders, book] = clauses;
  const watches = [
    ...(await midpointWatches(context, maker, plan)),
    goneWatch(context, orders, maker, plan, id),
    endingLevelWatch(context, book, plan, what),
    ...bestWatches(context, plan),
  ];
  await judgeChange(watches, async () => {
    if (kind !== 'cancel') return await advance(context, (kind === 'expiry' ? 3 : 1) * MINUTE * 1_000);
    const response = await cancel(context, maker, id);
    if (!isCanceled(response, id)) throw new NotTestable('the order is not cancelled', 'fix the cancel of orders');
  });
}

const ORDER_CLAUSES = [
  '4.3/rest.book',
  '4.3/reply.orderID.listed',
  '4.3/fill.sizeMatched',
  'D/live-order-list.open-only',
  ...Object.values(ENDINGS).flatMap(({ clauses }) => clauses),
] as const;

export const freshProperty: Property = property<Case>({
  ...TRADING,
  id: 'relations.fresh',
  title: 'responses change when an order rests, and when it is filled, is cancelled or ends by itself',
  route: 'place-order',
  clauses: [...new Set([...FILL_CLAUSES, ...BEST_CLAUSES, ...MIDPOINT_CLAUSES, ...ORDER_CLAUSES])],
  alsoNeeds: ['wallet'],
  cost: { perCase: { books: 8, prices: 4, 'place-order': 2, 'cancel-order': 2, 'live-orders': 4, positions: 4 } },
  open: async ({ control }) => ({
    arbitrary: cases(control !== undefined),
    judge: (trial, drawn) =>
      judgeFresh(trial, drawn).catch((error: unknown) => {
        // A wallet may lack the shares or the cash for one case.
        if (!(error instanceof NotTestable)) throw error;
      }),
    space: ['BUY', 'SELL', 'cancel', 'fill', ...(control === undefined ? [] : ['expiry', 'lapse'])],
    features: ({ side, ending }) => [side, ending.kind],
  }),
});
