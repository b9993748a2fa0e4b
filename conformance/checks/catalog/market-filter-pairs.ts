/** conformance/checks/catalog/market-filter-pairs: two filters of `GET /markets` join by "and", not by "or" (4.11). */
import { flagAt, type JsonObject, textAt } from '../../../base/json.ts';
import type { Query } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { check } from '../definition.ts';
import { tagFilter } from './market-filter-values.ts';
import { eventIdOf, fits, listMarkets, onlyMarkets, tagsOf } from './market-list.ts';

type Pair = { readonly query: Query; readonly pattern: unknown };

const NONE = { $absent: true };

const FLAGS = ['closed', 'active', 'archived'] as const;

/** Two flags with values that some market has only for the first; undefined if the markets do not distinguish them. */
function flagPair({ bindings: { markets } }: CheckContext): Pair | undefined {
  for (const first of FLAGS) {
    for (const second of FLAGS.filter((flag) => flag !== first)) {
      for (const values of [
        [true, true],
        [true, false],
        [false, true],
      ] as const) {
        const [one, other] = values;
        const isConclusive = markets.some((row) => flagAt(row, first) === one && flagAt(row, second) === !other);
        if (!isConclusive) continue;
        return {
          query: { [first]: String(one), [second]: String(other) },
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
  const slug = textAt(first, 'slug');
  if (slug === undefined || other === undefined) return undefined;
  return { query: { slug, event_id: eventIdOf(other) ?? '' }, pattern: NONE };
}

/** A tag, and an event without it. */
function foreignTag(context: CheckContext): Pair | undefined {
  const { query } = tagFilter(context, 'tag_slug');
  const lacks = (event: JsonObject) =>
    tagsOf(context, textAt(event, 'id'))?.every((tag) => textAt(tag, 'slug') !== query['tag_slug']) === true;
  const event = context.bindings.events.find(lacks);
  if (event === undefined) return undefined;
  return { query: { ...query, event_id: textAt(event, 'id') ?? '' }, pattern: NONE };
}

function pairCheck(what: string, title: string, choose: (context: CheckContext) => Pair | undefined): Check {
  return check('markets', `filters.${what}`, {
    title,
    clauses: ['4.11/filters.combine'],
    kind: 'filter',
    needs: what === 'foreign-tag' ? ['market', 'event'] : ['market'],
    async run(context: CheckContext) {
      const pair = choose(context);
      if (pair === undefined) {
        context.notTestable('no market distinguishes these filters', 'give the target more markets');
      }
      const response = await listMarkets(context, pair.query);
      // A page of a flag may be full before it has every known market.
      const known = context.bindings.markets.some((market) => fits(pair.pattern, market)) ? 1 : 0;
      context.judge(onlyMarkets('4.11/filters.combine', response, pair.pattern, known));
    },
  });
}

export const marketFilterPairChecks = [
  pairCheck('flags', 'two flags keep the markets that have both', flagPair),
  pairCheck('foreign-event', 'a slug and the event of another market leave nothing', foreignEvent),
  pairCheck('foreign-tag', 'a tag and an event without it leave nothing', foreignTag),
];
