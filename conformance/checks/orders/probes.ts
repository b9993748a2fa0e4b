/**
 * conformance/checks/orders/probes: probes of `POST /order`: a body that is acceptable but for one thing, sent, and undone where
 * the service took it all the same.
 */

import { flagAt, textAt } from '../../../spec/json.ts';
import { MICRO } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess, withJson } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { tradingCheck } from './placing.ts';
import type { OrderPlan } from './plan.ts';
import { cancel, orderBody, placedId, sizeFor } from './plan.ts';
import { twoWallets, writeMarket } from './venue.ts';

/** A body of `POST /order`, opened for changes: the order and what stands around it. */
export type OpenBody = { order: Record<string, unknown>; orderType: unknown; owner: unknown } & Record<string, unknown>;

/** A purchase of twenty shares at the lowest price there is: it rests and meets nobody. */
export function farPlan(context: CheckContext, turn: number, change: Partial<OrderPlan> = {}): OrderPlan {
  const market = writeMarket(context, turn);
  return { market, outcome: 0, side: 'BUY', price: market.tick, size: sizeFor(market, 20), type: 'GTC', ...change };
}

/** The body of a plan, for changes. */
export function openBody(context: CheckContext, wallet: Wallet, plan: OrderPlan): OpenBody {
  const { order, ...around } = orderBody(context, wallet, plan);
  return { orderType: plan.type, owner: wallet.apiKey, ...around, order: { ...(order as Record<string, unknown>) } };
}

/** Dollars of so many micro shares at a price in price units, in micro dollars. */
export function cashOf(size: number, price: number): number {
  return Math.round((size / MICRO) * price * 100);
}

export type Tried = {
  readonly answer: Exchange;
  /** An answer outside 200 to 299. */
  readonly isError: boolean;
  /** An error, or a success that says of itself that it is none. */
  readonly isRefused: boolean;
};

/** Sends a body as `wallet`; an order that was accepted is cancelled again. */
export async function tryBody(context: CheckContext, wallet: Wallet, body: unknown): Promise<Tried> {
  const answer = await context.send(withJson('POST', '/order', body), wallet);
  const isError = !isSuccess(answer);
  const isRefused = isError || flagAt(answer.json, 'success') === false;
  const id = placedId(answer);
  if (!isRefused && id !== undefined) await cancel(context, wallet, id);
  return { answer, isError, isRefused };
}

/** Judges that a body was refused; `why` completes "a refusal, for ...". Notes the status of refused orders. */
export function judgeRefused(context: CheckContext, clause: string, tried: Tried, why: string): boolean {
  const { answer, isRefused } = tried;
  const held = context.expect(clause, isRefused, answer, {
    expected: `a refusal, for ${why}`,
    actual: `status ${answer.status}, ${String(textAt(answer.json, 'status'))}`,
  });
  if (!held) return false;
  context.fact('status.refused-order', String(answer.status));
  context.expect('D/order-refusals.status', answer.status === 400, answer, {
    expected: 'status 400',
    actual: `status ${answer.status}`,
  });
  return true;
}

/** A change that makes one thing of an acceptable body wrong. */
export type Fault = {
  readonly what: string;
  /** Completes "a refusal, for ...". */
  readonly why: string;
  readonly clause: string;
  readonly plan?: (context: CheckContext) => OrderPlan;
  /** Changes the body; more than one body where the fault has several forms. */
  readonly spoil: (body: OpenBody, context: CheckContext, plan: OrderPlan) => readonly unknown[];
};

/** One check for one fault: every form of it is refused. */
export function faultCheck({ what, why, clause, plan: planOf = sound, spoil }: Fault): Check {
  return tradingCheck(`place-order.${what}`, {
    title: `an order is refused where ${why}`,
    clauses: [clause, 'D/order-refusals.status'],
    kind: 'error',
    route: 'place-order',
    cost: { 'place-order': 6, 'cancel-order': 6 },
    run: async (context) => {
      const [wallet] = twoWallets(context);
      const plan = planOf(context);
      for (const body of spoil(openBody(context, wallet, plan), context, plan))
        judgeRefused(context, clause, await tryBody(context, wallet, body), why);
    },
  });
}

function sound(context: CheckContext): OrderPlan {
  return farPlan(context, 0);
}
