/** proof/judge/quirks/order-rules: other rules for amounts, forms, funds and tokens of an order (section 4.3). */
import { type JsonObject, numberAt, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { get, type Handler, type Request } from '../../../wire/message.ts';
import { on, quirks } from '../variant.ts';
import {
  conditionOf,
  errorOf,
  forgiving,
  inOrder,
  isCancelling,
  isPlacing,
  type OpenBody,
  orderBodyOf,
  RESTING,
  refusingOrders,
} from '../wrappers/orders.ts';
import { jsonOf, rowsIn, withBody } from '../wrappers/responses.ts';
import { callerOf } from '../wrappers/signatures.ts';

const numberOf = ({ order }: OpenBody, field: string) => Number(order[field]);
const sharesField = ({ order }: OpenBody): string => (order['side'] === 'BUY' ? 'takerAmount' : 'makerAmount');
const cashField = ({ order }: OpenBody): string => (order['side'] === 'BUY' ? 'makerAmount' : 'takerAmount');
const sharesOf = (body: OpenBody) => numberOf(body, sharesField(body));
const cashOf = (body: OpenBody) => numberOf(body, cashField(body));
const isTaking = ({ orderType }: OpenBody) => orderType === 'FOK' || orderType === 'FAK';

function fromDecimals(body: OpenBody): OpenBody {
  const whole = (value: unknown) =>
    /^\d+\.\d+$/.test(String(value)) ? String(Math.round(Number(value) * MICRO)) : value;
  const { makerAmount, takerAmount } = body.order;
  return inOrder(body, { makerAmount: whole(makerAmount), takerAmount: whole(takerAmount) });
}

const HUNDREDTH = MICRO / 100;
const CENT = PRICE_ONE / 100;

function rounded(body: OpenBody): OpenBody {
  const shares = Math.max(1, Math.round(sharesOf(body) / HUNDREDTH)) * HUNDREDTH;
  const price = Math.round((cashOf(body) / sharesOf(body)) * (PRICE_ONE / CENT)) * CENT;
  const cash = String(Math.round((shares / PRICE_ONE) * price));
  return inOrder(body, { [sharesField(body)]: String(shares), [cashField(body)]: cash });
}

function coarsened(body: OpenBody): OpenBody {
  const whole = (amount: number) => String(Math.floor(amount / HUNDREDTH) * HUNDREDTH);
  return inOrder(body, { [sharesField(body)]: whole(sharesOf(body)), [cashField(body)]: whole(cashOf(body)) });
}

function onTrust(reason: RegExp, isTrusted: (request: Request, handle: Handler, address: string) => boolean) {
  return on(['place-order', 'cancel-order'], (handle, internals) => {
    const open = new Set<string>();
    let count = 0;
    return (request) => {
      const response = handle(request);
      const id = String(jsonOf(request)['orderId']);
      if (isCancelling(request) && response.status === 200 && open.delete(id))
        return withBody(response, { canceled: [id], not_canceled: {} });
      const address = callerOf(request, internals)?.address ?? '';
      if (!reason.test(errorOf(response)) || !isTrusted(request, handle, address)) return response;
      count += 1;
      const orderID = `0x${String(count).padStart(64, 'e')}`;
      open.add(orderID);
      return { ...withBody(response, { ...RESTING, orderID }), status: 200 };
    };
  });
}

function isHeld(request: Request, handle: Handler, user: string): boolean {
  const body = orderBodyOf(request);
  if (body.order['side'] !== 'SELL') return false;
  const market = String(body.order['conditionId']);
  const answer = handle(get('/positions', { user, market, sizeThreshold: '0' }));
  const held = rowsIn(answer).map((row: JsonObject) => numberAt(row, 'size') ?? 0);
  return Math.max(0, ...held) * MICRO >= sharesOf(body);
}

/** The open orders of a wallet in one market may be worth at most this many dollars. */
const NOTIONAL_MAX = 1_000 * MICRO;

const reservedNotional = on(['place-order', 'cancel-order'], (handle, internals) => {
  const open = new Map<string, { readonly key: string; readonly cash: number }>();
  const spent = (key: string) =>
    [...open.values()].reduce((sum, order) => (order.key === key ? sum + order.cash : sum), 0);
  return (request) => {
    if (isCancelling(request)) open.delete(String(jsonOf(request)['orderId']));
    if (!isPlacing(request)) return handle(request);
    const body = orderBodyOf(request);
    const key = `${callerOf(request, internals)?.address} ${String(body.order['conditionId'])}`;
    const cash = cashOf(body);
    const response = refusingOrders(
      () => spent(key) + cash > NOTIONAL_MAX,
      'not enough balance for all orders of the market',
    )(
      handle,
      internals,
    )(request);
    const id = textAt(jsonOf(response), 'orderID') ?? '';
    if (jsonOf(response)['status'] === 'live') open.set(id, { key, cash });
    return response;
  };
});

const SHARES_MAX = 1_000_000 * MICRO;

const BYTES_32 = /^0x[0-9a-fA-F]{64}$/;
const MILLISECONDS_MAX = 60_000;

const timely = on(['place-order'], (handle, internals) =>
  refusingOrders(
    (body) => Math.abs(numberOf(body, 'timestamp') - internals.now()) > MILLISECONDS_MAX,
    'order.timestamp is too old or lies ahead',
  )(handle, internals),
);

export const orderRuleQuirks = quirks([
  ['amounts-decimal', 'D/order-amounts: decimal amounts', forgiving(/must be a positive whole number/, fromDecimals)],
  ['amounts-rounded', 'D/order-amounts: rounding instead of refusing', forgiving(/decimals$|on the tick/, rounded)],
  [
    'taker-shares-two-decimals',
    'D/order-precision: shares with two decimals on both sides',
    refusingOrders(
      (body) => isTaking(body) && sharesOf(body) % HUNDREDTH !== 0,
      'the shares have at most two decimals',
    ),
  ],
  [
    'taker-amounts-exact',
    'D/order-precision: any amount of six decimals',
    forgiving(/decimals$/, (body) => (isTaking(body) ? coarsened(body) : body)),
  ],
  [
    'salt-decimal',
    'D/order-forms: salt is a decimal number',
    refusingOrders(
      ({ order }) => typeof order['salt'] === 'string' && !/^\d{1,78}$/.test(order['salt']),
      'order.salt is a decimal number',
    ),
  ],
  ['order-timestamp-window', 'D/order-forms: timestamp within a window', timely],
  [
    'order-texts-hex',
    'D/order-forms: metadata and builder are 32 bytes of hex',
    refusingOrders(
      ({ order }) => ['metadata', 'builder'].some((field) => field in order && !BYTES_32.test(String(order[field]))),
      'order.metadata and order.builder are 32 bytes of hex',
    ),
  ],
  ['funds-at-settlement', 'D/order-funds: checked at settlement only', onTrust(/^not enough balance/, () => true)],
  [
    'condition-ignored',
    'D/order-token: conditionId ignored',
    forgiving(/conditionId is not/, (body, _, handle) =>
      inOrder(body, { conditionId: conditionOf(handle, body.order['tokenId']) }),
    ),
  ],
  ['reserve-nothing', 'D/reserves: nothing until the match', onTrust(/^not enough balance/, isHeld)],
  ['reserve-notional', 'D/reserves: the notional of all orders of a market', reservedNotional],
  [
    'size-limit-market',
    'D/size-limits: a limit per market',
    refusingOrders((body) => sharesOf(body) > SHARES_MAX, 'the order is larger than this market takes'),
  ],
]);
