/**
 * conformance/checks/wallets/row-markets: rows of positions and activity compared with the market that they name (interface
 * 2.1, 2.2, 2.3): they agree with the catalog.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, numberAt, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSameMoment } from '../../../wire/pattern/collation.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { valueIn } from '../agreement.ts';
import { success } from '../assertions.ts';
import { check } from '../definition.ts';
import { itemsOf, sendPath, sendSample } from '../requests.ts';
import { eventsOf, isSameCaseless, textsInside, textsOf } from '../rows.ts';
import { unreadable } from '../sources.ts';
import { rowsOf } from './page.ts';

/** Number of markets that are read for one list. */
const MARKETS = 3;

/** Rows to look up in the catalog: one of each of a few markets; rows that name no market are skipped. */
function rowPerMarket(rows: readonly JsonObject[]): readonly JsonObject[] {
  const bySlug = new Map(rows.map((row) => [textAt(row, 'slug') ?? '', row]));
  bySlug.delete('');
  return [...bySlug.values()].slice(0, MARKETS);
}

/** Names of the outcomes of a market that was looked up. */
function outcomesOf(context: CheckContext, market: Exchange): readonly string[] {
  return textsInside(market.json, 'outcomes') ?? unreadable(context, 'market-by-slug', 'outcomes');
}

/** The name that the market gives to the outcome of a row; undefined if it has no outcome of this index. */
function nameOf(row: JsonObject, names: readonly string[]): string | undefined {
  return names[numberAt(row, 'outcomeIndex') ?? -1];
}

/** A field of a row that differs from its market, and the pattern that it breaks. */
type Disagreement = { readonly field: string; readonly pattern: unknown };

function disagreement(row: JsonObject, market: Exchange): Disagreement | undefined {
  const slugs = textsOf(eventsOf(market.json), 'slug');
  if (textAt(row, 'title') !== textAt(market.json, 'question'))
    return { field: 'title', pattern: new SameAs(market, '/question') };
  const slug = textAt(row, 'eventSlug') ?? '';
  if (slugs.length === 0 ? slug === '' : slugs.includes(slug)) return undefined;
  const wanted = slugs.map((_, index) => new SameAs(market, `/events/${index}/slug`));
  return { field: 'eventSlug', pattern: slugs.length === 0 ? '' : { $in: wanted } };
}

/** Judges the picture of a row, which may differ from that of its market. */
function judgeIcon(context: CheckContext, row: JsonObject, market: Exchange, response: Exchange): void {
  const icon = textAt(market.json, 'icon');
  context.expect('D/row-icons', icon === undefined || textAt(row, 'icon') === icon, response, {
    pointer: '/icon',
    expected: String(icon),
    expectation: valueIn(response, row, 'icon', new SameAs(market, '/icon')),
    actual: row['icon'],
  });
}

/** A position carries more fields of its market than an entry of the feed. */
function disagreementOfPosition(row: JsonObject, market: Exchange): Disagreement | undefined {
  const same = (field: string): Disagreement => ({ field, pattern: new SameAs(market, `/${field}`) });
  const [ends, end] = [textAt(row, 'endDate') ?? '', textAt(market.json, 'endDate') ?? ''];
  if (textAt(row, 'conditionId') !== textAt(market.json, 'conditionId')) return same('conditionId');
  return disagreement(row, market) ?? (isSameMoment(ends, end) ? undefined : same('endDate'));
}

/** A row of a response, and the response with its market. */
type Compared = { readonly response: Exchange; readonly row: JsonObject; readonly market: Exchange };

function judgeSame(
  context: CheckContext,
  clause: string,
  { response, row, market }: Compared,
  wrong?: Disagreement,
): void {
  const slug = textAt(row, 'slug');
  if (!context.judge(success(clause, market, `the slug ${slug} is in ${response.request.path}`))) return;
  context.expect(clause, wrong === undefined, response, {
    expected: `${wrong?.field} of the market ${slug}`,
    expectation: wrong && valueIn(response, row, wrong.field, wrong.pattern),
    actual: row,
  });
}

const activityCheck = check('activity', 'market', {
  title: 'entries agree with the catalog about their market',
  clauses: ['2.3/outcome.named', '2.3/market.same', 'D/row-icons'],
  cost: { activity: 1, 'market-by-slug': MARKETS },
  run: async (context) => {
    const { response, rows } = await rowsOf(context, 'activity');
    for (const row of rowPerMarket(rows)) {
      const market = await sendPath(context, 'market-by-slug', textAt(row, 'slug') ?? '');
      judgeSame(context, '2.3/market.same', { response, row, market }, disagreement(row, market));
      judgeIcon(context, row, market, response);
      const names = outcomesOf(context, market);
      const named = rows.find(
        (other) => textAt(other, 'slug') === textAt(row, 'slug') && nameOf(other, names) !== undefined,
      );
      // Entries that are not trades may name no outcome of the market.
      if (named === undefined) continue;
      context.expect('2.3/outcome.named', isSameCaseless(textAt(named, 'outcome'), nameOf(named, names)), response, {
        pointer: '/outcome',
        expected: String(nameOf(named, names)),
        expectation: valueIn(response, named, 'outcome', nameOf(named, names)),
        actual: named['outcome'],
      });
    }
  },
});

type Positions = { readonly id: 'positions' | 'closed-positions'; readonly section: '2.1' | '2.2' };

/** A row, its response, its index among the outcomes of its market, and their names. */
type Placed = {
  readonly response: Exchange;
  readonly row: JsonObject;
  readonly index: number;
  readonly names: readonly string[];
};

function positionCheck({ id, section }: Positions): Check {
  const route = routeById(id);
  const current =
    id === 'positions' ? ['2.1/oppositeOutcome.other', '2.1/negativeRisk.same', '2.1/outcomeIndex.range'] : [];
  return check(id, 'market', {
    title: 'rows agree with the catalog about their market',
    clauses: [`${section}/outcome.named`, `${section}/market.same`, 'D/row-icons', ...current],
    cost: { [id]: 1, 'market-by-slug': MARKETS, 'trading-market': MARKETS },
    run: async (context) => {
      const response = await sendSample(context, route, { limit: '50' });
      for (const row of rowPerMarket(itemsOf(route, response))) {
        const market = await sendPath(context, 'market-by-slug', textAt(row, 'slug') ?? '');
        const wrong = disagreementOfPosition(row, market);
        judgeSame(context, `${section}/market.same`, { response, row, market }, wrong);
        judgeIcon(context, row, market, response);
        const names = outcomesOf(context, market);
        const placed = { response, row, index: numberAt(row, 'outcomeIndex') ?? -1, names };
        judgeOutcome(context, `${section}/outcome.named`, placed, id === 'closed-positions');
        if (id === 'positions') await judgeCurrent(context, placed);
      }
    },
  });
}

/** The interface has no clause about the other outcome for closed positions. */
function judgeOutcome(context: CheckContext, clause: string, placed: Placed, withOther: boolean): void {
  const { response, row, index, names } = placed;
  const isOther = !withOther || isSameCaseless(textAt(row, 'oppositeOutcome'), names[1 - index]);
  context.expect(clause, isSameCaseless(textAt(row, 'outcome'), names[index]) && isOther, response, {
    pointer: '/outcome',
    expected: names[index] ?? `the name of outcome ${index}, which the market does not have`,
    expectation: valueIn(response, row, 'outcome', names[index]),
    actual: row['outcome'],
  });
}

async function judgeCurrent(context: CheckContext, { response, row, index, names }: Placed): Promise<void> {
  if (names.length > 0)
    context.expect('2.1/outcomeIndex.range', index < names.length, response, {
      pointer: '/outcomeIndex',
      expected: `less than ${names.length}, the outcomes of the market ${textAt(row, 'slug')}`,
      expectation: valueIn(response, row, 'outcomeIndex', { $lt: names.length }),
      actual: index,
    });
  const other = textAt(row, 'oppositeOutcome');
  context.expect('2.1/oppositeOutcome.other', isSameCaseless(other, names[1 - index]), response, {
    pointer: '/oppositeOutcome',
    expected: String(names[1 - index]),
    expectation: valueIn(response, row, 'oppositeOutcome', names[1 - index]),
    actual: other,
  });
  const trading = await sendPath(context, 'trading-market', textAt(row, 'conditionId') ?? '');
  const negRisk = flagAt(trading.json, 'neg_risk');
  // Without the market it is unknown which of the two is right.
  if (negRisk === undefined) return;
  context.expect('2.1/negativeRisk.same', flagAt(row, 'negativeRisk') === negRisk, response, {
    pointer: '/negativeRisk',
    expected: `neg_risk of the market, ${negRisk}`,
    expectation: valueIn(response, row, 'negativeRisk', new SameAs(trading, '/neg_risk')),
    actual: row['negativeRisk'],
  });
}

export const rowMarketChecks: readonly Check[] = [
  positionCheck({ id: 'positions', section: '2.1' }),
  positionCheck({ id: 'closed-positions', section: '2.2' }),
  activityCheck,
];
