/** conformance/checks/orders/closed-market: an order for a market that accepts no orders (interface 4.3, 7). */
import { flagAt, numberAt, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext } from '../../check.ts';
import { refusal, statusLike, statusOf } from '../assertions.ts';
import { sendPath } from '../requests.ts';
import { tokenIdsOf } from '../rows.ts';
import { walletCheck } from './parties.ts';
import { sizeFor } from './plan.ts';
import { tryPlan } from './probes.ts';
import { farPlan } from './resting-orders.ts';

const TRIES = 3;

/** A closed market whose own record says that it accepts no orders; ends the check without one. */
export async function closedMarket(context: CheckContext): Promise<WriteMarket> {
  const closed = context.bindings.markets.filter((market) => flagAt(market, 'closed') === true);
  for (const row of closed.slice(0, TRIES)) {
    const conditionId = textAt(row, 'conditionId') ?? '';
    const { json } = await sendPath(context, 'trading-market', conditionId);
    const [yes, no] = tokenIdsOf(json);
    if (flagAt(json, 'accepting_orders') !== false || yes === undefined || no === undefined) continue;
    const minSize = Math.round((numberAt(json, 'minimum_order_size') ?? 0) * MICRO);
    const tick = Math.round((numberAt(json, 'minimum_tick_size') ?? 0) * PRICE_ONE);
    return { conditionId, tokenIds: [yes, no], tick, minSize };
  }
  return context.notTestable('no closed market shows its tokens', 'judge a deployment with a closed market');
}

export const orderClosedCheck = walletCheck('place-order', 'closed-market', {
  title: 'an order for a market that accepts no orders is refused',
  clauses: ['7/place-order.not-accepting', 'D/order-refusals.not-accepting'],
  kind: 'error',
  needs: ['two-wallets', 'closed-market', 'write-market'],
  cost: { 'trading-market': TRIES, 'place-order': 1, 'cancel-order': 1 },
  async run(context, [wallet]) {
    const market = await closedMarket(context);
    const plan = farPlan(context, { market, price: PRICE_ONE / 2, size: sizeFor(market, 10) });
    const { response } = await tryPlan(context, wallet, plan);
    context.judge(refusal('7/place-order.not-accepting', response, 'the market is closed'));
    context.fact('order.closed-market', isSuccess(response) ? 'success false' : statusOf(response));
    context.judge(statusLike('D/order-refusals.not-accepting', response, 409));
  },
});
