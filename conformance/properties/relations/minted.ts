/**
 * conformance/properties/relations/minted: two wallets that buy both tokens of a set from each other, and sell them to
 * each other at the same prices, have the shares and, but for fees, the cash that they had before.
 */
import fc from 'fast-check';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext } from '../../check.ts';
import { eachLike, isTrue } from '../../checks/assertions.ts';
import { entriesSince, entryOf } from '../../checks/orders/feeds.ts';
import { type Held, heldShares } from '../../checks/orders/held.ts';
import { twoWallets } from '../../checks/orders/parties.ts';
import { type OrderPlan, place, placedId, type Side } from '../../checks/orders/plan.ts';
import { frontPlan, withResting } from '../../checks/orders/resting-orders.ts';
import { CENT, DEAREST } from '../../checks/quantities.ts';
import { type Property, property, TRADING } from '../property.ts';

type Case = { readonly outcome: 0 | 1; readonly shares: number };

const cases: fc.Arbitrary<Case> = fc.record({
  outcome: fc.constantFrom(0, 1),
  shares: fc.integer({ min: 31, max: 60 }),
});

/** A wallet, and its part of the set. */
type Party = { readonly wallet: Wallet; readonly plan: OrderPlan };

async function judgeSets(context: CheckContext, drawn: Case): Promise<void> {
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
function haveTraded(context: CheckContext, [maker, taker]: readonly [Party, Party], side: Side): Promise<boolean> {
  return withResting(context, maker.wallet, { ...maker.plan, side }, async () => {
    const reply = await place(context, taker.wallet, { ...taker.plan, side, type: 'FOK' });
    return placedId(reply) !== undefined;
  });
}

/** Each wallet has the shares that it had, or fewer by a fee in shares. */
async function judgeShares(context: CheckContext, parties: readonly Party[], before: readonly Held[]): Promise<void> {
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
async function judgeCash(context: CheckContext, { wallet, plan }: Party, since: number): Promise<void> {
  const shares = plan.size / MICRO;
  const cash = (shares * plan.price) / PRICE_ONE;
  const { response } = await entriesSince(context, wallet, plan, since);
  const own = { ...entryOf(plan, since), size: { $near: [shares, CENT] } };
  const must = { body: eachLike(own, { usdcSize: { $range: [cash / DEAREST - CENT, cash * DEAREST + CENT] } }) };
  context.judge({ clauses: '2.3/usdcSize.worth', of: response, must, because: 'a set costs what it returns' });
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
