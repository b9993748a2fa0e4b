/**
 * conformance/properties/relations/minted: two wallets that buy both tokens of a set from each other, and sell them to
 * each other at the same prices, have the shares and, but for fees, the cash that they had before.
 */
import fc from 'fast-check';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, Wallet } from '../../check.ts';
import { bodyLike, CENT, DEAREST, eachLike, isTrue } from '../../checks/assertions.ts';
import { judgeAmounts } from '../../checks/orders/fill-amounts.ts';
import { judgeTrade, TRADE_CLAUSES } from '../../checks/orders/fills.ts';
import {
  type OrderPlan,
  opposite,
  place,
  placedId,
  type Side,
  twoWallets,
  withResting,
} from '../../checks/orders/plan.ts';
import { frontPlan } from '../../checks/orders/resting-orders.ts';
import { entriesSince, entryOf, type Held, heldShares } from '../../checks/orders/wallet-reads.ts';
import { type Property, property, TRADING } from '../property.ts';

type Case = { readonly outcome: 0 | 1; readonly shares: number };

const cases: fc.Arbitrary<Case> = fc.record({
  outcome: fc.constantFrom(0, 1),
  shares: fc.integer({ min: 31, max: 60 }),
});

/** A wallet, and its part of the set. */
type Party = { readonly wallet: Wallet; readonly plan: OrderPlan };

async function judgeSets(context: CheckContext, drawn: Case) {
  const [first, second] = twoWallets(context);
  const plan = await frontPlan(context, { ...drawn, side: 'BUY' });
  const other: OrderPlan = { ...plan, outcome: plan.outcome === 0 ? 1 : 0, price: PRICE_ONE - plan.price };
  const parties: readonly [Party, Party] = [
    { wallet: first, plan },
    { wallet: second, plan: other },
  ];
  const before = await readHeld(context, parties);
  // Entries of an earlier fill belong to an earlier second.
  await context.pause(1_000);
  const since = context.serviceSeconds();
  for (const side of ['BUY', 'SELL'] as const) if (!(await haveTraded(context, parties, side))) return;
  await judgeShares(context, parties, before);
  for (const party of parties) await judgeCash(context, party, since);
}

function readHeld(context: CheckContext, parties: readonly Party[]): Promise<readonly Held[]> {
  return Promise.all(parties.map(({ wallet, plan }) => heldShares(context, wallet, plan.market, plan.outcome)));
}

/** The first wallet's order rests, and the second one's crosses it; false if not, because two books may be separate. */
function haveTraded(context: CheckContext, [maker, taker]: readonly [Party, Party], side: Side) {
  return withResting(context, maker.wallet, { ...maker.plan, side }, async () => {
    const reply = await place(context, taker.wallet, { ...taker.plan, side, type: 'FOK' });
    return placedId(reply) !== undefined;
  });
}

/** Each wallet has the shares that it had, or fewer by a fee in shares. */
async function judgeShares(context: CheckContext, parties: readonly Party[], before: readonly Held[]) {
  const patterns = parties.map(({ plan: { size } }, at) => {
    const { outcome, shares } = before[at] as Held;
    const least = shares - (size / MICRO) * (1 - 1 / DEAREST) - CENT;
    return eachLike({ outcomeIndex: outcome }, { size: { $range: [least, shares + CENT] } });
  });
  const claim = ({ response: of }: Held, at: number) => ({ of, must: { body: patterns[at] } });
  const after = await context.eventually(
    () => readHeld(context, parties),
    (seen) => seen.every((one, at) => isTrue(claim(one, at))),
  );
  const because = 'the wallet sold as many shares as it bought';
  for (const [at, one] of after.entries()) context.judge({ clauses: '4.3/fill.position', ...claim(one, at), because });
}

/** The entries of both fills have the same cash, give or take a fee: two prices that add up to a dollar. */
async function judgeCash(context: CheckContext, { wallet, plan }: Party, since: number) {
  const shares = plan.size / MICRO;
  const cash = (shares * plan.price) / PRICE_ONE;
  const { response } = await entriesSince(context, wallet, plan, since);
  const own = { ...entryOf(plan, since), size: { $near: [shares, CENT] } };
  context.judge(
    bodyLike(
      '2.3/usdcSize.worth',
      response,
      eachLike(own, { usdcSize: { $range: [cash / DEAREST - CENT, cash * DEAREST + CENT] } }),
      'a set costs what it returns',
    ),
  );
}

export const mintedProperty: Property = property<Case>({
  ...TRADING,
  id: 'relations.mint-and-merge',
  title: 'a set that two wallets make and end again leaves them their shares and their cash',
  clauses: ['4.3/fill.position', '2.3/usdcSize.worth'],
  cost: { perCase: { books: 2, positions: 4, 'place-order': 4, 'cancel-order': 2, activity: 2 } },
  runs: 1,
  open: async () => ({ arbitrary: cases, judge: judgeSets }),
});

/** The side and outcome of the resting order, and by how many ticks the limit of the taker is better. */
type ImprovedCase = Readonly<{ side: Side; outcome: 0 | 1; shares: number; ticks: number }>;

const improvedCases: fc.Arbitrary<ImprovedCase> = fc.record({
  side: fc.constantFrom<Side>('SELL', 'BUY'),
  outcome: fc.constantFrom(0, 1),
  shares: fc.integer({ min: 20, max: 60 }),
  ticks: fc.nat(8),
});

async function judgeImproved(context: CheckContext, { ticks, ...change }: ImprovedCase) {
  const [maker, taker] = twoWallets(context);
  const plan = await frontPlan(context, change);
  const order = takerOrder(plan, ticks);
  await withResting(context, maker, plan, async (makerId) => {
    const since = context.serviceSeconds() - 1;
    const reply = await place(context, taker, order);
    const takerId = placedId(reply);
    // Another wallet may have been faster, or the taker may lack cash for its limit.
    if (takerId === undefined) return;
    const { price: limit, size } = order;
    const fill = { maker, taker, plan, makerId, takerId, depth: undefined, size, reply, since };
    judgeAmounts(context, { ...fill, order, limit });
    await judgeTrade(context, fill, order, limit);
  });
}

/** A FOK order for all of the resting one, with a limit that is better for it. */
function takerOrder(plan: OrderPlan, ticks: number): OrderPlan {
  const { side, price, market } = plan;
  const better = price + (side === 'SELL' ? 1 : -1) * ticks * market.tick;
  const limit = Math.min(PRICE_ONE - market.tick, Math.max(market.tick, better));
  return { ...plan, side: opposite(side), type: 'FOK', price: limit };
}

export const improvedProperty: Property = property<ImprovedCase>({
  ...TRADING,
  id: 'relations.price-improvement',
  title: 'a taker with a better limit than the order it crosses gets a price within both limits',
  clauses: [...TRADE_CLAUSES, '4.3/reply.amounts'],
  cost: { perCase: { books: 2, 'place-order': 2, 'cancel-order': 1, 'builder-trades': 1 } },
  runs: 1,
  open: async () => ({ arbitrary: improvedCases, judge: judgeImproved }),
});
