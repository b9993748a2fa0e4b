/** proof/judge/quirks/trades: quirks of builder trades (interface 2.16, 4.6). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { CURSOR_START } from '../../../spec/cursor.ts';
import { isSuccess } from '../../../wire/message.ts';
import { on, onRoute, quirks, together, type Wrap } from '../variant.ts';
import { legPrice, legsOf, remadeTrades } from '../wrappers/lists.ts';
import { amountsOf, orderBodyOf, placedId } from '../wrappers/orders.ts';
import { refusingAny } from '../wrappers/requests.ts';
import { eachRow, edit, lowered, set, times } from '../wrappers/responses.ts';

const onTrades = (...wraps: readonly Wrap[]) => onRoute('builder-trades', together(wraps));

const rowPerMaker = remadeTrades(['id'], (list, query) =>
  list
    .flatMap((row) =>
      legsOf(row).map((leg, index) => ({
        ...row,
        id: `${textAt(row, 'id')}-${index}`,
        size: leg['matched_amount'],
        maker_orders: [leg],
      })),
    )
    .filter((row) => (query.get('id') ?? row.id) === row.id),
);

const FITTING = ['maker_address', 'asset_id'] as const;

const anyMakerOrder = remadeTrades(FITTING, (list, query) =>
  list.filter((row) =>
    FITTING.every((name) => {
      const wanted = query.get(name)?.toLowerCase();
      return wanted === undefined || [row, ...legsOf(row)].some((part) => textAt(part, name)?.toLowerCase() === wanted);
    }),
  ),
);

const momentOf = (row: JsonObject) => Date.parse(textAt(row, 'match_time') ?? '');

const ofOneBuilder = on(['builder-trades'], (handle, internals) => {
  const start = internals.now();
  return remadeTrades([], (list) => list.filter((row) => momentOf(row) < start))(handle, internals);
});

/** Repeats the newest trade after each further page. A filter keeps the repeated trades by their own fields. */
const tradesMeanwhile = on(['builder-trades'], (handle, internals) => {
  let count = 0;
  let newest: JsonObject = {};
  return remadeTrades(['id'], (list, query) => {
    if (!['', CURSOR_START].includes(query.get('next_cursor') ?? '')) count += 1;
    const isWhole = !FILTERS.some((name) => query.has(name));
    if (isWhole) newest = list[0] ?? {};
    const more = Array.from({ length: isWhole || isKept(newest, query) ? count : 0 }, (_, index) => ({
      ...newest,
      id: `meanwhile-${count - index}`,
      taker_order_id: `meanwhile-${count - index}-taker`,
      maker_orders: legsOf(newest).map((leg) => ({ ...leg, order_id: `meanwhile-${count - index}-maker` })),
    }));
    return [...more, ...list].filter(({ id }) => (query.get('id') ?? id) === id);
  })(handle, internals);
});

const FILTERS = [...FITTING, 'market', 'before', 'after'] as const;

function isKept(row: JsonObject, query: URLSearchParams) {
  const at = momentOf(row) / 1_000;
  const isSame = (name: string) =>
    (query.get(name) ?? textAt(row, name))?.toLowerCase() === textAt(row, name)?.toLowerCase();
  return (
    ['maker_address', 'asset_id', 'market'].every(isSame) &&
    at < Number(query.get('before') ?? Number.MAX_SAFE_INTEGER) &&
    at > Number(query.get('after') ?? 0)
  );
}

/** A possible limit of an order from before the run: a tenth of a cent worse than its price. */
function laxLimit(row: JsonObject): number {
  const price = Number(row['price']);
  return row['side'] === 'BUY' ? Math.min(price + 0.001, 0.999) : Math.max(price - 0.001, 0.001);
}

const limitPrices = on(['builder-trades', 'place-order'], (handle, internals) => {
  const limits = new Map<string, number>();
  const priced = onTrades(
    edit('*.price', (_, row) => (limits.get(textAt(row, 'taker_order_id') ?? '') ?? laxLimit(row)).toFixed(4)),
  )(handle, internals);
  return (request) => {
    const response = priced(request);
    const id = placedId(request, response);
    const { cash, shares } = amountsOf(orderBodyOf(request));
    if (id !== undefined && isSuccess(response)) limits.set(id, cash / shares);
    return response;
  };
});

const worstPrices = edit('*.price', (_, row) => {
  const prices = legsOf(row).map((leg) => legPrice(row, leg));
  return (row['side'] === 'BUY' ? Math.max(...prices) : Math.min(...prices)).toFixed(4);
});

function owners(name: (address: string, keys: ReadonlyMap<string, string>) => string) {
  return on(['builder-trades'], (handle, internals) => {
    const keys = new Map(internals.credentials.wallets.map(({ address, apiKey }) => [address.toLowerCase(), apiKey]));
    const named = (_: unknown, part: Readonly<Record<string, unknown>>) =>
      name(String(part['maker_address']).toLowerCase(), keys);
    return onTrades(edit('*.owner', named), edit('*.maker_orders.*.owner', named))(handle, internals);
  });
}

const STAGE_MS = 60_000;

const slowChain = on(['builder-trades'], (handle, internals) =>
  onTrades(
    eachRow((row) => {
      const age = internals.now() - momentOf(row);
      const status = age < STAGE_MS ? 'MATCHED' : age < 2 * STAGE_MS ? 'MINED' : row['status'];
      return { ...row, status, ...(age < STAGE_MS ? { last_update: row['match_time'] } : {}) };
    }),
  )(handle, internals),
);

export const tradeQuirks = quirks([
  ['row-per-maker', 'D/trade-rows: one row for each maker', rowPerMaker],
  [
    'lower-case-sides',
    'D/trade-rows: lower-case sides',
    onTrades(edit('*.side', lowered), edit('*.maker_orders.*.side', lowered)),
  ],
  ['owner-key', 'D/trade-owner: the API key', owners((address, keys) => keys.get(address) ?? address)],
  ['owner-user', 'D/trade-owner: a user id', owners((address) => `user-${Number.parseInt(address.slice(2, 10), 16)}`)],
  ['owner-empty', 'D/trade-owner: the empty text', owners(() => '')],
  ['limit-price', "D/trade-price: the taker's limit", limitPrices],
  ['worst-price', 'D/trade-price: the worst price of a fill', onTrades(worstPrices)],
  [
    'fee-paid',
    'D/trade-price: the fee paid',
    onTrades(set('*.fee_rate_bps', '0.01234'), set('*.maker_orders.*.fee_rate_bps', '0')),
  ],
  ['slow-chain', 'D/settlement: a time per chain', slowChain],
  [
    'trades-in-cents',
    'D/trade-units: cents and millionths of shares',
    onTrades(
      edit('*.price', cents),
      edit('*.maker_orders.*.price', cents),
      edit('*.size', micros),
      edit('*.maker_orders.*.matched_amount', micros),
    ),
  ],
  [
    'builder-headers',
    'D/builder-trades-auth: headers of a builder',
    onRoute(
      'builder-trades',
      refusingAny(() => true, 401),
    ),
  ],
  ['trades-between-pages', 'other wallets trade between two pages of trades', tradesMeanwhile],
  ['builder-own', 'D/builder-trades-auth: trades of one builder code', ofOneBuilder],
  [
    'trade-moments-cut',
    'trades show whole seconds, and are filtered by their finer moments',
    onTrades(edit('*.match_time|last_update', (moment) => String(moment).replace(/\.\d+Z$/, 'Z'))),
  ],
  ['any-maker-order', 'D/trade-filters: a trade is kept if any of its maker orders fits', anyMakerOrder],
]);

function cents(price: unknown) {
  return String(Number((Number(price) * 100).toFixed(4)));
}

function micros(size: unknown) {
  return String(Math.round(times(1_000_000)(Number(size), {}) as number));
}
