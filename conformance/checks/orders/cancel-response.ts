/** conformance/checks/orders/cancel-response: the response to a cancel, and the reason if it had no effect. */
import { listAt } from '../../../base/json.ts';
import { pointerTo } from '../../../base/json-pointer.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, ClauseId, Clauses, Exchange, Statement } from '../../check.ts';
import { refusal, valueAt } from '../assertions.ts';

export function isCanceled(response: Exchange, id: string): boolean {
  return isSuccess(response) && listAt(response.json, 'canceled').includes(id);
}

/** A cancel without effect: an error, or a reply that cancels nothing and has a reason under any key. */
export function cancelsNothing(clauses: Clauses, of: Exchange, why: string): Statement {
  const must = { at: { '/canceled': [], '/not_canceled': { $not: { $exact: {} } } } };
  return isSuccess(of) ? { clauses, of, must, because: why } : refusal(clauses, of, why);
}

/** A response that does not report an order as cancelled. */
export function notCanceling(clauses: Clauses, of: Exchange, id: string, why: string): Statement {
  return {
    clauses,
    of,
    must: valueAt('/canceled', { $any: [{ $absent: true }, { $every: { $not: id } }] }),
    because: why,
  };
}

/** The place of the reason why an order was not cancelled. */
export function reasonAt(id: string): string {
  return pointerTo('/not_canceled', id);
}

/** Judges the response to a cancel without effect: by the interface if it is a success, and by the decision. */
export function judgeReason(context: CheckContext, decision: ClauseId, response: Exchange, id: string): void {
  const must = valueAt(reasonAt(id), { $type: 'string' });
  const because = 'it is the reason why the order was not cancelled';
  if (isSuccess(response)) context.judge({ clauses: '4.4/not_canceled', of: response, must, because });
  context.fact(`cancel.${decision.split('.')[1]}`, isSuccess(response) ? 'not_canceled' : String(response.status));
  context.judge({ clauses: decision, of: response, must: { status: 200, ...must }, because });
}
