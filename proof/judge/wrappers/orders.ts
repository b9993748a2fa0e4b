/** proof/judge/wrappers/orders: reads and changes signed bodies, accepts refused orders, and finds owners. */
import { isObject, type JsonObject, listAt, textAt } from '../../../base/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Handler, Request, Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import type { Internals, Wrap } from '../variant.ts';
import { jsonOf, replies, withBody } from './responses.ts';
import { callerOf, rebodied, signedBy } from './signatures.ts';

/** A body of `POST /order`, and the order in it, open for changes. */
export type OpenBody = JsonObject & { readonly order: JsonObject };

export const isPlacing = (request: Request): boolean => matchRoute(request)?.id === 'place-order';
export const isCancelling = (request: Request): boolean => matchRoute(request)?.id === 'cancel-order';

/** The body of an order; without one, an empty order. */
export function orderBodyOf(request: Request): OpenBody {
  const body = jsonOf(request);
  return { ...body, order: isObject(body['order']) ? body['order'] : {} };
}

export const isFok = ({ orderType }: OpenBody): boolean => orderType === 'FOK';

type OrderChange = (body: OpenBody, caller: Wallet) => JsonObject;

/** The request with its order changed and signed by its caller; unchanged if the caller is unknown. */
export function withChangedOrder(request: Request, internals: Internals, change: OrderChange): Request {
  const caller = callerOf(request, internals);
  return caller === undefined
    ? request
    : rebodied(request, internals, JSON.stringify(change(orderBodyOf(request), caller)));
}

export function taking(when: (body: OpenBody) => boolean, change: OrderChange): Wrap {
  return (handle, internals) => (request) =>
    handle(when(orderBodyOf(request)) ? withChangedOrder(request, internals, change) : request);
}

export function leniently(change: OrderChange): Wrap {
  return replies((response, request, handle, internals) =>
    response.status === 400 ? handle(withChangedOrder(request, internals, change)) : response,
  );
}

/** The reply to an order that rests, without its id. */
export const RESTING = { success: true, errorMsg: '', takingAmount: '', makingAmount: '', status: 'live' };

/** Refused orders whose refusal matches are reported as accepted, and are dropped. */
export function onPaper(refusal: RegExp): Wrap {
  return replies((response) => {
    if (response.status < 400 || !refusal.test(textAt(jsonOf(response), 'error') ?? '')) return response;
    return { ...withBody(response, { ...RESTING, orderID: `0x${'9'.repeat(64)}` }), status: 200 };
  });
}

export type Taken = { readonly id: string; readonly owner: Wallet; readonly body: OpenBody };

/** Watches orders being accepted: `taken` grows in the order of time. */
export function watching(change: (handle: Handler, taken: readonly Taken[], internals: Internals) => Handler): Wrap {
  return (handle, internals) => {
    const taken: Taken[] = [];
    const changed = change(handle, taken, internals);
    return (request) => {
      const response = changed(request);
      const id = isPlacing(request) ? textAt(jsonOf(response), 'orderID') : undefined;
      const owner = callerOf(request, internals);
      if (response.status === 200 && id !== undefined && owner !== undefined) {
        taken.push({ id, owner, body: orderBodyOf(request) });
      }
      return response;
    };
  };
}

export function cancelAsOwner(handle: Handler, internals: Internals, { id, owner }: Taken): void {
  const body = JSON.stringify({ orderId: id });
  const headers = { 'content-type': 'application/json' };
  handle(signedBy(owner, { method: 'DELETE', path: '/order', query: '', headers, body }, internals));
}

export function canceledIn(response: Response): readonly string[] {
  return listAt(jsonOf(response), 'canceled').filter((id) => typeof id === 'string');
}
