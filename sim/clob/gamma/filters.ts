/** sim/clob/gamma/filters: the filters of catalog lists. Each absent or empty parameter lets every item pass. */
import { momentMs } from '../../../base/iso-moment.ts';
import { eventInScope, inScope } from '../../catalog/creator-list.ts';
import { isClosed, isEventClosed } from '../../catalog/market-state.ts';
import type { Scalar } from '../../catalog/sort-order.ts';
import type { ParamValues } from '../../query.ts';
import type { WorldEvent, WorldMarket } from '../../world/world.ts';
import { eventColumn, marketColumn, type Present } from './market-record.ts';

type Test<Item> = (item: Item) => boolean;

/** Whether a parameter is absent, or equals the value. */
function equals(value: ParamValues[string], own: Scalar) {
  return value === undefined || value === own;
}

/** Whether a list of texts is absent, or has one of the values. */
function lists(value: ParamValues[string], ...own: readonly string[]) {
  return typeof value !== 'object' || value.length === 0 || own.some((one) => value.includes(one));
}

/** `<name>_min` and `<name>_max`, both included: numbers, or dates. An invalid date excludes every item. */
function between(params: ParamValues, name: string, valueNow: () => Scalar | undefined): boolean {
  const { [`${name}_min`]: min, [`${name}_max`]: max } = params;
  if (min === undefined && max === undefined) return true;
  const value = measure(valueNow());
  return (min === undefined || value >= measure(min)) && (max === undefined || value <= measure(max));
}

function measure(value: unknown) {
  return typeof value === 'string' ? (momentMs(value) ?? Number.NaN) : Number(value);
}

function datesLie(
  params: ParamValues,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
) {
  return between(params, 'start_date', () => startDate) && between(params, 'end_date', () => endDate);
}

export function marketTest(present: Present, params: ParamValues): Test<WorldMarket> {
  const { active, closed, archived, id, slug, event_id: eventId, event_slug: eventSlug, creator } = params;
  const { condition_ids: conditions, clob_token_ids: tokens, tag_id: tagId, tag_slug: tagSlug } = params;
  const folded = typeof conditions === 'object' ? conditions.map((condition) => condition.toLowerCase()) : undefined;
  return (market) => {
    const { catalog, event } = market;
    return (
      equals(active, market.active) &&
      equals(archived, market.archived) &&
      lists(id, catalog.id) &&
      lists(slug, catalog.slug) &&
      lists(folded, catalog.conditionId.toLowerCase()) &&
      lists(tokens, ...market.tokenIds) &&
      equals(eventId, Number(event.own.id)) &&
      equals(eventSlug, event.own.slug) &&
      (tagId === undefined || event.tags.some((tag) => Number(tag.id) === tagId)) &&
      (tagSlug === undefined || event.tags.some((tag) => tag.slug === tagSlug)) &&
      inScope(market, creator) &&
      datesLie(params, catalog) &&
      equals(closed, isClosed(present.world.venue, market)) &&
      between(params, 'volume_num', () => marketColumn(present, market, 'volumeNum')) &&
      between(params, 'liquidity_num', () => marketColumn(present, market, 'liquidityNum'))
    );
  };
}

export function eventTest(present: Present, params: ParamValues): Test<WorldEvent> {
  const { active, closed, archived, id, slug, tag_id: tagIds, exclude_tag_id: excluded, tag_slug: tagSlug } = params;
  const { series_id: series, title_search: title, creator } = params;
  const words = title === undefined ? '' : String(title).toLowerCase();
  return (event) => {
    const { own } = event;
    const tags = event.tags.map((tag) => tag.id);
    return (
      equals(active, own.active) &&
      equals(archived, own.archived) &&
      equals(closed, isEventClosed(present.world.venue, event)) &&
      lists(id, own.id) &&
      lists(slug, own.slug) &&
      lists(tagIds, ...tags) &&
      !(typeof excluded === 'object' && tags.some((tag) => excluded.includes(tag))) &&
      (tagSlug === undefined || event.tags.some((tag) => tag.slug === tagSlug)) &&
      lists(series, ...event.series.map((one) => one.id)) &&
      own.title.toLowerCase().includes(words) &&
      eventInScope(event, creator) &&
      datesLie(params, own) &&
      between(params, 'volume', () => eventColumn(present, event, 'volume')) &&
      between(params, 'liquidity', () => eventColumn(present, event, 'liquidity'))
    );
  };
}
