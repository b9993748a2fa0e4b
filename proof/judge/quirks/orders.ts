/** proof/judge/quirks/orders: unusual refusals and bodies of orders, and other traders after each order. */

import { type JsonObject, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import { CURSOR_END } from '../../../spec/cursor.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { type Handler, withJson } from '../../../wire/message.ts';
import { onEach, onRoute, quirks, type Wrap } from '../variant.ts';
import {
  bookOf,
  cancelAsOwner,
  errorOf,
  inOrder,
  isPlacing,
  leniently,
  type OpenBody,
  orderBodyOf,
  pricesIn,
} from '../wrappers/orders.ts';
import { edit, jsonOf, refusalsThat, set, withBody } from '../wrappers/responses.ts';
import { signedBy } from '../wrappers/signatures.ts';
import { ALL_CURSOR_LISTS, emptyLastPage } from '../wrappers/spellings.ts';

const SHARES = 5;

/** The price one tick below the best ask, if it is above the best bid. */
function freePrice(handle: Handler, token: unknown): number | undefined {
  const book = bookOf(handle, token);
  const tick = Number(textAt(book, 'tick_size'));
  const steps = Math.round((Math.min(1, ...pricesIn(book, 'asks')) - tick) / tick);
  const price = Number((steps * tick).toFixed(4));
  return price > Math.max(0, ...pricesIn(book, 'bids')) + tick / 2 ? price : undefined;
}

function orderOf(wallet: Wallet, { order, ...body }: OpenBody, side: 'BUY' | 'SELL', price: number, salt: number) {
  const [shares, cash] = [SHARES * MICRO, Math.round(SHARES * MICRO * price)].map(String);
  return {
    ...body,
    orderType: side === 'SELL' ? 'GTC' : 'FOK',
    postOnly: false,
    owner: wallet.apiKey,
    order: {
      ...order,
      maker: wallet.address,
      signer: wallet.address,
      side,
      makerAmount: side === 'BUY' ? cash : shares,
      takerAmount: side === 'BUY' ? shares : cash,
      salt: String(salt),
    },
  };
}

/** After each accepted order, the third wallet sells a few shares of its token to the fourth, inside the spread. */
const otherTraders: Wrap = (handle, internals) => {
  let salt = 0;
  const send = (wallet: Wallet, body: JsonObject): string | undefined => {
    const response = handle(signedBy(wallet, withJson('POST', '/order', body), internals));
    return response.status === 200 ? textAt(jsonOf(response), 'orderID') : undefined;
  };
  const trade = (body: OpenBody) => {
    const [seller, buyer] = internals.credentials.wallets.slice(2, 4);
    const price = freePrice(handle, body.order['tokenId']);
    if (seller === undefined || buyer === undefined || price === undefined) return;
    salt += 2;
    const id = send(seller, orderOf(seller, body, 'SELL', price, salt));
    if (id === undefined) return;
    if (send(buyer, orderOf(buyer, body, 'BUY', price, salt + 1)) === undefined)
      cancelAsOwner(handle, internals, { id, owner: seller, body });
  };
  return (request) => {
    const response = handle(request);
    if (isPlacing(request) && response.status === 200) trade(orderBodyOf(request));
    return response;
  };
};

/** Statuses of a request that is rejected before its order is read: no caller, halted matching, a limit. */
const NOT_OF_ORDERS: readonly number[] = [401, 425, 429];

function inReply(more: Readonly<Record<string, string>>) {
  return onRoute(
    'place-order',
    refusalsThat(
      ({ status }) => status >= 400 && status < 500 && !NOT_OF_ORDERS.includes(status),
      (response) => withBody(response, { success: false, errorMsg: errorOf(response), ...more }, 200),
    ),
  );
}

const looseTypes = leniently((body) => {
  const texts = Object.entries(body.order).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  return inOrder(body, { ...Object.fromEntries(texts), signatureType: Number(body.order['signatureType']) });
});

export const orderQuirks = quirks([
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
  ['empty-last-page', 'D/live-order-list: an empty page at the end', onEach(ALL_CURSOR_LISTS, emptyLastPage)],
  ['other-traders', 'other wallets trade right after each order of the run, at another price', otherTraders],
]);
