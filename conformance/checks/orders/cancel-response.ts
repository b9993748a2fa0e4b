/** conformance/checks/orders/cancel-response: parsing of the response to a cancel, and judgement of the reason if it cancelled nothing. */
import { listAt, objectAt, textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { shownBy } from '../assertions.ts';

export function isCanceled(response: Exchange, id: string): boolean {
  return isSuccess(response) && listAt(response.json, 'canceled').includes(id);
}

/** Judges that a cancel was refused: by an error, or by a reply that cancels nothing and has a reason under any key. */
export function expectNotCanceled(context: CheckContext, clause: string, response: Exchange, why: string): void {
  const reasons = Object.keys(objectAt(response.json, 'not_canceled') ?? {});
  const isRefused = !isSuccess(response) || (listAt(response.json, 'canceled').length === 0 && reasons.length > 0);
  context.expect(clause, isRefused, response, {
    expected: `an error or a reason in not_canceled, because ${why}`,
    actual: shownBy(response, response.json),
    expectation: {
      body: { $any: [{ error: { $type: 'string' } }, { canceled: [], not_canceled: { $not: { $exact: {} } } }] },
    },
  });
}

/** The reason why an order was not cancelled, if the response has one. */
export function reasonOf(response: Exchange, id: string): string | undefined {
  return textAt(objectAt(response.json, 'not_canceled'), id);
}

/** Judges the response to a cancel without effect: by the interface if it is a success, and by the decision. */
export function judgeReason(context: CheckContext, decision: string, response: Exchange, id: string): void {
  const reason = reasonOf(response, id);
  if (isSuccess(response))
    context.expect('4.4/not_canceled', reason !== undefined, response, {
      pointer: '/not_canceled',
      expected: `a reason under ${id}`,
      actual: response.json,
      expectation: { at: { [`/not_canceled/${id}`]: { $type: 'string' } } },
    });
  context.fact(`cancel.${decision.split('.')[1]}`, isSuccess(response) ? 'not_canceled' : String(response.status));
  context.expect(decision, response.status === 200 && reason !== undefined, response, {
    expected: 'status 200 with the reason in not_canceled',
    actual: shownBy(response, response.json),
    expectation: { status: 200, at: { [`/not_canceled/${id}`]: { $type: 'string' } } },
  });
}
