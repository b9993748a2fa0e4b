/**
 * conformance/checks/catalog/events: the event by id and by slug (interface 2.6, 4.20): the requested event, the same object on
 * both routes, with complete markets that do not repeat their event.
 */

import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { CatalogEvent } from '../../../spec/resources/catalog-event.ts';
import { EventMarket } from '../../../spec/resources/catalog-market.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { differenceIn, judgeAgreement } from '../agreement.ts';
import { valueAt } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';
import { eventOf, objectOf } from '../rows.ts';
import { NAMES, pairing, TOKEN_IDS } from './inner-lists.ts';

const SAMPLES = 5;

/** Events spread over the bound ones. */
function variedEvents(context: CheckContext): readonly JsonObject[] {
  const { events } = context.bindings;
  const step = Math.max(1, Math.floor(events.length / SAMPLES));
  return events.filter((_, index) => index % step === 0).slice(0, SAMPLES);
}

/** Some of the events that markets name, so that the request does not repeat a value from an earlier response of the same route. */
function namedEvents(context: CheckContext): readonly JsonObject[] {
  const byId = new Map(
    context.bindings.markets.flatMap((market) => {
      const event = eventOf(market);
      const id = textAt(event, 'id');
      return event === undefined || id === undefined ? [] : [[id, event] as const];
    }),
  );
  const named = [...byId.values()];
  const step = Math.max(1, Math.floor(named.length / SAMPLES));
  return named.length < 2 ? variedEvents(context) : named.filter((_, index) => index % step === 0).slice(0, SAMPLES);
}

const same: Check = check('event', 'same', {
  title: 'the event in a response is the requested one, by id and by slug',
  clauses: ['4.20/event.id.match', '4.20/event-by-slug.slug.match', '4.20/event-by-slug.same', '2.6/id.unique'],
  cost: { event: 2 * SAMPLES, 'event-by-slug': SAMPLES },
  run: async (context) => {
    for (const event of namedEvents(context)) {
      const id = textAt(event, 'id') ?? '';
      const slug = textAt(event, 'slug') ?? '';
      const byId = await sendPath(context, 'event', id);
      const right = (): Promise<Exchange> => sendPath(context, 'event-by-slug', slug);
      const bySlug = await right();
      const judge = (clause: string, response: typeof byId, field: string, wanted: string): void => {
        const found = textAt(response.json, field);
        const actual = found ?? `status ${response.status}`;
        const expectation = { at: { [`/${field}`]: wanted } };
        context.expect(clause, found === wanted, response, {
          pointer: `/${field}`,
          expected: wanted,
          actual,
          expectation,
        });
      };
      judge('4.20/event.id.match', byId, 'id', id);
      judge('4.20/event-by-slug.slug.match', bySlug, 'slug', slug);
      judge('2.6/id.unique', byId, 'slug', slug);
      judge('2.6/id.unique', bySlug, 'id', id);
      const ask = { left: () => sendPath(context, 'event', id), right, seen: bySlug };
      const fields = Object.keys(CatalogEvent.shape).filter((field) => field !== 'markets');
      await judgeAgreement(context, ask, [
        {
          clause: '4.20/event-by-slug.same',
          differs: (left, right) =>
            differenceIn(objectOf(left), objectOf(right), fields) ?? marketsDiffer(objectOf(left), objectOf(right)),
        },
      ]);
    }
  },
});

/** The difference between the markets of two views of an event, in any order. */
function marketsDiffer(left: JsonObject, right: JsonObject) {
  const others = objectsIn(right['markets']);
  const rows = objectsIn(left['markets']);
  if (rows.length !== others.length) {
    return { pointer: '/markets', expected: `${rows.length} markets`, actual: `${others.length} markets` };
  }
  for (const row of rows) {
    const at = others.findIndex((other) => other['conditionId'] === row['conditionId']);
    if (at < 0) return { pointer: '/markets', expected: String(row['conditionId']), actual: 'no such market' };
    const difference = differenceIn(row, others[at] ?? {}, Object.keys(EventMarket.shape), `/markets/${at}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** The patterns of a market inside an event, by clause. */
function patternsOf(market: JsonObject): Readonly<Record<string, JsonObject>> {
  const lacking = Object.keys(EventMarket.shape).filter((field) => market[field] === undefined);
  return {
    '2.6/markets.shape': Object.fromEntries(lacking.map((field) => [field, { $present: true }])),
    '2.5/outcomes.json': NAMES,
    '2.5/clobTokenIds.json': TOKEN_IDS,
    '2.5/outcomes.aligned': pairing(market),
  };
}

const inside: Check = check('event', 'markets', {
  title: 'the markets of an event are whole catalog markets',
  clauses: ['2.6/markets.shape', '2.5/outcomes.json', '2.5/clobTokenIds.json', '2.5/outcomes.aligned'],
  kind: 'shape',
  isOfForm: true,
  cost: { event: SAMPLES },
  run: async (context) => {
    for (const event of variedEvents(context)) {
      const response = await sendPath(context, 'event', textAt(event, 'id') ?? '');
      for (const [index, market] of listAt(response.json, 'markets').entries()) {
        if (!isObject(market)) continue;
        for (const [clause, pattern] of Object.entries(patternsOf(market)))
          context.judge({
            clauses: clause,
            of: response,
            must: valueAt(`/markets/${index}`, pattern),
            because: 'the catalog has this market',
          });
      }
    }
  },
});

export const eventRouteChecks: readonly Check[] = [same, inside];
