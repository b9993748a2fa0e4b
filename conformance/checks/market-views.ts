/**
 * conformance/checks/market-views: one market seen through the catalogue's routes and the trading view (interface 1, 2.5,
 * 2.6, 2.10, 3, 4.12): list, slug, event and condition id say the same of it.
 */
import type { JsonObject } from '../../spec/json.ts';
import { listAt, objectsIn, textAt } from '../../spec/json.ts';
import { EventMarket, EventSummary, EventSummaryFull } from '../../spec/resources/catalog-market.ts';
import type { Check, CheckContext, Exchange } from '../check.ts';
import { eventIdOf, listMarkets, marketsOf } from './market-list.ts';
import { readCheck } from './reading.ts';
import { isSuccess, sendPath } from './requests.ts';
import {
  brief,
  type Difference,
  differenceIn,
  eventOf,
  judgeAgreement,
  objectOf,
  sameValue,
  textsInside,
} from './rows.ts';

const SAMPLES = 6;
const marketFields = Object.keys(EventMarket.shape);
const flags = ['active', 'closed', 'archived'];

/** Markets to look at: unlike in flags first, then spread over the known list. */
export function variedMarkets(context: CheckContext, most = SAMPLES): readonly JsonObject[] {
  const { markets } = context.bindings;
  const byFlags = new Map(markets.map((market) => [brief(flags.map((flag) => market[flag])), market]));
  const step = Math.max(1, Math.floor(markets.length / most));
  const spread = markets.filter((_, index) => index % step === 0);
  return [...new Set([...byFlags.values(), ...spread])].slice(0, most);
}

const slugOf = (market: unknown): string => textAt(market, 'slug') ?? '';

type ViewDraft = Pick<Check, 'id' | 'title' | 'clauses' | 'route' | 'cost'> & {
  readonly compare: (context: CheckContext, market: JsonObject) => Promise<void>;
};

/** Runs a comparison for each sampled market. */
function viewCheck({ compare, ...draft }: ViewDraft): Check {
  return readCheck({
    ...draft,
    kind: 'consistency',
    needs: ['market'],
    run: async (context) => {
      for (const market of variedMarkets(context)) await compare(context, market);
    },
  });
}

/** The row of one market in a list answer. */
function rowOf(exchange: Exchange, slug: string): JsonObject {
  return marketsOf(exchange).find((row) => slugOf(row) === slug) ?? {};
}

const slugAndList = viewCheck({
  id: 'market-by-slug.list-same',
  title: 'a market by slug is the market that was asked for, as the list shows it',
  clauses: ['4.12/slug.match', '4.12/list.same', '1/market.condition-id'],
  route: 'market-by-slug',
  cost: { 'market-by-slug': SAMPLES, markets: 2 * SAMPLES },
  compare: async (context, market) => {
    const slug = slugOf(market);
    const bySlug = await sendPath(context, 'market-by-slug', slug);
    for (const [clause, field] of [
      ['4.12/slug.match', 'slug'],
      ['1/market.condition-id', 'conditionId'],
    ] as const) {
      context.expect(clause, textAt(bySlug.json, field) === textAt(market, field), bySlug, {
        pointer: `/${field}`,
        expected: String(market[field]),
        actual: textAt(bySlug.json, field) ?? `status ${bySlug.status}`,
      });
    }
    const ask = { left: () => listMarkets(context, { slug }), right: () => Promise.resolve(bySlug) };
    await judgeAgreement(context, ask, [
      {
        clause: '4.12/list.same',
        differs: (left, right) => differenceIn(rowOf(left, slug), objectOf(right), marketFields),
      },
    ]);
  },
});

/** Compares the event summary at `pointer` of an answer with the event under its id. */
async function compareSummary(
  context: CheckContext,
  clause: string,
  answer: Exchange,
  summary: JsonObject | undefined,
  place: { readonly pointer: string; readonly fields: readonly string[] },
): Promise<void> {
  const id = textAt(summary, 'id');
  if (summary === undefined || id === undefined) return;
  const ask = { left: () => sendPath(context, 'event', id), right: () => Promise.resolve(answer) };
  const differs = (left: Exchange): Difference | undefined =>
    isSuccess(left)
      ? differenceIn(objectOf(left), summary, place.fields, place.pointer)
      : { pointer: `${place.pointer}/id`, expected: 'the id of an event', actual: id };
  await judgeAgreement(context, ask, [{ clause, differs }]);
}

const fullSummary = viewCheck({
  id: 'market-by-slug.event-same',
  title: 'the event summary by slug is there and agrees with the event',
  clauses: ['2.5/events.present', '2.5/event.same'],
  route: 'market-by-slug',
  cost: { 'market-by-slug': SAMPLES, event: 2 * SAMPLES },
  compare: async (context, market) => {
    const bySlug = await sendPath(context, 'market-by-slug', slugOf(market));
    const summary = eventOf(bySlug.json);
    context.expect('2.5/events.present', textAt(summary, 'id') === eventIdOf(market), bySlug, {
      pointer: '/events/0/id',
      expected: `event ${eventIdOf(market)}, as in the list`,
      actual: textAt(summary, 'id'),
    });
    const fields = Object.keys(EventSummaryFull.shape);
    await compareSummary(context, '2.5/event.same', bySlug, summary, { pointer: '/events/0', fields });
  },
});

const shortSummary = viewCheck({
  id: 'markets.summary-same',
  title: 'the event summary of the list agrees with the event',
  clauses: ['2.5/summary.same'],
  route: 'markets',
  cost: { markets: SAMPLES, event: 2 * SAMPLES },
  compare: async (context, market) => {
    const list = await listMarkets(context, { slug: slugOf(market) });
    const summary = eventOf(rowOf(list, slugOf(market)));
    const fields = Object.keys(EventSummary.shape);
    await compareSummary(context, '2.5/summary.same', list, summary, { pointer: '/0/events/0', fields });
  },
});

const insideEvent = viewCheck({
  id: 'event.markets-same',
  title: 'a market inside its event is the market by slug',
  clauses: ['2.6/markets.same'],
  route: 'event',
  cost: { 'market-by-slug': SAMPLES, event: 2 * SAMPLES },
  compare: async (context, market) => {
    const bySlug = await sendPath(context, 'market-by-slug', slugOf(market));
    const differs = (event: Exchange): Difference | undefined => {
      const markets = objectsIn(listAt(event.json, 'markets'));
      const row = markets.find((inside) => slugOf(inside) === slugOf(market));
      if (row === undefined) return { pointer: '', expected: 'a market of its event', actual: 'none of its markets' };
      return differenceIn(row, objectOf(bySlug), marketFields);
    };
    const ask = {
      left: () => sendPath(context, 'event', eventIdOf(market) ?? ''),
      right: () => Promise.resolve(bySlug),
    };
    await judgeAgreement(context, ask, [{ clause: '2.6/markets.same', differs }]);
  },
});

/** Token ids and outcomes of a trading market, in its order. */
function pairsOf(trading: JsonObject): readonly string[] {
  return objectsIn(trading['tokens']).map((token) => brief([token['token_id'], token['outcome']]));
}

/** Differences of a trading market from the catalogue market: what is in one is said of the same token in the other. */
function tokensDiffer(catalog: JsonObject, trading: JsonObject, inOrder: boolean): Difference | undefined {
  const ids = textsInside(catalog, 'clobTokenIds') ?? [];
  const names = textsInside(catalog, 'outcomes') ?? [];
  const tokens = objectsIn(trading['tokens']).map((token) => textAt(token, 'token_id') ?? '');
  const [left, right] = inOrder
    ? [ids.map((id, index) => brief([id, names[index]])).toSorted(), pairsOf(trading).toSorted()]
    : [ids.toSorted(), tokens.toSorted()];
  if (sameValue(left, right)) return undefined;
  return { pointer: '/tokens', expected: `${brief(left)}, as in the catalogue`, actual: right };
}

const tradingView = viewCheck({
  id: 'trading-market.catalog-same',
  title: 'the trading market says of a market what the catalogue says',
  clauses: [
    '2.10/catalog.same',
    '3/flags.views',
    '2.13/token_id.same',
    '2.5/outcomes.aligned',
    '1/market.condition-id',
    '1/token.id',
  ],
  route: 'trading-market',
  cost: { 'market-by-slug': 2 * SAMPLES, 'trading-market': SAMPLES },
  compare: async (context, market) => {
    const trading = await sendPath(context, 'trading-market', textAt(market, 'conditionId') ?? '');
    if (!isSuccess(trading)) return;
    const own = objectOf(trading);
    const compareFields = (fields: readonly string[]) => (catalog: Exchange) =>
      differenceIn(objectOf(catalog), own, fields);
    // Either view may leave the long text empty.
    const texts = ['question', 'icon', 'image', ...(textAt(own, 'description') === '' ? [] : ['description'])];
    const compareTokens = (inOrder: boolean) => (catalog: Exchange) => tokensDiffer(objectOf(catalog), own, inOrder);
    const ask = {
      left: () => sendPath(context, 'market-by-slug', slugOf(market)),
      right: () => Promise.resolve(trading),
    };
    await judgeAgreement(context, ask, [
      { clause: '2.10/catalog.same', differs: compareFields([...texts, ...flags]) },
      { clause: '3/flags.views', differs: compareFields(flags) },
      { clause: '1/market.condition-id', differs: compareFields(['question']) },
      { clause: '2.13/token_id.same', differs: compareTokens(false) },
      { clause: '1/token.id', differs: compareTokens(false) },
      { clause: '2.5/outcomes.aligned', differs: compareTokens(true) },
    ]);
  },
});

/** Agreement of the views of a market. */
export const marketViewChecks: readonly Check[] = [slugAndList, fullSummary, shortSummary, insideEvent, tradingView];
