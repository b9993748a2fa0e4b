/** conformance/checks/orders/funds: orders that a wallet cannot pay for (interface 4.3), which are decisions. */
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { Check, CheckContext } from '../../check.ts';
import { restingPlan, tradingCheck } from './placing.ts';
import { farPlan, judgeRefused, openBody, tryBody } from './probes.ts';
import { calmWallet, heldShares, twoWallets, withResting } from './venue.ts';

const RICH_SHARES = 900_000_000;

/** Price units of ten cents, a price on every tick. */
const DIME = PRICE_ONE / 10;

const cashCheck = tradingCheck('place-order.funds-cash', {
  title: 'a purchase that costs more than the wallet has is refused',
  clauses: ['D/order-funds.cash', 'D/order-refusals.status'],
  kind: 'stateful',
  route: 'place-order',
  cost: { 'place-order': 1, 'cancel-order': 1 },
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const plan = farPlan(context, 2, { price: DIME, size: RICH_SHARES * MICRO });
    const tried = await tryBody(context, wallet, openBody(context, wallet, plan));
    judgeRefused(context, 'D/order-funds.cash', tried, 'it costs ninety million dollars');
  },
});

const tokensCheck = tradingCheck('place-order.funds-tokens', {
  title: 'a sale of more than is held, or more than other open orders leave free, is refused',
  clauses: ['D/order-funds.tokens', 'D/order-refusals.status'],
  kind: 'stateful',
  route: 'place-order',
  cost: { positions: 1, books: 1, 'place-order': 3, 'cancel-order': 3 },
  run: async (context: CheckContext) => {
    const wallet = calmWallet(context);
    const plan = await restingPlan(context, 3, { side: 'SELL' });
    const { shares } = await heldShares(context, wallet, plan.market, plan.outcome);
    const held = Math.floor(shares) * MICRO;
    const top = { ...plan, price: PRICE_ONE - plan.market.tick };
    const tooMany = { ...top, size: held + plan.size };
    const all = await tryBody(context, wallet, openBody(context, wallet, tooMany));
    judgeRefused(context, 'D/order-funds.tokens', all, `it sells ${plan.size / MICRO} more shares than are held`);
    if (held <= 2 * plan.size) return;
    await withResting(context, wallet, top, async () => {
      const rest = await tryBody(context, wallet, openBody(context, wallet, { ...top, size: held }));
      judgeRefused(context, 'D/order-funds.tokens', rest, 'another order holds some of the shares');
    });
  },
});

/** Orders that cost more than there is. */
export const orderFundChecks: readonly Check[] = [cashCheck, tokensCheck];
