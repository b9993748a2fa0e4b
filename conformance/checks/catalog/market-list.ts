/** conformance/checks/catalog/market-list: a filtered market list has only rows that match, and all that are known. */
import { type JsonObject, listAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { match } from '../../../wire/pattern/match.ts';
import type { CheckContext, ClauseId, Exchange, Statement } from '../../check.ts';
import { eventOf, isTrue, refusal, success } from '../assertions.ts';
import { sendGet, sendPath } from '../definition.ts';

/** The largest page that may be requested. */
export const FULL_PAGE = 100;

/** The effect of a filter: the parameters, and the pattern of the markets that satisfy it. */
export type Filter = {
  readonly query: Query;
  readonly pattern: JsonObject;
  /** False if it is not known whether a market satisfies the filter. The pattern accepts such a market. */
  readonly isKnown?: (market: JsonObject) => boolean;
};

/** Whether a market satisfies a filter; undefined: not known. */
function satisfies(market: JsonObject, { pattern, isKnown = () => true }: Filter) {
  return isKnown(market) ? fits(pattern, market) : undefined;
}

export function fits(pattern: unknown, market: JsonObject): boolean {
  return match(pattern, market).length === 0;
}

/** A page of the list, the largest unless `query` has another limit. */
export function listMarkets(context: CheckContext, query: Query = {}): Promise<Exchange> {
  return sendGet(context, 'markets', { limit: String(FULL_PAGE), ...query });
}

export function marketsOf(exchange: Exchange): readonly JsonObject[] {
  return objectsIn(exchange.json);
}

/** Up to `pages` full pages of the unfiltered list, one response each. */
export async function listPages(context: CheckContext, pages: number): Promise<readonly Exchange[]> {
  const responses: Exchange[] = [];
  for (let page = 0; page < pages; page += 1) {
    const response = await listMarkets(context, { offset: String(page * FULL_PAGE) });
    responses.push(response);
    if (marketsOf(response).length < FULL_PAGE) break;
  }
  return responses;
}

export function eventIdOf(market: unknown): string | undefined {
  return textAt(eventOf(market), 'id');
}

/** The bound markets that name an event; ends the check if none does. */
export function marketsOfEvents({ bindings, notTestable }: CheckContext): readonly JsonObject[] {
  const found = bindings.markets.filter((market) => eventIdOf(market) !== undefined);
  return found.length > 0 ? found : notTestable('no market names an event', 'give the target an event with markets');
}

/** Tags of the bound event with this id; undefined if that event is not bound. */
export function tagsOf(
  context: Pick<CheckContext, 'bindings'>,
  eventId: string | undefined,
): readonly JsonObject[] | undefined {
  const event = context.bindings.events.find((candidate) => textAt(candidate, 'id') === eventId);
  return event === undefined ? undefined : objectsIn(listAt(event, 'tags'));
}

/** True for the digits of an integer: section 2.6 makes the id of a tag a string, while the parameter is an integer. */
export function isInteger(text: string | undefined): boolean {
  return /^\d+$/.test(text ?? '');
}

/** A match that a short page left out, requested once more, since flags may have changed; or undefined. */
async function missingMarket(
  context: CheckContext,
  filter: Filter,
  rows: readonly JsonObject[],
): Promise<string | undefined> {
  if (rows.length >= FULL_PAGE) return undefined;
  const listed = new Set(rows.map((row) => textAt(row, 'conditionId')));
  const missing = context.bindings.markets.find(
    (market) => satisfies(market, filter) === true && !listed.has(textAt(market, 'conditionId')),
  );
  if (missing === undefined) return undefined;
  const slug = textOrEmpty(missing, 'slug');
  const [now] = objectsIn([(await sendPath(context, 'market-by-slug', slug)).json]);
  return now !== undefined && satisfies(now, filter) === true ? slug : undefined;
}

/**
 * Judges a filter: it is accepted, every listed row matches, and every known match is listed. The clause counts as
 * verified if known markets include a match and a non-match, or if a row was wrong.
 */
export async function judgeFilter(
  context: CheckContext,
  clauses: { readonly filter: ClauseId; readonly accepted?: ClauseId },
  filter: Filter,
): Promise<void> {
  const shown = new URLSearchParams(filter.query).toString();
  const response = await listMarkets(context, filter.query);
  if (!context.judge(success(clauses.accepted ?? clauses.filter, response, `${shown} is a filter`))) return;
  const missing = await missingMarket(context, filter, marketsOf(response));
  const isThere = missing === undefined ? [] : [{ $contains: [{ slug: missing }] }];
  const must = { body: { $all: [{ $every: filter.pattern }, ...isThere] } };
  const known = context.bindings.markets.map((market) => satisfies(market, filter));
  if (isTrue({ of: response, must }) && !(known.includes(true) && known.includes(false))) {
    context.notTestable(
      `the markets cannot verify the filter ${shown}: all of them match, or none`,
      'give the target markets of both kinds',
    );
  }
  context.judge({ clauses: clauses.filter, of: response, must, because: `the query is ${shown}` });
}

/** A page of markets that match, no shorter than known; without known ones it may be refused (`D/filter-unknown`). */
export function onlyMarkets(clauses: ClauseId, of: Exchange, pattern: unknown, known: number): Statement {
  const because = `the query is ${of.request.query}`;
  if (known === 0 && !isSuccess(of)) return refusal(clauses, of, because);
  const body = { $all: [{ $every: pattern }, { $length: { $gte: Math.min(known, FULL_PAGE) } }] };
  return { clauses, of, must: { status: '2xx', body }, because };
}

/** A tag that some bound events have and others lack, and that the parameter can name: the one with fewest events. */
function distinctiveTag(context: CheckContext, isNameable: (tag: JsonObject) => boolean): JsonObject {
  const counts = new Map<string, { readonly tag: JsonObject; events: number }>();
  const { events } = context.bindings;
  for (const event of events) {
    for (const tag of (tagsOf(context, textAt(event, 'id')) ?? []).filter(isNameable)) {
      const entry = counts.get(textOrEmpty(tag, 'slug')) ?? { tag, events: 0 };
      entry.events += 1;
      counts.set(textOrEmpty(tag, 'slug'), entry);
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
  const isNameable = (tag: JsonObject) => field === 'slug' || isInteger(textAt(tag, 'id'));
  const value = textOrEmpty(distinctiveTag(context, isNameable), field);
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
  const value = textOrEmpty(eventOf(marketsOfEvents(context)[0]), field);
  return {
    query: { [parameter]: value },
    pattern: { events: { $contains: [{ [field]: value }] } },
  };
}

/** A filter by a unique column of a market in the middle of the list. */
export function ownFilter(context: CheckContext, parameter: 'conditionId' | 'condition_id' | 'slug'): Filter {
  const field = parameter === 'slug' ? 'slug' : 'conditionId';
  const { markets } = context.bindings;
  const value = textOrEmpty(markets[Math.floor(markets.length / 2)], field);
  return {
    query: { [parameter]: value },
    pattern: { [field]: value },
  };
}
