/** sim/clob/reads/prices-history: price histories of the last trade up to each moment: past books are not kept. */
import { isObject, type JsonObject } from '../../../base/json.ts';
import { ok, type Result, refuse } from '../../../base/result.ts';
import { unitsToNumber } from '../../../base/units.ts';
import { PRICE_HISTORY_INTERVALS, PRICE_HISTORY_TOKENS_MAX } from '../../../spec/clob/book-routes.ts';
import { badRequest, notFound, okJson, okValue, type RouteFunctions, type RouteResponse } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import type { TokenCard } from '../../views/token-card.ts';

export const NO_BOOK = notFound('No orderbook exists for the requested token id');
const INVALID_TOKEN = badRequest('Invalid token id');
export const INVALID_SIDE = badRequest('Invalid side');
const INVALID_PAYLOAD = badRequest('Invalid payload');
const PAYLOAD_TOO_LONG = badRequest('Payload exceeds the limit');
export const NO_MARKET = notFound('market not found');

/** Token ids are the decimal digits of a 256-bit number. */
const TOKEN_ID = /^\d{1,78}$/;

/** A token of the world; `missing` is the response for an id that is well-formed and unknown. */
export function tokenOf(
  { views }: Service,
  tokenId: unknown,
  missing: RouteResponse = NO_MARKET,
): Result<TokenCard, RouteResponse> {
  if (typeof tokenId !== 'string' || !TOKEN_ID.test(tokenId)) return refuse(INVALID_TOKEN);
  const card = views.tokens.byTokenId(tokenId);
  return card === undefined ? refuse(missing) : ok(card);
}

export function bookTokenOf(service: Service, tokenId: unknown): Result<TokenCard, RouteResponse> {
  const card = tokenOf(service, tokenId, NO_BOOK);
  return card.ok && !card.value.market.enableOrderBook ? refuse(NO_BOOK) : card;
}

/** The known tokens with a book in `[{token_id, ...}]`, in that order, each once, with all items that name it. */
export function bodyTokens(
  service: Service,
  body: unknown,
): Result<ReadonlyMap<TokenCard, readonly JsonObject[]>, RouteResponse> {
  if (!Array.isArray(body)) return refuse(INVALID_PAYLOAD);
  if (body.length > service.profile.batch.max) return refuse(PAYLOAD_TOO_LONG);
  const found = new Map<TokenCard, JsonObject[]>();
  for (const item of body as readonly unknown[]) {
    const tokenId = isObject(item) ? item['token_id'] : undefined;
    if (!isObject(item) || typeof tokenId !== 'string') return refuse(INVALID_PAYLOAD);
    const card = bookTokenOf(service, tokenId);
    if (!card.ok) continue;
    const items = found.get(card.value);
    if (items === undefined) found.set(card.value, [item]);
    else items.push(item);
  }
  return ok(found);
}

/** A longer range gets a coarser grid: the next whole multiple of its fidelity with no more points. */
const POINTS_MAX = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const INTERVAL_MS: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': 24 * HOUR_MS,
  '1w': 168 * HOUR_MS,
  '1m': 720 * HOUR_MS,
};

/** Both ends included, milliseconds; minutes between points. */
type Range = { readonly from: number; readonly to: number; readonly minutes: number };
type Point = { readonly t: number; readonly p: number };

/** Bounds in Unix seconds; they win over `interval`. */
type Wanted = Readonly<{
  interval?: unknown;
  start?: unknown;
  end?: unknown;
  fidelity?: unknown;
}>;

function rangeOf({ interval, start, end, fidelity }: Wanted, now: number): Range {
  const span = INTERVAL_MS[String(interval)];
  const isOpen = start === undefined && end === undefined;
  return {
    from: isOpen && span !== undefined ? now - span : Number(start ?? 0) * 1_000,
    to: Math.min(now, end === undefined ? now : Number(end) * 1_000),
    minutes: Number(fidelity ?? 1),
  };
}

function pointsOf({ views }: Service, { market, outcome }: TokenCard, range: Range): readonly Point[] {
  const first = views.priceHistory.firstAt(market.index);
  if (first === undefined) return [];
  const from = Math.max(range.from, first);
  if (from > range.to) return [];
  const fine = range.minutes * MINUTE_MS;
  const step = fine * Math.max(1, Math.ceil((range.to - from) / fine / POINTS_MAX));
  const points: Point[] = [];
  const add = (at: number) => {
    const price = views.priceHistory.priceAt(market.index, outcome, at);
    if (price !== undefined) points.push({ t: Math.floor(at / 1_000), p: unitsToNumber(price, 4) });
  };
  for (let at = Math.ceil(from / step) * step; at <= range.to; at += step) add(at);
  if (points.at(-1)?.t !== Math.floor(range.to / 1_000)) add(range.to);
  return points;
}

type Batch = { readonly tokenIds: readonly unknown[]; readonly range: Range };

function readBatch(body: unknown, now: number): Result<Batch, RouteResponse> {
  if (!isObject(body)) return refuse(INVALID_PAYLOAD);
  const { markets: tokenIds, interval, start_ts: start, end_ts: end, fidelity } = body;
  if (!Array.isArray(tokenIds) || !tokenIds.every((id) => typeof id === 'string')) return refuse(INVALID_PAYLOAD);
  if (tokenIds.length > PRICE_HISTORY_TOKENS_MAX) return refuse(PAYLOAD_TOO_LONG);
  if (![start, end].every((moment) => moment === undefined || isWhole(moment, 0))) return refuse(INVALID_PAYLOAD);
  if (fidelity !== undefined && !isWhole(fidelity, 1)) return refuse(INVALID_PAYLOAD);
  if (interval !== undefined && !PRICE_HISTORY_INTERVALS.some((known) => known === interval)) {
    return refuse(badRequest(`interval must be one of ${PRICE_HISTORY_INTERVALS.join(', ')}`));
  }
  return ok({ tokenIds, range: rangeOf({ interval, start, end, fidelity }, now) });
}

const WHOLE_MAX = 999_999_999_999;

function isWhole(value: unknown, min: number) {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= WHOLE_MAX;
}

export const PRICE_HISTORY_FUNCTIONS: RouteFunctions = {
  'P/prices-history': (service, { params, now }) => {
    service.views.catchUp();
    const card = bookTokenOf(service, params['market']);
    if (!card.ok) return card.refusal;
    const { interval, startTs: start, endTs: end, fidelity } = params;
    return okValue({ history: pointsOf(service, card.value, rangeOf({ interval, start, end, fidelity }, now)) });
  },
  /** Unknown tokens have an empty history. */
  'P/batch-prices-history': (service, { body, now }) => {
    service.views.catchUp();
    const batch = readBatch(body, now);
    if (!batch.ok) return batch.refusal;
    const { tokenIds, range } = batch.value;
    const members = [...new Set(tokenIds)].map((tokenId) => {
      const card = bookTokenOf(service, tokenId);
      return `${JSON.stringify(tokenId)}:${JSON.stringify(card.ok ? pointsOf(service, card.value, range) : [])}`;
    });
    return okJson(`{"history":{${members.join(',')}}}`);
  },
};
