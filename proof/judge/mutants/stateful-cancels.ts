/** proof/judge/mutants/stateful-cancels: cancels that do too little, too much, or are reported wrongly. */
import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { get, type Request, type Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { family, type Mutant } from '../variant.ts';
import { cancelAsOwner, canceledIn, isCancelling, saidCanceled, type Taken, watching } from '../wrappers/orders.ts';
import { bodies, jsonOf, keeping, replies, set, withBody } from '../wrappers/responses.ts';
import { callerOf, signedBy } from '../wrappers/signatures.ts';

const { on, wide } = family('stateful');

const orderIdOf = (request: Request) => textAt(jsonOf(request), 'orderId') ?? '';

function boasting(when: (order: Taken | undefined, isDone: boolean) => boolean) {
  return watching((handle, taken) => {
    const done = new Set<string>();
    return (request) => {
      const response = handle(request);
      const id = orderIdOf(request);
      if (!isCancelling(request) || response.status !== 200) return response;
      const order = taken.find((other) => other.id === id);
      const isBoasting = canceledIn(response).length === 0 && when(order, done.has(id));
      for (const canceled of canceledIn(response)) done.add(canceled);
      return isBoasting ? saidCanceled(response, id) : response;
    };
  });
}

const pretending = watching((handle, taken, internals) => {
  const hidden = new Set<string>();
  const listed = keeping((row) => !hidden.has(textAt(row, 'id') ?? ''))(handle, internals);
  return (request) => {
    if (matchRoute(request)?.id === 'live-orders') return listed(request);
    const id = orderIdOf(request);
    const isOwn = taken.some((order) => order.id === id && order.owner.apiKey === callerOf(request, internals)?.apiKey);
    if (!isCancelling(request) || !isOwn || hidden.has(id)) return handle(request);
    hidden.add(id);
    return saidCanceled(handle(get('/markets', { limit: '1' })), id);
  };
});

function alsoCancelling(choose: (taken: readonly Taken[], id: string) => Taken | undefined) {
  return watching((handle, taken, internals) => (request) => {
    const other = isCancelling(request) ? choose(taken, orderIdOf(request)) : undefined;
    if (other !== undefined) cancelAsOwner(handle, internals, other);
    return handle(request);
  });
}

function neighbourOf(taken: readonly Taken[], id: string): Taken | undefined {
  const at = taken.findIndex((order) => order.id === id);
  return at > 0 ? taken[at - 1] : undefined;
}

/** A cancel does nothing if its order has traded in part. `live`: the response that lists the order. */
function keepingTraded(reply: (live: Response, id: string) => Response) {
  return watching((handle, taken, internals) => (request) => {
    const id = orderIdOf(request);
    const order = isCancelling(request) ? taken.find((other) => other.id === id) : undefined;
    if (order === undefined) return handle(request);
    const live = handle(signedBy(order.owner, get('/data/orders', { id }), internals));
    const hasTraded = objectsIn(jsonOf(live)['data']).some((row) => Number(textAt(row, 'sizeMatched')) > 0);
    return hasTraded ? reply(live, id) : handle(request);
  });
}

const notCanceled = (live: Response, id: string) =>
  withBody(live, { canceled: [], not_canceled: { [id]: 'it has traded' } });

function inBoth(reply: unknown): JsonObject {
  const [id] = listAt(reply, 'canceled');
  const lists = isObject(reply) ? reply : {};
  return typeof id === 'string' ? { ...lists, not_canceled: { [id]: 'cancelled' } } : lists;
}

const nothingIsError = replies((response) => {
  if (response.status !== 200 || canceledIn(response).length > 0) return response;
  return withBody(response, { error: 'no such order' }, 404);
});

export const cancelMutants: readonly Mutant[] = [
  ...on('cancel-order', [
    ['reply-empty', '4.4/canceled', 'canceled stays empty', set('canceled', [])],
    ['in-both', '4.4/exclusive', 'the id is in both lists', bodies(inBoth)],
    ['no-reason', '4.4/not_canceled', 'not_canceled stays empty', set('not_canceled', {})],
    ['nothing-is-error', 'D/cancel-refusals.unknown', 'a cancel without effect is an error', nothingIsError],
  ]),
  ...wide('cancel-order', [
    ['unknown-canceled', '4.4/unknown', 'an unknown order is cancelled', boasting((order) => order === undefined)],
    ['twice-canceled', '4.4/twice', 'a second cancel is reported as done', boasting((_, isDone) => isDone)],
    [
      'foreign-canceled',
      '4.4/foreign',
      "another account's order is cancelled",
      alsoCancelling((taken, id) => taken.find((order) => order.id === id)),
    ],
    ['book-keeps', '4.4/effect.book', 'a cancelled order stays in the book', pretending],
    [
      'traded-kept',
      '4.4/effect.live-orders',
      'an order that traded in part stays live when cancelled',
      keepingTraded(saidCanceled),
    ],
    ['traded-refused', '4.4/canceled', 'an order that traded in part cannot be cancelled', keepingTraded(notCanceled)],
    ['neighbour', '4.4/neighbour', 'the previous order is cancelled too', alsoCancelling(neighbourOf)],
  ]),
];
