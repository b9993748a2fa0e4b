/** conformance/checks/catalog/market-filter-values: filters of `GET /markets` with values of bound rows (4.11). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import type { CheckContext } from '../../check.ts';
import { eventOf } from '../rows.ts';
import { eventIdOf, type Filter, isInteger, marketsOfEvents, tagsOf } from './market-list.ts';

/** A tag that some bound events have and others lack, and that the parameter can name: the one with fewest events. */
function distinctiveTag(context: CheckContext, isNameable: (tag: JsonObject) => boolean): JsonObject {
  const counts = new Map<string, { readonly tag: JsonObject; events: number }>();
  const { events } = context.bindings;
  for (const event of events) {
    for (const tag of (tagsOf(context, textAt(event, 'id')) ?? []).filter(isNameable)) {
      const entry = counts.get(textAt(tag, 'slug') ?? '') ?? { tag, events: 0 };
      entry.events += 1;
      counts.set(textAt(tag, 'slug') ?? '', entry);
    }
  }
  const distinctive = [...counts.values()]
    .filter((entry) => entry.events < events.length)
    .sort((left, right) => left.events - right.events)[0];
  if (distinctive === undefined) {
    context.notTestable('no tag distinguishes events', 'give the target events with different tags');
  }
  return distinctive.tag;
}

/** A filter by tag: no market of an event that lacks it. A market whose event is not bound may or may not match. */
export function tagFilter(context: CheckContext, parameter: 'tag_id' | 'tag_slug' | 'tag'): Filter {
  const field = parameter === 'tag_id' ? 'id' : 'slug';
  const isNameable = (tag: JsonObject): boolean => field === 'slug' || isInteger(textAt(tag, 'id'));
  const value = textAt(distinctiveTag(context, isNameable), field) ?? '';
  const lacking = context.bindings.events
    .map((event) => textAt(event, 'id'))
    .filter((id) => tagsOf(context, id)?.every((tag) => textAt(tag, field) !== value));
  return {
    query: { [parameter]: value },
    pattern: { events: { $not: { $contains: [{ id: { $in: lacking } }] } } },
    isKnown: (market) => tagsOf(context, eventIdOf(market)) !== undefined,
  };
}

/** A filter by the event of the first market that names one. */
export function eventFilter(context: CheckContext, parameter: 'event_id' | 'event_slug' | 'eventSlug'): Filter {
  const field = parameter === 'event_id' ? 'id' : 'slug';
  const value = textAt(eventOf(marketsOfEvents(context)[0]), field) ?? '';
  return {
    query: { [parameter]: value },
    pattern: { events: { $contains: [{ [field]: value }] } },
  };
}

/** A filter by a unique column of a market in the middle of the list. */
export function ownFilter(context: CheckContext, parameter: 'conditionId' | 'condition_id' | 'slug'): Filter {
  const field = parameter === 'slug' ? 'slug' : 'conditionId';
  const { markets } = context.bindings;
  const value = textAt(markets[Math.floor(markets.length / 2)], field) ?? '';
  return {
    query: { [parameter]: value },
    pattern: { [field]: value },
  };
}
