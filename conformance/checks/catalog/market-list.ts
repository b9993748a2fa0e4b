/**
 * conformance/checks/catalog/market-list: requests to `GET /markets` (interface 4.11) and the judgement of a filtered list:
 * only rows that match, and all known markets that match.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { listAt, objectsIn, textAt } from '../../../spec/json.ts';
import type { Query } from '../../../wire/message.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { sendGet, sendPath } from '../requests.ts';
import { eventOf } from '../rows.ts';

/** The largest page the list may be asked for. */
export const FULL_PAGE = 100;

/**
 * The effect of a filter: the parameters, and whether a market satisfies them (undefined: not known). `pattern` matches the markets that
 * do, if their own fields show it.
 */
export type Filter = {
  readonly query: Query;
  readonly matches: (market: JsonObject) => boolean | undefined;
  readonly pattern?: JsonObject;
};

/** A page of the list, the largest unless `query` has another limit. */
export function listMarkets(context: CheckContext, query: Query = {}): Promise<Exchange> {
  return sendGet(context, 'markets', { limit: String(FULL_PAGE), ...query });
}

export function marketsOf(exchange: Exchange): readonly JsonObject[] {
  return objectsIn(exchange.json);
}

/** Up to `pages` full pages of the unfiltered list, one response each. */
export async function listPages(context: CheckContext, pages: number): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (let page = 0; page < pages; page += 1) {
    const response = await listMarkets(context, { offset: String(page * FULL_PAGE) });
    answers.push(response);
    if (marketsOf(response).length < FULL_PAGE) break;
  }
  return answers;
}

/** Id of the event of a market in the list. */
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

/** True for a 4xx response. A filter that no market satisfies may return an empty list or "not found" (`D/filter-unknown`). */
export function isNotFound({ status }: Exchange): boolean {
  return status >= 400 && status < 500;
}

/** A matching market that a short page left out, or undefined. The check requests it once more, since flags may have changed. */
async function missingMarket(
  context: CheckContext,
  filter: Filter,
  rows: readonly JsonObject[],
): Promise<string | undefined> {
  if (rows.length >= FULL_PAGE) return undefined;
  const listed = new Set(rows.map((row) => textAt(row, 'conditionId')));
  const missing = context.bindings.markets.find(
    (market) => filter.matches(market) === true && !listed.has(textAt(market, 'conditionId')),
  );
  if (missing === undefined) return undefined;
  const slug = textAt(missing, 'slug') ?? '';
  const [now] = objectsIn([(await sendPath(context, 'market-by-slug', slug)).json]);
  return now !== undefined && filter.matches(now) === true ? slug : undefined;
}

/**
 * Judges a filter: it is accepted, every listed row matches, and every known match is listed. The clause counts as verified if
 * known markets include a match and a non-match, or if a row was wrong.
 */
export async function judgeFilter(
  context: CheckContext,
  clauses: { readonly filter: string; readonly accepted?: string },
  filter: Filter,
): Promise<void> {
  const shown = new URLSearchParams(filter.query).toString();
  const response = await listMarkets(context, filter.query);
  const accepted = context.expect(clauses.accepted ?? clauses.filter, isSuccess(response), response, {
    expected: `a 2xx response to ${shown}`,
    expectation: { status: '2xx' },
    actual: `status ${response.status}`,
  });
  if (!accepted) return;
  const rows = marketsOf(response);
  const wrong = rows.findIndex((row) => filter.matches(row) === false);
  const missing = wrong < 0 ? await missingMarket(context, filter, rows) : undefined;
  const known = context.bindings.markets.map(filter.matches);
  const holds = wrong < 0 && missing === undefined;
  if (holds && !(known.includes(true) && known.includes(false))) {
    context.notTestable(
      `the markets cannot verify the filter ${shown}: all of them match, or none`,
      'give the target markets of both kinds',
    );
  }
  context.expect(clauses.filter, holds, response, {
    pointer: wrong < 0 ? '' : `/${wrong}`,
    expected:
      missing === undefined ? `only markets that satisfy ${shown}` : `the market ${missing}, which satisfies ${shown}`,
    expectation: expectationOf(missing, rows[wrong], known.includes(true) ? filter.pattern : undefined),
    actual: wrong < 0 ? `${rows.length} markets without it` : (textAt(rows[wrong], 'slug') ?? 'a market without slug'),
  });
}

/** The expectation that a filtered list breaks: it lacks a market, or lists a wrong one. */
function expectationOf(missing: string | undefined, wrong: unknown, pattern: JsonObject | undefined): Expectation {
  if (missing !== undefined) return { body: { $contains: [{ slug: missing }] } };
  return {
    body: pattern === undefined ? { $not: { $contains: [{ slug: textAt(wrong, 'slug') }] } } : { $each: pattern },
  };
}
