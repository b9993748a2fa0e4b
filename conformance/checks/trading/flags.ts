/** conformance/checks/trading/flags: the flags, status and prices of a market (interface 2.13, 2.18, 3). */
import { type JsonObject, numberAt } from '../../../base/json.ts';
import { type Rule, ruleChecks, tokensOf, UNSET } from './rules.ts';

const words = ['draft', 'active', 'paused', 'closed', 'resolved', 'archived'];
const wholePlaces = ['trading-market', 'sampling-markets'] as const;
const bothViews = ['trading-market', 'simplified-markets'] as const;

function faultOfSum(market: JsonObject): unknown {
  const prices = tokensOf(market).map((token) => numberAt(token, 'price') ?? 0);
  // The coarsest tick in use if the view does not show the market's tick.
  const tick = numberAt(market, 'minimum_tick_size') ?? 0.1;
  return Math.abs(prices.reduce((total, price) => total + price, 0) - 1) <= tick + 1e-9 ? undefined : prices;
}

const rules: readonly Rule[] = [
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

export const tradingFlagChecks = rules.flatMap(ruleChecks);
