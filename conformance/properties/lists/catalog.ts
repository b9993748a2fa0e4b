/** conformance/properties/lists/catalog: markets, event creators and the replies of a comment (interface 4.11, 4.18, 4.20). */

import { flagAt, type JsonObject, textAt } from '../../../base/json.ts';
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { CheckContext } from '../../check.ts';
import { FULL_PAGE, isInteger, tagsOf } from '../../checks/catalog/market-list.ts';
import { eventsOf, textsOf } from '../../checks/rows.ts';
import { NO_CONDITION, NO_CREATOR, NO_NUMBER, NO_SLUG } from '../../checks/unknown-names.ts';
import { catalogOrders, ordersOn } from './catalog-orders.ts';
import { fieldKind, flagKind, nonEmpty } from './filter-kinds.ts';
import { AS_LISTED, type Base, type FilterKind, type ListSpec } from './list-spec.ts';

const FLAGS = ['active', 'closed', 'archived'] as const;

/** By the event of a market. */
function eventKind(param: 'event_id' | 'event_slug' | 'eventSlug'): FilterKind {
  const [field, unknown] = param === 'event_id' ? ['id', NO_NUMBER] : ['slug', NO_SLUG];
  return {
    param,
    ...(param === 'eventSlug'
      ? { clause: '4.11/event_slug.alias', aliasOf: 'event_slug' }
      : { clause: parameterClause('markets', param, 'filter') }),
    ofRow: (row) => textsOf(eventsOf(row), field).filter((text) => (field === 'id' ? isInteger(text) : text !== '')),
    others: () => [unknown],
    meaning: (value) => ({ allows: { events: { $contains: [{ [field]: value }] } } }),
    mayBeRefused: (value) => value === unknown,
  };
}

/** By a tag of the event. Whether a market has it is known if its event is bound. */
function tagKind(param: 'tag_id' | 'tag_slug' | 'tag'): FilterKind {
  const [field, unknown] = param === 'tag_id' ? ['id', NO_NUMBER] : ['slug', NO_SLUG];
  const idsOf = (context: CheckContext, holds: (tags: readonly string[]) => boolean): readonly string[] =>
    textsOf(context.bindings.events, 'id').filter((id) => holds(textsOf(tagsOf(context, id) ?? [], field)));
  const inOne = (ids: readonly string[]): JsonObject => ({
    events: ids.length === 0 ? { $absent: true } : { $contains: [{ id: { $in: ids } }] },
  });
  return {
    param,
    ...(param === 'tag'
      ? { clause: '4.11/tag_slug.alias', aliasOf: 'tag_slug' }
      : { clause: parameterClause('markets', param, 'filter') }),
    ofRow: (row, context) => {
      const tags = eventsOf(row).flatMap((event) => textsOf(tagsOf(context, textAt(event, 'id')) ?? [], field));
      return tags.filter((text) => (field === 'id' ? isInteger(text) : text !== ''));
    },
    others: () => [unknown],
    meaning: (value, context) => {
      const lacking = inOne(idsOf(context, (tags) => !tags.includes(value)));
      return { allows: { $not: lacking }, demands: inOne(idsOf(context, (tags) => tags.includes(value))) };
    },
    mayBeRefused: (value) => value === unknown,
  };
}

/** By the site of a creator: no field of a market shows it, so any market may be on it. */
const creatorKind: FilterKind = {
  param: 'creator',
  clause: '4.11/creator.filter',
  ofRow: (_, { bindings }) => nonEmpty(textsOf(bindings.creators.slice(0, 3), 'creatorHandle')),
  others: () => [],
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

export const catalogLists: readonly ListSpec[] = [
  {
    id: 'markets',
    title: 'any request for markets returns rows of the whole list, filtered, sorted and cut',
    capability: 'read',
    needs: ['market'],
    key: 'id',
    runs: 6,
    once: 6,
    filters: [
      ...FLAGS.map((flag) => flagKind('markets', flag)),
      eventKind('event_id'),
      eventKind('event_slug'),
      eventKind('eventSlug'),
      tagKind('tag_slug'),
      tagKind('tag'),
      tagKind('tag_id'),
      fieldKind('markets', 'conditionId', 'conditionId', NO_CONDITION),
      {
        ...fieldKind('markets', 'conditionId', 'conditionId', NO_CONDITION, 'alias'),
        param: 'condition_id',
        aliasOf: 'conditionId',
      },
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
    capability: 'read',
    needs: ['creator'],
    key: 'id',
    runs: 3,
    once: 5,
    filters: [similarKind('creator_name', 'creatorName'), similarKind('creator_handle', 'creatorHandle')],
    mayRefuseNothing: true,
    bases: () => [{ query: {} }],
    orders: catalogOrders('event-creators'),
    ordersOf: (context, base, most) => ordersOn(context, 'event-creators', base, most),
  },
  {
    id: 'comment-replies',
    title: 'any page of the replies of a comment is a part of the whole list',
    capability: 'read',
    needs: ['comment'],
    key: 'id',
    runs: 3,
    once: 1,
    filters: [],
    bases: ({ bindings }) => bindings.comments.slice(0, 1).map((name) => ({ query: {}, name })),
    orders: [AS_LISTED],
  },
];
