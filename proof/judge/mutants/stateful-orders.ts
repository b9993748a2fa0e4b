/** proof/judge/mutants/stateful-orders: resting orders that differ from the request, or are listed wrongly. */

import { objectsIn } from '../../../base/json.ts';
import { family, type Wrap } from '../variant.ts';
import { plus, STRANGER } from '../wrappers/edit.ts';
import { inOrder } from '../wrappers/order-bodies.ts';
import { isPlacing, type OpenBody, orderBodyOf, watching, withChangedOrder } from '../wrappers/orders.ts';
import { refusingAny } from '../wrappers/requests.ts';
import { copy, edit, jsonOf, replies, responses, set, withBody } from '../wrappers/responses.ts';
import { signedBy } from '../wrappers/signatures.ts';

const { table } = family('stateful');

const oneId = watching((handle, taken) => (request) => {
  const response = handle(request);
  const [first] = taken;
  const isTaken = response.status === 200 && first !== undefined;
  return isTaken ? withBody(response, { ...jsonOf(response), orderID: first.id }) : response;
});

function refused(isKind: (body: OpenBody) => boolean): Wrap {
  return refusingAny((request) => isKind(orderBodyOf(request)));
}

const everybodys = responses((response, request, handle, internals) => {
  const pages = internals.credentials.wallets.map((wallet) => jsonOf(handle(signedBy(wallet, request, internals))));
  const data = pages.flatMap((page) => objectsIn(page['data']));
  return withBody(response, { ...jsonOf(response), data, count: data.length, limit: Math.max(100, data.length) });
});

const restsAnyway = replies((response, request, handle, internals) => {
  const isWrong = response.status === 400 && isPlacing(request);
  if (isWrong) handle(withChangedOrder(request, internals, (body) => inOrder(body, { side: 'BUY' })));
  return response;
});

export const orderMutants = table({
  'place-order': [
    ['one-id', '4.3/reply.orderID.unique', 'every order gets the id of the first', oneId],
    [
      'id-unlisted',
      '4.3/reply.orderID.listed',
      'the reply has another id than the list',
      edit('orderID', (id) => `${String(id)}0`),
    ],
    ['success-false', '4.3/reply.success.accepted', 'success is false for an accepted order', set('success', false)],
    ['fok-refused', '4.3/orderType.FOK', 'FOK is not an order type', refused(({ orderType }) => orderType === 'FOK')],
    [
      'type-3-refused',
      '4.3/order.signatureType.3',
      'signature type 3 is refused',
      refused(({ order }) => order['signatureType'] === 3),
    ],
    ['refused-rests', '4.3/refused.no-effect', 'a refused order rests', restsAnyway],
    [
      'resting-zero',
      'D/order-reply.resting',
      'amounts are 0 for an order that rests',
      edit('makingAmount', (amount) => amount || '0'),
    ],
    ['status-word', 'D/order-status.reply', 'the status is ok', set('status', 'ok')],
  ],
  'live-orders': [
    ['side-other', '2.15/side.BUY', 'every order is a sale', set('data.*.side', 'SELL')],
    ['price-other', '2.15/type.placed', 'the price is a cent higher', edit('data.*.price', plus(0.01))],
    ['type-other', '2.15/type.placed', 'every order has the type LIMIT', set('data.*.type', 'LIMIT')],
    ['maker-other', '2.15/makerAddress.caller', 'orders name another wallet', set('data.*.makerAddress', STRANGER)],
    [
      'matched-whole',
      '2.15/sizeMatched.bounded',
      'sizeMatched is the original size',
      copy('data.*.sizeMatched', 'originalSize'),
    ],
    ['id-shared', '2.15/id.unique', 'orders have the id of their token', copy('data.*.id', 'assetId')],
    ['status-word', 'D/order-status.listed', 'live orders have the status open', set('data.*.status', 'open')],
    ['everybodys', '4.5/own', "other wallets' orders are listed too", everybodys],
  ],
});
