/**
 * conformance/checks/catalog/market-filters: filters of `GET /markets`: alone, under both names, combined, paged,
 * without result (4.11).
 */

import { flagAt, type JsonObject, textAt, textOrEmpty } from '../../../base/json.ts';
import { clauseOf, type SubjectWith } from '../../../spec/clauses/clause-of.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import type { Check, CheckContext, ClauseId, Role } from '../../check.ts';
import {
  BEYOND_INTS,
  bodyLike,
  emptyList,
  judgeSame,
  NO_CONDITION,
  NO_NUMBER,
  NO_SLUG,
  nothingFound,
  statusOf,
} from '../assertions.ts';
import { check } from '../definition.ts';
import {
  eventFilter,
  eventIdOf,
  type Filter,
  fits,
  judgeFilter,
  listMarkets,
  marketsOf,
  marketsOfEvents,
  onlyMarkets,
  ownFilter,
  tagFilter,
  tagsOf,
} from './market-list.ts';

type Flag = 'active' | 'closed' | 'archived';

function filterCheck(
  name: SubjectWith<'markets', 'filter'> & SubjectWith<'markets', 'accepted'>,
  aspect: string,
  needs: readonly Role[],
  filterOf: (context: CheckContext) => Filter,
) {
  const [filter, accepted] = [clauseOf('markets', `${name}.filter`), clauseOf('markets', `${name}.accepted`)];
  return check('markets', `${name}.${aspect}`, {
    title: `${name} keeps the markets that satisfy it${aspect === 'filter' ? '' : `: ${aspect}`}`,
    clauses: [filter, accepted],
    kind: 'filter',
    needs: ['market', ...needs],
    cost: { markets: 1, 'market-by-slug': 1 },
    run: (context) => judgeFilter(context, { filter, accepted }, filterOf(context)),
  });
}

function flagCheck(flag: Flag, value: boolean): Check {
  const plain = filterCheck(flag, String(value), [], () => ({
    query: { [flag]: String(value) },
    pattern: { [flag]: value },
  }));
  return {
    ...plain,
    cost: { ...plain.cost, markets: 2 },
    async run(context) {
      await judgeOther(context, flag, value);
      await plain.run(context);
    },
  };
}

/** A market with the other flag is left out, at any position of the list. */
async function judgeOther(context: CheckContext, flag: Flag, value: boolean) {
  const other = context.bindings.markets.find((market) => flagAt(market, flag) === !value);
  if (other === undefined) return;
  const slug = textOrEmpty(other, 'slug');
  const response = await listMarkets(context, { [flag]: String(value), slug });
  context.judge(
    bodyLike(
      clauseOf('markets', `${flag}.filter`),
      response,
      { $not: { $contains: [{ [flag]: !value }] } },
      `${flag}=${value}`,
    ),
  );
}

type Naming = {
  readonly name: SubjectWith<'markets', 'alias'>;
  readonly alias: string;
  readonly filterOf: (context: CheckContext) => Filter;
};

function aliasCheck({ name, alias, filterOf }: Naming) {
  const clause = clauseOf('markets', `${name}.alias`);
  return check('markets', `${name}.alias`, {
    title: `${alias} is another name of ${name}`,
    clauses: [clause],
    kind: 'filter',
    needs: ['market', 'event'],
    cost: { markets: 4, 'market-by-slug': 1 },
    async run(context: CheckContext) {
      const filter = filterOf(context);
      await judgeFilter(context, { filter: clause }, filter);
      const value = filter.query[alias] ?? '';
      const reads = {
        left: () => listMarkets(context, { [name]: value }),
        right: () => listMarkets(context, { [alias]: value }),
      };
      await judgeSame(context, clause, reads, `it is another name of ${name}`);
    },
  });
}

/** A flag that splits the markets, and the event of a market without it. */
function combined(context: CheckContext): Readonly<Record<'flag' | 'eventId', string>> {
  const markets = marketsOfEvents(context);
  for (const flag of ['closed', 'active', 'archived'] as const) {
    const values = markets.map((market) => flagAt(market, flag));
    const rarer = values.filter((value) => value === true).length * 2 <= values.length;
    // So that each filter alone passes another market.
    const other = markets.find((row) => flagAt(row, flag) === !rarer);
    if (values.includes(rarer) && other !== undefined) return { flag, eventId: eventIdOf(other) ?? '' };
  }
  return context.notTestable('all markets have the same flags', 'give the target markets with different flags');
}

const combine = check('markets', 'filters.combine', {
  title: 'a flag and an event together keep the markets that satisfy both',
  clauses: ['4.11/filters.combine'],
  kind: 'filter',
  needs: ['market'],
  cost: { markets: 2 },
  async run(context: CheckContext) {
    const { flag, eventId } = combined(context);
    for (const wanted of [true, false]) {
      const response = await listMarkets(context, { event_id: eventId, [flag]: String(wanted) });
      const pattern = { events: { $contains: [{ id: eventId }] }, [flag]: wanted };
      const known = context.bindings.markets.filter((market) => fits(pattern, market)).length;
      context.judge(onlyMarkets('4.11/filters.combine', response, pattern, known));
    }
  },
});

const page = check('markets', 'filters.page', {
  title: 'a filtered page is full while more markets match',
  clauses: ['4.11/filters.page'],
  kind: 'filter',
  needs: ['market'],
  cost: { markets: 3 },
  async run(context: CheckContext) {
    // A market deep in the list: a filter that is applied after the page is cut finds nothing on the first page.
    const last = marketsOfEvents(context).at(-1);
    const eventId = eventIdOf(last) ?? '';
    const still = await listMarkets(context, { slug: textOrEmpty(last, 'slug') });
    const unfiltered = await listMarkets(context, { limit: '1' });
    const [first] = marketsOf(unfiltered);
    if (marketsOf(still).length === 0 || eventIdOf(first) === eventId) {
      context.notTestable('all markets belong to one event', 'give the target several events');
    }
    const limited = await listMarkets(context, { event_id: eventId, limit: '1' });
    const because = `event ${eventId} has markets`;
    context.judge(bodyLike('4.11/filters.page', limited, { $length: 1 }, because));
  },
});

/** A filter that no market satisfies; `decided`: the decision that the response is an empty list. */
type Empty = Readonly<{
  name: string;
  title: string;
  query: Query;
  decided: readonly ClauseId[];
}>;

const unknowns: readonly Empty[] = Object.entries({
  slug: NO_SLUG,
  tag_slug: NO_SLUG,
  event_slug: NO_SLUG,
  conditionId: NO_CONDITION,
  tag_id: NO_NUMBER,
  event_id: NO_NUMBER,
}).map(([name, value]) => ({
  name: `${name}.unknown`,
  title: `${name} of nothing lists no market`,
  query: { [name]: value },
  decided: ['D/filter-unknown'],
}));

/** The server may refuse a number outside the range of ids, but it must not fail with a 5xx. */
const beyondInts: readonly Empty[] = ['tag_id', 'event_id'].map((name) => ({
  name: `${name}.beyond-ints`,
  title: `${name}=${BEYOND_INTS}, more than 32 bits hold, lists no market`,
  query: { [name]: BEYOND_INTS },
  decided: [],
}));

const emptyChecks = [...unknowns, ...beyondInts].map(({ name, title, query, decided }) =>
  check('markets', name, {
    title,
    clauses: ['4.11/filter.empty', ...decided],
    kind: 'filter',
    needs: ['market'],
    async run(context: CheckContext) {
      const response = await listMarkets(context, query);
      context.judge(nothingFound('4.11/filter.empty', response, title));
      for (const clause of decided) {
        context.fact('filter.unknown', isSuccess(response) ? 'empty list' : statusOf(response));
        context.judge(emptyList(clause, response));
      }
    },
  }),
);

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
  const isForeign = (id: string | undefined) => id !== undefined && id !== eventIdOf(first);
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
  return { query: { ...query, event_id: textOrEmpty(event, 'id') }, pattern: NONE };
}

function pairCheck(what: string, title: string, choose: (context: CheckContext) => Pair | undefined) {
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

export const marketFilterChecks = [
  ...(['active', 'closed', 'archived'] as const).flatMap((flag) => [flagCheck(flag, true), flagCheck(flag, false)]),
  filterCheck('tag_slug', 'filter', ['event'], (context) => tagFilter(context, 'tag_slug')),
  filterCheck('tag_id', 'filter', ['event'], (context) => tagFilter(context, 'tag_id')),
  filterCheck('event_id', 'filter', [], (context) => eventFilter(context, 'event_id')),
  filterCheck('event_slug', 'filter', [], (context) => eventFilter(context, 'event_slug')),
  filterCheck('conditionId', 'filter', [], (context) => ownFilter(context, 'conditionId')),
  filterCheck('slug', 'filter', [], (context) => ownFilter(context, 'slug')),
  combine,
  page,
  ...emptyChecks,
  pairCheck('flags', 'two flags keep the markets that have both', flagPair),
  pairCheck('foreign-event', 'a slug and the event of another market leave nothing', foreignEvent),
  pairCheck('foreign-tag', 'a tag and an event without it leave nothing', foreignTag),
  ...(
    [
      { name: 'tag_slug', alias: 'tag', filterOf: (context: CheckContext) => tagFilter(context, 'tag') },
      {
        name: 'event_slug',
        alias: 'eventSlug',
        filterOf: (context: CheckContext) => eventFilter(context, 'eventSlug'),
      },
      {
        name: 'conditionId',
        alias: 'condition_id',
        filterOf: (context: CheckContext) => ownFilter(context, 'condition_id'),
      },
    ] satisfies readonly Naming[]
  ).map(aliasCheck),
];
