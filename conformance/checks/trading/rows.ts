/**
 * conformance/checks/trading/rows: rules for the rows, flags, status and prices of trading and simplified markets (2.10
 * to 2.18, 3).
 */

import { type JsonObject, listAt, numberAt, textAt } from '../../../base/json.ts';
import { brief, UNIT_PRICE } from '../assertions.ts';
import { sameValue } from '../same-value.ts';
import { type Rule, ruleChecks, tokensOf, UNSET } from './rules.ts';

const shortPlaces = ['simplified-markets', 'sampling-simplified-markets'] as const;
const wholePlaces = ['trading-market', 'sampling-markets'] as const;
const allPlaces = [...wholePlaces, ...shortPlaces] as const;
const bothViews = ['trading-market', 'simplified-markets'] as const;

/** The lists of a market that repeat a field of its tokens, in the two shapes of a market. */
const listRules = (['2.10', '2.11'] as const).flatMap((section) =>
  (
    [
      ['assets_ids', 'token_id', 'ids'],
      ['outcomes', 'outcome', 'outcomes'],
    ] as const
  ).map(([list, field, words]): Rule => {
    const isRight = (market: JsonObject) =>
      sameValue(
        listAt(market, list),
        tokensOf(market).map((token) => textAt(token, field)),
      );
    return {
      what: list,
      clause: `${section}/${list}.tokens`,
      title: `${list} has the ${words} of tokens in order`,
      places: section === '2.10' ? wholePlaces : shortPlaces,
      at: list,
      fault: (market) => (isRight(market) ? undefined : brief(market[list])),
      whyNoPattern: 'it compares two lists of one market',
    };
  }),
);

const words = ['draft', 'active', 'paused', 'closed', 'resolved', 'archived'];

function faultOfSum(market: JsonObject): unknown {
  const prices = tokensOf(market).map((token) => numberAt(token, 'price') ?? 0);
  // The coarsest tick in use if the view does not show the market's tick.
  const tick = numberAt(market, 'minimum_tick_size') ?? 0.1;
  return Math.abs(prices.reduce((total, price) => total + price, 0) - 1) <= tick + 1e-9 ? undefined : prices;
}

const rules: readonly Rule[] = [
  ...listRules,
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
  {
    what: 'price-sum',
    clause: 'D/token-price.sum',
    title: 'the prices of two tokens add up to 1, within a tick',
    places: ['trading-market', 'sampling-markets', 'simplified-markets'],
    applies: { tokens: { $length: 2 } },
    at: 'tokens',
    fault: faultOfSum,
    whyNoPattern: 'a field of the market is the tolerance of a sum',
  },
  {
    what: 'game-start',
    clause: 'D/empty-moments.game-start',
    title: 'game_start_time is empty, or the moment of a game',
    places: wholePlaces,
    pattern: { game_start_time: { $any: [{ $absent: true }, null, '', { $match: '^\\d{4}-\\d{2}-\\d{2}' }] } },
  },
  {
    what: 'status-words',
    clause: 'D/market-status.words',
    title: `status is one of ${words.join(', ')}`,
    places: bothViews,
    pattern: { status: { $in: words } },
  },
  {
    what: 'status-active',
    clause: 'D/market-status.active',
    title: 'an active market is open and accepts orders',
    places: bothViews,
    applies: { status: 'active' },
    pattern: { accepting_orders: true, closed: UNSET },
  },
  {
    what: 'closed-accepts-none',
    clause: 'D/flags.closed',
    title: 'a closed market accepts no orders',
    places: bothViews,
    applies: { closed: true },
    pattern: { accepting_orders: UNSET },
  },
  {
    what: 'archived-closed',
    clause: 'D/flags.archived',
    title: 'an archived market is closed',
    places: bothViews,
    applies: { archived: true },
    pattern: { closed: true },
  },
  {
    what: 'accepting-open',
    clause: 'D/flags.accepting',
    title: 'a market that accepts orders is active, not closed and not archived',
    places: bothViews,
    applies: { accepting_orders: true },
    pattern: { active: true, closed: UNSET, archived: UNSET },
  },
];

export const tradingRowChecks = rules.flatMap(ruleChecks);
