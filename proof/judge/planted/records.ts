/** proof/judge/planted/records: faults of condition ids, rows of wallets and trades, order forms and heartbeat ids. */
import { createSimulator } from '../../../sim/simulator.ts';
import { isObject, type JsonObject, listAt, numberAt, objectsIn, parseJson, textAt } from '../../../spec/json.ts';
import type { Request } from '../../../wire/message.ts';
import { authHeaders } from '../../../wire/signer.ts';
import { asking, eachRow, erring, type Plant, type PlantedFault, refusing, responding, theObject } from './plants.ts';

const CLOSED = /^\/closed-positions$/;
const POSITIONS = /^\/positions$/;
const HOLDERS = /^\/holders$/;
const TRADES = /^\/builder\/trades$/;
const ACTIVITY = /^\/activity$/;

const { wallets } = createSimulator({ seed: '1', world: 'small' }).credentials;

const bodyOf = ({ body }: Request): JsonObject => {
  const json = typeof body === 'string' ? parseJson(body) : undefined;
  return isObject(json) ? json : {};
};

/** Changes the order in the body of `POST /order` and signs it again, as if the service had ignored the difference. */
function ordering(change: (order: JsonObject, orderType: unknown) => JsonObject): Plant {
  return (handle) => (request) => {
    const body = bodyOf(request);
    const wallet = wallets.find(({ apiKey }) => apiKey === request.headers['svc_api_key']);
    if (!(isObject(body['order']) && wallet)) return handle(request);
    const changed = { ...request, body: JSON.stringify({ ...body, order: change(body['order'], body['orderType']) }) };
    const signed = authHeaders(wallet, changed, Number(request.headers['svc_timestamp']));
    const headers = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]);
    return handle({ ...changed, headers: { ...request.headers, ...Object.fromEntries(headers) } });
  };
}

const CENT = 10_000;
const cut = (order: JsonObject, name: string): JsonObject => ({
  ...order,
  [name]: String(Math.floor(Number(order[name]) / CENT) * CENT),
});

let salts = 0;
const anySalt = (order: JsonObject): JsonObject => {
  salts += 1;
  return { ...order, salt: `any-${salts}` };
};

const CONDITION = /^0x[0-9a-f]{64}$/;
const NO_MARKET = `0x${'0'.repeat(64)}`;

const conditionIds: readonly PlantedFault[] = [
  [
    'trading-market.condition.case',
    'D/condition-form.case',
    'capitals are another id',
    refusing(({ path }) => /^\/markets\/0x.*[A-F]/.test(path), 404),
  ],
  [
    'markets.condition.case',
    'D/condition-form.case',
    'capitals are another id',
    responding(/^\/markets$/, (json, { query }) => (/conditionId=.*[A-F]/.test(query) ? [] : json)),
  ],
  [
    'positions.condition.case',
    'D/condition-form.case-listed',
    'capitals are another id',
    responding(POSITIONS, (json, { query }) => (/market=0x.*[A-F]/.test(query) ? [] : json)),
  ],
  [
    'holders.market.malformed',
    'D/wallet-values.conditions',
    'what is not an id is left out',
    asking(HOLDERS, (query) => {
      const ids = (query.get('market') ?? '').split(',').filter((id) => CONDITION.test(id));
      query.set('market', ids.join(',') || NO_MARKET);
    }),
  ],
  [
    'routes.unlisted-path-beside',
    'D/unlisted-routes.nearest',
    'an error without type next to the catalog',
    erring(/^\/events$/, ({ error }) => ({ error })),
  ],
  [
    'trading-market.moments-utc',
    'D/empty-moments.iso-utc',
    'a space in place of the T',
    theObject(/^\/markets\/0x/, (row) => ({ ...row, game_start_time: '2026-01-04 15:00:00+00' })),
  ],
];

const rows: readonly PlantedFault[] = [
  ['activity.profile', '2.3/profile.same', 'another name', eachRow(ACTIVITY, (row) => ({ ...row, name: 'another' }))],
  [
    'closed-positions.values',
    'D/closed-values.zero',
    'the size before',
    eachRow(CLOSED, (row) => ({ ...row, size: 5 })),
  ],
  [
    'closed-positions.values',
    'D/closed-values.avgPrice',
    'no price',
    eachRow(CLOSED, (row) => ({ ...row, avgPrice: 0 })),
  ],
  [
    'holders.empty-groups',
    'D/holders-groups',
    'groups without holders left out',
    responding(HOLDERS, (json) => objectsIn(json).filter((group) => listAt(group, 'holders').length > 0)),
  ],
  [
    'builder-trades.mean-price',
    'D/trade-price.mean',
    'the limit',
    eachRow(TRADES, (row) => ({ ...row, price: '0.999' })),
  ],
  [
    'builder-trades.mean-price',
    'D/trade-price.bucket_index',
    'buckets in use',
    eachRow(TRADES, (row) => ({ ...row, bucket_index: 3 })),
  ],
  [
    'builder-trades.fee-rate',
    'D/trade-price.fee_rate_bps',
    'another fee',
    eachRow(TRADES, (row) => ({ ...row, fee_rate_bps: '77' })),
  ],
  [
    'builder-trades.maker-address.own',
    'D/trade-filters.maker_address',
    'trades of others',
    asking(TRADES, (query) => query.delete('maker_address')),
  ],
  [
    'builder-trades.asset-id.own',
    'D/trade-filters.asset_id',
    'trades in other tokens',
    asking(TRADES, (query) => query.delete('asset_id')),
  ],
  [
    'builder-trades.owner',
    'D/trade-owner',
    'the API key',
    eachRow(TRADES, (row) => ({ ...row, owner: wallets[0]?.apiKey })),
  ],
];

const orders: readonly PlantedFault[] = [
  ['place-order.salt-length', 'D/order-forms.salt', 'any salt is accepted', ordering(anySalt)],
  [
    'place-order.timestamp-form',
    'D/order-forms.timestamp',
    'any timestamp is accepted',
    ordering((order) => ({ ...anySalt(order), timestamp: '1' })),
  ],
  [
    'place-order.any-text',
    'D/order-forms.texts',
    'an empty builder is refused',
    refusing((request) => isObject(bodyOf(request)['order']) && textAt(bodyOf(request)['order'], 'builder') === ''),
  ],
  [
    'place-order.taker-decimals-sell',
    'D/order-precision.sell',
    'shares are truncated',
    ordering((order, type) => (type === 'FOK' ? cut(order, 'makerAmount') : order)),
  ],
  [
    'place-order.taker-decimals-buy',
    'D/order-precision.buy',
    'shares are truncated',
    ordering((order, type) => (type === 'FOK' ? cut(order, 'takerAmount') : order)),
  ],
];

const records: readonly PlantedFault[] = [
  [
    'place-order.fill-entries',
    'D/activity-entries.taker',
    'two entries for the taker',
    responding(ACTIVITY, (json) =>
      objectsIn(json).flatMap((row) => {
        const half = { ...row, size: (numberAt(row, 'size') ?? 0) / 2 };
        return textAt(row, 'side') === 'BUY' ? [half, half] : [row];
      }),
    ),
  ],
  [
    'place-order.fill-entries',
    'D/activity-entries.maker',
    'a hash for each entry',
    eachRow(ACTIVITY, (row, index) =>
      textAt(row, 'side') === 'SELL' ? { ...row, transactionHash: `0x${index}` } : row,
    ),
  ],
  [
    'place-order.sale-average',
    'D/average-precision.sale',
    'the average follows the size',
    eachRow(POSITIONS, (row) => ({ ...row, avgPrice: (numberAt(row, 'size') ?? 0) / 1e6 })),
  ],
  [
    'heartbeat-v1.bodiless',
    'D/heartbeat-chain.bodiless',
    'the id is used up',
    refusing((request) => (textAt(bodyOf(request), 'heartbeat_id') ?? '') !== ''),
  ],
  [
    'heartbeat-v1.lapse',
    'D/heartbeat-chain.lapse',
    'the id lapses',
    refusing((request) => (textAt(bodyOf(request), 'heartbeat_id') ?? '') !== ''),
  ],
];

export const recordFaults: readonly PlantedFault[] = [...conditionIds, ...rows, ...orders, ...records];
