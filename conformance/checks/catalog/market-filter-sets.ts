/**
 * conformance/checks/catalog/market-filter-sets: filters of `GET /markets` in combination, on several pages, and with no result
 * (interface 4.11).
 */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, textAt } from '../../../spec/json.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { shownBy, statusOf } from '../assertions.ts';
import { check } from '../definition.ts';
import { brief } from '../rows.ts';
import { BEYOND_INTS, NO_CONDITION, NO_NUMBER, NO_SLUG } from '../unknown-names.ts';
import type { Filter } from './market-list.ts';
import { eventIdOf, FULL_PAGE, isNotFound, listMarkets, marketsOf, marketsOfEvents } from './market-list.ts';

/** Both of two filters: a flag that splits the markets, and the event of a market that has it. */
function combined(context: CheckContext): Filter {
  const markets = marketsOfEvents(context);
  for (const flag of ['closed', 'active', 'archived'] as const) {
    const values = markets.map((market) => flagAt(market, flag));
    const rarer = values.filter((value) => value === true).length * 2 <= values.length;
    const market = markets.find((row) => flagAt(row, flag) === rarer);
    const other = markets.find((row) => flagAt(row, flag) === !rarer);
    if (market === undefined || other === undefined) continue;
    // The event of a market without the flag, so that each filter alone passes another market.
    const eventId = eventIdOf(other) ?? '';
    const query = { [flag]: String(rarer), event_id: eventId };
    return { query, matches: (row) => flagAt(row, flag) === rarer && eventIdOf(row) === eventId };
  }
  return context.notTestable('all markets have the same flags', 'give the target markets with different flags');
}

const combine = check('markets', 'filters.combine', {
  title: 'a flag and an event together keep the markets that satisfy both',
  clauses: ['4.11/filters.combine'],
  kind: 'filter',
  needs: ['market'],
  cost: { markets: 2 },
  run: async (context) => {
    const filter = combined(context);
    const { event_id: eventId = '', ...flag } = filter.query;
    const [name = '', value = ''] = Object.entries(flag)[0] ?? [];
    for (const wanted of [value, value === 'true' ? 'false' : 'true']) {
      const response = await listMarkets(context, { event_id: eventId, [name]: wanted });
      const rows = marketsOf(response);
      const fits = (row: JsonObject) => eventIdOf(row) === eventId && String(flagAt(row, name)) === wanted;
      const wrong = rows.findIndex((row) => !fits(row));
      const known = context.bindings.markets.filter(fits).length;
      const complete = rows.length >= Math.min(known, FULL_PAGE);
      const holds = isSuccess(response) ? wrong < 0 && complete : known === 0 && isNotFound(response);
      const pattern = { events: { $contains: [{ id: eventId }] }, [name]: wanted === 'true' };
      const stated = wrong < 0 ? { $length: { $gte: known } } : { $each: pattern };
      const shown = wrong < 0 ? `${rows.length} markets` : brief([eventIdOf(rows[wrong]), flagAt(rows[wrong], name)]);
      context.expect('4.11/filters.combine', holds, response, {
        pointer: wrong < 0 ? '' : `/${wrong}`,
        expected:
          known === 0
            ? `no market that is not of event ${eventId} with ${name}=${wanted}`
            : `the ${known} known markets of event ${eventId} with ${name}=${wanted}, and no others`,
        expectation: { body: known === 0 ? [] : stated },
        actual: shownBy(response, shown),
      });
    }
  },
});

const page = check('markets', 'filters.page', {
  title: 'a filtered page is full while more markets match',
  clauses: ['4.11/filters.page'],
  kind: 'filter',
  needs: ['market'],
  cost: { markets: 3 },
  run: async (context) => {
    // A market deep in the list: a filter that is applied after the page is cut finds nothing on the first page.
    const last = marketsOfEvents(context).at(-1);
    const eventId = eventIdOf(last) ?? '';
    const still = await listMarkets(context, { slug: textAt(last, 'slug') ?? '' });
    const unfiltered = await listMarkets(context, { limit: '1' });
    const [first] = marketsOf(unfiltered);
    if (marketsOf(still).length === 0 || eventIdOf(first) === eventId) {
      context.notTestable('all markets belong to one event', 'give the target several events');
    }
    const limited = await listMarkets(context, { event_id: eventId, limit: '1' });
    context.expect('4.11/filters.page', marketsOf(limited).length === 1, limited, {
      expected: `one market of event ${eventId}, which has some`,
      expectation: { body: { $length: 1 } },
      actual: `${marketsOf(limited).length} markets`,
    });
  },
});

/** A filter that no market satisfies; `decided`: the decision that the response is an empty list. */
type Empty = {
  readonly name: string;
  readonly title: string;
  readonly query: Query;
  readonly decided: readonly string[];
};

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

const emptyChecks: readonly Check[] = [...unknowns, ...beyondInts].map(({ name, title, query, decided }) =>
  check('markets', name, {
    title,
    clauses: ['4.11/filter.empty', ...decided],
    kind: 'filter',
    needs: ['market'],
    run: async (context) => {
      const response = await listMarkets(context, query);
      const isRefused = isNotFound(response);
      const isEmpty = isSuccess(response) && marketsOf(response).length === 0;
      const actual = shownBy(response, `${marketsOf(response).length} markets`);
      context.expect('4.11/filter.empty', isRefused || isEmpty, response, {
        expected: 'no market',
        actual,
        expectation: { body: [] },
      });
      for (const clause of decided) {
        context.fact('filter.unknown', isRefused ? statusOf(response) : 'empty list');
        context.expect(clause, isEmpty, response, { expected: 'an empty list', actual, expectation: { body: [] } });
      }
    },
  }),
);

export const marketFilterSetChecks: readonly Check[] = [combine, page, ...emptyChecks];
