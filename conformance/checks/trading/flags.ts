/** conformance/checks/trading/flags: the flags, status and prices of a market in the document profile (interface 2.13, 2.18, 3). */
import type { JsonObject } from '../../../spec/json.ts';
import { numberAt, textAt } from '../../../spec/json.ts';
import type { Check } from '../../check.ts';
import type { Rule } from './rules.ts';
import { is, ruleChecks, tokensOf } from './rules.ts';

const words = ['draft', 'active', 'paused', 'closed', 'resolved', 'archived'];
const wholePlaces = ['trading-market', 'sampling-markets'] as const;
const bothViews = ['trading-market', 'simplified-markets'] as const;

const pricesOf = (market: JsonObject): readonly number[] =>
  tokensOf(market).map((token) => numberAt(token, 'price') ?? 0);

const sumOf = (prices: readonly number[]): number => prices.reduce((total, price) => total + price, 0);

function faultOfSum(market: JsonObject): unknown {
  const prices = pricesOf(market);
  // The coarsest tick in use if the view does not show the market's tick.
  const tick = numberAt(market, 'minimum_tick_size') ?? 0.1;
  return Math.abs(sumOf(prices) - 1) <= tick + 1e-9 ? undefined : prices;
}

const rules: readonly Rule[] = [
  {
    what: 'price-sum',
    clause: 'D/token-price.sum',
    title: 'the prices of two tokens add up to 1, within a tick',
    places: ['trading-market', 'sampling-markets', 'simplified-markets'],
    at: 'tokens',
    applies: (market) => tokensOf(market).length === 2,
    fault: faultOfSum,
    // If the sum is too large, correct prices are not both as large; if it is too small, not both as small.
    pattern: (market) => {
      const prices = pricesOf(market);
      const bound = sumOf(prices) > 1 ? '$gte' : '$lte';
      return { $not: prices.map((price) => ({ price: { [bound]: price } })) };
    },
  },
  {
    what: 'game-start',
    clause: 'D/empty-moments.game-start',
    title: 'game_start_time is empty, or the moment of a game',
    places: wholePlaces,
    at: 'game_start_time',
    fault: (market) => {
      const text = textAt(market, 'game_start_time') ?? '';
      return text === '' || /^\d{4}-\d{2}-\d{2}/.test(text) ? undefined : text;
    },
  },
  {
    what: 'status-words',
    clause: 'D/market-status.words',
    title: `status is one of ${words.join(', ')}`,
    places: bothViews,
    at: 'status',
    fault: (market) => (words.includes(textAt(market, 'status') ?? '') ? undefined : market['status']),
    pattern: () => ({ $in: words }),
  },
  {
    what: 'status-active',
    clause: 'D/market-status.active',
    title: 'an active market is open and accepts orders',
    places: bothViews,
    at: 'status',
    applies: (market) => textAt(market, 'status') === 'active',
    fault: (market) => (is(market, 'accepting_orders') && !is(market, 'closed') ? undefined : market['status']),
  },
  {
    what: 'closed-accepts-none',
    clause: 'D/flags.closed',
    title: 'a closed market accepts no orders',
    places: bothViews,
    at: 'accepting_orders',
    applies: (market) => is(market, 'closed'),
    fault: (market) => (is(market, 'accepting_orders') ? true : undefined),
  },
  {
    what: 'archived-closed',
    clause: 'D/flags.archived',
    title: 'an archived market is closed',
    places: bothViews,
    at: 'closed',
    applies: (market) => is(market, 'archived'),
    fault: (market) => (is(market, 'closed') ? undefined : market['closed']),
  },
  {
    what: 'accepting-open',
    clause: 'D/flags.accepting',
    title: 'a market that accepts orders is active, not closed and not archived',
    places: bothViews,
    at: 'accepting_orders',
    applies: (market) => is(market, 'accepting_orders'),
    fault: (market) =>
      is(market, 'active') && !is(market, 'closed') && !is(market, 'archived') ? undefined : 'true on another market',
  },
];

export const tradingFlagChecks: readonly Check[] = rules.flatMap(ruleChecks);
