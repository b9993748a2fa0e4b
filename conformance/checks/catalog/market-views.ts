/** conformance/checks/catalog/market-views: one market through the routes of the catalog (1, 2.5, 2.6, 4.12). */
import { type JsonObject, listAt, textAt, textOrEmpty } from '../../../base/json.ts';
import { pointed } from '../../../base/json-pointer.ts';
import { EventMarket, EventSummary, EventSummaryFull } from '../../../spec/resources/catalog-market.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, ClauseId, Exchange, RouteId } from '../../check.ts';
import { brief, type Claim, fieldLike, fieldsOf, judgeAgreement, unreadable, valueAt } from '../assertions.ts';
import { check, sendPath } from '../definition.ts';
import { eventIdOf, listMarkets } from './market-list.ts';

const SAMPLES = 6;
const marketFields = Object.keys(EventMarket.shape);
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
export const slugOf = (market: unknown): string => textOrEmpty(market, 'slug');

type View = Pick<Check, 'title' | 'clauses' | 'cost'> & {
  readonly compare: (context: CheckContext, market: JsonObject) => Promise<void>;
};

/** Runs a comparison for each sampled market. */
export function viewCheck(route: RouteId, name: string, { compare, ...definition }: View): Check {
  return check(route, name, {
    ...definition,
    needs: ['market'],
    async run(context) {
      const named = variedMarkets(context).filter((market) => slugOf(market) !== '');
      if (named.length === 0) unreadable(context, 'markets', 'slug');
      for (const market of named) await compare(context, market);
    },
  });
}

/** The JSON pointer of the row of a market in a list; undefined if it is not listed. */
function placeOf(rows: unknown, slug: string): string | undefined {
  const at = Array.isArray(rows) ? rows.findIndex((row) => slugOf(row) === slug) : -1;
  return at < 0 ? undefined : `/${at}`;
}

/** Compares the event summary at `pointer` of a response with the event under its id. */
async function compareSummary(
  context: CheckContext,
  clause: ClauseId,
  view: { readonly right: () => Promise<Exchange>; readonly seen: Exchange },
  place: { readonly pointer: string; readonly fields: readonly string[] },
) {
  const id = textAt(pointed(view.seen.json, place.pointer).value, 'id');
  if (id === undefined) return;
  const reads = { left: () => sendPath(context, 'event', id), ...view };
  const states = (event: Exchange, right: Exchange): Claim =>
    isSuccess(event)
      ? { of: right, must: valueAt(place.pointer, fieldsOf(event, '', place.fields)) }
      : { of: event, must: { status: '2xx' }, because: `${right.request.path} names the event` };
  await judgeAgreement(context, reads, [{ clause, states }]);
}

export const marketViewChecks = [
  viewCheck('market-by-slug', 'list-same', {
    title: 'a market by slug is the requested market and agrees with the list',
    clauses: ['4.12/slug.match', '4.12/list.same', '1/market.condition-id'],
    cost: { 'market-by-slug': SAMPLES, markets: 2 * SAMPLES },
    async compare(context, market) {
      const slug = slugOf(market);
      const right = () => sendPath(context, 'market-by-slug', slug);
      const bySlug = await right();
      for (const [clause, field] of [
        ['4.12/slug.match', 'slug'],
        ['1/market.condition-id', 'conditionId'],
      ] as const) {
        context.judge(fieldLike(clause, bySlug, `/${field}`, market[field]));
      }
      const reads = { left: () => listMarkets(context, { slug }), right, seen: bySlug };
      await judgeAgreement(context, reads, [
        {
          clause: '4.12/list.same',
          states: (left, right) => {
            const place = placeOf(left.json, slug);
            return { of: right, must: { body: place === undefined ? {} : fieldsOf(left, place, marketFields) } };
          },
        },
      ]);
    },
  }),
  viewCheck('market-by-slug', 'event-same', {
    title: 'the event summary by slug is present and agrees with the event',
    clauses: ['2.5/events.present', '2.5/event.same'],
    cost: { 'market-by-slug': SAMPLES, event: 2 * SAMPLES },
    async compare(context, market) {
      const right = () => sendPath(context, 'market-by-slug', slugOf(market));
      const seen = await right();
      context.judge(
        fieldLike('2.5/events.present', seen, '/events/0/id', eventIdOf(market), 'the list has this event'),
      );
      const fields = Object.keys(EventSummaryFull.shape);
      await compareSummary(context, '2.5/event.same', { right, seen }, { pointer: '/events/0', fields });
    },
  }),
  viewCheck('markets', 'summary-same', {
    title: 'the event summary of the list agrees with the event',
    clauses: ['2.5/summary.same'],
    cost: { markets: SAMPLES, event: 2 * SAMPLES },
    async compare(context, market) {
      const right = () => listMarkets(context, { slug: slugOf(market) });
      const seen = await right();
      const pointer = `${placeOf(seen.json, slugOf(market)) ?? ''}/events/0`;
      const fields = Object.keys(EventSummary.shape);
      await compareSummary(context, '2.5/summary.same', { right, seen }, { pointer, fields });
    },
  }),
  viewCheck('event', 'markets-same', {
    title: 'a market inside its event is the market by slug',
    clauses: ['2.6/markets.same'],
    cost: { 'market-by-slug': SAMPLES, event: 2 * SAMPLES },
    async compare(context, market) {
      if (eventIdOf(market) === undefined) return;
      const states = (event: Exchange, bySlug: Exchange): Claim => {
        const slug = slugOf(market);
        const place = placeOf(listAt(event.json, 'markets'), slug);
        return place === undefined
          ? { of: event, must: valueAt('/markets', { $contains: [{ slug }] }), because: 'the market names the event' }
          : { of: bySlug, must: { body: fieldsOf(event, `/markets${place}`, marketFields) } };
      };
      const reads = {
        left: () => sendPath(context, 'event', eventIdOf(market) ?? ''),
        right: () => sendPath(context, 'market-by-slug', slugOf(market)),
      };
      await judgeAgreement(context, reads, [{ clause: '2.6/markets.same', states }]);
    },
  }),
];
