/** conformance/checks/trading/rows: rules for every single trading and simplified market (interface 2.10, 2.11, 2.13). */

import { type JsonObject, listAt, textAt } from '../../../base/json.ts';
import type { Check } from '../../check.ts';
import { UNIT_PRICE } from '../quantities.ts';
import { brief } from '../rows.ts';
import { sameValue } from '../same-value.ts';
import { type Rule, ruleChecks, tokensOf, UNSET } from './rules.ts';

const shortPlaces = ['simplified-markets', 'sampling-simplified-markets'] as const;
const wholePlaces = ['trading-market', 'sampling-markets'] as const;
const allPlaces = [...wholePlaces, ...shortPlaces] as const;
const bothViews = ['trading-market', 'simplified-markets'] as const;

function textsOfTokens(field: string) {
  return (market: JsonObject) => tokensOf(market).map((token) => textAt(token, field));
}

function faultOfList(field: string, tokenField: string) {
  const wanted = textsOfTokens(tokenField);
  return (market: JsonObject): unknown =>
    sameValue(listAt(market, field), wanted(market)) ? undefined : brief(market[field]);
}

const LISTS = 'it compares two lists of one market';

const rules: readonly Rule[] = [
  {
    what: 'assets_ids',
    clause: '2.10/assets_ids.tokens',
    title: 'assets_ids has the ids of tokens in order',
    places: wholePlaces,
    at: 'assets_ids',
    fault: faultOfList('assets_ids', 'token_id'),
    whyNoPattern: LISTS,
  },
  {
    what: 'outcomes',
    clause: '2.10/outcomes.tokens',
    title: 'outcomes has the outcomes of tokens in order',
    places: wholePlaces,
    at: 'outcomes',
    fault: faultOfList('outcomes', 'outcome'),
    whyNoPattern: LISTS,
  },
  {
    what: 'assets_ids',
    clause: '2.11/assets_ids.tokens',
    title: 'assets_ids has the ids of tokens in order',
    places: shortPlaces,
    at: 'assets_ids',
    fault: faultOfList('assets_ids', 'token_id'),
    whyNoPattern: LISTS,
  },
  {
    what: 'outcomes',
    clause: '2.11/outcomes.tokens',
    title: 'outcomes has the outcomes of tokens in order',
    places: shortPlaces,
    at: 'outcomes',
    fault: faultOfList('outcomes', 'outcome'),
    whyNoPattern: LISTS,
  },
  {
    what: 'tick-size',
    clause: '2.10/minimum_tick_size.positive',
    title: 'the tick is between 0 and 1, and the minimum order is not negative',
    places: wholePlaces,
    pattern: { minimum_tick_size: { $all: [{ $gt: 0 }, { $lt: 1 }] }, minimum_order_size: { $gte: 0 } },
  },
  {
    what: 'price-range',
    clause: '2.13/price.range',
    title: 'prices of tokens are between 0 and 1',
    places: allPlaces,
    pattern: { tokens: { $every: { price: UNIT_PRICE } } },
  },
  {
    what: 'tokens-unique',
    clause: '2.13/token_id.unique',
    title: 'the tokens of a market differ in id and outcome',
    places: allPlaces,
    pattern: { tokens: { $all: [{ $unique: '/token_id' }, { $unique: '/outcome' }] } },
  },
  {
    what: 'winner-open',
    clause: '2.13/winner.open',
    title: 'no token of an open market is a winner',
    places: bothViews,
    applies: { closed: UNSET, archived: UNSET },
    pattern: { tokens: { $every: { winner: UNSET } } },
  },
];

export const tradingRowChecks: readonly Check[] = rules.flatMap(ruleChecks);
