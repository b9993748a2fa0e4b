/** conformance/checks/orders/funds: orders that a wallet cannot pay for (interface 4.3). Their refusal is a decision. */
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { Check, CheckContext } from '../../check.ts';
import { check } from '../definition.ts';
import { heldShares } from './held.ts';
import { calmWallet, walletCheck } from './parties.ts';
import { DIME } from './plan.ts';
import { judgeRefused, tryPlan } from './probes.ts';
import { farPlan, restingPlan, withResting } from './resting-orders.ts';

/** More shares than any sandbox wallet has cash for, even at the lowest price. */
export const RICH_SHARES = 900_000_000;

const cashCheck = walletCheck('place-order', 'funds-cash', {
  title: 'a purchase that costs more than the wallet has is refused',
  clauses: ['D/order-funds.cash', 'D/order-refusals.status'],
  cost: { 'place-order': 1, 'cancel-order': 1 },
  run: async (context: CheckContext, [wallet]) => {
    const plan = farPlan(context, { price: DIME, size: RICH_SHARES * MICRO });
    const tried = await tryPlan(context, wallet, plan);
    judgeRefused(context, 'D/order-funds.cash', tried, 'it costs ninety million dollars');
  },
});

const tokensCheck = check('place-order', 'funds-tokens', {
  title: 'a sale of more shares than the wallet has, or has free of other open orders, is refused',
  clauses: ['D/order-funds.tokens', 'D/order-refusals.status'],
  cost: { positions: 1, books: 1, 'place-order': 3, 'cancel-order': 3 },
  run: async (context: CheckContext) => {
    const wallet = calmWallet(context);
    const plan = await restingPlan(context, { side: 'SELL' });
    await context.settled(['positions']);
    const { shares } = await heldShares(context, wallet, plan.market, plan.outcome);
    const held = Math.floor(shares) * MICRO;
    const top = { ...plan, price: PRICE_ONE - plan.market.tick };
    const all = await tryPlan(context, wallet, { ...top, size: held + plan.size });
    judgeRefused(context, 'D/order-funds.tokens', all, `it sells ${plan.size / MICRO} more shares than the wallet has`);
    if (held <= 2 * plan.size) return;
    await withResting(context, wallet, top, async () => {
      const rest = await tryPlan(context, wallet, { ...top, size: held });
      judgeRefused(context, 'D/order-funds.tokens', rest, 'another order reserves some of the shares');
    });
  },
});

export const orderFundChecks: readonly Check[] = [cashCheck, tokensCheck];
