/** proof/judge/quirks/orders: lawful oddities of order placement: the form of a refusal, and the content of a body. */
import { CURSOR_END } from '../../../spec/cursor.ts';
import { textAt } from '../../../spec/json.ts';
import type { Response } from '../../../wire/message.ts';
import type { Quirk } from '../quirk.ts';
import { onRoute, type Wrap } from '../variant.ts';
import { to } from '../wrappers/edit.ts';
import { CURSOR_LISTS, emptyLastPage, onEach } from '../wrappers/oddities.ts';
import { jsonOf, leniently } from '../wrappers/orders.ts';
import { edit, withBody } from '../wrappers/responses.ts';
import { otherTraders } from './other-traders.ts';

/** Statuses of a request that is rejected before its order is read: no caller, halted matching, a limit. */
const NOT_OF_ORDERS: readonly number[] = [401, 425, 429];

/** True if the order itself is the reason for the rejection. */
function isOrderRefusal({ status }: Response): boolean {
  return status >= 400 && status < 500 && !NOT_OF_ORDERS.includes(status);
}

/** Refused orders are answered with a reply whose `success` is false; `more` contains its other fields. */
function inReply(more: Readonly<Record<string, string>>): Wrap {
  return onRoute('place-order', (handle) => (request) => {
    const response = handle(request);
    if (!isOrderRefusal(response)) return response;
    const errorMsg = textAt(jsonOf(response), 'error') ?? '';
    return { ...withBody(response, { success: false, errorMsg, ...more }), status: 200 };
  });
}

/** JSON values of another type than the listed one, as a lenient parser reads them. */
const looseTypes = leniently(({ order, ...body }) => {
  const texts = Object.entries(order).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]);
  return { ...body, order: { ...Object.fromEntries(texts), signatureType: Number(order['signatureType']) } };
});

export const orderQuirks: readonly Quirk[] = [
  {
    id: 'refused-in-reply',
    title: 'a refused order returns 200 with success false and an errorMsg',
    alternative: { decision: 'order-refusals', text: '200 with success false and errorMsg' },
    wrap: inReply({ orderID: '', takingAmount: '', makingAmount: '', status: '' }),
  },
  {
    id: 'refused-in-short-reply',
    title: 'a refused order returns 200 with success false and an errorMsg only',
    wrap: inReply({}),
  },
  {
    id: 'error-message-none',
    title: 'the errorMsg of an accepted order is the word none',
    wrap: onRoute('place-order', edit('errorMsg', to('none'))),
  },
  {
    id: 'loose-types',
    title: 'an order may have numbers in place of texts, and its signature type as text',
    alternative: { decision: 'order-body', text: 'salt as a number' },
    wrap: onRoute('place-order', looseTypes),
  },
  {
    id: 'live-orders-end-word',
    title: 'the live orders end with LTE=',
    alternative: { decision: 'live-order-list', text: 'LTE= at the end' },
    wrap: onRoute(
      'live-orders',
      edit('next_cursor', (cursor) => (cursor === '' ? CURSOR_END : cursor)),
    ),
  },
  {
    id: 'empty-last-page',
    title: 'lists with a cursor end with a page without rows',
    alternative: { decision: 'live-order-list', text: 'an empty page at the end' },
    wrap: onEach(['live-orders', ...CURSOR_LISTS], emptyLastPage),
  },
  {
    id: 'other-traders',
    title: 'other wallets trade right after each order of the run, at another price',
    wrap: otherTraders,
  },
];
