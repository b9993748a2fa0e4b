/** conformance/checks/freshness/wallet-watches: changes that wallet data must show after a fill (4.8 to 4.10). */
import { numberAt, objectsIn, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext } from '../../check.ts';
import { ENTRIES, entriesSince } from '../orders/feeds.ts';
import { heldShares } from '../orders/held.ts';
import type { OrderPlan, Side } from '../orders/plan.ts';
import { isSameCaseless } from '../rows.ts';
import { EVERYBODY, readHolders } from '../wallets/holder-groups.ts';
import { movesWatch, otherThan, type Watch } from './watch.ts';

/** One party of a fill: its wallet and its own side. */
export type Party = { readonly wallet: Wallet; readonly side: Side };

export function positionWatch(context: CheckContext, { wallet, side }: Party, plan: OrderPlan): Watch {
  return movesWatch(context, '4.3/fill.position', {
    route: 'positions',
    read: () => heldShares(context, wallet, plan.market, plan.outcome),
    measure: ({ shares }) => shares,
    must: (old) => otherThan(old, 'size', (size) => ({ outcomeIndex: plan.outcome, ...size })),
    why: `a ${side} of ${plan.size / MICRO} shares`,
  });
}

/** A fill may be split into any number of entries, and a full page may have no room for another one. */
export function activityWatch(context: CheckContext, { wallet, side }: Party, plan: OrderPlan): Watch {
  return movesWatch(context, '4.3/fill.activity', {
    route: 'activity',
    read: () => entriesSince(context, wallet, plan, 0),
    measure: ({ response, rows }) => (objectsIn(response.json).length >= ENTRIES ? undefined : rows.length),
    must: (old) => {
      const entry = { conditionId: plan.market.conditionId, outcomeIndex: plan.outcome };
      return { body: { $any: [{ $length: { $gte: ENTRIES } }, { $count: { of: entry, is: { $not: old } } }] } };
    },
    why: `a ${side} of ${plan.size / MICRO} shares`,
  });
}

/** The balance of a party among the holders changes with its position. A party that is not listed may rank too low. */
export function holderWatch(context: CheckContext, party: Party, plan: OrderPlan): Watch {
  const read = async () => {
    const { response, groups } = await readHolders(context, [plan.market.conditionId], EVERYBODY);
    const own = groups
      .filter(({ token }) => token === plan.market.tokenIds[plan.outcome])
      .flatMap(({ holders }) => holders)
      .find((holder) => isSameCaseless(textAt(holder, 'proxyWallet'), party.wallet.address));
    return { response, amount: own === undefined ? undefined : (numberAt(own, 'amount') ?? Number.NaN) };
  };
  return movesWatch(context, '4.10/amount.position', {
    route: 'holders',
    read,
    // A balance of zero may drop out of the list.
    measure: ({ amount }) => amount,
    must: (old) =>
      otherThan(
        old,
        'amount',
        (amount) => ({
          token: plan.market.tokenIds[plan.outcome],
          holders: { $contains: [{ proxyWallet: { $caseless: party.wallet.address }, ...amount }] },
        }),
        false,
      ),
    why: `a ${party.side} of ${plan.size / MICRO} shares`,
  });
}
