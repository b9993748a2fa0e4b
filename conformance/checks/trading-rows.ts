/**
 * conformance/checks/trading-rows: what every trading and simplified market has to be by itself (interface 2.10, 2.11,
 * 2.13), and how the document profile reads flags, statuses and prices. One page of a list shows many markets at once.
 */
import type { JsonObject } from '../../spec/json.ts';
import { flagAt, listAt, numberAt, objectsIn, textAt } from '../../spec/json.ts';
import type { RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import type { Check, CheckContext, Exchange } from '../check.ts';
import { variedMarkets } from './market-views.ts';
import { readCheck } from './reading.ts';
import { isSuccess, itemsOf, sendGet, sendPath } from './requests.ts';
import { brief, firstRepeated, objectOf, sameValue } from './rows.ts';

const SAMPLES = 6;

/** Where trading markets of the two shapes are seen: the first page of a list, or some markets one by one. */
type Place = 'sampling-markets' | 'simplified-markets' | 'sampling-simplified-markets' | 'trading-market';

/** A market with the answer it was seen in. */
type Seen = { readonly market: JsonObject; readonly answer: Exchange; readonly pointer: string };

async function marketsAt(context: CheckContext, place: Place): Promise<readonly Seen[]> {
  if (place !== 'trading-market') {
    const answer = await sendGet(context, place);
    return itemsOf(routeById(place), answer).map((market, index) => ({ market, answer, pointer: `/data/${index}` }));
  }
  const seen: Seen[] = [];
  for (const market of variedMarkets(context, SAMPLES)) {
    const answer = await sendPath(context, place, textAt(market, 'conditionId') ?? '');
    if (isSuccess(answer)) seen.push({ market: objectOf(answer), answer, pointer: '' });
  }
  return seen;
}

/** One rule about a single market. `fault` says what is wrong; `applies` which markets show anything. */
type Rule = {
  readonly what: string;
  readonly clause: string;
  readonly title: string;
  readonly places: readonly Place[];
  readonly at: string;
  readonly fault: (market: JsonObject) => unknown;
  readonly applies?: (market: JsonObject) => boolean;
};

const tokensOf = (market: JsonObject) => objectsIn(market['tokens']);

function faultOfList(field: string, tokenField: string) {
  return (market: JsonObject): unknown => {
    const wanted = tokensOf(market).map((token) => textAt(token, tokenField));
    return sameValue(listAt(market, field), wanted) ? undefined : brief(market[field]);
  };
}

function faultOfPrices(market: JsonObject): unknown {
  return tokensOf(market)
    .map((token) => numberAt(token, 'price') ?? 0)
    .find((price) => price < 0 || price > 1);
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

function faultOfSum(market: JsonObject): unknown {
  const prices = tokensOf(market).map((token) => numberAt(token, 'price') ?? 0);
  const sum = prices.reduce((total, price) => total + price, 0);
  // The coarsest tick in use where the view does not show the market's own.
  const tick = numberAt(market, 'minimum_tick_size') ?? 0.1;
  return Math.abs(sum - 1) <= tick + 1e-9 ? undefined : prices;
}

const is = (market: JsonObject, field: string): boolean => flagAt(market, field) === true;
const words = ['draft', 'active', 'paused', 'closed', 'resolved', 'archived'];
const shortPlaces = ['simplified-markets', 'sampling-simplified-markets'] as const;
const wholePlaces = ['trading-market', 'sampling-markets'] as const;
const allPlaces = [...wholePlaces, ...shortPlaces] as const;
const bothViews = ['trading-market', 'simplified-markets'] as const;

const rules: readonly Rule[] = [
  {
    what: 'assets_ids',
    clause: '2.10/assets_ids.tokens',
    title: 'assets_ids lists the ids of tokens in order',
    places: wholePlaces,
    at: 'assets_ids',
    fault: faultOfList('assets_ids', 'token_id'),
  },
  {
    what: 'outcomes',
    clause: '2.10/outcomes.tokens',
    title: 'outcomes lists the outcomes of tokens in order',
    places: wholePlaces,
    at: 'outcomes',
    fault: faultOfList('outcomes', 'outcome'),
  },
  {
    what: 'assets_ids',
    clause: '2.11/assets_ids.tokens',
    title: 'assets_ids lists the ids of tokens in order',
    places: shortPlaces,
    at: 'assets_ids',
    fault: faultOfList('assets_ids', 'token_id'),
  },
  {
    what: 'outcomes',
    clause: '2.11/outcomes.tokens',
    title: 'outcomes lists the outcomes of tokens in order',
    places: shortPlaces,
    at: 'outcomes',
    fault: faultOfList('outcomes', 'outcome'),
  },
  {
    what: 'tick-size',
    clause: '2.10/minimum_tick_size.positive',
    title: 'the tick lies between 0 and 1, the smallest order is not negative',
    places: wholePlaces,
    at: 'minimum_tick_size',
    fault: faultOfTick,
  },
  {
    what: 'price-range',
    clause: '2.13/price.range',
    title: 'prices of tokens lie between 0 and 1',
    places: allPlaces,
    at: 'tokens',
    fault: faultOfPrices,
  },
  {
    what: 'tokens-unique',
    clause: '2.13/token_id.unique',
    title: 'the tokens of a market differ in id and outcome',
    places: allPlaces,
    at: 'tokens',
    fault: faultOfTokens,
  },
  {
    what: 'winner-open',
    clause: '2.13/winner.open',
    title: 'no token of an open market is a winner',
    places: bothViews,
    at: 'tokens',
    applies: (market) => !is(market, 'closed') && !is(market, 'archived'),
    fault: (market) => tokensOf(market).find((token) => is(token, 'winner'))?.['outcome'],
  },
  {
    what: 'price-sum',
    clause: 'D/token-price.sum',
    title: 'the prices of two tokens add up to 1, within a tick',
    places: ['trading-market', 'sampling-markets', 'simplified-markets'],
    at: 'tokens',
    applies: (market) => tokensOf(market).length === 2,
    fault: faultOfSum,
  },
  {
    what: 'game-start',
    clause: 'D/empty-moments.game-start',
    title: 'game_start_time is empty, or a moment where there is a game',
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
  },
  {
    what: 'status-active',
    clause: 'D/market-status.active',
    title: 'the status active goes with orders accepted and an open market',
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

function ruleCheck(rule: Rule, place: Place): Check {
  return readCheck({
    id: `${place}.${rule.what}`,
    title: rule.title,
    clauses: [rule.clause],
    kind: 'consistency',
    route: place,
    needs: place === 'trading-market' ? ['market'] : [],
    cost: { [place]: place === 'trading-market' ? SAMPLES : 1 },
    run: async (context) => {
      const seen = (await marketsAt(context, place)).filter(({ market }) => rule.applies?.(market) ?? true);
      const [first] = seen;
      if (first === undefined) {
        return context.notTestable(`no market seen that shows it: ${rule.title}`, 'give the target such a market');
      }
      const wrong = seen.find(({ market }) => rule.fault(market) !== undefined);
      context.expect(rule.clause, wrong === undefined, (wrong ?? first).answer, {
        pointer: wrong === undefined ? '' : `${wrong.pointer}/${rule.at}`,
        expected: rule.title,
        actual: wrong === undefined ? '' : rule.fault(wrong.market),
      });
    },
  });
}

/** Rules about single trading and simplified markets, on every route that shows them. */
export const tradingRowChecks: readonly Check[] = rules.flatMap((rule) =>
  rule.places.map((place: RouteId & Place) => ruleCheck(rule, place)),
);
