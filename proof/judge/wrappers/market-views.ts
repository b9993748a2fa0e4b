/** proof/judge/wrappers/market-views: changes the markets in every view; filters follow the changed flags. */
import { type JsonObject, parseJson, textAt } from '../../../base/json.ts';
import { getOrAdd, keysOf } from '../../../base/record.ts';
import type { RouteId } from '../../../spec/route.ts';
import { get, type Handler, isSuccess } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { on, together, type Wrap } from '../variant.ts';
import { relisted } from './lists.ts';
import { editAt, ofObject, withBody } from './responses.ts';

/** The places of markets in the responses of a route; see `editAt`. */
const MARKETS_AT: Readonly<Partial<Record<RouteId, string>>> = {
  markets: '*',
  'market-by-slug': '',
  event: 'markets.*',
  'event-by-slug': 'markets.*',
  'trading-market': '',
  'sampling-markets': 'data.*',
  'sampling-simplified-markets': 'data.*',
  'simplified-markets': 'data.*',
};

type MarketChange = (market: JsonObject, status: string) => JsonObject;

const conditionIdOf = (market: JsonObject) => textAt(market, 'conditionId') ?? textAt(market, 'condition_id') ?? '';

/** The status of a market by its condition id. Each is requested once, from addresses whose windows are empty. */
export function statuses(handle: Handler): (conditionId: string) => string {
  const known = new Map<string, string>();
  return (conditionId) =>
    getOrAdd(known, conditionId, () => {
      const answer = handle({ ...get(`/markets/${conditionId}`), client: `inside ${known.size}` });
      return textAt(parseJson(answer.body), 'status') ?? '';
    });
}

export function everyMarket(change: MarketChange): Wrap {
  return on(keysOf(MARKETS_AT), (handle) => {
    const statusOf = statuses(handle);
    const changed = ofObject((market) => change(market, statusOf(conditionIdOf(market))));
    return (request) => {
      const response = handle(request);
      const at = MARKETS_AT[matchRoute(request)?.id ?? 'books'];
      if (at === undefined || !isSuccess(response)) return response;
      const json = parseJson(response.body);
      return withBody(response, at === '' ? changed(json, {}) : editAt(json, at, changed));
    };
  });
}

const FLAGS = ['active', 'closed', 'archived'] as const;

/** Filters of `GET /markets` by flag apply to the flags as they are shown. */
const filteredAsShown = relisted(
  'markets',
  (rows, query) =>
    rows.filter((row) => FLAGS.every((flag) => !query.has(flag) || String(row[flag]) === query.get(flag))),
  FLAGS,
);

export function otherFlags(change: MarketChange): Wrap {
  return together([everyMarket(change), filteredAsShown]);
}
