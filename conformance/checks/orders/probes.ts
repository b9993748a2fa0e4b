/** conformance/checks/orders/probes: acceptable orders except for one change, cancelled if the service accepts them. */
import { withJson } from '../../../wire/message.ts';
import type { Check, CheckContext, ClauseId, Clauses, Exchange, Expectation, Statement, Wallet } from '../../check.ts';
import { isRefusal, refusal, statusLike } from '../assertions.ts';
import { farPlan, type OrderBody, type OrderPlan, orderBody, walletCheck, withdraw } from './plan.ts';

/** A body that was sent, and whether it was refused (`isRefusal`). */
export type Tried = { readonly response: Exchange; readonly isRefused: boolean };

/** Sends a body as `wallet`; cancels an order that was accepted. */
export async function tryBody(context: CheckContext, wallet: Wallet, body: unknown): Promise<Tried> {
  const response = await context.send(withJson('POST', '/order', body), wallet);
  const isRefused = isRefusal(response);
  if (!isRefused) await withdraw(context, wallet, response);
  return { response, isRefused };
}

/** Sends the body of a plan as `wallet`, after `change`. */
export function tryPlan(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  change: (body: OrderBody) => unknown = (body) => body,
): Promise<Tried> {
  return tryBody(context, wallet, change(orderBody(context, wallet, plan)));
}

const ATTEMPTS = 3;

/** Retries a refused order, as matching may be halted (D/order-refusals). Returns the last attempt. */
export async function untilAccepted(attempt: () => Promise<Tried>): Promise<Tried> {
  let tried = await attempt();
  for (let count = 1; tried.isRefused && count < ATTEMPTS; count += 1) tried = await attempt();
  return tried;
}

/** Judges that a body was refused; `why` completes "a refusal, because ...". Records the status of refused orders. */
export function judgeRefused(context: CheckContext, clause: ClauseId, tried: Tried, why: string): boolean {
  const { response } = tried;
  if (!context.judge(refusal(clause, response, why))) return false;
  context.fact('status.refused-order', String(response.status));
  context.judge(statusLike('D/order-refusals.status', response, 400));
  return true;
}

/** An order that was accepted; `why` completes "status 2xx, because ...". */
export function accepted(clauses: Clauses, of: Exchange, why: string): Statement {
  return { clauses, of, must: ACCEPTED, because: why };
}

export const ACCEPTED: Expectation = { status: '2xx', body: { $not: { success: false } } };

export function inOrder(body: OrderBody, change: Readonly<Record<string, unknown>>): OrderBody {
  return { ...body, order: { ...body.order, ...change } };
}

/** A change that makes an acceptable body malformed in one way. */
export type MalformedOrder = Readonly<{
  what: string;
  /** Completes "a refusal, because ...". */
  why: string;
  clause: ClauseId;
  plan?: (context: CheckContext) => OrderPlan;
  /** Changes the body; returns several bodies if the defect has several forms. */
  spoil: (body: OrderBody, context: CheckContext, plan: OrderPlan) => readonly unknown[];
}>;

/** One check for one defect: every form of it is refused. */
export function malformedOrderCheck({ what, why, clause, plan: planOf = sound, spoil }: MalformedOrder): Check {
  return walletCheck('place-order', what, {
    title: `an order is refused if ${why}`,
    clauses: [clause, 'D/order-refusals.status'],
    kind: 'error',
    cost: { 'place-order': 6, 'cancel-order': 6 },
    async run(context, [wallet]) {
      const plan = planOf(context);
      for (const body of spoil(orderBody(context, wallet, plan), context, plan))
        judgeRefused(context, clause, await tryBody(context, wallet, body), why);
    },
  });
}

function sound(context: CheckContext) {
  return farPlan(context);
}
