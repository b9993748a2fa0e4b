/** proof/judge/quirks/third-outcome: closed markets have a third outcome, which did not win. Its token has no book. */
import { flagAt, isObject, type JsonObject, listAt, objectsIn, parseJson, textAt } from '../../../spec/json.ts';
import { parseJsonStringArray } from '../../../spec/resources/resource.ts';
import { get } from '../../../wire/message.ts';
import { onEach, onRoute, together, type Wrap } from '../variant.ts';
import { CURSOR_LISTS } from '../wrappers/oddities.ts';
import { jsonOf } from '../wrappers/orders.ts';
import { edit, responses, rows, withBody } from '../wrappers/responses.ts';

const NAME = 'Neither';

/** Digits that are unique among tokens. */
function thirdToken(first: string): string {
  return `9${[...first.slice(1)].toReversed().join('')}`;
}

function catalogMarket(market: unknown): unknown {
  if (!isObject(market) || flagAt(market, 'closed') !== true) return market;
  const tokens = parseJsonStringArray(textAt(market, 'clobTokenIds') ?? '') ?? [];
  const outcomes = parseJsonStringArray(textAt(market, 'outcomes') ?? '') ?? [];
  return {
    ...market,
    outcomes: JSON.stringify([...outcomes, NAME]),
    clobTokenIds: JSON.stringify([...tokens, thirdToken(tokens[0] ?? '')]),
  };
}

function tradingMarket(market: JsonObject): JsonObject {
  if (flagAt(market, 'closed') !== true) return market;
  const tokens = objectsIn(market['tokens']);
  const id = thirdToken(textAt(tokens[0], 'token_id') ?? '');
  return {
    ...market,
    tokens: [...tokens, { token_id: id, outcome: NAME, price: 0, winner: false }],
    assets_ids: [...listAt(market, 'assets_ids'), id],
    outcomes: [...listAt(market, 'outcomes'), NAME],
  };
}

const settings: Wrap = (handle, internals) =>
  responses((response) => {
    const record = jsonOf(response);
    const market: unknown = parseJson(handle(get(`/markets/${textAt(record, 'c') ?? ''}`)).body);
    if (flagAt(market, 'closed') !== true) return response;
    const tokens = objectsIn(record['t']);
    const third = { t: thirdToken(textAt(tokens[0], 't') ?? ''), o: NAME };
    return withBody(response, { ...record, t: [...tokens, third] });
  })(handle, internals);

export const withThirdOutcome: Wrap = together([
  onRoute('markets', edit('*', catalogMarket)),
  onRoute(
    'market-by-slug',
    responses((response) => withBody(response, catalogMarket(jsonOf(response)))),
  ),
  onEach(['event', 'event-by-slug'], edit('markets.*', catalogMarket)),
  onEach(
    CURSOR_LISTS,
    rows((list) => list.map(tradingMarket)),
  ),
  onRoute(
    'trading-market',
    responses((response) => withBody(response, tradingMarket(jsonOf(response)))),
  ),
  onRoute('trading-settings', settings),
]);
