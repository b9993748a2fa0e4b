/** spec/clob/gamma-params: query parameters of catalog lists. Other parameters of these lists are ignored. */
import { booleanParam, creator, cursor, cursorParam, integerParam, stringParam } from '../params.ts';
import type { Param } from '../route.ts';

/** A larger `limit` counts as this. */
export const CATALOG_LIMIT_MAX = 500;

function texts(name: string, of: string): Param {
  return { name, type: 'string', repeated: true, text: `only ${of}` };
}

function flagOf(name: string, what: string): Param {
  return { name, type: 'boolean', text: `only ${what} with this flag value` };
}

/** `<name>_min` and `<name>_max`. */
function bounds(name: string, type: 'number' | 'string'): readonly Param[] {
  return [
    { name: `${name}_min`, type, text: 'only this value or more' },
    { name: `${name}_max`, type, text: 'only this value or less' },
  ];
}

export const limit = integerParam('limit', 'most items of a page', { min: 0, default: 20 });
export const offset = integerParam('offset', 'items skipped', { min: 0, default: 0 });
export const afterCursor = cursorParam('after_cursor', 'the `next_cursor` of the page before');
export const includeTag = booleanParam('include_tag', 'with the tags', { default: false });

export const ordering: readonly Param[] = [
  stringParam('order', 'field to sort by, in camel case or snake case'),
  booleanParam('ascending', 'smallest first', { default: false }),
];

const dates = [...bounds('start_date', 'string'), ...bounds('end_date', 'string')];

const flags = (what: string): readonly Param[] => [
  flagOf('active', what),
  flagOf('closed', what),
  flagOf('archived', what),
];

export const marketFilters: readonly Param[] = [
  ...flags('markets'),
  texts('id', 'these markets'),
  texts('slug', 'these markets'),
  { ...texts('condition_ids', 'these markets'), aliases: ['conditionId', 'condition_id'] },
  texts('clob_token_ids', 'markets of these tokens'),
  integerParam('tag_id', 'only markets of events with this tag'),
  stringParam('tag_slug', 'only markets of events with this tag', { aliases: ['tag'] }),
  integerParam('event_id', 'only markets of this event'),
  stringParam('event_slug', 'only markets of this event', { aliases: ['eventSlug'] }),
  ...bounds('volume_num', 'number'),
  ...bounds('liquidity_num', 'number'),
  ...dates,
  creator,
  includeTag,
];

export const eventFilters: readonly Param[] = [
  ...flags('events'),
  texts('id', 'these events'),
  texts('slug', 'these events'),
  texts('tag_id', 'events with one of these tags'),
  texts('exclude_tag_id', 'events with none of these tags'),
  stringParam('tag_slug', 'only events with this tag'),
  texts('series_id', 'events of these series'),
  stringParam('title_search', 'only events whose title contains this text', { maxLength: 200 }),
  ...bounds('volume', 'number'),
  ...bounds('liquidity', 'number'),
  ...dates,
  creator,
];

/** With a cursor, `GET /markets` is the list of trading markets. */
export const tradingCursor: Param = { ...cursor, text: 'trading markets instead, by cursor; `MA==` is the first page' };
