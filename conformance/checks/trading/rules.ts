/**
 * conformance/checks/trading/rules: a rule about single trading or simplified markets as a check on every route that shows
 * them. One page of a list shows many markets at once.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { variedMarkets } from '../catalog/market-views.ts';
import { cursorPages } from '../cursor-pages.ts';
import { check } from '../definition.ts';
import { itemsOf, sendGet, sendPath } from '../requests.ts';
import { objectOf } from '../rows.ts';

const SAMPLES = 6;
/** Pages of a list that are read for a market that a rule is about. */
const PAGES = 5;

/** Places that show trading markets of the two shapes: the first page of a list, or some markets one by one. */
type Place = 'sampling-markets' | 'simplified-markets' | 'sampling-simplified-markets' | 'trading-market';

/** A market and its response. */
type Seen = { readonly market: JsonObject; readonly response: Exchange; readonly pointer: string };

type Applies = (market: JsonObject) => boolean;

/** The markets at a place that a rule is about: those of the first page that has some, or of a sample of known markets. */
async function marketsAt(context: CheckContext, place: Place, applies: Applies): Promise<readonly Seen[]> {
  if (place === 'trading-market') return await singleMarkets(context, applies);
  for await (const { response } of cursorPages((query) => sendGet(context, place, query), PAGES)) {
    const seen = itemsOf(routeById(place), response)
      .map((market, index) => ({ market, response, pointer: `/data/${index}` }))
      .filter(({ market }) => applies(market));
    if (seen.length > 0) return seen;
  }
  return [];
}

/** Sampled markets to which a rule applies, or else a bound one, which the target file may have named. */
async function singleMarkets(context: CheckContext, applies: Applies): Promise<readonly Seen[]> {
  const read = async (ids: readonly (string | undefined)[]): Promise<readonly Seen[]> => {
    const seen: Seen[] = [];
    for (const id of ids) {
      const response = await sendPath(context, 'trading-market', id ?? '');
      if (isSuccess(response)) seen.push({ market: objectOf(response), response, pointer: '' });
    }
    return seen.filter(({ market }) => applies(market));
  };
  const sampled = await read(variedMarkets(context, SAMPLES).map((market) => textAt(market, 'conditionId')));
  if (sampled.length > 0) return sampled;
  const bound = context.bindings.conditions.filter(applies).slice(0, 1);
  return await read(bound.map((market) => textAt(market, 'condition_id')));
}

/** One rule about a single market. `fault` returns the defect; `applies` selects the markets that can verify or break it. */
export type Rule = {
  readonly what: string;
  readonly clause: string;
  readonly title: string;
  readonly places: readonly Place[];
  /** The field; empty if the rule is about several. */
  readonly at: string;
  readonly fault: (market: JsonObject) => unknown;
  readonly applies?: (market: JsonObject) => boolean;
  /** The pattern of the value at `at`, if there is one. */
  readonly pattern?: (market: JsonObject) => unknown;
};

export const tokensOf = (market: JsonObject) => objectsIn(market['tokens']);

/** True if a flag of a market is set. */
export const is = (market: JsonObject, field: string): boolean => flagAt(market, field) === true;
function ruleCheck(rule: Rule, place: Place): Check {
  return check(place, `${rule.what}`, {
    title: rule.title,
    clauses: [rule.clause],
    needs: place === 'trading-market' ? ['market'] : [],
    cost: { [place]: place === 'trading-market' ? SAMPLES + 1 : PAGES },
    run: async (context) => {
      const seen = await marketsAt(context, place, rule.applies ?? (() => true));
      const [first] = seen;
      if (first === undefined) {
        const read = place === 'trading-market' ? `${SAMPLES} markets` : `the first ${PAGES} pages`;
        return context.notTestable(
          `no market of ${read} could verify it: ${rule.title}`,
          'give the target such a market, or show it on an earlier page',
        );
      }
      const wrong = seen.find(({ market }) => rule.fault(market) !== undefined);
      const { market, response, pointer: row } = wrong ?? first;
      const pointer = rule.at === '' ? row : `${row}/${rule.at}`;
      const actual = rule.fault(market);
      const expectation = rule.pattern && { at: { [pointer]: rule.pattern(market) } };
      context.expect(rule.clause, wrong === undefined, response, {
        pointer,
        expected: rule.title,
        actual,
        expectation,
      });
    },
  });
}

/** A rule as one check for each of its places. */
export function ruleChecks(rule: Rule): readonly Check[] {
  return rule.places.map((place) => ruleCheck(rule, place));
}
