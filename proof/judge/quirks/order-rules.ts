/** proof/judge/quirks/order-rules: other rules for amounts, forms, funds and tokens of an order (section 4.3). */
import { type JsonObject, numberAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { get, type Handler, type Request } from '../../../wire/message.ts';
import { on, quirks } from '../variant.ts';
import {
  amountFields,
  amountsOf,
  conditionOf,
  errorOf,
  forgiving,
  inOrder,
  isCancelling,
  isPlacing,
  type OpenBody,
  orderBodyOf,
  placedId,
  RESTING,
  refusingOrders,
  saidCanceled,
} from '../wrappers/orders.ts';
import { jsonOf, rowsIn, withBody } from '../wrappers/responses.ts';
import { callerOf } from '../wrappers/signatures.ts';

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
  const given = amountsOf(body);
  const shares = Math.max(1, Math.round(given.shares / HUNDREDTH)) * HUNDREDTH;
  const price = Math.round((given.cash / given.shares) * (PRICE_ONE / CENT)) * CENT;
  return withAmounts(body, Math.round((shares / PRICE_ONE) * price), shares);
}

function withAmounts(body: OpenBody, cash: number, shares: number): OpenBody {
  const [cashField, sharesField] = amountFields(body);
  return inOrder(body, { [sharesField]: String(shares), [cashField]: String(cash) });
}

function coarsened(body: OpenBody): OpenBody {
  const whole = (amount: number) => Math.floor(amount / HUNDREDTH) * HUNDREDTH;
  const { cash, shares } = amountsOf(body);
  return withAmounts(body, whole(cash), whole(shares));
}

/** Accepts orders without the funds, if they are trusted. */
function onTrust(isTrusted: (request: Request, handle: Handler, address: string) => boolean) {
  return on(['place-order', 'cancel-order'], (handle, internals) => {
    const open = new Set<string>();
    let count = 0;
    return (request) => {
      const response = handle(request);
      const id = String(jsonOf(request)['orderId']);
      if (isCancelling(request) && response.status === 200 && open.delete(id)) return saidCanceled(response, id);
      const address = callerOf(request, internals)?.address ?? '';
      if (!errorOf(response).startsWith('not enough balance') || !isTrusted(request, handle, address)) return response;
      count += 1;
      const orderID = `0x${String(count).padStart(64, 'e')}`;
      open.add(orderID);
      return withBody(response, { ...RESTING, orderID }, 200);
    };
  });
}

function isHeld(request: Request, handle: Handler, user: string) {
  const body = orderBodyOf(request);
  if (body.order['side'] !== 'SELL') return false;
  const market = String(body.order['conditionId']);
  const answer = handle(get('/positions', { user, market, sizeThreshold: '0' }));
  const held = rowsIn(answer).map((row: JsonObject) => numberAt(row, 'size') ?? 0);
  return Math.max(0, ...held) * MICRO >= amountsOf(body).shares;
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
    const { cash } = amountsOf(body);
    const error = 'not enough balance for all orders of the market';
    const response = refusingOrders(() => spent(key) + cash > NOTIONAL_MAX, error)(handle, internals)(request);
    if (jsonOf(response)['status'] === 'live') open.set(placedId(request, response) ?? '', { key, cash });
    return response;
  };
});

const SHARES_MAX = 1_000_000 * MICRO;

const BYTES_32 = /^0x[0-9a-fA-F]{64}$/;
const MILLISECONDS_MAX = 60_000;

const timely = refusingOrders(
  ({ order }, { now }) => Math.abs(Number(order['timestamp']) - now()) > MILLISECONDS_MAX,
  'order.timestamp is too old or lies ahead',
);

export const orderRuleQuirks = quirks([
  ['amounts-decimal', 'D/order-amounts: decimal amounts', forgiving(/must be a positive whole number/, fromDecimals)],
  ['amounts-rounded', 'D/order-amounts: rounding instead of refusing', forgiving(/decimals$|on the tick/, rounded)],
  [
    'taker-shares-two-decimals',
    'D/order-precision: shares with two decimals on both sides',
    refusingOrders(
      (body) => isTaking(body) && amountsOf(body).shares % HUNDREDTH !== 0,
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
  ['funds-at-settlement', 'D/order-funds: checked at settlement only', onTrust(() => true)],
  [
    'condition-ignored',
    'D/order-token: conditionId ignored',
    forgiving(/conditionId is not/, (body, _, handle) =>
      inOrder(body, { conditionId: conditionOf(handle, body.order['tokenId']) }),
    ),
  ],
  ['reserve-nothing', 'D/reserves: nothing until the match', onTrust(isHeld)],
  ['reserve-notional', 'D/reserves: the notional of all orders of a market', reservedNotional],
  [
    'size-limit-market',
    'D/size-limits: a limit per market',
    refusingOrders((body) => amountsOf(body).shares > SHARES_MAX, 'the order is larger than this market takes'),
  ],
]);
