/** conformance/checks/trading/rows: rules for every single trading and simplified market (interface 2.10, 2.11, 2.13). */

import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, textAt } from '../../../spec/json.ts';
import type { Check } from '../../check.ts';
import { isUnitPrice } from '../quantities.ts';
import { brief, firstRepeated } from '../rows.ts';
import { sameValue } from '../same-value.ts';
import type { Rule } from './rules.ts';
import { is, ruleChecks, tokensOf } from './rules.ts';

const shortPlaces = ['simplified-markets', 'sampling-simplified-markets'] as const;
const wholePlaces = ['trading-market', 'sampling-markets'] as const;
const allPlaces = [...wholePlaces, ...shortPlaces] as const;
const bothViews = ['trading-market', 'simplified-markets'] as const;

function textsOfTokens(field: string) {
  return (market: JsonObject) => tokensOf(market).map((token) => textAt(token, field));
}

/** If the tokens have these outcomes, the list has them as well. */
function outcomesOfTokens(market: JsonObject): unknown {
  const outcomes = textsOfTokens('outcome')(market);
  return { $any: [{ tokens: { $not: outcomes.map((outcome) => ({ outcome })) } }, { outcomes }] };
}

function faultOfList(field: string, tokenField: string) {
  const wanted = textsOfTokens(tokenField);
  return (market: JsonObject): unknown =>
    sameValue(listAt(market, field), wanted(market)) ? undefined : brief(market[field]);
}

function faultOfPrices(market: JsonObject): unknown {
  return tokensOf(market)
    .map((token) => numberAt(token, 'price') ?? 0)
    .find((price) => !isUnitPrice(price));
}

function faultOfTokens(market: JsonObject): unknown {
  const repeated = ['token_id', 'outcome'].find(
    (field) => firstRepeated(tokensOf(market).map((token) => textAt(token, field) ?? '')) >= 0,
  );
  return repeated === undefined ? undefined : `a ${repeated} twice`;
}

function faultOfTick(market: JsonObject): unknown {
  const tick = numberAt(market, 'minimum_tick_size') ?? 0;
  if (tick <= 0 || tick >= 1) return tick;
  return (numberAt(market, 'minimum_order_size') ?? 0) < 0 ? market['minimum_order_size'] : undefined;
}

const rules: readonly Rule[] = [
  {
    what: 'assets_ids',
    clause: '2.10/assets_ids.tokens',
    title: 'assets_ids has the ids of tokens in order',
    places: wholePlaces,
    at: 'assets_ids',
    fault: faultOfList('assets_ids', 'token_id'),
    pattern: textsOfTokens('token_id'),
  },
  {
    what: 'outcomes',
    clause: '2.10/outcomes.tokens',
    title: 'outcomes has the outcomes of tokens in order',
    places: wholePlaces,
    at: '',
    fault: faultOfList('outcomes', 'outcome'),
    pattern: outcomesOfTokens,
  },
  {
    what: 'assets_ids',
    clause: '2.11/assets_ids.tokens',
    title: 'assets_ids has the ids of tokens in order',
    places: shortPlaces,
    at: 'assets_ids',
    fault: faultOfList('assets_ids', 'token_id'),
    pattern: textsOfTokens('token_id'),
  },
  {
    what: 'outcomes',
    clause: '2.11/outcomes.tokens',
    title: 'outcomes has the outcomes of tokens in order',
    places: shortPlaces,
    at: '',
    fault: faultOfList('outcomes', 'outcome'),
    pattern: outcomesOfTokens,
  },
  {
    what: 'tick-size',
    clause: '2.10/minimum_tick_size.positive',
    title: 'the tick is between 0 and 1, and the minimum order is not negative',
    places: wholePlaces,
    at: '',
    fault: faultOfTick,
    pattern: () => ({ minimum_tick_size: { $all: [{ $gt: 0 }, { $lt: 1 }] }, minimum_order_size: { $gte: 0 } }),
  },
  {
    what: 'price-range',
    clause: '2.13/price.range',
    title: 'prices of tokens are between 0 and 1',
    places: allPlaces,
    at: 'tokens',
    fault: faultOfPrices,
    pattern: () => ({ $each: { price: { $range: [0, 1] } } }),
  },
  {
    what: 'tokens-unique',
    clause: '2.13/token_id.unique',
    title: 'the tokens of a market differ in id and outcome',
    places: allPlaces,
    at: 'tokens',
    fault: faultOfTokens,
    pattern: () => ({ $all: [{ $unique: '/token_id' }, { $unique: '/outcome' }] }),
  },
  {
    what: 'winner-open',
    clause: '2.13/winner.open',
    title: 'no token of an open market is a winner',
    places: bothViews,
    at: 'tokens',
    applies: (market) => !is(market, 'closed') && !is(market, 'archived'),
    fault: (market) => tokensOf(market).find((token) => is(token, 'winner'))?.['outcome'],
    pattern: () => ({ $each: { winner: false } }),
  },
];

export const tradingRowChecks: readonly Check[] = rules.flatMap(ruleChecks);
