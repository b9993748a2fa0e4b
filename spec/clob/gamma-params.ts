/** spec/clob/gamma-params: query parameters of catalog lists. Other parameters of these lists are ignored. */
import { creator, cursor } from '../params.ts';
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

export const limit: Param = { name: 'limit', type: 'integer', min: 0, default: 20, text: 'most items of a page' };
export const offset: Param = { name: 'offset', type: 'integer', min: 0, default: 0, text: 'items skipped' };
export const afterCursor: Param = {
  name: 'after_cursor',
  type: 'cursor',
  text: 'the `next_cursor` of the page before',
};
export const includeTag: Param = { name: 'include_tag', type: 'boolean', default: false, text: 'with the tags' };

export const ordering: readonly Param[] = [
  { name: 'order', type: 'string', text: 'field to sort by, in camel case or snake case' },
  { name: 'ascending', type: 'boolean', default: false, text: 'smallest first' },
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
  { name: 'tag_id', type: 'integer', text: 'only markets of events with this tag' },
  { name: 'tag_slug', type: 'string', aliases: ['tag'], text: 'only markets of events with this tag' },
  { name: 'event_id', type: 'integer', text: 'only markets of this event' },
  { name: 'event_slug', type: 'string', aliases: ['eventSlug'], text: 'only markets of this event' },
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
  { name: 'tag_slug', type: 'string', text: 'only events with this tag' },
  texts('series_id', 'events of these series'),
  { name: 'title_search', type: 'string', maxLength: 200, text: 'only events whose title contains this text' },
  ...bounds('volume', 'number'),
  ...bounds('liquidity', 'number'),
  ...dates,
  creator,
];

/** With a cursor, `GET /markets` is the list of trading markets. */
export const tradingCursor: Param = { ...cursor, text: 'trading markets instead, by cursor; `MA==` is the first page' };
