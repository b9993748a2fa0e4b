/** proof/judge/quirks/wallet-wrappers: the wrappers of positions, activity and holders. */

import { type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { get, type Handler, isSuccess } from '../../../wire/message.ts';
import { onEach, together, type Wrap } from '../variant.ts';
import { type MoreRows, relisted, restated } from '../wrappers/lists.ts';
import { refusal, refusing, withQuery } from '../wrappers/requests.ts';
import { bodies, eachRow, edit, queryOf, responses, rowsIn, withBody } from '../wrappers/responses.ts';
import { deep } from '../wrappers/spellings.ts';

export const WALLET: readonly RouteId[] = ['positions', 'closed-positions', 'activity', 'holders'];
export const BY_USER: readonly RouteId[] = ['positions', 'closed-positions', 'activity'];
export const at = (row: JsonObject, field: string): number => numberAt(row, field) ?? 0;
export const cents = (value: number): number => Math.round(value * 100) / 100;

/** The same change of both position lists. */
const onBoth = (change: (id: 'positions' | 'closed-positions') => Wrap): Wrap =>
  together([change('positions'), change('closed-positions')]);
export const bothLists = (change: (row: JsonObject) => JsonObject): Wrap => onBoth((id) => restated(id, change));

export const MONEY = ['initialValue', 'currentValue', 'cashPnl', 'percentPnl', 'realizedPnl', 'percentRealizedPnl'];

export const withNumbers =
  (fields: readonly string[], change: (value: number) => number) =>
  (row: JsonObject): JsonObject => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, change(at(row, field))])),
  });

export function costing(row: JsonObject, avgPrice: number): JsonObject {
  const initialValue = at(row, 'size') * avgPrice;
  const cashPnl = at(row, 'currentValue') - initialValue;
  return {
    ...row,
    avgPrice,
    initialValue,
    cashPnl,
    percentPnl: initialValue === 0 ? 0 : (100 * cashPnl) / initialValue,
  };
}

/** Without the shares of a split (half of a set, at 0.5) in `totalBought`. */
export const splitFree = (row: JsonObject): JsonObject => {
  const isSplit = at(row, 'avgPrice') === 0.5;
  return isSplit ? { ...costing(row, 0), totalBought: 0, percentRealizedPnl: 0 } : row;
};

export const resolvedRows: MoreRows = (query, handle) => {
  const filters = Object.fromEntries(
    ['user', 'market', 'title'].flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
  );
  const request = get('/positions', { ...filters, sizeThreshold: '0', limit: '500', redeemable: 'true' });
  return rowsIn(handle(request)).map(({ negativeRisk: _, ...row }) => row);
};

export const rounds = (row: JsonObject): readonly JsonObject[] => [
  row,
  { ...row, totalBought: at(row, 'totalBought') / 2, timestamp: at(row, 'timestamp') - 60 },
];

export function perTransaction(rows: readonly JsonObject[]): readonly JsonObject[] {
  const groups = Map.groupBy(
    rows,
    (row) => `${textAt(row, 'transactionHash')} ${textAt(row, 'asset')} ${textAt(row, 'side')}`,
  );
  return [...groups.values()].map((group) => {
    const [first = {}] = group;
    const [size, usdcSize] = ['size', 'usdcSize'].map((field) => group.reduce((sum, row) => sum + at(row, field), 0));
    return { ...first, size, usdcSize, price: (usdcSize ?? 0) / (size || 1) };
  });
}

export const perLeg = (rows: readonly JsonObject[]): readonly JsonObject[] =>
  rows.flatMap((row) => {
    const half = { ...row, size: at(row, 'size') / 2, usdcSize: at(row, 'usdcSize') / 2 };
    return textAt(row, 'type') === 'TRADE' ? [half, half] : [row];
  });

const REWARD = {
  type: 'REWARD',
  size: 1.5,
  usdcSize: 1.5,
  price: 0,
  asset: '',
  side: '',
  conditionId: '',
  title: '',
};
const NO_MARKET = { slug: '', icon: '', eventSlug: '', outcome: '', outcomeIndex: 0 };
export const withReward = (rows: readonly JsonObject[]): readonly JsonObject[] => {
  const [first] = rows;
  return first === undefined ? rows : [{ ...first, ...REWARD, ...NO_MARKET }, ...rows];
};

export const isTrade = (row: JsonObject): boolean => textAt(row, 'type') === 'TRADE';

export const tokenAsAsset = edit('*.holders', (holders, { token }) =>
  objectsIn(holders).map((holder) => ({ ...holder, asset: token })),
);

export const isHeld = (group: JsonObject): boolean => listAt(group, 'holders').length > 0;

/** `limit` counts the holders of each outcome. */
export const perOutcome = responses((response, request, handle) => {
  const limit = Number(queryOf(request).get('limit') ?? 100);
  const whole = handle(withQuery(request, (query) => query.set('limit', '500')));
  return withBody(
    response,
    rowsIn(whole).map((group) => ({ ...group, holders: listAt(group, 'holders').slice(0, limit) })),
  );
});

function isStranger(handle: Handler, user: string) {
  return ['/positions', '/closed-positions', '/activity'].every((path) => handle(get(path, { user })).body === '[]');
}
export const strangersNotFound: Wrap = (handle) => (request) => {
  const user = queryOf(request).get('user');
  const response = handle(request);
  return user !== null && isSuccess(response) && isStranger(handle, user)
    ? refusal(handle, request, 404, 'not_found: user')
    : response;
};

export const checksummed = refusing((query) => /^0x(?=.*[a-f])[0-9a-f]{40}$/.test(query.get('user') ?? ''));

export const byLanguage = onBoth((id) =>
  relisted(id, (rows, query) => {
    if (query.get('sortBy') !== 'TITLE') return rows;
    const { compare } = new Intl.Collator('en');
    const sign = query.get('sortDirection') === 'ASC' ? 1 : -1;
    return rows.toSorted((a, b) => sign * compare(textAt(a, 'title') ?? '', textAt(b, 'title') ?? ''));
  }),
);

export const caseCounts = onBoth((id) =>
  relisted(id, (rows, query) => rows.filter((row) => (textAt(row, 'title') ?? '').includes(query.get('title') ?? ''))),
);

const NOISY = new Set([
  ...MONEY,
  'size',
  'usdcSize',
  'avgPrice',
  'curPrice',
  'price',
  'amount',
  'totalBought',
  'rewards_daily_rate',
  'min_size',
  'max_spread',
  'minimum_order_size',
  'minimum_tick_size',
]);

/** Numbers with the noise of binary floating point; a large one has more. */
const noise = (json: unknown, amount: number) =>
  deep(json, (value, key) => (typeof value === 'number' && NOISY.has(key) ? value * (1 + amount) : value));
const noisy = (amount: number) => bodies((json) => noise(json, amount));

export const noiseEverywhere = together([
  onEach(['positions', 'simplified-markets', 'sampling-markets'], noisy(2e-15)),
  onEach(['closed-positions', 'activity', 'trading-market'], noisy(-2e-15)),
  onEach(['holders', 'sampling-simplified-markets', 'trading-settings'], noisy(-1e-15)),
]);

/** Rows of equal values differ by noise, as from sums over other fills: by the last digit of their market. */
export const noiseByRow = onEach(
  BY_USER,
  eachRow((row) => noise(row, /[02468ace]$/.test(textAt(row, 'conditionId') ?? '') ? 3e-16 : -3e-16)),
);

export const EMPTY_SIDE = eachRow((row) => (isTrade(row) ? row : { ...row, side: '' }));
