/** proof/judge/wrappers/order-bodies: an order is changed only after its refusal, so that signatures are verified. */
import { isObject, type JsonObject, textAt } from '../../../base/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { type Handler, isSuccess, type Response, withJson } from '../../../wire/message.ts';
import { onRoute, type Wrap } from '../variant.ts';
import { type OpenBody, orderBodyOf } from './orders.ts';
import { refusal } from './requests.ts';
import { jsonOf, rowsIn } from './responses.ts';
import { callerOf, rebodied } from './signatures.ts';

/** Changes the body of an order; `handle` sends further requests to the service. */
type OrderChange = (body: OpenBody, caller: Wallet, handle: Handler) => JsonObject;

export function forgiving(reason: RegExp, change: OrderChange): Wrap {
  return onRoute('place-order', (handle, internals) => (request) => {
    const response = handle(request);
    const isMeant = !isSuccess(response) && reason.test(errorOf(response));
    const caller = isMeant ? callerOf(request, internals) : undefined;
    if (caller === undefined) return response;
    return handle(rebodied(request, internals, JSON.stringify(change(orderBodyOf(request), caller, handle))));
  });
}

export const errorOf = (response: Response): string => textAt(jsonOf(response), 'error') ?? '';

export function inOrder(body: OpenBody, change: JsonObject): OpenBody {
  return { ...body, order: { ...body.order, ...change } };
}

/** Orders whose body matches are refused before the simulator sees them. */
export function refusingOrders(when: (body: OpenBody) => boolean, error: string): Wrap {
  return onRoute('place-order', (handle) => (request) => {
    const isOrder = isObject(jsonOf(request)['order']);
    if (!isOrder || !when(orderBodyOf(request))) return handle(request);
    return { ...refusal(handle, request), body: JSON.stringify({ error }) };
  });
}

/** The condition id of a token, from its book; the empty text for an unknown token. */
export function conditionOf(handle: Handler, token: unknown): string {
  const books = handle(withJson('POST', '/books', [{ token_id: String(token) }]));
  return textAt(rowsIn(books)[0], 'market') ?? '';
}
