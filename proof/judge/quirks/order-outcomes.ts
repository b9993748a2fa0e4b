/** proof/judge/quirks/order-outcomes: other replies to orders and cancels, other ids, other fees (4.3, 4.4). */
import { createHash } from 'node:crypto';
import { isObject, type JsonObject, objectAt, textAt } from '../../../base/json.ts';
import { addCount } from '../../../base/record.ts';
import { get, isSuccess, type Request } from '../../../wire/message.ts';
import { on, onEach, onRoute, quirks, together, type Wrap } from '../variant.ts';
import { everyMarket } from '../wrappers/market-views.ts';
import { errorOf, isPlacing, orderBodyOf, placedId } from '../wrappers/orders.ts';
import { profiled } from '../wrappers/profile-with.ts';
import { withQuery } from '../wrappers/requests.ts';
import { type Change, edit, errors, jsonOf, refusals, responses, set, withBody } from '../wrappers/responses.ts';
import { callerOf, rebodied } from '../wrappers/signatures.ts';

const onPlacing = (wrap: Wrap) => onRoute('place-order', wrap);

function refusedCancel(pattern: RegExp, status: number) {
  return onRoute(
    'cancel-order',
    responses((response) => {
      const [reason] = Object.values(objectAt(jsonOf(response), 'not_canceled') ?? {});
      if (typeof reason !== 'string' || !pattern.test(reason)) return response;
      return withBody(response, { error: reason }, status);
    }),
  );
}

/** Of every so many orders two are refused, because matching is halted for a moment. */
const HALT_EACH = 5;

const halting: Wrap = (handle) => {
  let count = 0;
  return (request) => {
    count += 1;
    const response = handle({ ...request, path: '/nowhere' });
    if (count % HALT_EACH === 0) return withBody(response, { error: 'matching restarts' }, 425);
    if (count % HALT_EACH === 1 && count > 1) return withBody(response, { error: 'matching is halted' }, 503);
    return handle(request);
  };
};

const ORDER_ID = /0x[0-9a-f]{64}/g;
const ACCOUNT_ROUTES = ['place-order', 'cancel-order', 'live-orders', 'builder-trades'] as const;

/** The id of an order is the hash of its terms, on every route that shows or accepts ids. */
const hashIds = on(ACCOUNT_ROUTES, (handle, internals) => {
  const hashes = new Map<string, string>();
  const originals = new Map<string, string>();
  const swapped = (text: string, names: ReadonlyMap<string, string>) =>
    text.replaceAll(ORDER_ID, (id) => names.get(id) ?? id);
  const inner = (request: Request): Request => {
    const sent = withQuery(
      request,
      (query) => query.has('id') && query.set('id', swapped(query.get('id') ?? '', originals)),
    );
    if (typeof request.body !== 'string') return sent;
    const body = swapped(request.body, originals);
    return body === request.body ? sent : rebodied(sent, internals, body);
  };
  const wrap: Wrap = () => (request) => {
    // A cancel is first sent unchanged, because a refused request must not be signed again.
    const first = handle(request);
    const response = isPlacing(request) || !isSuccess(first) ? first : handle(inner(request));
    const id = placedId(request, response);
    if (id !== undefined && !hashes.has(id)) {
      const hash = `0x${createHash('sha256')
        .update(JSON.stringify(orderBodyOf(request).order))
        .digest('hex')}`;
      hashes.set(id, hash);
      originals.set(hash, id);
    }
    return { ...response, body: swapped(response.body, hashes) };
  };
  return onEach(ACCOUNT_ROUTES, wrap)(handle, internals);
});

const scaled =
  (factor: number): Change =>
  (amount) =>
    amount === '' ? amount : String(Math.round(Number(amount) * factor * 1e6) / 1e6);

/** Two hundred basis points of the taker's payment or proceeds, in dollars. */
const BPS = 200;
const RATE = BPS / 10_000;

const isBuy = (request: Request) => orderBodyOf(request).order['side'] === 'BUY';
const withRates = (bps: number) =>
  together([
    onRoute('builder-trades', set('*.fee_rate_bps', String(bps))),
    onRoute('builder-trades', set('*.maker_orders.*.fee_rate_bps', '0')),
    onRoute('trading-settings', together([set('tbf', bps), set('mbf', 0)])),
    everyMarket((market) =>
      'taker_base_fee' in market ? { ...market, taker_base_fee: bps, maker_base_fee: 0 } : market,
    ),
  ]);

const feeOfNotional = onPlacing(
  responses((response, request) => {
    const { makingAmount, takingAmount, ...reply } = jsonOf(response);
    const amounts = isBuy(request)
      ? { makingAmount: scaled(1 + RATE)(makingAmount, {}), takingAmount }
      : { makingAmount, takingAmount: scaled(1 - RATE)(takingAmount, {}) };
    return withBody(response, { ...reply, ...amounts });
  }),
);

const feeInShares = on(['place-order', 'positions', 'holders'], (handle, internals) => {
  const kept = new Map<string, number>();
  const keyOf = (user: unknown, condition: unknown, outcome: unknown) =>
    `${String(user).toLowerCase()} ${String(condition)} ${String(outcome)}`;
  const lessened = (row: unknown, condition: unknown, field: 'size' | 'amount'): unknown => {
    if (!isObject(row)) return row;
    const fee = kept.get(keyOf(row['proxyWallet'], condition, row['outcomeIndex'])) ?? 0;
    return fee === 0 ? row : { ...row, [field]: Math.round((Number(row[field]) - fee) * 1e6) / 1e6 };
  };
  const placing = onPlacing(
    responses((response, request) => {
      const reply = jsonOf(response);
      const shares = Number(reply['takingAmount']);
      if (!isBuy(request) || !(shares > 0)) return response;
      const { tokenId, conditionId } = orderBodyOf(request).order;
      const caller = callerOf(request, internals);
      const outcome = outcomeOf(tokenId, conditionId);
      const key = keyOf(caller?.address, conditionId, outcome);
      addCount(kept, key, shares * RATE);
      return withBody(response, { ...reply, takingAmount: scaled(1 - RATE)(reply['takingAmount'], {}) });
    }),
  );
  const outcomeOf = (token: unknown, condition: unknown) => {
    const { tokens } = jsonOf(handle(get(`/markets/${String(condition)}`)));
    return Array.isArray(tokens) ? tokens.findIndex((one: unknown) => textAt(one, 'token_id') === token) : -1;
  };
  const positions = onRoute(
    'positions',
    edit('*', (row) => lessened(row, isObject(row) ? row['conditionId'] : '', 'size')),
  );
  const holders = onRoute(
    'holders',
    edit('*.holders.*', (row) => lessened(row, String(isObject(row) ? row['asset'] : '').split(':')[0], 'amount')),
  );
  return together([placing, positions, holders])(handle, internals);
});

export const orderOutcomeQuirks = quirks([
  ['orders-while-halted', 'D/order-refusals: 425 and 503 while matching is halted', onPlacing(halting)],
  [
    'order-reply-zero',
    'D/order-reply: 0 when nothing traded',
    onPlacing(edit('makingAmount|takingAmount', (amount) => (amount === '' ? '0' : amount))),
  ],
  ['order-id-hash', "D/order-reply: the order's hash as id", hashIds],
  [
    'order-reply-trades',
    'D/order-reply: trade ids as well',
    onPlacing(
      responses((response) => {
        const reply = jsonOf(response);
        const ids = reply['status'] === 'matched' ? ['trade-1'] : [];
        return withBody(response, { ...reply, tradeIDs: ids, transactionsHashes: ids });
      }),
    ),
  ],
  [
    'self-trade-cancels-oldest',
    'D/self-trade: cancel-oldest: the resting one goes',
    profiled({ order: { selfTrade: 'cancel-oldest' } }),
  ],
  ['self-trade-cancels-both', 'D/self-trade: cancel-both', profiled({ order: { selfTrade: 'cancel-both' } })],
  [
    'self-trade-decrements',
    'D/self-trade: decrement: both lose the smaller of the two sizes',
    profiled({ order: { selfTrade: 'decrement' } }),
  ],
  [
    'refusal-all-reasons',
    'D/refusal-order: all reasons',
    onPlacing(errors((json: JsonObject) => ({ ...json, error: `faults found: (1) ${String(json['error'])}` }))),
  ],
  ['fee-of-notional', 'D/fee: basis points of the notional', together([withRates(BPS), feeOfNotional])],
  ['fee-in-shares', 'D/fee: in shares', feeInShares],
  [
    'fee-none',
    'D/fee: nothing',
    together([withRates(0), onRoute('trading-settings', set('fd', { r: 0, e: 0, to: false }))]),
  ],
  ['cancel-unknown-404', 'D/cancel-refusals: 404 for unknown', refusedCancel(/not found/, 404)],
  ['cancel-finished-409', 'D/cancel-refusals: 409 for finished', refusedCancel(/already/, 409)],
  [
    'cancel-refused-in-reply',
    'D/cancel-refusals: 200 with not_canceled for a body without orderId',
    onRoute(
      'cancel-order',
      refusals((response) => {
        if (response.status !== 400) return response;
        const reason = errorOf(response);
        return withBody(response, { canceled: [], not_canceled: { '': reason } }, 200);
      }),
    ),
  ],
]);
