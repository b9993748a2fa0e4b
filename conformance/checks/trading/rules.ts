/** conformance/checks/trading/rules: a rule about single trading markets as a check on every route that shows them. */
import { type JsonObject, objectsIn, textAt } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import { match } from '../../../wire/pattern/match.ts';
import type { Check, CheckContext, ClauseId, Exchange } from '../../check.ts';
import { objectOf } from '../assertions.ts';
import { variedMarkets } from '../catalog/market-views.ts';
import { cursorPages } from '../cursor-pages.ts';
import { check, itemsOf, sendGet, sendPath } from '../definition.ts';

const SAMPLES = 6;
const PAGES = 5;

/** Places that show trading markets of the two shapes: the first page of a list, or some markets one by one. */
type Place = 'sampling-markets' | 'simplified-markets' | 'sampling-simplified-markets' | 'trading-market';

type Seen = { readonly markets: readonly Placed[]; readonly response: Exchange };
type Placed = { readonly market: JsonObject; readonly pointer: string };

type Applies = (market: JsonObject) => boolean;

/** Responses with markets that a rule is about: the first page that has some, or a sample of known markets. */
async function marketsAt(context: CheckContext, place: Place, applies: Applies): Promise<readonly Seen[]> {
  if (place === 'trading-market') return await singleMarkets(context, applies);
  for await (const { response } of cursorPages((query) => sendGet(context, place, query), PAGES)) {
    const markets = itemsOf(routeById(place), response)
      .map((market, index) => ({ market, pointer: `/data/${index}` }))
      .filter(({ market }) => applies(market));
    if (markets.length > 0) return [{ markets, response }];
  }
  return [];
}

/** Sampled markets to which a rule applies, or else a bound one, which the target file may have named. */
async function singleMarkets(context: CheckContext, applies: Applies): Promise<readonly Seen[]> {
  const read = async (ids: readonly (string | undefined)[]): Promise<readonly Seen[]> => {
    const seen: Seen[] = [];
    for (const id of ids) {
      const response = await sendPath(context, 'trading-market', id ?? '');
      const market = objectOf(response);
      if (isSuccess(response) && applies(market)) seen.push({ markets: [{ market, pointer: '' }], response });
    }
    return seen;
  };
  const sampled = await read(variedMarkets(context, SAMPLES).map((market) => textAt(market, 'conditionId')));
  if (sampled.length > 0) return sampled;
  const bound = context.bindings.conditions.filter(applies).slice(0, 1);
  return await read(bound.map((market) => textAt(market, 'condition_id')));
}

/** One rule about a single market. `applies`: the pattern of the markets that can verify or break it; all if absent. */
export type Rule = Readonly<{
  what: string;
  clause: ClauseId;
  title: string;
  places: readonly Place[];
  applies?: JsonObject;
}> &
  (
    | { readonly pattern: JsonObject }
    /** `fault`: the defect of a market at the field `at`. `whyNoPattern`: values that no pattern compares. */
    | { readonly at: string; readonly fault: (market: JsonObject) => unknown; readonly whyNoPattern: string }
  );

export const tokensOf = (market: JsonObject) => objectsIn(market['tokens']);

/** A flag that is not set; other checks report one that is missing. */
export const UNSET = { $any: [false, null, { $absent: true }] };

function ruleCheck(rule: Rule, place: Place) {
  return check(place, `${rule.what}`, {
    title: rule.title,
    clauses: [rule.clause],
    needs: place === 'trading-market' ? ['market'] : [],
    cost: { [place]: place === 'trading-market' ? SAMPLES + 1 : PAGES },
    async run(context) {
      const { applies } = rule;
      const seen = await marketsAt(
        context,
        place,
        (market) => applies === undefined || match(applies, market).length === 0,
      );
      if (seen.length === 0) {
        const read = place === 'trading-market' ? `${SAMPLES} markets` : `the first ${PAGES} pages`;
        return context.notTestable(
          `no market of ${read} could verify it: ${rule.title}`,
          'give the target such a market, or show it on an earlier page',
        );
      }
      for (const one of seen) judgeMarkets(context, rule, place, one);
    },
  });
}

function judgeMarkets(context: CheckContext, rule: Rule, place: Place, { markets, response }: Seen) {
  const { clause, title, applies } = rule;
  if ('pattern' in rule) {
    const body = applies === undefined ? rule.pattern : { $implies: [applies, rule.pattern] };
    const must = place === 'trading-market' ? { body } : { at: { '/data': { $every: body } } };
    context.judge({ clauses: clause, of: response, must, because: title });
    return;
  }
  const wrong = markets.find(({ market }) => rule.fault(market) !== undefined);
  const fault = wrong && { pointer: `${wrong.pointer}/${rule.at}`, expected: title, actual: rule.fault(wrong.market) };
  context.judgeBy(clause, response, fault, rule.whyNoPattern);
}

/** A rule as one check for each of its places. */
export function ruleChecks(rule: Rule): readonly Check[] {
  return rule.places.map((place) => ruleCheck(rule, place));
}
