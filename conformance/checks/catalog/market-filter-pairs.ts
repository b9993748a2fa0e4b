/**
 * conformance/checks/catalog/market-filter-pairs: two filters of `GET /markets` together, where each passes markets that the
 * other drops (interface 4.11). A service that ignores one of them, or joins them by "or", is detected.
 */
import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, textAt } from '../../../spec/json.ts';
import type { Query } from '../../../wire/message.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { shownBy } from '../assertions.ts';
import { check } from '../definition.ts';
import { brief } from '../rows.ts';
import { tagFilter } from './market-filter-values.ts';
import { eventIdOf, isNotFound, listMarkets, marketsOf, tagsOf } from './market-list.ts';

/**
 * Two filters, and whether a market satisfies both; undefined if the markets at hand do not distinguish the filters. `pattern`: that of
 * such a market, unless there is none.
 */
type Pair = {
  readonly query: Query;
  readonly keeps: (market: JsonObject) => boolean;
  readonly pattern?: JsonObject;
};

const FLAGS = ['closed', 'active', 'archived'] as const;

/** Two flags with values that some market has only for the first. */
function flagPair({ bindings: { markets } }: CheckContext): Pair | undefined {
  for (const first of FLAGS) {
    for (const second of FLAGS.filter((flag) => flag !== first)) {
      for (const values of [
        [true, true],
        [true, false],
        [false, true],
      ] as const) {
        const [one, other] = values;
        const isTelling = markets.some((row) => flagAt(row, first) === one && flagAt(row, second) === !other);
        if (!isTelling) continue;
        return {
          query: { [first]: String(one), [second]: String(other) },
          keeps: (row) => flagAt(row, first) === one && flagAt(row, second) === other,
          pattern: { [first]: one, [second]: other },
        };
      }
    }
  }
  return undefined;
}

/** A market, and the event of another one. */
function foreignEvent({ bindings: { markets } }: CheckContext): Pair | undefined {
  const [first] = markets;
  const isForeign = (id: string | undefined): boolean => id !== undefined && id !== eventIdOf(first);
  const other = markets.find((market) => isForeign(eventIdOf(market)));
  if (first === undefined || other === undefined) return undefined;
  return { query: { slug: textAt(first, 'slug') ?? '', event_id: eventIdOf(other) ?? '' }, keeps: () => false };
}

/** A tag, and an event without it. */
function foreignTag(context: CheckContext): Pair | undefined {
  const { query } = tagFilter(context, 'tag_slug');
  const lacks = (event: JsonObject) =>
    tagsOf(context, textAt(event, 'id'))?.every((tag) => textAt(tag, 'slug') !== query['tag_slug']) === true;
  const event = context.bindings.events.find(lacks);
  if (event === undefined) return undefined;
  return { query: { ...query, event_id: textAt(event, 'id') ?? '' }, keeps: () => false };
}

function pairCheck(what: string, title: string, choose: (context: CheckContext) => Pair | undefined): Check {
  return check('markets', `filters.${what}`, {
    title,
    clauses: ['4.11/filters.combine'],
    kind: 'filter',
    needs: what === 'foreign-tag' ? ['market', 'event'] : ['market'],
    cost: { markets: 1 },
    run: async (context: CheckContext) => {
      const pair = choose(context);
      if (pair === undefined) {
        context.notTestable('no market distinguishes these filters', 'give the target more markets');
      }
      const response = await listMarkets(context, pair.query);
      const rows = marketsOf(response);
      const wrong = rows.findIndex((row) => !pair.keeps(row));
      const isKnown = context.bindings.markets.some(pair.keeps);
      const holds = isSuccess(response) ? wrong < 0 : !isKnown && isNotFound(response);
      context.expect('4.11/filters.combine', holds, response, {
        pointer: wrong < 0 ? '' : `/${wrong}`,
        expected: `only markets that satisfy ${brief(pair.query)}, all of it`,
        expectation: { body: pair.pattern === undefined || !isKnown ? [] : { $each: pair.pattern } },
        actual: shownBy(response, rows[wrong]?.['slug']),
      });
    },
  });
}

export const marketFilterPairChecks: readonly Check[] = [
  pairCheck('flags', 'two flags keep the markets that have both', flagPair),
  pairCheck('foreign-event', 'a slug and the event of another market leave nothing', foreignEvent),
  pairCheck('foreign-tag', 'a tag and an event without it leave nothing', foreignTag),
];
