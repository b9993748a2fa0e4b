/**
 * conformance/checks/catalog/market-rows: rules for every catalog market, alone and beside the others, and for its
 * lists in strings (1, 2.5).
 */

import { type JsonObject, listAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { EventMarket } from '../../../spec/resources/catalog-market.ts';
import type { Check, CheckContext, ClauseId, Exchange } from '../../check.ts';
import { firstRepeated, textsInside, textsOf } from '../assertions.ts';
import { check } from '../definition.ts';
import { FULL_PAGE, listMarkets, listPages, marketsOf } from './market-list.ts';

const TEXT = { $type: 'string' };
const DIFFERENT = { $all: [{ $unique: '' }, { $each: { $all: [TEXT, { $not: '' }] } }] };

/** Names of outcomes: there are some, and they differ. */
export const NAMES = { outcomes: { $json: DIFFERENT } };

export const TOKEN_IDS = { clobTokenIds: { $json: { $any: [[], DIFFERENT] } } };

/** JSON of as many texts. */
function textsInJson(count: number): JsonObject {
  return { $json: Array.from({ length: count }, () => TEXT) };
}

/** As many token ids as outcomes. */
export const PAIRING = { $relation: { left: '/clobTokenIds', is: '=', right: '/outcomes', as: 'count' } };

const PAGES = 4;

async function judgePages(context: CheckContext, clauses: ClauseId, because: string, patterns: readonly unknown[]) {
  const must = { body: { $objects: { $all: patterns } } };
  for (let page = 0; page < PAGES; page += 1) {
    const response = await listMarkets(context, { offset: String(page * FULL_PAGE) });
    const count = marketsOf(response).length;
    if (count > 0) context.judge({ clauses, of: response, must, because });
    if (count < FULL_PAGE) return;
  }
}

function rowCheck(what: string, clause: ClauseId, title: string, ...patterns: readonly unknown[]) {
  return check('markets', what, {
    title,
    clauses: [clause],
    kind: 'shape',
    needs: ['market'],
    cost: { markets: PAGES },
    run: (context) => judgePages(context, clause, title, patterns),
  });
}

function eventPatterns({ bindings }: CheckContext): readonly unknown[] {
  return bindings.events.flatMap((event) => {
    const slugs = textsOf(objectsIn(listAt(event, 'markets')), 'slug').filter((slug) => slug !== '');
    const isOther = { slug: { $any: [{ $absent: true }, { $not: { $in: slugs } }] } };
    return slugs.length === 0 ? [] : [{ $any: [isOther, { events: { $contains: [{ id: textAt(event, 'id') }] } }] }];
  });
}

const eventsPresent = check('markets', 'events.present', {
  title: 'a market that an event lists names that event',
  clauses: ['2.5/events.present'],
  needs: ['market', 'event'],
  cost: { markets: PAGES },
  async run(context) {
    const patterns = eventPatterns(context);
    if (patterns.length === 0)
      context.notTestable('no known event lists a market', 'give the target an event with markets');
    await judgePages(context, '2.5/events.present', 'the event lists the market', patterns);
  },
});

function snake(name: string) {
  return name.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`);
}

/** No listed name exists in snake_case only. Both spellings side by side count as an extra field. */
const IN_CAMEL_CASE = Object.keys(EventMarket.shape)
  .filter((name) => snake(name) !== name)
  .map((name) => ({ $any: [{ [snake(name)]: { $absent: true } }, { [name]: { $present: true } }] }));

type Key = Readonly<{ clause: ClauseId; field: string; of: (market: JsonObject) => readonly string[] }>;

const idKey = (field: string): Key => ({
  clause: '2.5/id.unique',
  field,
  of: (market) => [textOrEmpty(market, field)],
});

const keys: readonly Key[] = [
  ...['id', 'conditionId', 'slug'].map(idKey),
  {
    clause: '1/market.condition-id',
    field: 'conditionId',
    of: (market) => [textAt(market, 'conditionId')?.toLowerCase() ?? ''],
  },
  { clause: '1/token.id', field: 'clobTokenIds', of: (market) => textsInside(market, 'clobTokenIds') ?? [] },
];

function repeatedKey(pages: readonly Exchange[], { of }: Key): string | undefined {
  const values = pages.flatMap(marketsOf).flatMap(of);
  return values[firstRepeated(values)];
}

const unique = check('markets', 'keys.unique', {
  title: 'id, conditionId, slug and token ids are unique among markets',
  clauses: ['2.5/id.unique', '1/market.condition-id', '1/token.id'],
  needs: ['market'],
  cost: { markets: 2 * PAGES },
  async run(context) {
    let pages = await listPages(context, PAGES);
    // A list that grows between two pages repeats a row, so a repetition is read once more before it is a finding.
    if (keys.some((key) => repeatedKey(pages, key) !== undefined)) pages = await listPages(context, PAGES);
    const [first] = pages;
    if (first === undefined || pages.flatMap(marketsOf).length < 2) return;
    for (const key of keys) {
      const repeated = repeatedKey(pages, key);
      const fault =
        repeated === undefined ? undefined : { expected: `every ${key.field} once in the list`, actual: repeated };
      context.judgeBy(key.clause, first, fault, 'the rows of several pages are compared');
    }
  },
});

export const marketRowChecks: readonly Check[] = [
  rowCheck('outcomes.json', '2.5/outcomes.json', 'outcomes is JSON of different names', NAMES),
  rowCheck('clobTokenIds.json', '2.5/clobTokenIds.json', 'clobTokenIds is JSON of different texts', TOKEN_IDS),
  rowCheck('outcomes.aligned', '2.5/outcomes.aligned', 'there is one token id for every outcome', PAIRING),
  rowCheck('outcomes.two', 'D/market-outcomes', 'a market has two outcomes', { outcomes: textsInJson(2) }),
  eventsPresent,
  { ...rowCheck('names.case', '1/names.case', 'catalog names are camelCase', ...IN_CAMEL_CASE), isOfForm: true },
  unique,
];
