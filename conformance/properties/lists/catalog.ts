/**
 * conformance/properties/lists/catalog: markets, creators, replies (interface 4.11, 4.15, 4.18, 4.20). The interface
 * leaves the columns of `order` open, so a column counts if the whole list is sorted by it in both directions.
 */

import { flagAt, type JsonObject, textAt } from '../../../base/json.ts';
import { clauseOf, parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { CheckContext } from '../../check.ts';
import { eventsOf, NO_CONDITION, NO_CREATOR, NO_NUMBER, NO_SLUG, textsOf } from '../../checks/assertions.ts';
import { FULL_PAGE, isInteger, tagsOf } from '../../checks/catalog/market-list.ts';
import {
  type Direction,
  differs,
  firstRows,
  isSortedBy,
  keyOf,
  orderedColumns,
  type SortedRoute,
} from '../../checks/catalog/order.ts';
import {
  AS_LISTED,
  type Base,
  type FilterKind,
  fieldKind,
  flagKind,
  type ListDefinition,
  nonEmpty,
  type Order,
} from './list-spec.ts';
import type { Meaning } from './model.ts';

function ordersBy(id: SortedRoute, column: string): readonly Order[] {
  const accepted = clauseOf(id, 'order.accepted');
  const down = { query: { order: column }, key: keyOf(column, 'descending'), clauses: [accepted] };
  return [
    { ...down, name: column, clauses: [accepted, clauseOf(id, 'ascending.default')] },
    { ...down, name: `${column} descending`, query: { order: column, ascending: 'false' } },
    {
      name: `${column} ascending`,
      query: { order: column, ascending: 'true' },
      key: keyOf(column, 'ascending'),
      clauses: [clauseOf(id, 'ascending.reverses')],
    },
  ];
}

const PLAIN: readonly Order[] = [AS_LISTED, { ...AS_LISTED, name: 'ascending', query: { ascending: 'true' } }];

/** Every order that a target may have. */
function catalogOrders(id: SortedRoute): readonly Order[] {
  return [...PLAIN, ...orderedColumns[id].flatMap((column) => ordersBy(id, column))];
}

/** The orders by those of some columns, at most `most` of them, by which this target sorts. */
async function ordersOn(
  context: CheckContext,
  id: SortedRoute,
  { query }: Base,
  most: number,
): Promise<readonly Order[]> {
  const sortsBy = async (column: string, direction: Direction): Promise<boolean> => {
    const ascending = String(direction === 'ascending');
    const { rows } = await firstRows(context, id, { ...query, order: column, ascending });
    return differs(rows, column) && isSortedBy(rows, column, direction);
  };
  const columns = orderedColumns[id].map((column) => ({ column, place: context.random() }));
  const found: Order[] = [...PLAIN];
  for (const { column } of columns.toSorted((left, right) => left.place - right.place).slice(0, most))
    if ((await sortsBy(column, 'descending')) && (await sortsBy(column, 'ascending')))
      found.push(...ordersBy(id, column));
  return found;
}

const FLAGS = ['active', 'closed', 'archived'] as const;

type Meant = (value: string, context: CheckContext, field: 'id' | 'slug') => Meaning;

/** By the id or the slug of something that a market belongs to. */
function relatedKind(
  param: 'event_id' | 'event_slug' | 'tag_id' | 'tag_slug',
  rowsOf: (row: JsonObject, context: CheckContext) => readonly JsonObject[],
  meant: Meant,
): FilterKind {
  const field = param.endsWith('_id') ? 'id' : 'slug';
  return {
    param,
    clause: parameterClause('markets', param, 'filter'),
    unknown: field === 'id' ? NO_NUMBER : NO_SLUG,
    ofRow: (row, context) => {
      const texts = textsOf(rowsOf(row, context), field);
      return texts.filter((text) => (field === 'id' ? isInteger(text) : text !== ''));
    },
    meaning: (value, context) => meant(value, context, field),
  };
}

const eventKind = (param: 'event_id' | 'event_slug'): FilterKind =>
  relatedKind(param, eventsOf, (value, _, field) => ({ allows: { events: { $contains: [{ [field]: value }] } } }));

/** Whether a market has a tag is known if its event is bound. */
const tagKind = (param: 'tag_id' | 'tag_slug'): FilterKind =>
  relatedKind(
    param,
    (row, context) => eventsOf(row).flatMap((event) => tagsOf(context, textAt(event, 'id')) ?? []),
    (value, context, field) => {
      const inEvents = (isTagged: boolean): JsonObject => {
        const ids = textsOf(context.bindings.events, 'id').filter(
          (id) => textsOf(tagsOf(context, id) ?? [], field).includes(value) === isTagged,
        );
        return { events: ids.length === 0 ? { $absent: true } : { $contains: [{ id: { $in: ids } }] } };
      };
      return { allows: { $not: inEvents(false) }, demands: inEvents(true) };
    },
  );

const aliasKind = (param: string, documented: FilterKind): FilterKind => ({
  ...documented,
  param,
  aliasOf: documented.param,
  clause: parameterClause('markets', documented.param, 'alias'),
});

/** By the site of a creator: no field of a market shows it, so any market may be on it. */
const creatorKind: FilterKind = {
  param: 'creator',
  clause: '4.11/creator.filter',
  ofRow: (_, { bindings }) => nonEmpty(textsOf(bindings.creators.slice(0, 3), 'creatorHandle')),
  meaning: () => ({ allows: {}, demands: { $absent: true } }),
  mayBeRefused: () => true,
};

/** Rows with the whole text must be listed, and rows that contain it may be. */
function similarKind(param: 'creator_name' | 'creator_handle', field: string): FilterKind {
  return {
    ...fieldKind('event-creators', param, field, NO_CREATOR),
    meaning: (value) => ({
      allows: { [field]: { $caseless: { $contains: [value.toLowerCase()] } } },
      demands: { [field]: value },
    }),
  };
}

/** The whole list, or the largest part with one flag that can be read. */
function marketBases({ bindings: { markets, marketsComplete } }: CheckContext, pagesMax: number): readonly Base[] {
  const most = pagesMax * FULL_PAGE;
  if (marketsComplete && markets.length < most) return [{ query: {} }];
  const parts = FLAGS.flatMap((flag) =>
    [true, false].map((value) => ({
      query: { [flag]: String(value) },
      count: markets.filter((market) => flagAt(market, flag) === value).length,
    })),
  );
  const short = parts.filter(({ count }) => count > 1 && count < most).sort((left, right) => right.count - left.count);
  return [{ query: {} }, ...short.slice(0, 1).map(({ query }) => ({ query }))].slice(marketsComplete ? 1 : 0);
}

const conditionKind = fieldKind('markets', 'conditionId', 'conditionId', NO_CONDITION);

export const catalogLists: readonly ListDefinition[] = [
  {
    id: 'markets',
    title: 'any request for markets returns rows of the whole list, filtered, sorted and cut',
    needs: ['market'],
    key: 'id',
    runs: 6,
    once: 6,
    filters: [
      ...FLAGS.map((flag) => flagKind('markets', flag)),
      eventKind('event_id'),
      eventKind('event_slug'),
      aliasKind('eventSlug', eventKind('event_slug')),
      tagKind('tag_slug'),
      aliasKind('tag', tagKind('tag_slug')),
      tagKind('tag_id'),
      conditionKind,
      aliasKind('condition_id', conditionKind),
      fieldKind('markets', 'slug', 'slug', NO_SLUG),
      creatorKind,
    ],
    combine: '4.11/filters.combine',
    page: '4.11/filters.page',
    mayRefuseNothing: true,
    bases: marketBases,
    orders: catalogOrders('markets'),
    ordersOf: (context, base, most) => ordersOn(context, 'markets', base, most),
  },
  {
    id: 'event-creators',
    title: 'any request for creators returns rows of the whole list, filtered, sorted and cut',
    needs: ['creator'],
    key: 'id',
    runs: 3,
    once: 5,
    filters: [similarKind('creator_name', 'creatorName'), similarKind('creator_handle', 'creatorHandle')],
    mayRefuseNothing: true,
    orders: catalogOrders('event-creators'),
    ordersOf: (context, base, most) => ordersOn(context, 'event-creators', base, most),
  },
  {
    id: 'comment-replies',
    title: 'any page of the replies of a comment is a part of the whole list',
    key: 'id',
    runs: 3,
    once: 1,
    bases: ({ bindings }) => bindings.comments.slice(0, 1).map((name) => ({ query: {}, name })),
  },
];

/** The three market lists with a cursor (interface 4.15). */
export const cursorLists: readonly ListDefinition[] = (
  ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'] as const
).map((id) => ({
  id,
  title: `any page of the ${id.replaceAll('-', ' ')} is a part of the whole list`,
  needs: [],
  key: 'condition_id',
  runs: 2,
  once: 2,
  ...(id === 'simplified-markets' ? {} : { isSample: true }),
}));
