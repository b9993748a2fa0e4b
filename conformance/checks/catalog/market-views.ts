/**
 * conformance/checks/catalog/market-views: one market through the routes of the catalog (interface 1, 2.5, 2.6, 4.12): list,
 * slug and event agree.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { EventMarket, EventSummary, EventSummaryFull } from '../../../spec/resources/catalog-market.ts';
import type { RouteId } from '../../../spec/route.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import type { Difference } from '../agreement.ts';
import { differenceIn, judgeAgreement } from '../agreement.ts';
import { valueAt } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';
import { brief, eventOf, objectOf } from '../rows.ts';
import { unreadable } from '../sources.ts';
import { eventIdOf, listMarkets, marketsOf } from './market-list.ts';

const SAMPLES = 6;
const marketFields = Object.keys(EventMarket.shape);
/** The flags that every view of a market has. */
export const FLAGS = ['active', 'closed', 'archived'];

/** Sampled markets: those with different flags first, then markets spread over the known list. */
export function variedMarkets(context: CheckContext, most = SAMPLES): readonly JsonObject[] {
  const { markets } = context.bindings;
  const byFlags = new Map(markets.map((market) => [brief(FLAGS.map((flag) => market[flag])), market]));
  const step = Math.max(1, Math.floor(markets.length / most));
  const spread = markets.filter((_, index) => index % step === 0);
  return [...new Set([...byFlags.values(), ...spread])].slice(0, most);
}

/** Slug of a market; empty if it has none. */
export const slugOf = (market: unknown): string => textAt(market, 'slug') ?? '';

type View = Pick<Check, 'title' | 'clauses' | 'cost'> & {
  readonly compare: (context: CheckContext, market: JsonObject) => Promise<void>;
};

/** Runs a comparison for each sampled market. */
export function viewCheck(route: RouteId, name: string, { compare, ...definition }: View): Check {
  return check(route, name, {
    ...definition,
    needs: ['market'],
    run: async (context) => {
      const named = variedMarkets(context).filter((market) => slugOf(market) !== '');
      if (named.length === 0) unreadable(context, 'markets', 'slug');
      for (const market of named) await compare(context, market);
    },
  });
}

/** The row of one market in a list response. */
function rowOf(exchange: Exchange, slug: string): JsonObject {
  return marketsOf(exchange).find((row) => slugOf(row) === slug) ?? {};
}

const slugAndList = viewCheck('market-by-slug', 'list-same', {
  title: 'a market by slug is the requested market and agrees with the list',
  clauses: ['4.12/slug.match', '4.12/list.same', '1/market.condition-id'],
  cost: { 'market-by-slug': SAMPLES, markets: 2 * SAMPLES },
  compare: async (context, market) => {
    const slug = slugOf(market);
    const right = (): Promise<Exchange> => sendPath(context, 'market-by-slug', slug);
    const bySlug = await right();
    for (const [clause, field] of [
      ['4.12/slug.match', 'slug'],
      ['1/market.condition-id', 'conditionId'],
    ] as const) {
      context.judge({ clauses: clause, of: bySlug, must: valueAt(`/${field}`, market[field]) });
    }
    const ask = { left: () => listMarkets(context, { slug }), right, seen: bySlug };
    await judgeAgreement(context, ask, [
      {
        clause: '4.12/list.same',
        differs: (left, right) => differenceIn(rowOf(left, slug), objectOf(right), marketFields),
      },
    ]);
  },
});

/** Compares the event summary at `pointer` of a response with the event under its id. */
async function compareSummary(
  context: CheckContext,
  clause: string,
  view: {
    readonly right: () => Promise<Exchange>;
    readonly seen: Exchange;
    readonly summaryIn: (response: Exchange) => JsonObject | undefined;
  },
  place: { readonly pointer: string; readonly fields: readonly string[] },
): Promise<void> {
  const { summaryIn, ...views } = view;
  const id = textAt(summaryIn(view.seen), 'id');
  if (id === undefined) return;
  const ask = { left: () => sendPath(context, 'event', id), ...views };
  const differs = (left: Exchange, right: Exchange): Difference | undefined =>
    isSuccess(left)
      ? differenceIn(objectOf(left), summaryIn(right) ?? {}, place.fields, place.pointer)
      : { pointer: `${place.pointer}/id`, expected: 'the id of an event', actual: id };
  await judgeAgreement(context, ask, [{ clause, differs }]);
}

const fullSummary = viewCheck('market-by-slug', 'event-same', {
  title: 'the event summary by slug is present and agrees with the event',
  clauses: ['2.5/events.present', '2.5/event.same'],
  cost: { 'market-by-slug': SAMPLES, event: 2 * SAMPLES },
  compare: async (context, market) => {
    const right = (): Promise<Exchange> => sendPath(context, 'market-by-slug', slugOf(market));
    const seen = await right();
    const summaryIn = (bySlug: Exchange): JsonObject | undefined => eventOf(bySlug.json);
    context.judge({
      clauses: '2.5/events.present',
      of: seen,
      must: valueAt('/events/0/id', eventIdOf(market)),
      because: 'the list has this event',
    });
    const fields = Object.keys(EventSummaryFull.shape);
    await compareSummary(context, '2.5/event.same', { right, seen, summaryIn }, { pointer: '/events/0', fields });
  },
});

const shortSummary = viewCheck('markets', 'summary-same', {
  title: 'the event summary of the list agrees with the event',
  clauses: ['2.5/summary.same'],
  cost: { markets: SAMPLES, event: 2 * SAMPLES },
  compare: async (context, market) => {
    const right = (): Promise<Exchange> => listMarkets(context, { slug: slugOf(market) });
    const summaryIn = (list: Exchange): JsonObject | undefined => eventOf(rowOf(list, slugOf(market)));
    const view = { right, seen: await right(), summaryIn };
    const fields = Object.keys(EventSummary.shape);
    await compareSummary(context, '2.5/summary.same', view, { pointer: '/0/events/0', fields });
  },
});

const insideEvent = viewCheck('event', 'markets-same', {
  title: 'a market inside its event is the market by slug',
  clauses: ['2.6/markets.same'],
  cost: { 'market-by-slug': SAMPLES, event: 2 * SAMPLES },
  compare: async (context, market) => {
    if (eventIdOf(market) === undefined) return;
    const differs = (event: Exchange, bySlug: Exchange): Difference | undefined => {
      const markets = objectsIn(listAt(event.json, 'markets'));
      const row = markets.find((inside) => slugOf(inside) === slugOf(market));
      if (row === undefined) return { pointer: '', expected: 'a market of its event', actual: 'none of its markets' };
      return differenceIn(row, objectOf(bySlug), marketFields);
    };
    const ask = {
      left: () => sendPath(context, 'event', eventIdOf(market) ?? ''),
      right: () => sendPath(context, 'market-by-slug', slugOf(market)),
    };
    await judgeAgreement(context, ask, [{ clause: '2.6/markets.same', differs }]);
  },
});

export const marketViewChecks: readonly Check[] = [slugAndList, fullSummary, shortSummary, insideEvent];
