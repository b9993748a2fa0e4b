/** conformance/checks/trading/rows: rules for every trading and simplified market (interface 2.10, 2.11, 2.13). */
import { type JsonObject, listAt, textAt } from '../../../base/json.ts';
import { UNIT_PRICE } from '../quantities.ts';
import { brief } from '../rows.ts';
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
];

export const tradingRowChecks = rules.flatMap(ruleChecks);
