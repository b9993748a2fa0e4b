/** proof/judge/quirks/orders: lawful oddities of order placement: the form of a refusal, and the content of a body. */
import { textAt } from '../../../base/json.ts';
import { CURSOR_END } from '../../../spec/cursor.ts';
import type { Response } from '../../../wire/message.ts';
import { onEach, onRoute, type Quirk, quirks, type Wrap } from '../variant.ts';
import { CURSOR_LISTS, emptyLastPage } from '../wrappers/oddities.ts';
import { jsonOf, leniently } from '../wrappers/orders.ts';
import { edit, set, withBody } from '../wrappers/responses.ts';
import { otherTraders } from './other-traders.ts';

/** Statuses of a request that is rejected before its order is read: no caller, halted matching, a limit. */
const NOT_OF_ORDERS: readonly number[] = [401, 425, 429];

function isOrderRefusal({ status }: Response): boolean {
  return status >= 400 && status < 500 && !NOT_OF_ORDERS.includes(status);
}

function inReply(more: Readonly<Record<string, string>>): Wrap {
  return onRoute('place-order', (handle) => (request) => {
    const response = handle(request);
    if (!isOrderRefusal(response)) return response;
    const errorMsg = textAt(jsonOf(response), 'error') ?? '';
    return { ...withBody(response, { success: false, errorMsg, ...more }), status: 200 };
  });
}

const looseTypes = leniently(({ order, ...body }) => {
  const texts = Object.entries(order).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]);
  return { ...body, order: { ...Object.fromEntries(texts), signatureType: Number(order['signatureType']) } };
});

export const orderQuirks: readonly Quirk[] = quirks([
  [
    'refused-in-reply',
    'D/order-refusals: 200 with success false and errorMsg',
    inReply({ orderID: '', takingAmount: '', makingAmount: '', status: '' }),
  ],
  ['refused-in-short-reply', 'a refused order returns 200 with success false and an errorMsg only', inReply({})],
  ['error-message-none', 'accepted orders have the errorMsg "none"', onRoute('place-order', set('errorMsg', 'none'))],
  ['loose-types', 'D/order-body: salt as a number', onRoute('place-order', looseTypes)],
  [
    'live-orders-end-word',
    'D/live-order-list: LTE= at the end',
    onRoute(
      'live-orders',
      edit('next_cursor', (cursor) => (cursor === '' ? CURSOR_END : cursor)),
    ),
  ],
  [
    'empty-last-page',
    'D/live-order-list: an empty page at the end',
    onEach(['live-orders', ...CURSOR_LISTS], emptyLastPage),
  ],
  ['other-traders', 'other wallets trade right after each order of the run, at another price', otherTraders],
]);
