/** proof/judge/mutants/seen-trading: faults of orders and their records, each for one check. */
import { isObject, type JsonObject, numberAt, parseUnbounded } from '../../../base/json.ts';
import type { Request } from '../../../wire/message.ts';
import { on, onRoute, seen, type Wrap } from '../variant.ts';
import { inOrder, isPlacing, type OpenBody, orderBodyOf, placedId, RESTING, taking } from '../wrappers/orders.ts';
import { refusal, refusingAny } from '../wrappers/requests.ts';
import { eachRow, edit, errors, replying, rows, set, succeeding, withBody } from '../wrappers/responses.ts';
import { rebodied } from '../wrappers/signatures.ts';

const ordering = (change: (order: JsonObject, body: OpenBody) => JsonObject) =>
  taking(
    ({ order }) => Object.keys(order).length > 0,
    (body) => inOrder(body, change(body.order, body)),
  );

const CENT = 10_000;
const cut = (name: string) =>
  ordering((order, { orderType }) =>
    orderType === 'FOK' ? { [name]: String(Math.floor(Number(order[name]) / CENT) * CENT) } : {},
  );

let salts = 0;
function anySalt(): JsonObject {
  salts += 1;
  return { salt: `any-${salts}` };
}

const accepted = { ...RESTING, orderID: 'made-up' };
const isOrder = (request: Request, holds: (body: OpenBody) => boolean) => {
  const body = orderBodyOf(request);
  return Object.keys(body.order).length > 0 && holds(body);
};
const refusingOrder = (holds: (body: OpenBody) => boolean) => refusingAny((request) => isOrder(request, holds));

const unknownBuilder: Wrap = (handle, internals) =>
  refusingOrder(({ order }) => 'builder' in order)(replying(accepted)(handle, internals), internals);

const anyLength: Wrap = (handle, internals) => (request) => {
  const json = typeof request.body === 'string' ? parseUnbounded(request.body) : undefined;
  if (!isObject(json)) return handle(request);
  const { note: _, ...body } = json;
  return handle(rebodied(request, internals, JSON.stringify(body)));
};

const refusesAndPlaces: Wrap = (handle, internals) => (request) => {
  const body = orderBodyOf(request);
  if (body.order['signatureType'] === 'three')
    handle(rebodied(request, internals, JSON.stringify(inOrder(body, { signatureType: 3 }))));
  return handle(request);
};

const selfTrading = on(['place-order', 'builder-trades'], (handle) => {
  let older = '';
  return (request) => {
    if (request.path === '/builder/trades') {
      const row = { taker_order_id: 'made-up', maker_orders: [{ order_id: older }] };
      return withBody(handle(request), [row], 200);
    }
    if (isPlacing(request) && isOrder(request, ({ orderType }) => orderType === 'FAK'))
      return withBody(refusal(handle, request), accepted, 200);
    const response = handle(request);
    older = placedId(request, response) ?? older;
    return response;
  };
});

/** A list with a market filter contains orders of all wallets, as far as this service remembers them. */
const everybodysInMarket = on(['place-order', 'live-orders'], (handle, internals) => {
  const placed: JsonObject[] = [];
  const listed = onRoute(
    'live-orders',
    rows((list, query) => [...list, ...placed.filter((row) => row['market'] === query.get('market'))]),
  )(handle, internals);
  return (request) => {
    const response = listed(request);
    const id = placedId(request, response);
    if (id !== undefined) placed.push({ id, market: orderBodyOf(request).order['conditionId'] });
    return response;
  };
});

const apiKeys: Wrap = (handle, internals) =>
  set('*.owner', internals.credentials.wallets[0]?.apiKey)(handle, internals);

export const seenInTrading = seen({
  'builder-trades': [
    [
      'place-order.cross-two',
      '4.3/fill.price-limit',
      'maker orders are filled at a cent',
      set('*.maker_orders.*.price', '0.01'),
    ],
    ['.mean-price', 'D/trade-price.mean', 'the limit', set('*.price', '0.999')],
    ['.mean-price', 'D/trade-price.bucket_index', 'buckets in use', set('*.bucket_index', 3)],
    ['.fee-rate', 'D/trade-price.fee_rate_bps', 'another fee', set('*.fee_rate_bps', '77')],
    ['.owner', 'D/trade-owner', 'the API key', apiKeys],
  ],
  'live-orders': [
    ['.own.filtered', '4.5/own', 'a list by market has the orders of all wallets', everybodysInMarket],
    [
      'place-order.partial-fill',
      '2.15/type.placed',
      'originalSize is the rest',
      edit('data.*.originalSize', (size, { sizeMatched }) => String(Number(size) - Number(sizeMatched))),
    ],
  ],
  activity: [
    ['.profile', '2.3/profile.same', 'another name', set('*.name', 'another')],
    [
      'place-order.fill-entries',
      'D/activity-entries.taker',
      'two entries for the taker',
      rows((list) =>
        list.flatMap((row) => {
          const half = { ...row, size: (numberAt(row, 'size') ?? 0) / 2 };
          return row['side'] === 'BUY' ? [half, half] : [row];
        }),
      ),
    ],
    [
      'place-order.fill-entries',
      'D/activity-entries.maker',
      'a hash for each entry',
      eachRow((row, index) => (row['side'] === 'SELL' ? { ...row, transactionHash: `0x${index}` } : row)),
    ],
  ],
  'closed-positions': [
    ['.values', 'D/closed-values.zero', 'the size before', set('*.size', 5)],
    ['.values', 'D/closed-values.avgPrice', 'no price', set('*.avgPrice', 0)],
  ],
  positions: [
    [
      'place-order.sale-average',
      'D/average-precision.sale',
      'the average follows the size',
      edit('*.avgPrice', (_, row) => (numberAt(row, 'size') ?? 0) / 1e6),
    ],
  ],
  'place-order': [
    ['.salt-length', 'D/order-forms.salt', 'any salt is accepted', ordering(anySalt)],
    [
      '.timestamp-form',
      'D/order-forms.timestamp',
      'any timestamp is accepted',
      ordering(() => ({ ...anySalt(), timestamp: '1' })),
    ],
    [
      '.any-text',
      'D/order-forms.texts',
      'no builder is refused',
      refusingOrder(({ order }) => order['builder'] === ''),
    ],
    ['.taker-decimals-sell', 'D/order-precision.sell', 'shares are truncated', cut('makerAmount')],
    ['.taker-decimals-buy', 'D/order-precision.buy', 'shares are truncated', cut('takerAmount')],
    ['.body', '4.3/order.builder', 'builder is not known', unknownBuilder],
    ['.body.salt', 'D/order-body.salt', 'a missing salt is generated', ordering(({ salt = '77' }) => ({ salt }))],
    [
      '.body.owner',
      'D/order-refusals.names-field',
      'an error without the field',
      errors(() => ({ error: 'bad body' })),
    ],
    ['.body.unknown-fields', 'D/order-body.unknown', 'a colour is refused', refusingOrder((body) => 'colour' in body)],
    [
      '.body.malformed',
      '7/place-order.bad-request',
      'no body is an order',
      replying(accepted, ({ body }) => body === ''),
    ],
    ['.body.too-large', '7/place-order.too-large', 'a body of any length is accepted', anyLength],
    [
      '.signature-types',
      'D/order-signature.types',
      'only type 3',
      ordering(({ signatureType }) => (signatureType === 0 ? { signatureType: 9 } : {})),
    ],
    [
      '.taker-price',
      'D/order-amounts.taker-price',
      'a worst price has to be on the tick',
      refusingOrder(({ orderType }) => orderType === 'FOK'),
    ],
    ['.closed-market', '7/place-order.not-accepting', 'closed markets accept orders', succeeding(409, accepted)],
    ['.refused-no-effect', '4.3/refused.no-effect', 'the order is placed before it is refused', refusesAndPlaces],
    ['.self-trade', 'D/self-trade', 'a wallet trades with itself', selfTrading],
  ],
  'cancel-order': [
    [
      '.bad-request',
      'D/cancel-refusals.orderId-type',
      'a number is accepted as an order id',
      replying({ canceled: [], not_canceled: { 7: 'unknown' } }, ({ body }) => body === '{"orderId":7}'),
    ],
  ],
});
